#include "session/cli_command.h"

#include "session/layers.h"

#include <algorithm>
#include <cctype>

namespace huedrift {
namespace {

/// Quotes a location such that no program takes it for an option.
std::string word_of(const Location& location) {
    const std::string word = location.word();
    return shell_quoted(location.is_file() && word.starts_with('-') ? "./" + word : word);
}

std::string option_of(const WriteTarget& target) {
    if (target.part) return "--" + std::string(target.part->name);
    return target.kind == WriteTarget::Kind::palette ? "--palette" : "-o";
}

/// Without settings that have no effect, as huedrift-cli refuses them.
Recipe in_force(Recipe recipe, const WriteRequest& request) {
    PaletteRecipe& palette = recipe.palette;
    if (!palette.maps()) {
        palette.directly = palette.strict = false;
        palette.reserve.clear();
        recipe.output.palette.clear();
    }
    if (palette.strict) palette.set_colors({});
    if (!palette.chooses_colors()) palette.set_colors(palette.colors);
    if (!palette.maps() && recipe.output.order == SwatchOrder::given) recipe.output.order.reset();
    const bool is_gif = is_gif_name(request.picture.file());
    if (!request.indexed && !palette.to_source) recipe.output.bits.reset();
    if (!request.indexed && !palette.to_source && !is_gif) recipe.output.pad.reset();
    if (!recipe.labels.grid.is_on()) recipe.labels.scale = 1;
    return recipe;
}

std::string command(const Document& document, const Recipe& recipe, Weighting weighting,
                    const WriteRequest& request) {
    std::vector<std::string> words{"huedrift-cli", "reduce", word_of(document.path)};
    const auto flag = [&](const std::string& name) { words.push_back("--" + name); };
    for (const WriteTarget& target : targets_of(request)) {
        words.push_back(option_of(target));
        words.push_back(word_of(target.path));
    }
    words.push_back(recipe_text(
        in_force(numbers_colors(request) ? with_shown_order(recipe) : recipe, request).with(weighting)));
    const SvgOptions& svg = request.parts.svg_options;
    if (!request.parts.svg.empty() && svg.stacked) flag("svg-stack");
    if (!request.parts.svg.empty() && svg.numbered) flag("svg-numbers");
    if (request.parts.any() && !request.parts.colors.empty()) {
        flag("part");
        words.push_back(list_text(request.parts.colors));
    }
    if (request.indexed) flag("indexed");
    if (request.truecolor) flag("truecolor");
    if (request.smallest) flag("smallest");
    if (request.settings) flag("settings");
    if (request.keep_metadata) flag("keep-metadata");
    if (request.keep_smaller) flag("keep-smaller");
    if (request.keep_times) flag("keep-times");
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
    if (complete.write.picture.empty()) complete.write.picture = suggested_target(document, recipe);
    std::string commands;
    for (const Weighting weighting : each(complete.weightings))
        commands += command(document, recipe, weighting, write_request(complete, weighting));
    return commands;
}

}
