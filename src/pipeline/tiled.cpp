#include "pipeline/labelled.h"

#include "base/error.h"
#include "base/parallel.h"
#include "color/position.h"
#include "image/indexed_image.h"
#include "palette/nearest_entry.h"
#include "pipeline/palette_input.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

namespace huedrift {
namespace {

[[noreturn]] void refuse_tiles(const std::string& sentence) { throw Error(ErrorKind::usage, sentence); }

/// The number of pixels for which `is` is true, "1 pixel" or "12 pixels"; empty for none.
template <class Is>
std::string counted_pixels(const ImageView& image, const Is& is) {
    const auto count = std::ranges::count_if(image.pixels, is);
    if (count == 0) return {};
    return std::to_string(count) + (count == 1 ? " pixel is" : " pixels are");
}

/// Whether the first entry of each palette stands for transparent pixels.
bool has_clear_entry(const ImageView& image, const LabelSteps& steps) {
    const std::string soft =
        counted_pixels(image, [](const Rgba8& pixel) { return pixel.a != 0 && pixel.a != 255; });
    if (!soft.empty())
        refuse_tiles(soft +
                     " neither opaque nor transparent, as the entries of tiles are; a threshold of alpha "
                     "makes each one or the other");
    const std::string clear = counted_pixels(image, [](const Rgba8& pixel) { return pixel.a == 0; });
    if (!clear.empty() && steps.shared_color)
        refuse_tiles(clear +
                     " transparent and would have the first entry of each palette, which is that of the "
                     "shared colour; a matte makes them opaque");
    return !clear.empty();
}

/// Labels each visible pixel with the nearest colour of its tile's palette, the first of equally near ones.
void label_nearest(LabelPlane& plane, const Reduced& reduced, const TilePalettes& tiles,
                   const TiledLabels& labels, std::size_t first, const Progress& progress) {
    const Image& source = reduced.source();
    const ColorSet& colors = reduced.picture->colors;
    const PositionTable position(colors.transfer());
    std::vector<std::optional<NearestEntry>> nearest(tiles.palettes.size());
    for (std::size_t p = 0; p < nearest.size(); ++p) {
        std::vector<ColorPoint> points;
        for (const Rgb color : tiles.palettes[p]) points.push_back(color_point(color, position(color)));
        if (!points.empty()) nearest[p].emplace(points, progress);
    }
    plane.visit([&]<class Label>(std::vector<Label>& to) {
        parallel_pieces(to.size(), 1 << 14, progress, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i) {
                const Rgba8 pixel = source.pixels()[i];
                const std::size_t palette = tiles.palette_of[labels.grid.at(i)];
                if (pixel.a == 0 || !nearest[palette]) continue;
                const Rgb color{pixel.r, pixel.g, pixel.b};
                const ColorPoint point = color_point(color, colors.positions()[colors.index()[color]]);
                to[i] = static_cast<Label>(palette * labels.colors + first + (*nearest[palette])(point));
            }
        });
    });
}

/// Labels the tiles of each palette by themselves.
LabelPlane label_palettes(const Reduced& reduced, const TilePalettes& tiles, const TiledLabels& labels,
                          std::size_t first, const Progress& progress) {
    const Image& source = reduced.source();
    const LabelSteps& steps = reduced.recipe.labels;
    LabelPlane plane(source.width(), source.height(), labels.colors * tiles.palettes.size());
    if (steps.dither == Dither::off) {
        label_nearest(plane, reduced, tiles, labels, first, progress);
        return plane;
    }
    for (std::size_t p = 0; p < tiles.palettes.size(); ++p) {
        if (tiles.palettes[p].empty()) continue;
        Image part(source.width(), source.height());
        parallel_pieces(part.pixels().size(), 1 << 16, progress, [&](std::size_t begin, std::size_t end) {
            for (std::size_t i = begin; i < end; ++i)
                if (tiles.palette_of[labels.grid.at(i)] == p) part.pixels()[i] = source.pixels()[i];
        });
        const DitherSource own{
            .image = part, .colors = reduced.picture->colors, .palette = tiles.palettes[p]};
        const std::size_t offset = p * labels.colors + first;
        dither(own, steps, false, progress).visit([&]<class From>(const std::vector<From>& from) {
            plane.visit([&]<class To>(std::vector<To>& to) {
                for (std::size_t i = 0; i < from.size(); ++i)
                    if (from[i] != no_label<From>) to[i] = static_cast<To>(offset + from[i]);
            });
        });
    }
    return plane;
}

