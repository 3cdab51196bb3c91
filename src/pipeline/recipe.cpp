#include "pipeline/recipe.h"

#include "image/smooth.h"

#include <charconv>
#include <sstream>

namespace huedrift {
namespace {

/// The shortest decimal that reads back as the same number.
template <typename Number>
std::string shortest(Number number) {
    char text[32];
    return {text, std::to_chars(text, text + sizeof text, number).ptr};
}

/// Whether the whole word is a number, which goes to `number`.
template <typename Number>
bool read(const std::string& word, Number& number) {
    const char* const end = word.data() + word.size();
    const auto [rest, failure] = std::from_chars(word.data(), end, number);
    return failure == std::errc{} && rest == end;
}

bool read_option(const std::string& name, const std::string& value, Recipe& recipe) {
    Options& options = recipe.options;
    if (name == "--radius") return read(value, options.radius);
    if (name == "--smooth") return read(value, recipe.smooth);
    if (name == "--merge") return read(value, recipe.merge_distance);
    if (name == "--max-iterations") return read(value, options.max_iterations.emplace());
    if (name == "--weighting") {
        options.weighting = value == "frequency" ? Weighting::frequency : Weighting::palette;
        return value == name_of(options.weighting);
    }
    if (name == "--transfer") {
        options.transfer = value == "linear" ? Transfer::linear : Transfer::srgb;
        return value == name_of(options.transfer);
    }
    return false;
}

bool in_range(const Recipe& recipe) {
    const double radius = recipe.options.radius, merge = recipe.merge_distance;
    return radius > 0 && radius <= largest_radius && merge >= 0 && merge <= largest_radius &&
           recipe.smooth >= 0 && recipe.smooth <= largest_smooth_radius;
}

}

std::string recipe_text(const Recipe& recipe) {
    const Options& options = recipe.options;
    std::string text = "--radius " + shortest(options.radius);
    text.append(" --weighting ").append(name_of(options.weighting));
    text.append(" --transfer ").append(name_of(options.transfer));
    if (options.max_iterations) text += " --max-iterations " + shortest(*options.max_iterations);
    if (recipe.smooth != 0) text += " --smooth " + shortest(recipe.smooth);
    if (recipe.merge_distance != 0) text += " --merge " + shortest(recipe.merge_distance);
    return text;
}

std::optional<Recipe> parse_recipe(std::string_view text) {
    std::istringstream words{std::string(text)};
    Recipe recipe;
    std::string name, value;
    bool any = false;
    while (words >> name) {
        if (!(words >> value) || !read_option(name, value, recipe)) return std::nullopt;
        any = true;
    }
    return any && in_range(recipe) ? std::optional(recipe) : std::nullopt;
}

}
