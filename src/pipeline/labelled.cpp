#include "pipeline/labelled.h"

#include "base/error.h"
#include "base/parallel.h"
#include "base/wording.h"
#include "labels/flat_areas.h"
#include "labels/grid_cells.h"
#include "labels/regions.h"
#include "labels/smooth_grid.h"
#include "labels/soft_edges.h"
#include "palette/palette.h"
#include "pipeline/palette_input.h"

#include <cassert>
#include <cmath>
#include <numeric>

namespace huedrift {
namespace {

std::vector<std::uint32_t> labels_of(const Palette& palette, std::span<const Swatch> colors,
                                     const Progress& progress) {
    const ColorNumbers label_of(colors_of(colors), progress);
    std::vector<std::uint32_t> of_entry(palette.entries.size()), of_color(palette.entry_of.size());
    each_index(of_entry.size(), progress,
               [&](std::size_t i) { of_entry[i] = label_of[palette.entries[i].color]; });
    each_index(of_color.size(), progress,
               [&](std::size_t i) { of_color[i] = of_entry[palette.entry_of[i]]; });
    return of_color;
}

/// The colours of a given palette that dithering may mix in besides those of the result.
std::vector<Rgb> mixable_colors(const Reduced& reduced) {
    std::vector<Rgb> given = target_palette(reduced.recipe, *reduced.picture->document);
    if (!reduced.recipe.palette.selects_colors()) return given;
    const std::size_t distinct = ColorNumbers(given).size();
    return distinct > *reduced.recipe.palette.colors ? std::vector<Rgb>{} : given;
}

/// The colours that dithering mixes, before and after the recipe's edits. Without edits they are the
/// labels' colours.
std::vector<EditedColor> mixed_colors(const Reduced& reduced, std::span<const Swatch> colors) {
    std::vector<EditedColor> mixed = reduced.edited;
    if (mixed.empty()) {
        for (const Swatch& swatch : colors) mixed.push_back({swatch.color, swatch.color});
        return mixed;
    }
    ColorIndex known(mixed.size());
    for (const EditedColor& color : mixed) known.add(color.before);
    std::vector<Rgb> unused;
    for (const Rgb color : mixable_colors(reduced))
        if (!known.contains(color)) unused.push_back(color);
    std::ranges::sort(unused); // as without edits
    unused.erase(std::unique(unused.begin(), unused.end()), unused.end());
    for (const Rgb color : unused) mixed.push_back({color, color});
    return mixed;
}

/// Gives the pixels of each label the label of its colour after the edits.
LabelPlane edited(const LabelPlane& plane, std::span<const EditedColor> mixed,
                  std::span<const Swatch> colors) {
    assert(mixed.size() == plane.palette_size());
    const ColorNumbers label_of(colors_of(colors));
    std::vector<std::uint32_t> becomes;
    becomes.reserve(mixed.size());
    for (const EditedColor& color : mixed) becomes.push_back(label_of[color.after]);
    LabelPlane result(plane.width(), plane.height(), colors.size());
    plane.visit([&]<class From>(const std::vector<From>& from) {
        result.visit([&]<class To>(std::vector<To>& to) {
            parallel_ranges(from.size(), 1 << 16, [&](std::size_t begin, std::size_t end) {
                for (std::size_t i = begin; i < end; ++i)
                    if (from[i] != no_label<From>) to[i] = static_cast<To>(becomes[from[i]]);
            });
        });
    });
    return result;
}

/// The labels that only the pixels of exclusive entries have; empty if there are none.
std::vector<bool> exclusive_labels(const Reduced& reduced, std::span<const Swatch> colors) {
    const std::vector<Rgb> exclusive = exclusive_colors(*reduced.palette);
    std::vector<bool> labels;
    for (const Swatch& swatch : colors)
        if (!exclusive.empty()) labels.push_back(std::ranges::binary_search(exclusive, swatch.color));
    return labels;
}

/// Gives pixels their label of `before` where it or the present one is exclusive, and where they are marked.
void keep_labels(LabelPlane& plane, const LabelPlane& before, const std::vector<bool>& exclusive,
                 std::span<const std::uint8_t> marks = {}) {
    assert(plane.size() == before.size());
    assert(exclusive.empty() || exclusive.size() == plane.palette_size());
    assert(marks.empty() || marks.size() == plane.size());
    if (exclusive.empty() && marks.empty()) return;
    before.visit([&]<class Old>(const std::vector<Old>& old) {
        plane.visit([&]<class Label>(std::vector<Label>& labels) {
            for (std::size_t i = 0; i < labels.size(); ++i) {
                const bool was = old[i] != no_label<Old> && !exclusive.empty() && exclusive[old[i]];
                const bool is = labels[i] != no_label<Label> && !exclusive.empty() && exclusive[labels[i]];
                if (was || is || (!marks.empty() && marks[i] != 0))
                    labels[i] = old[i] == no_label<Old> ? no_label<Label> : static_cast<Label>(old[i]);
            }
        });
    });
}

/// The picture without the pixels of exclusive labels, and without the marked ones.
Image dithered_part(Image image, const LabelPlane& plane, const std::vector<bool>& exclusive,
                    std::span<const std::uint8_t> marks) {
    assert(image.pixels().size() == plane.size());
    plane.visit([&]<class Label>(const std::vector<Label>& labels) {
        for (std::size_t i = 0; i < labels.size(); ++i) {
            const bool is_exclusive =
                labels[i] != no_label<Label> && !exclusive.empty() && exclusive[labels[i]];
            if (is_exclusive || (!marks.empty() && marks[i] != 0)) image.pixels()[i] = {};
        }
    });
    return image;
}

LabelPlane plane_of(const Reduced& reduced, std::span<const Swatch> colors,
                    const std::vector<bool>& exclusive, const Progress& progress) {
    const LabelSteps& steps = reduced.recipe.labels;
    const Picture& picture = *reduced.picture;
    // There are no errors to mix where each colour keeps its own.
    const bool is_dithered = steps.dithering.is_on() && !keeps_own_colors(reduced);
    std::optional<LabelPlane> undithered; // by the pixels' own colours
    const std::vector<std::uint8_t> marks =
        is_dithered ? undithered_pixels(reduced, false, progress) : std::vector<std::uint8_t>{};
    if (!is_dithered || !exclusive.empty() || !marks.empty())
        undithered = label_pixels(reduced.source(), picture.colors,
                                  labels_of(*reduced.palette, colors, progress), colors.size(), progress);
    if (!is_dithered) return *std::move(undithered);
    const auto frames = static_cast<int>(frames_of(*picture.document));
    std::vector<EditedColor> mixed = mixed_colors(reduced, colors);
    const std::vector<Rgb> kept = exclusive_colors(*reduced.palette);
    std::erase_if(mixed,
                  [&](const EditedColor& color) { return std::ranges::binary_search(kept, color.after); });
    if (undithered && mixed.empty()) return *std::move(undithered);
    const Image dithered =
        undithered ? dithered_part(reduced.source(), *undithered, exclusive, marks) : Image();
    std::vector<Rgb> palette;
    palette.reserve(mixed.size());
    for (const EditedColor& color : mixed) palette.push_back(color.before);
    const auto range = target_set(reduced.recipe, *picture.document).range(picture.colors.transfer());
    const DitherSource source{.image = undithered ? dithered : reduced.source(),
                              .colors = picture.colors,
                              .palette = palette,
                              .is_given = reduced.recipe.palette.maps(),
                              .dithering = steps.dithering,
                              .range = range ? &*range : nullptr,
                              .frame_height = reduced.source().height() / frames};
    LabelPlane plane = dither(source, frames > 1, progress);
    if (undithered || !reduced.edited.empty()) plane = edited(plane, mixed, colors);
    if (undithered) keep_labels(plane, *undithered, exclusive, marks);
    return plane;
}

/// Calls `step` with each frame's pixels and its labels, which it may change.
template <class Step>
void each_frame(Labelled& labelled, const ImageView& image, Step&& step) {
    if (labelled.frames == 1) return step(labelled.plane, image);
    for (std::size_t i = 0; i < labelled.frames; ++i) {
        const ImageView frame = frame_of(image, labelled.frames, i);
        const int top = static_cast<int>(i) * frame.height;
        LabelPlane rows = rows_of(labelled.plane, top, frame.height);
        step(rows, frame);
        put_rows(labelled.plane, top, rows);
    }
}

/// Makes pixels transparent whose alpha is less than half of the greatest, as in the soft rims of sprites.
void hide_translucent(LabelPlane& plane, const ImageView& source) {
    const auto most = std::ranges::max_element(source.pixels, {}, &Rgba8::a);
    if (most == source.pixels.end()) return;
    plane.visit([&]<class Label>(std::vector<Label>& labels) {
        for (std::size_t i = 0; i < labels.size(); ++i)
            if (2 * source.pixels[i].a < most->a) labels[i] = no_label<Label>;
    });
}

std::optional<PixelGrid> find_grid(const Labelled& labelled, const Picture& picture,
                                   std::span<const Position> palette, const GridChoice& choice,
                                   const Progress& progress) {
    std::vector<std::uint32_t> every(picture.colors.size());
    std::iota(every.begin(), every.end(), std::uint32_t{0});
    LabelPlane plane = labelled.plane,
               pixels = label_pixels(*picture.image, picture.colors, every, every.size(), progress);
    hide_translucent(plane, *picture.image);
    hide_translucent(pixels, *picture.image);
    const PositionedPlane labels{plane, palette}, source{pixels, picture.colors.positions()};
    if (choice.kind == GridChoice::Kind::given)
        return grid_of(labels, source, choice.size, labelled.frames, choice.anchor, progress);
    auto best = best_grid(labels, source, labelled.frames, progress);
    if (best && best->confidence >= sure_confidence) return best;
    auto smooth = smooth_grid(*picture.image, labelled.frames, progress);
    return smooth && (!best || smooth->confidence > best->confidence) ? smooth : best;
}

/// Makes one pixel of each cell, if there is a grid.
void take_grid(Labelled& result, const Reduced& reduced, std::span<const Position> palette,
               const Progress& progress) {
    const LabelSteps& steps = reduced.recipe.labels;
    const bool is_given = steps.grid.kind == GridChoice::Kind::given;
    result.grid = find_grid(result, *reduced.picture, palette, steps.grid, progress);
    result.has_cells = is_given || (result.grid && result.grid->confidence >= min_confidence);
    if (!result.has_cells) return;
    GridCells cells =
        take_cells(result.plane, *result.grid, *reduced.picture->image, result.frames, progress);
    result.plane = std::move(cells.plane);
    result.alpha = std::move(cells.alpha);
    result.scale = steps.scale;
    if (!result.resolution) return;
    // The number of a cell's pixels changes from `size` thousandths to `scale`.
    const auto changed = [&](double number, const GridAxis& axis) {
        return number * 1000 * steps.scale / axis.size;
    };
    result.resolution = usable_resolution(changed(result.resolution->x, result.grid->columns),
                                          changed(result.resolution->y, result.grid->rows));
}

}

std::vector<Swatch> label_colors(const Reduced& reduced, const Progress& progress) {
    std::vector<Swatch> colors = swatches_of(*reduced.palette, progress);
    const Recipe& recipe = reduced.recipe;
    if (recipe.labels.dithering.method == Dither::off) return colors;
    const std::vector<Rgb> mixable = mixable_colors(reduced);
    if (reduced.edited.empty() && mixable.empty()) return colors; // sorted by swatches_of()
    ColorIndex known(colors.size()), edited(reduced.edited.size());
    for (const Swatch& swatch : colors) known.add(swatch.color);
    const auto note = [&](Rgb color) {
        if (known.contains(color)) return;
        known.add(color);
        colors.push_back({.color = color});
    };
    for (const EditedColor& color : reduced.edited) {
        edited.add(color.before);
        note(color.after);
    }
    for (const Rgb color : mixable)
        if (!edited.contains(color)) note(color);
    sort_swatches(colors, SwatchOrder::pixels, progress);
    return colors;
}

bool keeps_own_colors(const Reduced& reduced) {
    return !reduced.recipe.palette.maps() && reduced.edited.empty() &&
           keeps_every_color(*reduced.palette, reduced.picture->colors);
}

// A given palette may lack an area's colour, so that dithering has to mix it.
std::vector<std::uint8_t> undithered_pixels(const Reduced& reduced, bool is_mixed, const Progress& progress) {
    const Picture& picture = *reduced.picture;
    const std::span<const Rgba8> pixels = reduced.source().pixels();
    std::vector<std::uint8_t> marks;
    if (reduced.recipe.labels.dithering.method == Dither::automatic && !reduced.recipe.palette.maps())
        marks = find_flat_areas(reduced.source(), picture.colors, frames_of(*picture.document), progress);
    if (is_mixed)
        for (std::size_t i = 0; i < marks.size(); ++i) marks[i] &= std::uint8_t{pixels[i].a == 255};
    if (const Mask* const mask = reduced.dither_mask.get()) {
        marks.resize(pixels.size());
        for (std::size_t i = 0; i < marks.size(); ++i) marks[i] |= std::uint8_t{!mask->dithers(i)};
    }
    return marks;
}

LabelPlane dither(const DitherSource& source, bool is_animation, const Progress& progress) {
    assert(source.dithering.is_on());
    const Dither method = source.dithering.method;
    if (method == Dither::ordered) return dither_ordered(source, progress);
    if (method == Dither::blue_noise || (method == Dither::automatic && is_animation))
        return dither_blue_noise(source, progress);
    return diffuse(source, method != Dither::everywhere, progress);
}

void check(const Recipe& recipe) {
    const LabelSteps& steps = recipe.labels;
    if (steps.tiles) check_tiles(recipe);
    if (steps.dithering.is_on() && (steps.cleans() || steps.grid.is_on()))
        throw Error(ErrorKind::usage,
                    "dithering scatters single pixels, so it cannot be combined with joining small regions, "
                    "fringe or a pixel grid");
}

Labelled label(const Reduced& reduced, const Progress& progress) {
    const LabelSteps& steps = reduced.recipe.labels;
    check(reduced.recipe);
    if (steps.tiles) return label_tiles(reduced, progress);
    const Picture& picture = *reduced.picture;
    std::vector<Swatch> colors = label_colors(reduced, progress);
    std::vector<Position> positions;
    positions.reserve(colors.size());
    const PositionTable position(picture.colors.transfer());
    for (const Swatch& swatch : colors) positions.push_back(position(swatch.color));

    const std::vector<bool> exclusive = exclusive_labels(reduced, colors);
    Labelled result{plane_of(reduced, colors, exclusive, progress), std::move(colors)};
    const std::optional<LabelPlane> before =
        steps.cleans() && !exclusive.empty() ? std::optional(result.plane) : std::nullopt;
    result.frames = frames_of(*picture.document);
    result.resolution = picture.document->resolution;
    const Progress of_fringe(progress, 0.1, 0.5), of_regions(progress, 0.5, 1);
    const std::vector<Rgb> palette = colors_of(result.colors);
    if (steps.defringe != 0)
        each_frame(result, reduced.source(), [&](LabelPlane& plane, const ImageView& frame) {
            result.changes.defringed += remove_fringe(plane, palette, frame, steps.defringe, of_fringe);
        });
    if (steps.min_region > 1)
        each_frame(result, reduced.source(), [&](LabelPlane& plane, const ImageView&) {
            const JoinedRegions joined = join_small_regions(plane, positions, steps.min_region, of_regions);
            result.changes.joined_regions += joined.regions;
            result.changes.joined_pixels += joined.pixels;
        });
    if (before) keep_labels(result.plane, *before, exclusive);
    if (steps.grid.is_on()) take_grid(result, reduced, positions, progress);
    const std::vector<std::uint64_t> counts = count_labels(result.plane);
    const auto of_each = std::uint64_t(result.scale) * std::uint64_t(result.scale);
    for (std::size_t i = 0; i < counts.size(); ++i) result.colors[i].pixels = counts[i] * of_each;
    return result;
}

std::vector<Swatch> used_colors(const Labelled& labelled) {
    std::vector<Swatch> used = labelled.colors;
    if (!labelled.tiles) std::erase_if(used, [](const Swatch& swatch) { return swatch.pixels == 0; });
    return used;
}

std::uint64_t visible_pixels(const Labelled& labelled) {
    std::uint64_t sum = 0;
    for (const Swatch& swatch : labelled.colors) sum += swatch.pixels;
    return sum;
}

Labelled enlarged(const Labelled& labelled, const Progress& progress) {
    return {.plane = enlarged(labelled.plane, labelled.scale, progress),
            .colors = labelled.colors,
            .changes = labelled.changes,
            .frames = labelled.frames,
            .grid = labelled.grid,
            .has_cells = labelled.has_cells,
            .resolution = labelled.resolution};
}

std::string text_of(const Labelled& labelled) {
    const auto number = [](std::int64_t thousandths) { return thousandths_text(std::uint32_t(thousandths)); };
    if (labelled.tiles) {
        const TileGrid& tiles = labelled.tiles->grid;
        const std::size_t palettes = labelled.colors.size() / labelled.tiles->colors;
        return std::to_string(tiles.columns()) + " x " + std::to_string(tiles.rows()) + " tiles with " +
               counted(palettes, "palette");
    }
    if (!labelled.has_cells) return "no pixel grid was found, so the picture keeps its pixels";
    const PixelGrid& grid = *labelled.grid;
    return std::to_string(grid.columns.cells()) + " x " + std::to_string(grid.rows.cells()) + " cells of " +
           number(grid.columns.size) + " x " + number(grid.rows.size) + " pixels, confidence " +
           number(grid.confidence) + ", drift " + number(std::max(drift(grid.columns), drift(grid.rows))) +
           " pixels";
}

}
