#include "cli/options.h"

#include "base/wording.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iterator>

namespace huedrift {

void Argument::required() { option_->required(); }
void Argument::excludes(const Argument& other) { option_->excludes(other.option_); }
void Argument::range(int low, int high) { option_->check(CLI::Range(low, high)); }
void Argument::size() { option_->transform(CLI::AsSizeValue(false)); }
void Argument::folder() { option_->check(CLI::ExistingDirectory); }
void Argument::one_of(const std::vector<std::string>& names) {
    option_->check([names](const std::string& word) {
        const bool is_known = std::ranges::find(names, word) != names.end();
        return is_known ? "" : word + " is not a valid value (" + in_words(names, "or") + ")";
    });
}

Arguments::Arguments(CLI::App& program, const std::string& command, const std::string& description,
                     const std::string& examples)
    : app_(program.add_subcommand(command, description)) {
    app_->footer(examples);
}

namespace {

std::string names_in(const std::string& option) { return option.substr(0, option.find(' ')); }

/// Sets how the help shows an option.
Argument shown(CLI::Option* option, const std::string& written, const char* group) {
    if (const std::size_t at = written.find(' '); at != written.npos)
        option->option_text(written.substr(at + 1));
    if (option->get_positional()) option->required()->option_text(" ");
    if (group) option->group(group);
    return Argument(option);
}

}

template <class Value>
Argument Arguments::add(const std::string& option, Value& value, const std::string& help, const char* group) {
    return shown(app_->add_option(names_in(option), value, help), option, group);
}
template Argument Arguments::add(const std::string&, int&, const std::string&, const char*);
template Argument Arguments::add(const std::string&, std::string&, const std::string&, const char*);
template Argument Arguments::add(const std::string&, std::filesystem::path&, const std::string&, const char*);
template Argument Arguments::add(const std::string&, std::optional<int>&, const std::string&, const char*);
template Argument Arguments::add(const std::string&, std::optional<std::size_t>&, const std::string&,
                                 const char*);
template Argument Arguments::add(const std::string&, std::vector<double>&, const std::string&, const char*);
template Argument Arguments::add(const std::string&, std::vector<std::string>&, const std::string&,
                                 const char*);

Argument Arguments::add(const std::string& option, Location& value, const std::string& help,
                        const char* group) {
    const auto take = [&value](const std::string& word) { value = Location::named(word); };
    return shown(app_->add_option_function<std::string>(names_in(option), take, help), option, group);
}

Argument Arguments::add(const std::string& option, std::vector<Location>& values, const std::string& help) {
    const auto take = [&values](const std::vector<std::string>& words) {
        values.clear();
        std::ranges::transform(words, std::back_inserter(values), Location::named);
    };
    return shown(app_->add_option_function<std::vector<std::string>>(names_in(option), take, help), option,
                 nullptr);
}

Argument Arguments::flag(const std::string& name, bool& value, const std::string& help, const char* group) {
    return shown(app_->add_flag(name, value, help), name, group);
}

Argument Arguments::flag(const std::string& name, std::function<void()> set, const std::string& help,
                         const char* group) {
    return shown(app_->add_flag_callback(name, std::move(set), help), name, group);
}

void Arguments::choice(const std::string& name, const std::vector<std::string>& words, const Take& take,
                       const std::string& help, const char* group) {
    parsed(name + " " + alternatives(words), take, help, group).one_of(words);
}

Argument Arguments::parsed(const std::string& option, const Take& take, const std::string& help,
                           const char* group, const std::string& hint) {
    const std::string names = names_in(option), first = names.substr(0, names.find(','));
    const auto checked = [first, take, hint](const std::string& word) {
        if (!take(word)) throw CLI::ValidationError(first, word + " is not a valid value" + hint);
    };
    return shown(app_->add_option_function<std::string>(names, checked, help), option, group);
}

void Arguments::repeated(const std::string& option, const Take& take, const std::string& help,
                         const char* group) {
    const std::string names = names_in(option);
    const auto checked = [names, take](const std::vector<std::string>& words) {
        for (const std::string& word : words)
            if (!take(word)) throw CLI::ValidationError(names, word + " is not a valid value");
    };
    CLI::Option* const list = app_->add_option_function<std::vector<std::string>>(names, checked, help);
    list->allow_extra_args(false);
    shown(list, option, group);
}

std::string alternatives(const std::vector<std::string>& words) { return CLI::detail::join(words, "|"); }

namespace {

const char* group_of(const RecipeRow& row) {
    return row.phase == RecipePhase::output ? output_group : reduction_group;
}

std::string names_of(const RecipeRow& row) {
    return row.option() + (row.other_name ? "," + std::string(row.other_name) : "");
}

std::string range_of(const RecipeRow& row) {
    if (row.range.high == 0) return {};
    if (row.syntax) return " (" + std::string(row.syntax) + ")";
    return " (" + shortest(row.range.low) + " to " + shortest(row.range.high) + ")";
}

/// Adds the option of a setting; `take` reads its text, which is empty for a
/// flag.
void add_option(Arguments& arguments, const RecipeRow& row, const Arguments::Take& take) {
    const std::string names = names_of(row), help = row.option_help();
    switch (row.kind) {
    case RecipeKind::flag:
        arguments.flag(
            names, [take] { take({}); }, help, group_of(row));
        break;
    case RecipeKind::name:
        arguments.choice(names, row.names(), take, help, group_of(row));
        break;
    case RecipeKind::list:
        arguments.repeated(names + " " + row.value, take, help, group_of(row));
        break;
    case RecipeKind::number:
    case RecipeKind::text:
        arguments.parsed(names + " " + row.value, take, help, group_of(row), range_of(row));
    }
}

}

void add_settings(Arguments& arguments, GivenSettings& given, const std::vector<std::string_view>& words) {
    for (const std::string_view word : words) {
        const RecipeRow& row = recipe_row(word);
        add_option(arguments, row, [&given, &row](const std::string& text) {
            Recipe any;
            if (!row.read(any, text)) return false;
            given.emplace_back(&row, text);
            return true;
        });
    }
}

void add_settings(Arguments& arguments, Recipe& recipe, const std::vector<std::string_view>& words) {
    for (const std::string_view word : words) {
        const RecipeRow& row = recipe_row(word);
        add_option(arguments, row,
                   [&recipe, &row](const std::string& text) { return row.read(recipe, text); });
    }
}

void add_setting(Arguments& arguments, std::string_view word, std::string& value) {
    const RecipeRow& row = recipe_row(word);
    arguments.add(names_of(row) + " " + row.value, value, row.option_help(), group_of(row));
}

void add_allow_large(Arguments& arguments, LoadLimits& limits) {
    const LoadLimits usual;
    arguments.flag(
        "--allow-large", [&limits] { limits = LoadLimits::widest(); },
        "Also read pictures of more than " + std::to_string(usual.max_pixels / 1'000'000) +
            " megapixels or " + std::to_string(usual.max_side) + " pixels per side, as far as memory allows");
}

void add_engine(Arguments& arguments, EngineChoice& choice) {
    arguments.add("--engine " + alternatives(engine_names()), choice.engine, engine_help, engine_group)
        .one_of(engine_names());
}

void add_devices(Arguments& arguments, std::vector<std::string>& devices) {
    const auto take = [&devices](const std::string& word) {
        devices.push_back(word);
        return !word.empty();
    };
    arguments.repeated("--device N|NAME|all", take,
                       std::string(device_help) + ", or all for every GPU; may be repeated: each picture is "
                                                  "assigned to the next idle device",
                       engine_group);
}

void add_jobs(Arguments& arguments, std::optional<int>& jobs) {
    arguments
        .add("--jobs N", jobs,
             "Process N pictures at the same time (one per thread, if there are 2 GiB of memory for each; "
             "with "
             "--allow-large, larger pictures wait for more)",
             engine_group)
        .range(1, 1024);
}

void add_resources(Arguments& arguments, EngineChoice& choice) {
    arguments.add("--threads N", choice.threads, threads_help, engine_group).range(1, max_threads);
    arguments.add("--memory-limit SIZE", choice.settings.memory_limit, memory_limit_help, engine_group)
        .size();
    if (!reloads_shaders()) return;
    arguments
        .add("--shader-dir DIR", choice.settings.shader_folder,
             "Compile vulkan's shaders from DIR, the shaders/ of a "
             "checkout, instead of using the built-in "
             "ones",
             engine_group)
        .folder();
}

}
