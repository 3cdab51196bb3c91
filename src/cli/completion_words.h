#pragma once

#include <string>
#include <vector>

namespace huedrift {

/// What a shell offers where a value is expected.
struct CompletedValue {
    enum class Kind { none, words, files, folders };

    Kind kind = Kind::none;
    std::vector<std::string> words{}; ///< also those that may stand in place of a number
    std::string metavar{};            ///< what the help calls it
};

struct CompletedOption {
    std::vector<std::string> names; ///< with their dashes
    std::string description;
    bool has_value = false, may_be_repeated = false;
    CompletedValue value{};
};

/// A command, or the program itself.
struct CompletedCommand {
    std::string name;
    std::string description;
    std::vector<CompletedOption> options;
    bool takes_files = false; ///< as arguments without a name
};

/// A program's command line as far as shells complete it.
struct CompletedProgram {
    CompletedCommand itself;
    std::vector<CompletedCommand> commands; ///< may be empty
};

std::string bash_completion(const CompletedProgram& program);
std::string zsh_completion(const CompletedProgram& program);
std::string fish_completion(const CompletedProgram& program);

/// The name of the shell function that completes a program.
std::string completing_function(const CompletedProgram& program);

/// "a b c", with another separator if given.
std::string joined(const std::vector<std::string>& words, const std::string& separator = " ");

/// 'text', whatever it holds, as a word of any of these shells.
std::string single_quoted(const std::string& text);

}
