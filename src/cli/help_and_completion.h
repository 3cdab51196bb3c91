#pragma once

#include <CLI/CLI.hpp>

#include <optional>
#include <string>

namespace huedrift {

/// CLI11's help, wrapped to the width of a terminal.
class HelpFormatter : public CLI::Formatter {
public:
    HelpFormatter();
    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
    std::string make_description(const CLI::App* app) const override;
    std::string make_option_name(const CLI::Option* option, bool is_positional) const override;
    std::string make_option_desc(const CLI::Option* option) const override;
};

/// Answers the completions of shells (assets/completion), which call the program with the hidden first
/// argument --complete, followed by the words of a command line after its program, up to the one to complete.
/// Returns a line for each word that may stand there, "word", or "word", a tab and its description; the line
/// ":files" or ":folders" stands for those of the shell. None: nobody asks.
std::optional<std::string> completions_asked_for(const CLI::App& program, int argc, char** argv);

}
