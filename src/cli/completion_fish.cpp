#include "cli/completion.h"

#include <sstream>

namespace huedrift {
namespace {

using Kind = CompletedValue::Kind;

std::string value_of(const CompletedOption& option) {
    if (!option.has_value) return "";
    switch (option.value.kind) {
    case Kind::words:
        return " -x -a " + single_quoted(joined(option.value.words));
    case Kind::files:
        return " -r -F";
    case Kind::folders:
        return " -x -a '(__fish_complete_directories)'";
    case Kind::none:
        break;
    }
    return " -x";
}

/// The options of a command; `beginning` is "complete -c PROGRAM" with the condition for offering them.
void write_options(std::ostream& script, const std::string& beginning, const CompletedCommand& command) {
    for (const CompletedOption& option : command.options) {
        script << beginning;
        for (const std::string& name : option.names)
            script << (name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1));
        script << value_of(option) << " -d " << single_quoted(option.description) << "\n";
    }
    if (command.takes_files) script << beginning << " -F\n";
}

}

std::string fish_completion(const CompletedProgram& program) {
    const std::string complete = "complete -c " + program.itself.name;
    std::ostringstream script;
    script << "# fish completion of " << program.itself.name << ", written by it\n" << complete << " -f\n";
    const bool alone = program.commands.empty();
    write_options(script, alone ? complete : complete + " -n __fish_use_subcommand", program.itself);
    for (const CompletedCommand& command : program.commands)
        script << complete << " -n __fish_use_subcommand -a " << command.name << " -d "
               << single_quoted(command.description) << "\n";
    for (const CompletedCommand& command : program.commands)
        write_options(script, complete + " -n '__fish_seen_subcommand_from " + command.name + "'", command);
    return script.str();
}

}
