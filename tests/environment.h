#pragma once

#include <cstdlib>
#include <optional>
#include <string>

namespace huedrift {

/// Sets a variable of the environment, or with a null `value` removes it, and restores it at the end.
class Environment {
public:
    Environment(const char* name, const char* value) : name_(name) {
        if (const char* const old = std::getenv(name)) old_ = old;
        value ? ::setenv(name, value, 1) : ::unsetenv(name);
    }
    ~Environment() { old_ ? ::setenv(name_, old_->c_str(), 1) : ::unsetenv(name_); }
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

private:
    const char* name_;
    std::optional<std::string> old_;
};

}
