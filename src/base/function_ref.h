#pragma once

#include <concepts>

namespace huedrift {

/// A reference to a callable, which must outlive it. Passes a lambda to a function that is not a template,
/// without the allocation of std::function.
template <class... Arguments>
class FunctionRef {
public:
    template <class Function>
    requires(!std::same_as<Function, FunctionRef> && std::invocable<const Function&, Arguments...>)
        FunctionRef(const Function& function)
        : function_(&function), call_([](const void* object, Arguments... arguments) {
              (*static_cast<const Function*>(object))(arguments...);
          }) {}

    void operator()(Arguments... arguments) const { call_(function_, arguments...); }

private:
    const void* function_;
    void (*call_)(const void*, Arguments...);
};

}
