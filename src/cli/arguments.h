#pragma once

#include "base/location.h"

#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
class Option;
}

namespace huedrift {

/// An option of a command; each member returns it for chaining.
class Argument {
public:
    explicit Argument(CLI::Option* option) : option_(option) {}

    /// How the help shows its value.
    Argument& text(const std::string& text);
    Argument& group(const char* name);
    Argument& required();
    Argument& excludes(const Argument& other);
    Argument& range(int low, int high);
    Argument& one_of(const std::vector<std::string>& names);
    /// A number of bytes, like 512M.
    Argument& size();
    /// An existing folder.
    Argument& folder();

private:
    CLI::Option* option_;
};

/// The arguments of a command. CLI11's header takes 8 seconds to compile, so only arguments.cpp includes it
/// on behalf of the files that register options.
class Arguments {
public:
    Arguments(CLI::App& program, const std::string& command, const std::string& description,
              const std::string& examples);

    /// `value` must outlive the parsing. See arguments.cpp for the possible types.
    template <class Value>
    Argument add(const std::string& names, Value& value, const std::string& description);
    /// Reads the location as Location::named() does.
    Argument add(const std::string& names, Location& value, const std::string& description);
    Argument add(const std::string& names, std::vector<Location>& values, const std::string& description);
    Argument flag(const std::string& name, bool& value, const std::string& description);
    Argument flag(const std::string& name, std::function<void()> set, const std::string& description);
    /// An option with one of a few words.
    Argument choice(const std::string& name, const std::vector<std::string>& words,
                    std::function<bool(const std::string&)> take, const std::string& description);

    /// An option that `take` reads; `take` returns false for an invalid value, and the message then ends on
    /// `hint`.
    Argument parsed(const std::string& name, std::function<bool(const std::string&)> take,
                    const std::string& description, const std::string& hint = {});

    /// An option that may be repeated, with one value each time.
    Argument repeated(const std::string& name, std::function<bool(const std::string&)> take,
                      const std::string& description);

    CLI::App* app() const { return app_; }

private:
    CLI::App* app_;
};

/// "a|b|c".
std::string alternatives(const std::vector<std::string>& words);

}
