#pragma once

#include <concepts>

namespace huedrift {

/// Refers to a callable for as long as that lives; passes a lambda to a function that is no template, without
/// the allocation of std::function.
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
