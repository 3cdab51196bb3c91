#pragma once

#include <CLI/CLI.hpp>

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

/// Replaces spaces by line breaks to keep lines within `width`.
std::string wrapped(const std::string& text, std::size_t width);

}
