#include "pipeline/recipe_rows.h"

#include "base/error.h"
#include "base/wording.h"
#include "image/indexed_image.h"
#include "image/picture_filter.h"
#include "palette/named_palettes.h"
#include "palette/palette_file.h"
#include "pipeline/enumerators.h"
#include "pipeline/recipe_values.h"
#include "reduction/settle.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <tuple>
#include <type_traits>

namespace huedrift {
namespace {

using nlohmann::ordered_json;

struct ToJson {
    ordered_json operator()(std::monostate) const { return nullptr; }
    ordered_json operator()(const auto& value) const { return value; }
};

RecipeValue value_of_json(const ordered_json& json) {
    if (json.is_null()) return {};
    if (json.is_boolean()) return json.get<bool>();
    if (json.is_string()) return json.get<std::string>();
    const double number = json.get<double>();
    // Beyond 2^53 a double cannot hold every integer.
    const bool whole = number == std::trunc(number) && std::abs(number) < 0x1p53;
    return whole ? RecipeValue(static_cast<std::int64_t>(number)) : RecipeValue(number);
}

template <class Enum>
std::vector<const char*> all_labels() {
    std::vector<const char*> labels;
    labels.reserve(enumerators<Enum>.size());
    for (const auto& enumerator : enumerators<Enum>) labels.push_back(enumerator.label);
    return labels;
}

/// A member of one of the recipe's phases, which differ in type.
template <class AnyRecipe, class Phase, class Value>
auto& setting_in(AnyRecipe& recipe, Value Phase::*member) {
    using OfRecipe = std::conditional_t<std::is_const_v<AnyRecipe>, const Phase, Phase>;
    return std::get<OfRecipe&>(std::tie(recipe.source, recipe.shift, recipe.size, recipe.palette.fit,
                                        recipe.palette, recipe.labels.dithering, recipe.labels,
                                        recipe.output)).*
           member;
}

template <class Phase, class Value>
constexpr RecipePhase phase_of(Value Phase::*) {
    if (std::is_same_v<Phase, SourceRecipe>) return RecipePhase::source;
    if (std::is_same_v<Phase, ShiftRecipe>) return RecipePhase::shift;
    if (std::is_same_v<Phase, SizeRecipe>) return RecipePhase::size;
    if (std::is_same_v<Phase, FitRecipe>) return RecipePhase::fit;
    if (std::is_same_v<Phase, PaletteRecipe>) return RecipePhase::palette;
    if (std::is_same_v<Phase, Dithering>) return RecipePhase::labels;
    return std::is_same_v<Phase, LabelSteps> ? RecipePhase::labels : RecipePhase::output;
}

/// Takes over members of which at least one differs.
template <auto... Members>
void take_changed(Recipe& recipe, const Recipe& before, const Recipe& after) {
    const bool is_same = (... && (setting_in(before, Members) == setting_in(after, Members)));
    if (!is_same) (..., static_cast<void>(setting_in(recipe, Members) = setting_in(after, Members)));
}

/// The row of a member of a phase; the member's type decides how it is read and written.
template <auto Member>
constexpr RecipeRow row(const char* word, const char* help, RecipeTraits traits = {}) {
    RecipeRow says{traits, word, help};
    // An optional setting is read and written as its value.
    using Value = std::decay_t<decltype(*std::optional(setting_in(std::declval<Recipe&>(), Member)))>;
    if constexpr (std::is_same_v<Value, bool>) says.kind = RecipeKind::flag;
    if constexpr (std::is_enum_v<Value>) {
        says.kind = RecipeKind::name;
        says.names = all_names<Value>;
        says.labels = all_labels<Value>;
    }
    if constexpr (requires(Value value) { word_of(value); }) says.kind = RecipeKind::text;
    if constexpr (requires(Value value) { value.begin(); }) {
        says.kind = RecipeKind::list;
        says.count = [](const Recipe& recipe) { return setting_in(recipe, Member).size(); };
        says.append = [](Recipe& recipe, const std::string& items) {
            return append_items(setting_in(recipe, Member), items);
        };
    }
    says.is_whole = std::is_integral_v<Value>;
    says.phase = phase_of(Member);
    says.get = [](const Recipe& recipe) { return value_of(setting_in(recipe, Member)); };
    says.take = [](Recipe& recipe, const RecipeValue& value, ValueRange range, OutOfRange mode) {
        return take_value(setting_in(recipe, Member), value, range, mode);
    };
    says.take_change = take_changed<Member>;
    return says;
}

/// The radius; it is "auto" while it is to be chosen.
constexpr RecipeRow radius_row(const char* word, const char* help, RecipeTraits traits) {
    RecipeRow says = row<&ShiftRecipe::radius>(word, help, traits);
    says.get = [](const Recipe& recipe) {
        return recipe.size.chooses_radius ? automatic() : RecipeValue(recipe.shift.radius);
    };
    says.take = [](Recipe& recipe, const RecipeValue& value, ValueRange range, OutOfRange mode) {
        const bool is_chosen = value == automatic();
        if (!is_chosen && !take_value(recipe.shift.radius, value, range, mode)) return false;
        recipe.size.chooses_radius = is_chosen;
        if (is_chosen && !recipe.shift.drifts()) recipe.shift.radius = Options{}.radius;
        return true;
    };
    says.take_change = take_changed<&ShiftRecipe::radius, &SizeRecipe::chooses_radius>;
    return says;
}

/// The settings of which one chooses the number of colours: each replaces the others.
constexpr auto take_changed_number =
    take_changed<&PaletteRecipe::colors, &PaletteRecipe::max_error, &PaletteRecipe::error>;

constexpr RecipeRow colors_row(const char* word, const char* help, RecipeTraits traits) {
    RecipeRow says = row<&PaletteRecipe::colors>(word, help, traits);
    says.take_change = take_changed_number;
    return says;
}

/// The greatest error, which replaces a number of colours; unlike a distance, it may be 0.
constexpr RecipeRow error_row(const char* word, const char* help, RecipeTraits traits) {
    RecipeRow says = row<&PaletteRecipe::max_error>(word, help, traits);
    says.get = [](const Recipe& recipe) {
        const std::optional<double>& most = recipe.palette.max_error;
        return most ? RecipeValue(*most) : RecipeValue();
    };
    says.take = [](Recipe& recipe, const RecipeValue& value, ValueRange range, OutOfRange mode) {
        double most = 0;
        const bool none = std::holds_alternative<std::monostate>(value);
        if (!none && !take_value(most, value, range, mode)) return false;
        recipe.palette.max_error = none ? std::nullopt : std::optional(most);
        if (!none) recipe.palette.colors.reset();
        return true;
    };
    says.take_change = take_changed_number;
    return says;
}

/// The word of a palette with a name as a list of colours; any other as it is.
RecipeValue as_colors(const RecipeValue& value) {
    const auto* const word = std::get_if<std::string>(&value);
    const NamedPalette* const named = word ? palette_by_name(*word) : nullptr;
    return named ? RecipeValue(word_of(std::vector(named->colors.begin(), named->colors.end()))) : value;
}

/// A palette, whose colours may be given by a name.
template <auto Member>
constexpr RecipeRow palette_row(const char* word, const char* help, RecipeTraits traits) {
    RecipeRow says = row<Member>(word, help, traits);
    says.take = [](Recipe& recipe, const RecipeValue& value, ValueRange range, OutOfRange mode) {
        return take_value(setting_in(recipe, Member), as_colors(value), range, mode);
    };
    says.append = [](Recipe& recipe, const std::string& items) {
        return append_items(setting_in(recipe, Member), std::get<std::string>(as_colors(items)));
    };
    return says;
}

/// The palette to map to; "source" is that of the picture's file.
constexpr RecipeRow to_row(const char* word, const char* help, RecipeTraits traits) {
    RecipeRow says = palette_row<&PaletteRecipe::to>(word, help, traits);
    says.get = [](const Recipe& recipe) {
        return recipe.palette.to_source ? RecipeValue(std::string(own_palette_word))
                                        : value_of(recipe.palette.to);
    };
    says.take = [](Recipe& recipe, const RecipeValue& value, ValueRange range, OutOfRange mode) {
        const bool is_own = value == RecipeValue(std::string(own_palette_word));
        if (!is_own && !take_value(recipe.palette.to, as_colors(value), range, mode)) return false;
        recipe.palette.to_source = is_own;
        if (is_own) recipe.palette.to.clear();
        return true;
    };
    says.take_change = take_changed<&PaletteRecipe::to, &PaletteRecipe::to_source, &PaletteRecipe::names>;
    says.append = [](Recipe& recipe, const std::string& items) {
        PaletteRecipe& palette = recipe.palette;
        const bool is_own = items == own_palette_word;
        if (palette.to_source || (is_own && !palette.to.empty())) return false;
        palette.to_source = is_own;
        return is_own || append_items(palette.to, std::get<std::string>(as_colors(items)));
    };
    return says;
}

/// A power of two.
template <auto Member>
constexpr RecipeRow power_row(const char* word, const char* help, RecipeTraits traits) {
    RecipeRow says = row<Member>(word, help, traits);
    says.take = [](Recipe& recipe, const RecipeValue& value, ValueRange range, OutOfRange mode) {
        auto number = setting_in(recipe, Member);
        if (!take_value(number, value, range, mode)) return false;
        if (!std::has_single_bit(std::optional(number).value_or(1))) return false;
        setting_in(recipe, Member) = number;
        return true;
    };
    return says;
}

constexpr double max_count = std::numeric_limits<std::uint32_t>::max();

constexpr RecipeRow rows[] = {
    radius_row(
        "radius",
        "Bandwidth in Oklab, up to sqrt 3: colours within it drift together; at 0 nothing drifts; auto is "
        "the largest, from 0.0075 to 0.03, at which the number of colours keeps the picture near its source",
        {.value = "R|auto",
         .other_name = "-r",
         .range = {0, max_radius},
         .caption = "Radius",
         .always = true}),
    row<&ShiftRecipe::weighting>(
        "weighting",
        "Count every distinct colour once, so that rare ones draw as much as frequent "
        "ones, or as often as it occurs; where nothing drifts, joins and settling count so",
        {.caption = "Weigh by", .always = true}),
    row<&SourceRecipe::transfer>(
        "transfer",
        "How channel values become light: by the curve of sRGB, right for nearly every picture, or linear, "
        "as in the published program",
        {.caption = "Gamma", .always = true}),
    row<&ShiftRecipe::max_iterations>(
        "max-iterations", "Stop each colour after this many steps, wherever it is",
        {.value = "T", .usual = "until nothing changes", .range = {0, max_count}, .caption = "Steps"}),
    row<&SourceRecipe::profile>(
        "profile",
        "Convert colours to sRGB by the picture's colour profile, keep both, or ignore the profile",
        {.caption = "Profile"}),
    row<&SourceRecipe::smooth>(
        "smooth",
        "First blur the picture with a radius of 1 to {max} pixels, so that noise and dithering do not count "
        "as colours",
        {.value = "PX",
         .usual = "off",
         .range = {0, largest_smooth_radius},
         .caption = "Smoothing",
         .unit = " px"}),
    row<&ShiftRecipe::merge>(
        "merge",
        "Merge modes within this distance of a higher one into it; auto is "
        "the radius, or off with an iteration limit",
        {.value = "auto|DIST|off", .range = {0, max_radius}, .caption = "Merge distance", .always = true}),
    row<&ShiftRecipe::assign>("assign",
                              "Map each colour to the mode it drifts to, which makes large areas, "
                              "or to the nearest one, which keeps modelling",
                              {.caption = "Pixels go", .always = true}),
    row<&ShiftRecipe::refine>("refine",
                              "Follow cells of colours first, and single colours only between "
                              "basins; every colour (off) takes many times as long for nearly the "
                              "same picture, and cells only (coarse) make a rough picture at once",
                              {.caption = "Precision", .always = true}),
    row<&SourceRecipe::importance>(
        "importance",
        "Weigh pixels by this grey picture of the same size when the palette is found: up to eight times "
        "where it is white, not at all where it is black",
        {.value = "PICTURE", .caption = "Importance"}),
    row<&FitRecipe::soft_edges>(
        "soft-edges",
        "Find the palette in all pixels, or ignore the blended ones between areas, so that they add no "
        "colours; for drawings",
        {.caption = "Soft edges"}),
    colors_row("colors",
               "Join the colours of the palette until this many are left; of a given palette, or with "
               "levels, use the best that many",
               {.value = "N",
                .other_name = "--colours",
                .usual = "keep all",
                .range = {1, rgb_codes},
                .caption = "Colours"}),
    row<&FitRecipe::join_by>(
        "join-by",
        "Which pair joins first: the one that costs the least error, or the nearest one, which keeps rare "
        "accents longer",
        {.caption = "accents"}),
    error_row("max-error",
              "Join colours while the error stays at most this, a distance in Oklab from 0 to {max}; at most "
              "4096 are left",
              {.value = "E", .usual = "count by --colors", .range = {0, 1}, .caption = "by error"}),
    row<&PaletteRecipe::error>("error",
                               "Measure the error as the mean of all visible pixels, the "
                               "value that 95 % of them do not exceed, or the largest",
                               {.needs = "max-error"}),
    row<&FitRecipe::settle>(
        "settle",
        "Move each colour of the palette to the mean of the colours assigned to it, in up to this many "
        "steps, 0 to {max}",
        {.value = "K", .range = {0, max_settle_steps}, .caption = "Fine-tune"}),
    row<&FitRecipe::snap>(
        "snap",
        "Snap each colour of the palette to the most frequent of the colours assigned to it, if a quarter of "
        "their pixels have it",
        {.caption = "Snap"}),
    row<&PaletteRecipe::levels>(
        "levels",
        "Map each colour of the palette to the nearest that a device with so many bits of red, green and "
        "blue can show; with a number of colours, to the best that many",
        {.caption = "Device bits"}),
    row<&SizeRecipe::min_share>(
        "min-share",
        "Join colours of the palette with a smaller share of the pixels, in per cent, to the nearest with a "
        "larger one",
        {.value = "X", .range = {0, 100}, .caption = "Drop under", .unit = " %"}),
    row<&ShiftRecipe::pins>("pin",
                            "Keep the colour HEX: colours within DIST of it map to it before the "
                            "mean shift; at 0 only that colour (the radius); may be repeated",
                            {.value = "HEX[@DIST]", .items = "pins"}),
    to_row(
        "to",
        "Map each colour of the picture, or those left where other settings reduce it first, to the nearest "
        "of a palette: a file (gpl, hex, json, pal, act, aco, ase, css, aseprite, or a picture of few "
        "colours), colours as rrggbb,rrggbb, a name, or source, the own palette of an indexed picture, with "
        "its indices",
        {.value = "PALETTE",
         .syntax =
             "names are black-white, black-white-red, black-white-red-yellow, spectra6, acep7, gameboy, "
             "pico8, cga, ega, commodore64, nes, zx-spectrum and web-safe",
         .items = "colours of a palette",
         .caption = "Given palette"}),
    row<&PaletteRecipe::reserve>(
        "reserve",
        "Leave these indices of the palette unused; with the order given, files have them at their places",
        {.value = "I[-J][,...]", .needs = "to", .items = "reserved indices"}),
    row<&PaletteRecipe::directly>(
        "directly",
        "Map each colour of the picture straight to the palette, without a mean shift, and without dithering "
        "unless it is asked for",
        {.needs = "to", .caption = "without drifting"}),
    row<&PaletteRecipe::strict>(
        "strict",
        "Refuse a picture with colours that the palette does not have; others keep every pixel, as nothing "
        "drifts",
        {.needs = "to", .caption = "refuse other colours"}),
    row<&PaletteRecipe::range>(
        "range",
        "Fit the picture to the range of the palette, from its darkest to its lightest colour and no more "
        "colourful than its mixtures; for the inks of a display or a printer",
        {.needs = "to", .caption = "fit to its range"}),
    row<&PaletteRecipe::joins>("join", "Join the result of the source colour A to that of B; may be repeated",
                               {.value = "A=B", .items = "joins"}),
    row<&PaletteRecipe::recolors>("recolor", "Change the result of the source colour A to B; may be repeated",
                                  {.value = "A=B", .items = "recoloured colours"}),
    row<&SourceRecipe::alpha>(
        "alpha",
        "First make pixels with an alpha of a threshold (1 to 255) or more opaque and the others "
        "transparent, or flatten the picture onto a colour; or at last join pairs of colour and alpha "
        "until at most N are left, 1 to 256, as an indexed PNG holds",
        {.value = "keep|levels[:N]|threshold:T|matte:HEX",
         .syntax = "levels alone leaves 256 pairs",
         .caption = "Transparency"}),
    row<&LabelSteps::defringe>(
        "defringe",
        "Assign pixels of grey or blurred rims, 1 to {max} pixels wide, to the areas or letters beside them",
        {.value = "W", .usual = "off", .range = {0, max_defringe}, .caption = "Clean edges", .unit = " px"}),
    row<&LabelSteps::min_region>(
        "min-region",
        "Merge connected areas of fewer pixels than this into the neighbour with the longest common border",
        {.value = "A", .usual = "off", .range = {0, max_count}, .caption = "Remove specks", .unit = " px"}),
    row<&LabelSteps::grid>(
        "pixel-grid",
        "Turn enlarged pixel art back into pixels, one for each cell of its grid, which is found or has a "
        "given size",
        {.value = "auto|W[xH][@X:Y]|off",
         .syntax =
             "W or WxH is the size of a cell in pixels, 2 to 64, fractions too; @X:Y puts borders before "
             "that pixel of the source",
         .caption = "Pixel grid"}),
    row<&LabelSteps::scale>("scale", "Make each cell this many pixels wide and high in files, 1 to {max}",
                            {.value = "N",
                             .needs = "pixel-grid",
                             .range = {1, max_scale},
                             .caption = "Enlarge to",
                             .unit = " px"}),
    row<&LabelSteps::tiles>(
        "tiles",
        "Give each tile of this size one of a few palettes, each with the number of colours, as consoles do; "
        "an indexed PNG has the palettes one after the other",
        {.value = "WxH", .syntax = "sides of 1 to 64 pixels", .usual = "off", .caption = "Tiles"}),
    row<&LabelSteps::palettes>(
        "palettes", "Find at most so many palettes for tiles",
        {.value = "P", .needs = "tiles", .range = {1, max_entries}, .caption = "Palettes"}),
    row<&LabelSteps::shared_color>(
        "shared-color",
        "Begin each palette of tiles with this colour, a backdrop for all; of a picture with transparent "
        "pixels, these have the first entry",
        {.value = "HEX",
         .other_name = "--shared-colour",
         .usual = "none",
         .needs = "tiles",
         .caption = "Backdrop"}),
    row<&Dithering::method>(
        "dither",
        "Mix colours of the palette in neighbouring pixels to imitate colours that it lacks: by diffusion "
        "where it shows or everywhere, by an ordered pattern (Bayer), or by blue noise, a pattern without "
        "crosses. The automatic choice is diffusion where it shows, but blue noise in "
        "animations, where diffusion flickers and patterns stand still",
        {.caption = "Dither"}),
    row<&Dithering::diffusion>(
        "diffusion",
        "Pass the error on to the next pixels by the weights of Floyd and Steinberg or of others: atkinson "
        "loses a quarter of it, which keeps light and dark areas clean, and the others spread it farther",
        {.needs = "dither", .caption = "Diffusion"}),
    power_row<&Dithering::matrix>(
        "matrix",
        "Side of the pattern of ordered dithering in pixels, which mixes as many shades as it has pixels",
        {.value = "2|4|8|16",
         .needs = "dither",
         .range = {least_matrix, greatest_matrix},
         .caption = "Matrix"}),
    row<&Dithering::strength>("strength",
                              "Share of the difference from the picture that dithering mixes in, 0 to {max}",
                              {.value = "S", .range = {0, 1}, .caption = "Strength"}),
    row<&LabelSteps::dither_mask>(
        "dither-mask",
        "Dither only where this grey picture of the same size is white, so that text and lines stay crisp "
        "elsewhere",
        {.value = "PICTURE", .caption = "Dither mask"}),
    row<&OutputRecipe::order>("order",
                              "Order of the colours in palettes and indexed pictures, pins "
                              "first; given is the order of a given palette, found that of "
                              "the first pixels, row by row from the top left",
                              {.usual = "palettes: pixels"}),
    row<&OutputRecipe::arrange>(
        "arrange", "Put the results of these source colours first, in this order; may be repeated",
        {.value = "HEX[,HEX...]", .items = "arranged colours"}),
    row<&OutputRecipe::transparent_index>(
        "transparent-index",
        "Index of transparent pixels in palettes and indexed pictures; colours from there on move up",
        {.value = "I", .range = {0, 255}}),
    palette_row<&OutputRecipe::palette>(
        "output-palette",
        "Write the colours of this palette in place of those that the result is mapped to, of which there "
        "must be as many: the codes of a device in place of its measured colours",
        {.value = "PALETTE", .needs = "to", .items = "colours of a palette", .caption = "Write as"}),
    row<&OutputRecipe::hidden>(
        "hidden",
        "Make the colours of fully transparent pixels black, keep those of the picture, or spread those of "
        "the nearest visible pixels, for textures that are filtered",
        {.caption = "Below transparency"}),
    power_row<&OutputRecipe::bits>("bits",
                                   "Bits for each pixel of an indexed picture, of those that its format has",
                                   {.value = "B",
                                    .syntax = "1, 2, 4 or 8",
                                    .usual = "the fewest that suffice",
                                    .range = {1, 8},
                                    .caption = "Bits"}),
    row<&OutputRecipe::pad>(
        "pad", "Fill the palette of an indexed picture with black up to this many entries, 1 to {max}",
        {.value = "N", .usual = "off", .range = {1, 256}, .caption = "Entries"}),
};

RecipeValue number_or_word(const std::string& written) {
    if (const auto whole = number_in<std::int64_t>(written)) return *whole;
    if (const auto real = number_in<double>(written)) return *real;
    return written;
}

}

std::string value_text(const RecipeValue& value) {
    if (const auto* const text = std::get_if<std::string>(&value)) return *text;
    if (const auto* const whole = std::get_if<std::int64_t>(&value)) return std::to_string(*whole);
    const auto* const real = std::get_if<double>(&value);
    return real ? shortest(*real) : "";
}

bool RecipeRow::read(Recipe& recipe, const std::string& written) const {
    if (kind == RecipeKind::flag) return set(recipe, true, OutOfRange::refuse);
    if (kind == RecipeKind::text) return set(recipe, written, OutOfRange::refuse);
    if (kind == RecipeKind::list) return append(recipe, written);
    return set(recipe, number_or_word(written), OutOfRange::refuse);
}

std::string RecipeRow::about() const {
    std::string text = help;
    const std::string max = "{max}";
    if (const auto at = text.find(max); at != text.npos) text.replace(at, max.size(), shortest(range.high));
    return text + ".";
}

std::string RecipeRow::option_help() const {
    std::string text = about();
    text.pop_back();
    if (syntax) text += std::string("; ") + syntax;
    std::string rest = usual ? usual : value_text(get(Recipe{}));
    if (needs) rest += (rest.empty() ? "needs --" : "; needs --") + std::string(needs);
    return rest.empty() ? text : text + " (" + rest + ")";
}

std::string RecipeRow::json() const {
    std::string name = word;
    std::ranges::replace(name, '-', '_');
    return name;
}

Recipe with_settings(Recipe recipe, const GivenSettings& given) {
    for (const auto& [row, text] : given)
        if (!row->read(recipe, text) && row->kind == RecipeKind::list)
            throw Error(ErrorKind::usage,
                        "there can be at most " + std::to_string(max_palette_colors) + " " + row->items);
    return recipe;
}

ordered_json to_json(const Recipe& recipe) {
    ordered_json object = ordered_json::object();
    for (const RecipeRow& row : recipe_rows()) object[row.json()] = std::visit(ToJson{}, row.get(recipe));
    return object;
}

void read_json(const ordered_json& object, Recipe& recipe) {
    for (const RecipeRow& row : recipe_rows())
        for (const std::string& name : {row.json(), std::string(row.word)})
            if (object.contains(name)) row.set(recipe, value_of_json(object.at(name)), OutOfRange::clamp);
}

std::span<const RecipeRow> recipe_rows() { return rows; }

const RecipeRow& recipe_row(std::string_view word) {
    for (const RecipeRow& row : rows)
        if (word == row.word) return row;
    throw Error(ErrorKind::failed, "there is no setting \"" + std::string(word) + "\"");
}

}
