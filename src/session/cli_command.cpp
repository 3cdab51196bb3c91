#include "session/cli_command.h"

#include <algorithm>
#include <cctype>

namespace huedrift {
namespace {

/// A path that no program takes for an option.
std::string path_word(const std::filesystem::path& path) {
    const bool dashed = path.string().starts_with('-');
    return shell_quoted(dashed ? ("." / path).string() : path.string());
}

std::string command(const Document& document, const Parameters& parameters, Weighting weighting,
                    const std::vector<ExportTarget>& targets, const ExportRequest& request) {
    std::string line = "huedrift-cli reduce " + path_word(document.path);
    for (const ExportTarget& target : targets)
        if (target.weighting == weighting)
            line.append(target.is_palette ? " --palette " : " -o ").append(path_word(target.path));
    line.append(" ").append(recipe_text(parameters.recipe(weighting)));
    if (request.indexed) line += " --indexed";
    if (request.settings) line += " --settings";
    if (request.overwrite == Overwrite::yes) line += " --force";
    return line + "\n";
}

}

std::string shell_quoted(const std::string& word) {
    const auto plain = [](unsigned char c) {
        return (c < 0x80 && std::isalnum(c)) ||
               std::string_view("_-+=./:,@").find(char(c)) != std::string_view::npos;
    };
    if (!word.empty() && std::ranges::all_of(word, plain)) return word;
    std::string quoted = "'";
    for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
    return quoted + "'";
}

std::string cli_command(const Document& document, const Parameters& parameters,
                        const ExportRequest& request) {
    ExportRequest complete = request;
    if (complete.picture.empty()) complete.picture = suggested_target(document, parameters);
    const std::vector<ExportTarget> targets = export_targets(complete);
    std::string commands;
    for (const Weighting weighting : each(complete.weightings))
        commands += command(document, parameters, weighting, targets, complete);
    return commands;
}

}