/// The entries of files: of each palette its colours, then black.
std::vector<Swatch> swatches_of_tiles(const TilePalettes& tiles, std::size_t colors, bool has_clear) {
    std::vector<Swatch> swatches;
    swatches.reserve(colors * tiles.palettes.size());
    for (const std::vector<Rgb>& palette : tiles.palettes) {
        const std::size_t end = swatches.size() + colors;
        if (has_clear) swatches.push_back({.color = {}, .name = "transparent", .transparent = true});
        for (const Rgb color : palette) swatches.push_back({.color = color});
        swatches.resize(end);
    }
    return swatches;
}

/// The colours that palettes may have; empty: all.
std::vector<Rgb> set_of_tiles(const Reduced& reduced) {
    const PaletteRecipe& palette = reduced.recipe.palette;
    if (palette.maps()) return target_palette(reduced.recipe, *reduced.picture->document);
    return palette.levels == Levels::off ? std::vector<Rgb>{} : grid_of(palette.levels);
}

}

void check_tiles(const Recipe& recipe) {
    const PaletteRecipe& palette = recipe.palette;
    const OutputRecipe& output = recipe.output;
    using Excluded = std::pair<bool, const char*>; // whether a setting is on, and its name
    for (const auto& [is_on, name] :
         {Excluded(recipe.labels.cleans() || recipe.labels.grid.is_on(),
                   "joining small regions, fringe or a pixel grid"),
          Excluded(recipe.source.importance || recipe.labels.dither_mask, "a mask"),
          Excluded(palette.range, "the range of inks"),
          Excluded(palette.strict, "a palette that has every colour"),
          Excluded(!output.palette.empty(), "an output palette"),
          Excluded(has_edits(recipe), "pins, edits and arranged colours"),
          Excluded(palette.max_error.has_value(), "a bound for the error"),
          Excluded(output.order.has_value(), "an order of colours"),
          Excluded(output.transparent_index.has_value(), "a transparent index of its own"),
          Excluded(recipe.source.alpha.kind == AlphaMode::Kind::levels, "levels of alpha")})
        if (is_on)
            refuse_tiles("tiles have palettes of their own and cannot be combined with " + std::string(name));
    if (!palette.colors) refuse_tiles("tiles need a number of colours, which each of their palettes has");
    const std::uint64_t entries = std::uint64_t{recipe.labels.palettes} * *palette.colors;
    if (entries > max_entries)
        refuse_tiles(std::to_string(recipe.labels.palettes) + " palettes of " +
                     std::to_string(*palette.colors) + " colours have " + std::to_string(entries) +
                     " entries, more than the " + std::to_string(max_entries) + " of an indexed picture");
}

void check_count(const TileGrid& grid) {
    if (grid.count() > max_tiles)
        refuse_tiles("the picture has " + std::to_string(grid.count()) + " tiles, more than the " +
                     std::to_string(max_tiles) + " whose palettes can be found");
}

Labelled label_tiles(const Reduced& reduced, const Progress& progress) {
    const Picture& picture = *reduced.picture;
    const LabelSteps& steps = reduced.recipe.labels;
    const Image& source = reduced.source();
    const TileGrid grid{*steps.tiles, source.width(), source.height()};
    check_count(grid);
    const bool has_clear = has_clear_entry(source, steps);
    const std::size_t colors = *reduced.recipe.palette.colors, first = has_clear ? 1 : 0,
                      taken = has_clear || steps.shared_color ? 1 : 0;
    if (colors == taken)
        refuse_tiles("palettes of 1 colour have no room besides the entry that is shared or transparent");
    const TilePalettes tiles = find_tile_palettes(source, picture.colors,
                                                  {.size = *steps.tiles,
                                                   .palettes = steps.palettes,
                                                   .colors = colors - taken,
                                                   .shared = steps.shared_color,
                                                   .set = set_of_tiles(reduced)},
                                                  progress);
    TiledLabels labels{.grid = grid, .colors = colors, .palette_of = tiles.palette_of};
    LabelPlane plane = label_palettes(reduced, tiles, labels, first, progress);
    Labelled result{.plane = std::move(plane),
                    .colors = swatches_of_tiles(tiles, colors, has_clear),
                    .resolution = picture.document->resolution,
                    .tiles = std::move(labels)};
    const std::vector<std::uint64_t> counts = count_labels(result.plane);
    for (std::size_t i = 0; i < counts.size(); ++i) result.colors[i].pixels = counts[i];
    return result;
}

}
