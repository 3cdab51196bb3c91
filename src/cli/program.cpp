#include "cli/commands.h"

#include "base/error.h"
#include "cli/failure.h"
#include "cli/help_and_completion.h"
#include "cli/report.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <numeric>

namespace huedrift {
namespace {

std::size_t distance(std::string_view from, std::string_view to) {
    // The distances from the part of `from` read so far to each prefix of `to`.
    std::vector<std::size_t> row(to.size() + 1);
    std::iota(row.begin(), row.end(), std::size_t{0});
    for (const char letter : from) {
        std::size_t diagonal = row[0]++;
        for (std::size_t i = 0; i < to.size(); ++i) {
            const std::size_t replaced = diagonal + (letter != to[i]);
            diagonal = row[i + 1];
            row[i + 1] = std::min({replaced, row[i] + 1, diagonal + 1});
        }
    }
    return row.back();
}

constexpr const char* description =
    "Reduces pictures to a small palette. Given a number of colours, it joins similar colours until that "
    "many are left and moves each to the mean of its pixels. Given a radius, colours drift together: each "
    "moves to the mean of all colours around it in Oklab until nothing changes. The result is exact: the "
    "same bytes on every engine and device.";

constexpr const char* footer =
    R"(Results are written to standard output, progress and messages to standard error.

Exit codes:
  0    done
  1    failed
  2    wrong usage
  3    an input cannot be read or is refused
  4    an output cannot be written; an existing file stays as it was
  5    no usable device
  130  interrupted; no incomplete file remains)";

std::vector<Command> add_commands(CLI::App& program) {
    return {add_reduce(program), add_analyze(program), add_count(program),  add_compare(program),
            add_sweep(program),  add_devices(program), add_verify(program), add_bench(program)};
}

void describe(CLI::App& program) {
    program.formatter(std::make_shared<HelpFormatter>());
    program.footer(footer);
    program.require_subcommand(1);
    program.set_version_flag("--version", "huedrift-cli " HUEDRIFT_VERSION, "Print the version");
    program.set_help_flag("-h,--help", "Print this help");
}

/// The exit code if parsing found no command to run: help is a success, everything else wrong usage.
int end_of_parsing(const CLI::App& program, const CLI::ParseError& end) {
    std::ostringstream text, complaint;
    program.exit(end, text, complaint);
    if (end.get_exit_code() != 0)
        throw Error(ErrorKind::usage, std::string(end.what()) + "; --help explains");
    print(text.str());
    return 0;
}

/// CLI11 would only report a missing command.
void refuse_unknown_command(const std::vector<Command>& commands, const std::string& word) {
    std::vector<std::string> names;
    names.reserve(commands.size());
    for (const Command& command : commands) names.push_back(command.app->get_name());
    if (word.empty() || word.starts_with('-') || std::ranges::find(names, word) != names.end()) return;
    const std::string nearest = nearest_word(word, names);
    throw Error(ErrorKind::usage, "there is no command " + word +
                                      (nearest.empty() ? "" : "; did you mean " + nearest + "?") +
                                      (nearest.empty() ? "; --help lists the commands" : ""));
}

int parse_and_run(CLI::App& program, const std::vector<Command>& commands, int argc, char** argv) {
    if (const auto completions = completions_asked_for(program, argc, argv)) {
        print(*completions);
        return 0;
    }
    if (argc > 1) refuse_unknown_command(commands, argv[1]);
    try {
        program.parse(argc, argv);
    } catch (const CLI::ParseError& end) {
        return end_of_parsing(program, end);
    }
    for (const Command& command : commands)
        if (command.app->parsed()) return command.run();
    return 0;
}

}

std::string nearest_word(std::string_view typed, const std::vector<std::string>& words) {
    const auto nearest =
        std::ranges::min_element(words, {}, [&](const std::string& word) { return distance(typed, word); });
    if (nearest == words.end() || 3 * distance(typed, *nearest) > std::max(typed.size(), nearest->size()))
        return {};
    return *nearest;
}

int run_program(int argc, char** argv) {
    install_signal_handlers();
    int exit_code = 0;
    const std::optional<Failure> failure = run_guarded("", [&] {
        // Set before commands are added, because they copy its formatter and help flag.
        CLI::App program(description, "huedrift-cli");
        describe(program);
        const std::vector<Command> commands = add_commands(program);
        exit_code = parse_and_run(program, commands, argc, argv);
    });
    return failure ? failure->exit_code : exit_code;
}

}
