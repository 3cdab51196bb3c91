#include "pipeline/labelled.h"

#include "base/error.h"
#include "base/parallel.h"
#include "color/position.h"
#include "dither/void_and_cluster.h"
#include "image/indexed_image.h"
#include "palette/nearest_entry.h"
#include "pipeline/palette_input.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
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
    assert(tiles.palette_of.size() == labels.grid.count());
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

/// The pixels of one palette's tiles, without most of the others, which would be transparent.
struct PaletteArea {
    static constexpr std::uint32_t none = 0xffffffff;

    Image image;
    std::vector<std::uint32_t> from; ///< of each pixel, its number in the picture, or none

    PaletteArea(std::size_t width, std::size_t height)
        : image(static_cast<int>(width), static_cast<int>(height)), from(width * height, none) {}

    void put(std::size_t at, const Image& source, std::size_t pixel) {
        image.pixels()[at] = source.pixels()[pixel];
        from[at] = static_cast<std::uint32_t>(pixel);
    }
};

using Tiles = std::vector<std::size_t>;

/// The tiles of each palette that have visible pixels.
std::vector<Tiles> tiles_of_palettes(const Image& source, const TiledLabels& labels, std::size_t palettes) {
    std::vector<Tiles> tiles(palettes);
    for (std::size_t tile = 0; tile < labels.grid.count(); ++tile) {
        const PixelBox box = labels.grid.box(tile);
        bool is_visible = false;
        for (std::size_t y = box.top; y < box.bottom && !is_visible; ++y)
            for (std::size_t x = box.left; x < box.right && !is_visible; ++x)
                is_visible = source.pixels()[y * std::size_t(source.width()) + x].a != 0;
        if (is_visible) tiles[labels.palette_of[tile]].push_back(tile);
    }
    return tiles;
}

/// For a pattern, which knows no neighbours: each pixel keeps its place modulo the pattern's side.
PaletteArea area_of_pattern(const Image& source, const TileGrid& grid, const Tiles& tiles) {
    constexpr std::size_t side = mask_side; // a multiple of the other pattern's
    const auto width = std::size_t(source.width());
    std::vector<std::uint32_t> taken(side * side); // squares whose pixel of this place is taken
    const auto each_pixel = [&](const auto& found) {
        for (const std::size_t tile : tiles) {
            const PixelBox box = grid.box(tile);
            for (std::size_t y = box.top; y < box.bottom; ++y)
                for (std::size_t x = box.left; x < box.right; ++x)
                    found(y * width + x, y % side * side + x % side);
        }
    };
    each_pixel([&](std::size_t, std::size_t place) { ++taken[place]; });
    PaletteArea area(side, side * std::ranges::max(taken));
    std::ranges::fill(taken, 0u);
    each_pixel([&](std::size_t pixel, std::size_t place) {
        area.put(taken[place]++ * side * side + place, source, pixel);
    });
    return area;
}

/// Tiles whose pixels are near enough to matter to each other.
struct TileIsland {
    Tiles tiles{};
    PixelBox box{};
    std::size_t left = 0, top = 0; ///< in a PaletteArea
};

/// How far pixels matter to diffusion: as far as errors go, and within the squares whose contrasts mask it.
constexpr std::size_t diffusion_reach = 2;

std::vector<TileIsland> islands_of(const TileGrid& grid, const Tiles& tiles) {
    const auto columns = std::size_t(grid.columns()), rows = std::size_t(grid.rows());
    const auto reach = [](int side) { return 1 + (diffusion_reach - 1) / std::size_t(side); };
    const std::size_t across = reach(grid.size.width), down = reach(grid.size.height);
    std::vector<bool> open(grid.count());
    for (const std::size_t tile : tiles) open[tile] = true;
    std::vector<TileIsland> islands;
    for (const std::size_t first : tiles) {
        if (!open[first]) continue;
        open[first] = false;
        TileIsland& island = islands.emplace_back(TileIsland{{first}, grid.box(first)});
        for (std::size_t i = 0; i < island.tiles.size(); ++i) {
            const std::size_t tile = island.tiles[i], x = tile % columns, y = tile / columns;
            const PixelBox box = grid.box(tile);
            island.box = {std::min(island.box.left, box.left), std::min(island.box.top, box.top),
                          std::max(island.box.right, box.right), std::max(island.box.bottom, box.bottom)};
            for (std::size_t v = y - std::min(y, down); v <= std::min(y + down, rows - 1); ++v)
                for (std::size_t u = x - std::min(x, across); u <= std::min(x + across, columns - 1); ++u)
                    if (open[v * columns + u]) {
                        open[v * columns + u] = false;
                        island.tiles.push_back(v * columns + u);
                    }
        }
    }
    return islands;
}

