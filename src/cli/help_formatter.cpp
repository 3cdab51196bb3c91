#include "cli/help_formatter.h"

#include <sstream>

namespace huedrift {
namespace {

constexpr std::size_t help_width = 100, names_width = 34;

}

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

}
