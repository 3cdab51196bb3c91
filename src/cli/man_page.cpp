#include "cli/man_page.h"

#include <cctype>
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

/// The arguments of a command, or of a program without commands, after its name.
std::string usage_of(const std::string& name, const CLI::App& command) {
    std::string usage = bold(name);
    for (const CLI::Option* option : command.get_options({}))
        if (option->get_positional())
            usage += " " + italic(option->get_name(true) + (option->get_expected_max() > 1 ? "..." : ""));
    return usage + " [" + italic("options") + "]\n.br\n";
}

std::string in_capitals(std::string text) {
    for (char& letter : text) letter = static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
    return text;
}

}

std::string man_page(const CLI::App& program, const SelfDescription& description) {
    const std::vector<const CLI::App*> commands = program.get_subcommands({});
    const std::string& name = program.get_name();
    std::ostringstream page;
    page << ".TH " << literal(in_capitals(name)) << " 1 \"\" \"huedrift " << literal(description.version)
         << "\" \"User Commands\"\n"
         << ".SH NAME\n"
         << literal(name) << " \\- " << literal(description.purpose) << "\n"
         << ".SH SYNOPSIS\n";
    for (const CLI::App* command : commands) page << usage_of(name + " " + command->get_name(), *command);
    if (commands.empty()) page << usage_of(name, program);
    page << bold(name) << " " << bold("--help") << " | " << bold("--version") << "\n"
         << ".SH DESCRIPTION\n"
         << literal(program.get_description()) << "\n";
    if (!commands.empty()) page << ".SH COMMANDS\n";
    for (const CLI::App* command : commands) {
        page << ".SS " << command->get_name() << "\n"
             << literal(command->get_description()) << ".\n"
             << option_entries(*command) << verbatim(command->get_footer());
    }
    page << ".SH OPTIONS\n" << option_entries(program);
    if (!program.get_footer().empty()) page << ".SH NOTES\n" << verbatim(program.get_footer());
    return page.str();
}

}
