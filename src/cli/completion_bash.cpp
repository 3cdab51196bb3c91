#include "cli/completion.h"

#include <sstream>

namespace huedrift {
namespace {

using Kind = CompletedValue::Kind;

/// "$command:" followed by each name, as the pattern of a case.
std::string pattern(const std::string& command, const std::vector<std::string>& names) {
    std::vector<std::string> quoted_names;
    quoted_names.reserve(names.size());
    for (const std::string& name : names) quoted_names.push_back(single_quoted(command + ":" + name));
    return joined(quoted_names, "|");
}

std::string reply_with(const std::string& generator) {
    return "mapfile -t COMPREPLY < <(compgen " + generator + " -- \"$current\")";
}

/// Leaves files to readline, which quotes their names.
std::string reply(const CompletedValue& value) {
    switch (value.kind) {
    case Kind::words:
        return reply_with("-W " + single_quoted(joined(value.words))) + "; ";
    case Kind::files:
        return "compopt -o default; ";
    case Kind::folders:
        return "compopt -o dirnames; ";
    case Kind::none:
        break;
    }
    return "";
}

std::vector<std::string> names_of(const CompletedCommand& command) {
    std::vector<std::string> names;
    for (const CompletedOption& option : command.options)
        names.insert(names.end(), option.names.begin(), option.names.end());
    return names;
}

void write_values(std::ostream& script, const std::string& name, const CompletedCommand& command) {
    for (const CompletedOption& option : command.options)
        if (option.has_value)
            script << "    " << pattern(name, option.names) << ") " << reply(option.value) << "return ;;\n";
}

void write_names(std::ostream& script, const std::string& name, const CompletedCommand& command) {
    script << "    " << single_quoted(name + ":-") << "*) "
           << reply_with("-W " + single_quoted(joined(names_of(command)))) << " ;;\n";
    if (command.takes_files) script << "    " << single_quoted(name + ":") << "*) compopt -o default ;;\n";
}

}

std::string bash_completion(const CompletedProgram& program) {
    const std::string function = completing_function(program);
    std::vector<std::string> commands;
    for (const CompletedCommand& command : program.commands) commands.push_back(command.name);

    std::ostringstream script;
    script << "# bash completion of " << program.itself.name << ", written by it\n"
           << function << "() {\n"
           << "    local current=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command='' "
              "word\n"
           << "    # --option=value comes as three words\n"
           << "    if [[ $before == = ]]; then before=${COMP_WORDS[COMP_CWORD - 2]}; fi\n"
           << "    if [[ $current == = ]]; then current=''; fi\n";
    if (!commands.empty())
        script << "    for word in \"${COMP_WORDS[@]:1:COMP_CWORD-1}\"; do\n"
               << "        case $word in " << joined(commands, "|") << ") command=$word; break ;; esac\n"
               << "    done\n";
    script << "    COMPREPLY=()\n"
           << "    case $command:$before in\n";
    write_values(script, "", program.itself);
    for (const CompletedCommand& command : program.commands) write_values(script, command.name, command);
    script << "    esac\n"
           << "    case $command:$current in\n";
    write_names(script, "", program.itself);
    if (!commands.empty())
        script << "    ':'*) " << reply_with("-W " + single_quoted(joined(commands))) << " ;;\n";
    for (const CompletedCommand& command : program.commands) write_names(script, command.name, command);
    script << "    esac\n"
           << "}\n"
           << "complete -F " << function << " " << program.itself.name << "\n";
    return script.str();
}

}
