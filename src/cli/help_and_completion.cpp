#include "cli/help_and_completion.h"

#include "palette/named_palettes.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>
#include <string_view>

namespace huedrift {
namespace {

constexpr std::size_t help_width = 100, names_width = 34;

/// Replaces spaces by line breaks to keep lines within `width`.
std::string wrapped(const std::string& text, std::size_t width) {
    std::istringstream words(text);
    std::string result, word;
    std::size_t line = 0;
    while (words >> word) {
        if (!result.empty()) {
            const bool fits = line + 1 + word.size() <= width;
            result += fits ? ' ' : '\n';
            line = fits ? line + 1 : 0;
        }
        result += word;
        line += word.size();
    }
    return result;
}

}

HelpFormatter::HelpFormatter() { column_width(names_width); }

std::string HelpFormatter::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
    return CLI::detail::find_and_replace(Formatter::make_help(app, std::move(name), mode), "\n\n\n", "\n\n");
}

std::string HelpFormatter::make_description(const CLI::App* app) const {
    return wrapped(app->get_description(), help_width) + "\n\n";
}

std::string HelpFormatter::make_option_name(const CLI::Option* option, bool is_positional) const {
    return CLI::detail::find_and_replace(Formatter::make_option_name(option, is_positional), ",", ", ");
}

std::string HelpFormatter::make_option_desc(const CLI::Option* option) const {
    return wrapped(option->get_description(), help_width - names_width);
}

namespace {

std::string line(const std::string& word, const std::string& description) {
    return word + "\t" + description + "\n";
}

/// The lines for a value. The help writes names of values in capitals and literal words in lower case:
/// "auto|DIST|off". Each word is offered after `before`.
std::string values(const CLI::Option& option, const std::string& before, const std::string& typed) {
    constexpr std::array<std::string_view, 5> files{"FILE", "OUT", "PALETTE", "PICTURE", "TABLE"};
    std::string lines;
    for (const std::string& word : CLI::detail::split(option.get_option_text(), '|')) {
        if (std::ranges::find(files, word) != files.end()) {
            if (word == "PALETTE")
                for (const NamedPalette& palette : named_palettes())
                    if (palette.name.starts_with(typed)) lines += before + std::string(palette.name) + "\n";
            lines += ":files\n";
        } else if (word == "DIR") {
            lines += ":folders\n";
        } else if (word.starts_with(typed) &&
                   std::ranges::none_of(word, [](unsigned char letter) { return std::isupper(letter); })) {
            lines += before + word + "\n";
        }
    }
    return lines;
}

/// The option with a value that has this name; null: there is none.
const CLI::Option* option_with_value(const CLI::App& command, const std::string& name) {
    const CLI::Option* const option = name.starts_with('-') ? command.get_option_no_throw(name) : nullptr;
    return option && option->get_items_expected_max() > 0 ? option : nullptr;
}

std::string names(const CLI::App& command, const std::string& typed) {
    std::string lines;
    for (const CLI::Option* option : command.get_options({})) {
        if (option->get_positional() || option->get_group().empty()) continue;
        for (const std::string& name : option->get_snames())
            if (("-" + name).starts_with(typed)) lines += line("-" + name, option->get_description());
        for (const std::string& name : option->get_lnames())
            if (("--" + name).starts_with(typed)) lines += line("--" + name, option->get_description());
    }
    return lines;
}

/// The lines for the last of `words`, of which there is at least one.
std::string completions(const CLI::App& program, std::vector<std::string> words) {
    const std::vector<const CLI::App*> commands = program.get_subcommands({});
    const CLI::App* command = &program;
    for (std::size_t i = 0; i + 1 < words.size() && command == &program; ++i)
        for (const CLI::App* candidate : commands)
            if (candidate->get_name() == words[i]) command = candidate;

    std::string typed = words.back(), before;
    words.pop_back();
    // bash cuts "--option=value" into three words.
    if (typed == "=") {
        typed.clear();
    } else if (!words.empty() && words.back() == "=") {
        words.pop_back();
    }
    if (const std::size_t at = typed.find('='); typed.starts_with("--") && at != typed.npos) {
        words.push_back(typed.substr(0, at));
        before = typed.substr(0, at + 1);
        typed.erase(0, at + 1);
    }
    if (!words.empty())
        if (const CLI::Option* const option = option_with_value(*command, words.back()))
            return values(*option, before, typed);
    if (typed.starts_with('-')) return names(*command, typed);
    std::string lines;
    if (command == &program)
        for (const CLI::App* candidate : commands)
            if (candidate->get_name().starts_with(typed))
                lines += line(candidate->get_name(), candidate->get_description());
    for (const CLI::Option* option : command->get_options({}))
        if (option->get_positional()) return lines + ":files\n";
    return lines;
}

}

std::optional<std::string> completions_asked_for(const CLI::App& program, int argc, char** argv) {
    if (argc < 2 || argv[1] != std::string_view("--complete")) return std::nullopt;
    std::vector<std::string> words(argv + 2, argv + argc);
    if (words.empty()) words.emplace_back();
    return completions(program, std::move(words));
}

}
