#pragma once

#include "base/location.h"
#include "engines/engine_choice.h"
#include "image/load_limits.h"
#include "pipeline/recipe_rows.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
class Option;
}

namespace huedrift {

/// An option of a command.
class Argument {
public:
    explicit Argument(CLI::Option* option) : option_(option) {}

    void required();
    void excludes(const Argument& other);
    void range(int low, int high);
    void one_of(const std::vector<std::string>& names);
    /// A number of bytes, like 512M.
    void size();
    /// An existing folder.
    void folder();

private:
    CLI::Option* option_;
};

/// The arguments of a command. CLI11's header takes 8 seconds to compile, so only options.cpp includes it on
/// behalf of the files that register options. An option is written as its names and the word for its value in
/// the help: "-o,--output OUT". A name without dashes is a required input. The group is that of the help;
/// null: none.
class Arguments {
public:
    Arguments(CLI::App& program, const std::string& command, const std::string& description,
              const std::string& examples);

    /// `value` must outlive the parsing. See options.cpp for the possible types.
    template <class Value>
    Argument add(const std::string& option, Value& value, const std::string& help,
                 const char* group = nullptr);
    /// Reads the location as Location::named() does.
    Argument add(const std::string& option, Location& value, const std::string& help,
                 const char* group = nullptr);
    Argument add(const std::string& option, std::vector<Location>& values, const std::string& help);
    Argument flag(const std::string& name, bool& value, const std::string& help, const char* group);
    Argument flag(const std::string& name, std::function<void()> set, const std::string& help,
                  const char* group = nullptr);

    using Take = std::function<bool(const std::string&)>;
    /// An option with one of a few words.
    void choice(const std::string& name, const std::vector<std::string>& words, const Take& take,
                const std::string& help, const char* group);
    /// An option that `take` reads; `take` returns false for an invalid value, and the message then ends on
    /// `hint`.
    Argument parsed(const std::string& option, const Take& take, const std::string& help, const char* group,
                    const std::string& hint = {});
    /// An option that may be repeated, with one value each time.
    void repeated(const std::string& option, const Take& take, const std::string& help, const char* group);

    CLI::App* app() const { return app_; }

private:
    CLI::App* app_;
};

/// "a|b|c".
std::string alternatives(const std::vector<std::string>& words);

/// The groups of options in the help.
inline constexpr const char* reduction_group = "What is computed";
inline constexpr const char* output_group = "What is written";
inline constexpr const char* engine_group = "What computes it";

// Options shared by several commands, each registered by one function.

/// Adds the options of settings, by the words of their rows. `given` or `recipe`, which receives them, must
/// outlive the parsing.
void add_settings(Arguments& arguments, GivenSettings& given, const std::vector<std::string_view>& words);
void add_settings(Arguments& arguments, Recipe& recipe, const std::vector<std::string_view>& words);
/// Adds the option of a setting whose value the command reads itself.
void add_setting(Arguments& arguments, std::string_view word, std::string& value);
/// --allow-large: raises the limits to the decoder's maximum.
void add_allow_large(Arguments& arguments, LoadLimits& limits);
/// --engine.
void add_engine(Arguments& arguments, EngineChoice& choice);
/// --device with devices for choose_entries().
void add_devices(Arguments& arguments, std::vector<std::string>& devices);
/// --jobs; none: as many as jobs_at_once() finds.
void add_jobs(Arguments& arguments, std::optional<int>& jobs);
/// --threads and --memory-limit; --shader-dir if the build has it.
void add_resources(Arguments& arguments, EngineChoice& choice);

}
