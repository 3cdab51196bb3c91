#include "cli/completion.h"

#include <sstream>

namespace huedrift {
namespace {

using Kind = CompletedValue::Kind;

/// Escapes characters with a meaning in specifications of _arguments.
std::string backslashed(const std::string& text) {
    std::string result;
    for (const char letter : text) {
        if (letter == '[' || letter == ']' || letter == ':' || letter == '\\') result += '\\';
        result += letter;
    }
    return result;
}

std::string action(const CompletedValue& value) {
    switch (value.kind) {
    case Kind::words:
        return "(" + joined(value.words) + ")";
    case Kind::files:
        return "_files";
    case Kind::folders:
        return "_files -/";
    case Kind::none:
        break;
    }
    return " "; // shows its name and offers nothing
}

/// An option's specification: '(-r --radius)'{-r+,--radius=}'[description]:R: '.
std::string specification(const CompletedOption& option) {
    std::vector<std::string> names;
    for (const std::string& name : option.names)
        names.push_back(name + (!option.has_value ? "" : name.starts_with("--") ? "=" : "+"));
    std::string rest = "[" + backslashed(option.description) + "]";
    if (option.has_value) rest += ":" + backslashed(option.value.metavar) + ":" + action(option.value);
    const std::string alternatives = names.size() == 1 ? names.front() : "{" + joined(names, ",") + "}";
    const std::string before =
        option.may_be_repeated ? "\\*" : single_quoted("(" + joined(option.names) + ")");
    return before + alternatives + single_quoted(rest);
}

std::string specifications(const CompletedCommand& command) {
    std::string list;
    for (const CompletedOption& option : command.options) list += " \\\n        " + specification(option);
    if (command.takes_files) list += " \\\n        '*:file:_files'";
    return list;
}

}

std::string zsh_completion(const CompletedProgram& program) {
    const std::string function = completing_function(program);
    std::ostringstream script;
    script << "#compdef " << program.itself.name << "\n"
           << "# zsh completion of " << program.itself.name << ", written by it\n"
           << function << "() {\n";
    if (program.commands.empty()) {
        script << "    _arguments -s" << specifications(program.itself) << "\n";
    } else {
        script << "    local curcontext=$curcontext state line\n"
               << "    typeset -A opt_args\n"
               << "    local -a commands=(";
        for (const CompletedCommand& command : program.commands)
            script << "\n        " << single_quoted(command.name + ":" + command.description);
        script << ")\n"
               << "    _arguments -C -s" << specifications(program.itself) << " \\\n"
               << "        '1:command:->command' '*::argument:->argument'\n"
               << "    case $state in\n"
               << "    command) _describe command commands; return ;;\n"
               << "    argument) ;;\n"
               << "    *) return ;;\n"
               << "    esac\n"
               << "    case $line[1] in\n";
        for (const CompletedCommand& command : program.commands)
            script << "    " << command.name << ") _arguments -s" << specifications(command) << " ;;\n";
        script << "    esac\n";
    }
    script << "}\n" << function << " \"$@\"\n";
    return script.str();
}

}
