#include "cli/completion.h"

#include <algorithm>
#include <array>
#include <cctype>

namespace huedrift {
namespace {

using Kind = CompletedValue::Kind;

/// The help writes names of values in capitals and literal words in lower case: "auto|DIST|off".
CompletedValue value_in(const std::string& text) {
    constexpr std::array<std::string_view, 4> files{"FILE", "OUT", "PALETTE", "TABLE"};
    CompletedValue value{.kind = Kind::none, .words = {}, .metavar = text};
    for (const std::string& word : CLI::detail::split(text, '|')) {
        if (word.empty()) continue;
        if (std::ranges::find(files, word) != files.end()) {
            value.kind = Kind::files;
        } else if (word == "DIR") {
            value.kind = Kind::folders;
        } else if (std::ranges::none_of(word, [](unsigned char letter) { return std::isupper(letter); })) {
            value.kind = Kind::words;
            value.words.push_back(word);
        }
    }
    return value;
}

CompletedOption completed(const CLI::Option& option) {
    CompletedOption result{.names = {},
                           .description = option.get_description(),
                           .has_value = option.get_items_expected_max() > 0,
                           .may_be_repeated = option.get_items_expected_max() > 1,
                           .value = value_in(option.get_option_text())};
    for (const std::string& name : option.get_snames()) result.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) result.names.push_back("--" + name);
    return result;
}

CompletedCommand completed(const CLI::App& app) {
    CompletedCommand result{
        .name = app.get_name(), .description = app.get_description(), .options = {}, .takes_files = false};
    for (const CLI::Option* option : app.get_options({})) {
        if (option->get_positional())
            result.takes_files = true;
        else if (!option->get_group().empty())
            result.options.push_back(completed(*option));
    }
    return result;
}

CompletedProgram completed_program(const CLI::App& program) {
    CompletedProgram result{.itself = completed(program), .commands = {}};
    for (const CLI::App* command : program.get_subcommands({}))
        result.commands.push_back(completed(*command));
    return result;
}

}

std::string completing_function(const CompletedProgram& program) {
    std::string name = "_" + program.itself.name;
    std::ranges::replace(name, '-', '_');
    return name;
}

std::string joined(const std::vector<std::string>& words, const std::string& separator) {
    return CLI::detail::join(words, separator);
}

std::string single_quoted(const std::string& text) {
    return "'" + CLI::detail::find_and_replace(text, "'", "'\\''") + "'";
}

std::string completion(const CLI::App& program, const std::string& shell) {
    const CompletedProgram completed = completed_program(program);
    if (shell == "bash") return bash_completion(completed);
    return shell == "zsh" ? zsh_completion(completed) : fish_completion(completed);
}

void add_self_descriptions(CLI::App& program, const SelfDescription& description) {
    const auto write_manual = [&program, description] {
        throw CLI::CallForVersion(man_page(program, description), 0);
    };
    const auto write_completion = [&program](const std::string& shell) {
        throw CLI::CallForVersion(completion(program, shell), 0);
    };
    program.add_flag_callback("--man", write_manual)->group("");
    program.add_option_function<std::string>("--completion", write_completion)
        ->check(CLI::IsMember({"bash", "zsh", "fish"}))
        ->group("");
}

}
