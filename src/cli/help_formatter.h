#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace huedrift {

/// CLI11's help with its texts wrapped, so that no line is longer than a terminal is wide.
class HelpFormatter : public CLI::Formatter {
public:
    HelpFormatter();
    std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override;
    std::string make_description(const CLI::App* app) const override;
    std::string make_option_desc(const CLI::Option* option) const override;
};

/// `text` with line breaks in place of spaces where a line would be longer than `width`.
std::string wrapped(const std::string& text, std::size_t width);

}
