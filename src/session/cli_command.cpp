#include "session/cli_command.h"

#include <algorithm>
#include <cctype>

namespace huedrift {
namespace {

/// No program takes a file for an option.
std::string word_of(const Location& location) {
    const std::string word = location.word();
    return shell_quoted(location.is_file() && word.starts_with('-') ? "./" + word : word);
}

std::string option_of(const ExportTarget& target) {
    if (target.part) return "--" + std::string(target.part->name);
    return target.kind == ExportKind::palette ? "--palette" : "-o";
}

std::string command(const Document& document, const Recipe& recipe, Weighting weighting,
                    const std::vector<ExportTarget>& targets, const ExportRequest& request) {
    std::vector<std::string> words{"huedrift-cli", "reduce", word_of(document.path)};
    const auto flag = [&](const std::string& name) { words.push_back("--" + name); };
    for (const ExportTarget& target : targets) {
        if (target.weighting != weighting) continue;
        words.push_back(option_of(target));
        words.push_back(word_of(target.path));
    }
    words.push_back(recipe_text(recipe.with(weighting)));
    const SvgOptions& svg = request.parts.svg_options;
    if (!request.parts.svg.empty() && svg.stacked) flag("svg-stack");
    if (!request.parts.svg.empty() && svg.numbered) flag("svg-numbers");
    if (!request.parts.spots.empty() && request.parts.registration_marks) flag("registration-marks");
    if (const auto& colors = request.part_colors[static_cast<std::size_t>(weighting)];
        request.parts.any() && !colors.empty()) {
        flag("part");
        std::string list;
        for (const Rgb color : colors) {
            if (!list.empty()) list += ',';
            list += hex_code(color).substr(1);
        }
        words.push_back(list);
    }
    if (request.indexed) flag("indexed");
    if (request.smallest) flag("smallest");
    if (request.settings) flag("settings");
    if (request.keep_metadata) flag("keep-metadata");
    if (is_jpeg_name(request.picture.file()) && request.quality != EncodeOptions{}.jpeg_quality) {
        flag("quality");
        words.push_back(std::to_string(request.quality));
    }
    if (request.overwrite == Overwrite::yes) flag("force");

    std::string line;
    for (const std::string& word : words) line += (line.empty() ? "" : " ") + word;
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

std::string cli_command(const Document& document, const Recipe& recipe, const ExportRequest& request) {
    ExportRequest complete = request;
    if (complete.picture.empty()) complete.picture = suggested_target(document, recipe);
    const std::vector<ExportTarget> targets = export_targets(complete);
    std::string commands;
    for (const Weighting weighting : each(complete.weightings))
        commands += command(document, recipe, weighting, targets, complete);
    return commands;
}

}
