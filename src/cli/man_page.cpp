#include "cli/man_page.h"

#include <sstream>

namespace huedrift {
namespace {

/// Text escaped so that troff prints it literally.
std::string literal(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (c == '\\') {
            result += "\\e";
        } else if (c == '-') {
            result += "\\-";
        } else if ((c == '.' || c == '\'') && (result.empty() || result.back() == '\n')) {
            result += std::string("\\&") + c;
        } else {
            result += c;
        }
    }
    return result;
}

std::string bold(const std::string& text) { return "\\fB" + literal(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + literal(text) + "\\fR"; }

/// Indented text keeps its layout.
std::string verbatim(const std::string& text) {
    return text.empty() ? "" : ".PP\n.nf\n" + literal(text) + "\n.fi\n";
}

std::string option_entry(const CLI::Option& option) {
    std::string entry = ".TP\n";
    if (option.get_positional()) {
        entry += italic(option.get_name(true));
    } else {
        std::string names = option.get_name(false, true);
        for (std::size_t comma; (comma = names.find(',')) != names.npos;) {
            entry += bold(names.substr(0, comma)) + ", ";
            names.erase(0, comma + 1);
        }
        entry += bold(names);
        if (!option.get_option_text().empty()) entry += " " + italic(option.get_option_text());
    }
    return entry + "\n" + literal(option.get_description()) + "\n";
}

std::string option_entries(const CLI::App& app) {
    std::string entries;
    for (const CLI::Option* option : app.get_options({})) {
        const bool is_hidden = option->get_group().empty();
        const bool is_in_every_command = option == app.get_help_ptr() && app.get_parent() != nullptr;
        if (!is_hidden && !is_in_every_command) entries += option_entry(*option);
    }
    return entries;
}

std::string usage_of(const CLI::App& program, const CLI::App& command) {
    std::string usage = bold(program.get_name() + " " + command.get_name());
    for (const CLI::Option* option : command.get_options({}))
        if (option->get_positional())
            usage += " " + italic(option->get_name(true) + (option->get_expected_max() > 1 ? "..." : ""));
    return usage + " [" + italic("options") + "]";
}

}

std::string man_page(const CLI::App& program, const std::string& version) {
    const std::vector<const CLI::App*> commands = program.get_subcommands({});
    std::ostringstream page;
    page << ".TH HUEDRIFT\\-CLI 1 \"\" \"huedrift " << literal(version) << "\" \"User Commands\"\n"
         << ".SH NAME\n"
         << literal(program.get_name()) << " \\- reduce the palette of pictures exactly\n"
         << ".SH SYNOPSIS\n";
    for (const CLI::App* command : commands) page << usage_of(program, *command) << "\n.br\n";
    page << bold(program.get_name()) << " " << bold("--help") << " | " << bold("--version") << "\n"
         << ".SH DESCRIPTION\n"
         << literal(program.get_description()) << "\n"
         << ".SH COMMANDS\n";
    for (const CLI::App* command : commands) {
        page << ".SS " << command->get_name() << "\n"
             << literal(command->get_description()) << ".\n"
             << option_entries(*command) << verbatim(command->get_footer());
    }
    page << ".SH OPTIONS\n" << option_entries(program) << ".SH NOTES\n" << verbatim(program.get_footer());
    return page.str();
}

}
