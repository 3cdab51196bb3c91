#include "pipeline/file_colors.h"

#include "base/error.h"
#include "base/sort_parts.h"
#include "base/wording.h"
#include "palette/sort_keys.h"
#include "pipeline/palette_input.h"
#include "pipeline/palette_steps.h"

#include <algorithm>
#include <bit>
#include <map>

namespace huedrift {
namespace {

/// Moves the first swatch of each of these colours to the front, if it exists.
void put_first(std::vector<Swatch>& swatches, std::span<const Rgb> colors) {
    if (colors.empty()) return;
    std::unordered_map<std::uint32_t, std::size_t> ranks;
    for (const Rgb color : colors) ranks.emplace(color.code(), ranks.size());
    std::vector<std::optional<Swatch>> front(ranks.size());
    std::size_t behind = 0;
    for (std::size_t i = 0; i < swatches.size(); ++i) {
        const auto rank = ranks.find(swatches[i].color.code());
        if (rank != ranks.end() && !front[rank->second])
            front[rank->second] = std::move(swatches[i]);
        else if (behind++ != i)
            swatches[behind - 1] = std::move(swatches[i]);
    }
    std::erase(front, std::nullopt);
    std::move_backward(swatches.begin(), swatches.begin() + std::ptrdiff_t(behind), swatches.end());
    for (std::size_t i = 0; i < front.size(); ++i) swatches[i] = *std::move(front[i]);
}

Swatch transparent_swatch() { return {.color = {}, .name = transparent_name, .transparent = true}; }

/// All colours of a given palette, with pixels only at their first place that is not reserved, then all
/// others. Transparent slots are not colours.
std::vector<Swatch> as_given(const std::vector<Swatch>& swatches, std::span<const Swatch> palette) {
    std::map<Rgb, const Swatch*> rest;
    for (const Swatch& swatch : swatches) rest.emplace(swatch.color, &swatch);
    std::vector<Swatch> list;
    for (const Swatch& slot : palette) {
        const auto found = slot.transparent || slot.reserved ? rest.end() : rest.find(slot.color);
        list.push_back(found == rest.end() ? slot : *found->second);
        if (found != rest.end()) rest.erase(found);
    }
    for (const Swatch& swatch : swatches)
        if (rest.contains(swatch.color)) list.push_back(swatch);
    return list;
}

/// The palette that a recipe maps to, whose transparent slots give way to an index of the recipe.
std::vector<Swatch> given_slots(const Recipe& recipe, std::span<const Rgba8> slots) {
    std::vector<Rgb> colors = recipe.palette.to;
    if (recipe.palette.to_source) {
        colors.clear();
        for (const auto [r, g, b, a] : slots) colors.push_back({r, g, b});
    }
    colors = at_levels(std::move(colors), recipe.palette.levels, recipe.source.transfer);
    std::vector<Swatch> given;
    for (std::size_t i = 0; i < colors.size(); ++i) {
        const bool is_clear = recipe.palette.to_source && slots[i].a == 0;
        if (!is_clear) given.push_back({.color = colors[i], .reserved = recipe.reserves(i)});
        if (is_clear && !recipe.output.transparent_index) given.push_back(transparent_swatch());
    }
    return given;
}

/// The places of a list's colours in a given palette. One that comes again has its next place, if there is
/// one.
std::vector<std::optional<std::size_t>> places_of(std::span<const Swatch> list, std::span<const Rgb> given) {
    std::unordered_map<std::uint32_t, std::vector<std::size_t>> places_of_color; // descending
    for (std::size_t i = given.size(); i-- > 0;) places_of_color[given[i].code()].push_back(i);
    std::vector<std::optional<std::size_t>> places(list.size());
    std::unordered_map<std::uint32_t, std::size_t> seen;
    for (std::size_t i = 0; i < list.size(); ++i) {
        const auto found = places_of_color.find(list[i].color.code());
        if (list[i].transparent || found == places_of_color.end()) continue;
        const std::size_t number = seen[list[i].color.code()]++, count = found->second.size();
        places[i] = found->second[number < count ? count - 1 - number : count - 1];
    }
    return places;
}

void name_given(std::vector<Swatch>& list, const Recipe& recipe) {
    const std::vector<std::string>& names = recipe.palette.names;
    if (names.empty() || names.size() != recipe.palette.to.size()) return;
    const auto places =
        places_of(list, at_levels(recipe.palette.to, recipe.palette.levels, recipe.source.transfer));
    for (std::size_t i = 0; i < list.size(); ++i)
        if (places[i]) list[i].name = names[*places[i]];
}

void insert_transparent(std::vector<Swatch>& list, std::uint32_t index) {
    if (index > list.size())
        throw Refused(ErrorKind::output,
                      "transparent pixels cannot have the index " + std::to_string(index) +
                          " in a palette of " + counted(list.size(), "colour"),
                      {Refusal::Of::transparent_index});
    list.insert(list.begin() + index, transparent_swatch());
}

Rgb color_of(Rgba8 value) { return {value.r, value.g, value.b}; }

/// A value of this colour that no pixel has, if there is one, so that a reserved index has no pixels.
Rgba8 unused_value(Rgb color, std::span<const Rgba8> values) {
    Rgba8 unused{color.r, color.g, color.b, 255};
    while (unused.a > 1 && std::ranges::binary_search(values, unused, is_entry_before)) --unused.a;
    return unused;
}

/// The slots, then those of the values that they lack. Any transparent slot takes the transparent pixels, and
/// one without pixels the alpha of others of its colour.
std::vector<Rgba8> with_missing(std::span<const Rgba8> slots, std::span<const Rgba8> values) {
    std::vector<Rgba8> entries(slots.begin(), slots.end());
    for (const Rgba8 value : values) {
        const auto same = std::ranges::find_if(
            entries, [&](Rgba8 slot) { return slot == value || (slot.a == 0 && value.a == 0); });
        if (same != entries.end()) continue;
        const auto unused = std::ranges::find_if(entries, [&](Rgba8 slot) {
            return slot.a != 0 && color_of(slot) == color_of(value) &&
                   std::ranges::find(values, slot) == values.end();
        });
        if (unused == entries.end())
            entries.push_back(value);
        else
            *unused = value;
    }
    return entries;
}

/// The distinct values in the order of entries.
std::vector<Rgba8> distinct_entries(std::vector<Rgba8> entries, const Progress& progress) {
    sort_parts(std::span(entries), is_entry_before, progress);
    entries.erase(std::unique(entries.begin(), entries.end()), entries.end());
    return entries;
}

/// The colours of labels, with their first pixels if these order them.
std::vector<Swatch> colors_of(const Labelled& labelled, const Reduced& reduced, const Progress& progress) {
    std::vector<Swatch> colors = used_colors(labelled);
    if (reduced.recipe.order() == SwatchOrder::found)
        find_first(colors, paint(index_pixels(reduced, &labelled, progress)), progress);
    return colors;
}

/// The values as they are, also those that repeat.
FileEntries entries_in_place(std::span<const PixelValue> values) {
    FileEntries result;
    for (const PixelValue& pixel_value : values) {
        result.entry_of.push_back(static_cast<std::uint32_t>(result.entries.size()));
        result.entries.push_back(pixel_value.value);
    }
    return result;
}

/// Those of the values in files whose pixels there are.
std::vector<Rgba8> used_values(std::span<const PixelValue> values, std::span<const Rgba8> in_files) {
    std::vector<Rgba8> used;
    used.reserve(values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        if (values[i].pixels > 0) used.push_back(in_files[i]);
    return used;
}

std::vector<Rgba8> own_values(std::span<const PixelValue> values) {
    std::vector<Rgba8> unchanged_values;
    unchanged_values.reserve(values.size());
    for (const PixelValue& pixel_value : values) unchanged_values.push_back(pixel_value.value);
    return unchanged_values;
}

/// The values of a colour among distinct_entries(), by ascending alpha: its soft ones, then the opaque one.
struct Variants {
    std::span<const Rgba8> soft;
    const Rgba8* opaque; ///< null: none
};
Variants variants_of(Rgb color, std::span<const Rgba8> values) {
    const auto with = [color](std::uint8_t alpha) { return Rgba8{color.r, color.g, color.b, alpha}; };
    const auto at = [&](std::uint8_t alpha) {
        return std::ranges::lower_bound(values, with(alpha), is_entry_before);
    };
    const auto first = at(1), end = at(254), opaque = at(255);
    const auto soft_end = end != values.end() && *end == with(254) ? end + 1 : end;
    const bool is_there = opaque != values.end() && *opaque == with(255);
    return {{first, soft_end}, is_there ? &*opaque : nullptr};
}

/// The index of the first of equal entries.
class EntryNumbers {
public:
    EntryNumbers(std::span<const Rgba8> entries, const Progress& progress) : keys_(entries.size()) {
        each_index(keys_.size(), progress, [&](std::size_t i) { keys_[i] = key_of(entries[i]) | i; });
        sort_keys(keys_, progress);
    }
    std::optional<std::uint32_t> operator()(Rgba8 value) const {
        const auto found = std::ranges::lower_bound(keys_, key_of(value));
        if (found == keys_.end() || (*found ^ key_of(value)) >> 32 != 0) return std::nullopt;
        return static_cast<std::uint32_t>(*found);
    }

private:
    static std::uint64_t key_of(Rgba8 value) {
        return std::uint64_t{std::bit_cast<std::uint32_t>(value)} << 32;
    }
    std::vector<std::uint64_t> keys_;
};

}

std::vector<Rgb> arranged(const Reduced& reduced) {
    if (reduced.recipe.output.arrange.empty()) return {};
    const ColorIndex& index = reduced.picture->colors.index();
    std::vector<Rgb> colors;
    ColorIndex known(reduced.recipe.output.arrange.size());
    for (const Rgb source : reduced.recipe.output.arrange) {
        if (!index.contains(source)) continue;
        const Rgb color = reduced.palette->color_of(index[source]);
        if (!known.contains(color)) colors.push_back(color);
        known.add(color);
    }
    return colors;
}

std::vector<Swatch> listed(std::vector<Swatch> swatches, const Recipe& recipe, std::span<const Rgb> first,
                           std::span<const Rgba8> slots, const Progress& progress) {
    if (recipe.labels.tiles) return swatches; // palettes one after the other
    const SwatchOrder order = recipe.order().value_or(SwatchOrder::pixels);
    sort_swatches(swatches, order == SwatchOrder::given ? SwatchOrder::pixels : order, progress);
    if (order == SwatchOrder::given && recipe.palette.maps())
        swatches = as_given(swatches, given_slots(recipe, slots));
    else if (recipe.output.order || !first.empty())
        put_first(swatches, colors_of(recipe.shift.pins));
    put_first(swatches, first);
    name_given(swatches, recipe);
    if (recipe.output.transparent_index) insert_transparent(swatches, *recipe.output.transparent_index);
    return swatches;
}

void find_first(std::span<Swatch> swatches, const ImageView& image, const Progress& progress) {
    const ColorNumbers place(colors_of(swatches), progress);
    std::vector<bool> is_found(swatches.size());
    each_index(image.pixels.size(), progress, [&](std::size_t i) {
        const auto [r, g, b, a] = image.pixels[i];
        if (a == 0 || (i > 0 && image.pixels[i] == image.pixels[i - 1])) return;
        if (!place.contains({r, g, b})) return;
        const std::uint32_t swatch = place[{r, g, b}];
        if (!is_found[swatch]) swatches[swatch].first = i;
        is_found[swatch] = true;
    });
}

std::size_t count_used_colors(std::span<const Swatch> list) {
    return std::size_t(std::ranges::count_if(list, [](const Swatch& swatch) { return swatch.pixels > 0; }));
}

std::size_t count_used_colors(const Palette& palette) {
    ColorIndex used(palette.entries.size());
    for (const PaletteEntry& entry : palette.entries)
        if (entry.pixels > 0) used.add(entry.color);
    return used.count();
}

bool lists_colors(const Recipe& recipe) {
    const OutputRecipe& output = recipe.output;
    return recipe.order() || !output.arrange.empty() || output.transparent_index || recipe.labels.tiles ||
           (!output.palette.empty() && recipe.palette.maps());
}

bool keeps_slots(const Recipe& recipe) {
    return recipe.palette.to_source && recipe.order() == SwatchOrder::given &&
           recipe.output.arrange.empty() && !recipe.output.transparent_index;
}

bool needs_entries(const Recipe& recipe) { return keeps_slots(recipe) || recipe.labels.tiles; }

void check_sizes(std::span<const Rgb> written, std::span<const Rgb> given) {
    if (written.size() != given.size())
        throw Error(ErrorKind::usage,
                    "the output palette needs as many colours as the palette that the result "
                    "is mapped to, " +
                        std::to_string(given.size()) + ", but it has " + std::to_string(written.size()));
}

FileColors::FileColors(std::vector<Swatch> list, const Recipe& recipe, const Document& document)
    : list_(std::move(list)), is_ordered_(recipe.order() || !recipe.output.arrange.empty() ||
                                          recipe.output.transparent_index || recipe.labels.tiles),
      has_clear_index_(recipe.output.transparent_index.has_value()),
      is_tiled_(recipe.labels.tiles.has_value()) {
    if (keeps_slots(recipe)) slots_ = document.slots;
    const std::vector<Rgb>& written = recipe.output.palette;
    if (written.empty() || !recipe.palette.maps()) return;
    const std::vector<Rgb> given = given_palette(recipe, document);
    check_sizes(written, given);
    for (std::size_t i = 0; i < given.size(); ++i) in_files_.emplace(given[i].code(), written[i]);
    const auto places = places_of(list_, given);
    for (std::size_t i = 0; i < list_.size(); ++i)
        list_in_files_.push_back(places[i] ? written[*places[i]] : list_[i].color);
}

FileColors::FileColors(std::vector<Swatch> colors, const Reduced& reduced, const Progress& progress)
    : FileColors(listed(std::move(colors), reduced.recipe, arranged(reduced),
                        reduced.picture->document->slots, progress),
                 reduced.recipe, *reduced.picture->document) {}

FileColors::FileColors(const Labelled& labelled, const Reduced& reduced, const Progress& progress)
    : FileColors(colors_of(labelled, reduced, progress), reduced, progress) {}

std::vector<Swatch> FileColors::list_in_files() const {
    std::vector<Swatch> list = list_;
    for (std::size_t i = 0; i < list_in_files_.size(); ++i) list[i].color = list_in_files_[i];
    return list;
}

Rgb FileColors::in_files(Rgb color) const {
    const auto found = in_files_.find(color.code());
    return found == in_files_.end() ? color : found->second;
}

std::vector<Rgba8> FileColors::in_files(std::span<const PixelValue> values) const {
    std::vector<Rgba8> replaced;
    replaced.reserve(values.size());
    for (const auto& [value, pixels] : values) {
        const Rgb color = value.a == 0 ? color_of(value) : in_files(color_of(value));
        replaced.push_back({color.r, color.g, color.b, value.a});
    }
    return replaced;
}

/// The slots, of which reserved ones get no pixels.
std::vector<Rgba8> FileColors::entries_of_slots(std::span<const Rgba8> values) const {
    std::vector<Rgba8> free = slots_;
    for (std::size_t i = 0; i < free.size(); ++i)
        if (i < list_.size() && list_[i].reserved) free[i] = unused_value(color_of(free[i]), values);
    return with_missing(free, values);
}

std::vector<Rgba8> FileColors::entries_of_list(std::span<const Rgba8> values) const {
    // Transparent values come first among those of their colours only, so they are scattered.
    std::vector<Rgba8> clear;
    std::ranges::copy_if(values, std::back_inserter(clear), [](Rgba8 value) { return value.a == 0; });
    std::vector<Rgba8> entries, softer;
    entries.reserve(list_.size());
    ColorIndex placed(list_.size()); // the colours whose pixels have their entries
    for (const Swatch& swatch : list_) {
        const auto [r, g, b] = swatch.color;
        entries.push_back(swatch.transparent ? (clear.empty() ? Rgba8{} : clear.front())
                          : swatch.reserved  ? unused_value(swatch.color, values)
                                             : Rgba8{r, g, b, 255});
        if (swatch.transparent || swatch.reserved || placed.contains(swatch.color)) continue;
        placed.add(swatch.color);
        auto [soft, opaque] = variants_of(swatch.color, values);
        if (!opaque && !soft.empty()) {
            entries.back() = soft.back();
            soft = soft.first(soft.size() - 1);
        }
        softer.insert(softer.end(), soft.rbegin(), soft.rend());
    }
    entries.insert(entries.end(), softer.begin(), softer.end());
    const std::ptrdiff_t taken = has_clear_index_ && !clear.empty() ? 1 : 0;
    entries.insert(entries.end(), clear.begin() + taken, clear.end());
    return entries;
}

FileEntries FileColors::ordered_entries(std::span<const PixelValue> values, const Progress& progress) const {
    if (is_tiled_) return entries_in_place(values);
    const std::vector<Rgba8> used = distinct_entries(used_values(values, own_values(values)), progress);
    const bool has_slots = !slots_.empty() && used.size() <= max_entries;
    FileEntries result{has_slots ? entries_of_slots(used) : entries_of_list(used)};
    // A transparent value that has no entry takes the first transparent one.
    const EntryNumbers index_of(result.entries, progress);
    const auto first_clear = std::ranges::find(result.entries, 0, &Rgba8::a);
    const auto clear = static_cast<std::uint32_t>(
        first_clear == result.entries.end() ? 0 : first_clear - result.entries.begin());
    result.entry_of.resize(values.size());
    each_index(values.size(), progress,
               [&](std::size_t i) { result.entry_of[i] = index_of(values[i].value).value_or(clear); });
    for (std::size_t i = 0; i < result.entries.size(); ++i) {
        Rgba8& entry = result.entries[i];
        if (i < list_.size() && list_[i].reserved) entry.a = has_slots ? slots_[i].a : 255;
        if (entry.a == 0) continue;
        const Rgb color = i < list_in_files_.size() ? list_in_files_[i] : in_files(color_of(entry));
        entry = {color.r, color.g, color.b, entry.a};
    }
    return result;
}

FileEntries FileColors::plain_entries(std::span<const PixelValue> values, const Progress& progress) const {
    const std::vector<Rgba8> all = are_replaced() ? in_files(values) : own_values(values);
    FileEntries result{distinct_entries(used_values(values, all), progress)};
    result.entry_of.resize(values.size());
    each_index(values.size(), progress, [&](std::size_t i) {
        result.entry_of[i] = static_cast<std::uint32_t>(
            std::ranges::lower_bound(result.entries, all[i], is_entry_before) - result.entries.begin());
    });
    return result;
}

SharedPalette share_palette(Shared<Reduced> reduced, const Progress& progress) {
    if (reduced->recipe.source.alpha.kind == AlphaMode::Kind::levels)
        throw Refused(ErrorKind::usage,
                      "pictures that share a palette cannot have levels of alpha, which join the colours of "
                      "each picture by itself",
                      {Refusal::Of::alpha_levels});
    Recipe recipe = reduced->recipe;
    // By colours alone, because the entries' own order depends on the alphas of each picture.
    if (!recipe.order()) recipe.output.order = SwatchOrder::pixels;
    FileColors colors(listed(label_colors(*reduced, progress), recipe, arranged(*reduced), {}, progress),
                      recipe, *reduced->picture->document);
    return {std::move(reduced), std::move(colors)};
}

}
