#include "cli/arguments.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <optional>

namespace huedrift {
namespace {

/// "a, b or c".
std::string in_words(const std::vector<std::string>& words) {
    std::string list = words.front();
    for (std::size_t i = 1; i < words.size(); ++i)
        list.append(i + 1 < words.size() ? ", " : " or ").append(words[i]);
    return list;
}

}

Argument& Argument::text(const std::string& text) {
    option_->option_text(text);
    return *this;
}
Argument& Argument::group(const char* name) {
    option_->group(name);
    return *this;
}
Argument& Argument::required() {
    option_->required();
    return *this;
}
Argument& Argument::excludes(const Argument& other) {
    option_->excludes(other.option_);
    return *this;
}
Argument& Argument::range(int low, int high) {
    option_->check(CLI::Range(low, high));
    return *this;
}
Argument& Argument::one_of(const std::vector<std::string>& names) {
    const auto check = [names](const std::string& word) {
        const bool is_known = std::ranges::find(names, word) != names.end();
        return is_known ? "" : word + " is not a valid value (" + in_words(names) + ")";
    };
    option_->check(check);
    return *this;
}
Argument& Argument::size() {
    option_->transform(CLI::AsSizeValue(false));
    return *this;
}
Argument& Argument::folder() {
    option_->check(CLI::ExistingDirectory);
    return *this;
}

Arguments::Arguments(CLI::App& program, const std::string& command, const std::string& description,
                     const std::string& examples)
    : app_(program.add_subcommand(command, description)) {
    app_->footer(examples);
}

template <class Value>
Argument Arguments::add(const std::string& names, Value& value, const std::string& description) {
    return Argument(app_->add_option(names, value, description));
}
template Argument Arguments::add(const std::string&, double&, const std::string&);
template Argument Arguments::add(const std::string&, int&, const std::string&);
template Argument Arguments::add(const std::string&, std::uint32_t&, const std::string&);
template Argument Arguments::add(const std::string&, std::string&, const std::string&);
template Argument Arguments::add(const std::string&, std::filesystem::path&, const std::string&);
template Argument Arguments::add(const std::string&, std::optional<int>&, const std::string&);
template Argument Arguments::add(const std::string&, std::optional<std::uint32_t>&, const std::string&);
template Argument Arguments::add(const std::string&, std::optional<std::size_t>&, const std::string&);
template Argument Arguments::add(const std::string&, std::vector<double>&, const std::string&);
template Argument Arguments::add(const std::string&, std::vector<std::string>&, const std::string&);

Argument Arguments::add(const std::string& names, Location& value, const std::string& description) {
    const auto take = [&value](const std::string& word) { value = Location::named(word); };
    return Argument(app_->add_option_function<std::string>(names, take, description));
}

Argument Arguments::add(const std::string& names, std::vector<Location>& values,
                        const std::string& description) {
    const auto take = [&values](const std::vector<std::string>& words) {
        values.clear();
        std::ranges::transform(words, std::back_inserter(values), Location::named);
    };
    return Argument(app_->add_option_function<std::vector<std::string>>(names, take, description));
}

Argument Arguments::flag(const std::string& name, bool& value, const std::string& description) {
    return Argument(app_->add_flag(name, value, description));
}

Argument Arguments::flag(const std::string& name, std::function<void()> set, const std::string& description) {
    return Argument(app_->add_flag_callback(name, std::move(set), description));
}

Argument Arguments::choice(const std::string& name, const std::vector<std::string>& words,
                           std::function<bool(const std::string&)> take, const std::string& description) {
    Argument argument = parsed(name, std::move(take), description);
    return argument.one_of(words).text(alternatives(words));
}

Argument Arguments::parsed(const std::string& name, std::function<bool(const std::string&)> take,
                           const std::string& description, const std::string& hint) {
    const std::string first = name.substr(0, name.find(','));
    const auto checked = [first, take = std::move(take), hint](const std::string& word) {
        if (!take(word)) throw CLI::ValidationError(first, word + " is not a valid value" + hint);
    };
    return Argument(app_->add_option_function<std::string>(name, checked, description));
}

Argument Arguments::repeated(const std::string& name, std::function<bool(const std::string&)> take,
                             const std::string& description) {
    const auto checked = [name, take = std::move(take)](const std::vector<std::string>& words) {
        for (const std::string& word : words)
            if (!take(word)) throw CLI::ValidationError(name, word + " is not a valid value");
    };
    CLI::Option* const option =
        app_->add_option_function<std::vector<std::string>>(name, checked, description);
    return Argument(option->allow_extra_args(false));
}

std::string alternatives(const std::vector<std::string>& words) { return CLI::detail::join(words, "|"); }

}