/// Puts islands beside and below each other, the highest first, in rows of about the width of a square.
/// Returns the box around them.
PixelBox place_islands(std::vector<TileIsland>& islands) {
    std::ranges::stable_sort(islands, std::ranges::greater{},
                             [](const TileIsland& island) { return island.box.height(); });
    std::size_t pixels = 0, width = 0;
    for (const TileIsland& island : islands) {
        pixels += (island.box.width() + diffusion_reach) * (island.box.height() + diffusion_reach);
        width = std::max(width, island.box.width());
    }
    width = std::max(width, std::size_t(std::sqrt(double(pixels))));
    std::size_t left = 0, top = 0, next = 0;
    for (TileIsland& island : islands) {
        if (left + island.box.width() > width) {
            left = 0;
            top = next;
        }
        island.left = left;
        island.top = top;
        left += island.box.width() + diffusion_reach;
        next = std::max(next, top + island.box.height() + diffusion_reach);
    }
    return {0, 0, width, next};
}

/// For diffusion: the islands keep apart.
PaletteArea area_of_islands(const Image& source, const TileGrid& grid, const Tiles& tiles) {
    std::vector<TileIsland> islands = islands_of(grid, tiles);
    const PixelBox whole = place_islands(islands);
    PaletteArea area(whole.width(), whole.height());
    for (const TileIsland& island : islands)
        for (const std::size_t tile : island.tiles) {
            const PixelBox box = grid.box(tile);
            for (std::size_t y = box.top; y < box.bottom; ++y)
                for (std::size_t x = box.left; x < box.right; ++x)
                    area.put((island.top + y - island.box.top) * whole.width() + island.left + x -
                                 island.box.left,
                             source, y * std::size_t(source.width()) + x);
        }
    return area;
}

/// Labels the tiles of each palette by themselves.
LabelPlane label_palettes(const Reduced& reduced, const TilePalettes& tiles, const TiledLabels& labels,
                          std::size_t first, const Progress& progress) {
    const Image& source = reduced.source();
    const LabelSteps& steps = reduced.recipe.labels;
    LabelPlane plane(source.width(), source.height(), labels.colors * tiles.palettes.size());
    if (steps.dithering.method == Dither::off) {
        label_nearest(plane, reduced, tiles, labels, first, progress);
        return plane;
    }
    const Dither method = steps.dithering.method;
    const bool is_pattern = method == Dither::ordered || method == Dither::blue_noise;
    const std::vector<Tiles> of_palettes = tiles_of_palettes(source, labels, tiles.palettes.size());
    for (std::size_t p = 0; p < tiles.palettes.size(); ++p) {
        if (tiles.palettes[p].empty() || of_palettes[p].empty()) continue;
        progress.throw_if_cancelled();
        const PaletteArea area = is_pattern ? area_of_pattern(source, labels.grid, of_palettes[p])
                                            : area_of_islands(source, labels.grid, of_palettes[p]);
        const ColorSet colors(area.image, reduced.picture->colors.transfer(), progress);
        const DitherSource source_of_area{.image = area.image,
                                          .colors = colors,
                                          .palette = tiles.palettes[p],
                                          .dithering = steps.dithering};
        const std::size_t offset = p * labels.colors + first;
        dither(source_of_area, false, progress).visit([&]<class From>(const std::vector<From>& from) {
            plane.visit([&]<class To>(std::vector<To>& to) {
                for (std::size_t i = 0; i < from.size(); ++i)
                    if (from[i] != no_label<From>) to[area.from[i]] = static_cast<To>(offset + from[i]);
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
        assert(palette.size() + has_clear <= colors);
        if (has_clear) swatches.push_back({.color = {}, .name = transparent_name, .transparent = true});
        for (const Rgb color : palette) swatches.push_back({.color = color});
        swatches.resize(end);
    }
    return swatches;
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
    const TargetSet set = target_set(reduced.recipe, *picture.document);
    const TilePalettes tiles = find_tile_palettes(source, picture.colors,
                                                  {.size = *steps.tiles,
                                                   .palettes = steps.palettes,
                                                   .colors = colors - taken,
                                                   .shared = steps.shared_color,
                                                   .set = set.colors(picture.colors.transfer())},
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
