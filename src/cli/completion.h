#pragma once

#include "cli/man_page.h"

#include <string>
#include <vector>

namespace huedrift {

/// Adds the hidden options with which the build writes a program's manual (--man) and completions
/// (--completion bash|zsh|fish), from the descriptions of --help. Both end the parsing, as --version does.
void add_self_descriptions(CLI::App& program, const SelfDescription& description);

/// The script with which a shell (bash, zsh or fish) completes the program's commands, options and values.
std::string completion(const CLI::App& program, const std::string& shell);

/// A shell's offers for a value.
struct CompletedValue {
    enum class Kind { none, words, files, folders };

    Kind kind = Kind::none;
    std::vector<std::string> words{}; ///< includes those allowed in place of a number
    std::string metavar{};            ///< the help's word for it
};

struct CompletedOption {
    std::vector<std::string> names; ///< with dashes
    std::string description;
    bool has_value = false, may_be_repeated = false;
    CompletedValue value{};
};

/// A command, or the program itself.
struct CompletedCommand {
    std::string name;
    std::string description;
    std::vector<CompletedOption> options;
    bool takes_files = false; ///< as positional arguments
};

/// A program's command line, as shells complete it.
struct CompletedProgram {
    CompletedCommand itself;
    std::vector<CompletedCommand> commands; ///< may be empty
};

std::string bash_completion(const CompletedProgram& program);
std::string zsh_completion(const CompletedProgram& program);
std::string fish_completion(const CompletedProgram& program);

/// The name of the shell function that completes a program.
std::string completing_function(const CompletedProgram& program);

/// "a b c", with `separator` between the words.
std::string joined(const std::vector<std::string>& words, const std::string& separator = " ");

/// Quotes any text as one word for all of these shells.
std::string single_quoted(const std::string& text);

}
