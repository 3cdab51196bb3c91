#include "labels/tiles.h"

#include "base/parallel.h"
#include "palette/join_by_error.h"
#include "palette/nearest_entry.h"

#include <algorithm>
#include <cassert>
#include <functional>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

namespace huedrift {
namespace {

__extension__ using TileError = unsigned __int128;

/// A colour with its pixels in one or more tiles.
struct TileColor {
    std::uint32_t number; ///< in the ColorSet
    std::uint64_t pixels;
};
/// Ascending, each number once.
using TileColors = std::vector<TileColor>;

TileColors united_colors(TileColors colors) {
    std::ranges::sort(colors, {}, &TileColor::number);
    TileColors united;
    for (const TileColor& one : colors) {
        if (united.empty() || united.back().number != one.number) united.push_back({one.number, 0});
        united.back().pixels += one.pixels;
    }
    return united;
}

/// Distinct colours in the order of TilePalettes, with or without the shared one.
using TilePalette = std::vector<Rgb>;
/// A number for each tile, of its palette or group.
using TileNumbers = std::vector<std::uint8_t>;

/// The colours of a picture by its tiles, without pixels of the shared colour, which need no other.
struct TiledPicture {
    const ColorSet& colors;
    const TileRules& rules;
    const Progress& progress;
    PositionTable position;
    std::optional<NearestEntry> nearest{}; ///< in the set, if there is one
    std::optional<Rgb> shared{};           ///< of the set
    std::vector<TileColors> tiles{};

    TiledPicture(const ImageView& image, const ColorSet& all, const TileRules& given, const Progress& part);

    Rgb rgb(const TileColor& one) const { return colors.colors()[one.number]; }
    ColorPoint point(const TileColor& one) const {
        return color_point(rgb(one), colors.positions()[one.number]);
    }
    Rgb in_set(Rgb color) const {
        return nearest ? rules.set[(*nearest)(stretched(position(color)))] : color;
    }
    Rgb color_at(const ColorPoint& mean) const { return in_set(nearest_color(mean, position)); }

    /// The colour of each pixel of a tile.
    TileColors pixels_of(const ImageView& image, const TileGrid& grid, std::size_t tile) const;
    /// The colours of all tiles with this number.
    TileColors colors_of(const TileNumbers& number_of, std::size_t number) const {
        TileColors all;
        for (std::size_t i = 0; i < tiles.size(); ++i)
            if (number_of[i] == number) all.insert(all.end(), tiles[i].begin(), tiles[i].end());
        return united_colors(std::move(all));
    }
    JoinSequence joins_of(const TileColors& joined) const {
        std::vector<PaletteEntry> entries;
        entries.reserve(joined.size());
        for (const TileColor& one : joined)
            entries.push_back(
                {.color = rgb(one), .position = colors.positions()[one.number], .pixels = one.pixels});
        return order_joins(cell_parts(entries, max_join_cells, progress), progress);
    }
    std::vector<Rgb> colors_at(const std::vector<JoinedPoint>& points) const {
        std::vector<Rgb> found(points.size());
        parallel_indices(points.size(), 64, progress,
                         [&](std::size_t i) { found[i] = color_at(points[i].point); });
        return found;
    }
};

TileColors TiledPicture::pixels_of(const ImageView& image, const TileGrid& grid, std::size_t tile) const {
    const PixelBox box = grid.box(tile);
    TileColors pixels;
    for (std::size_t y = box.top; y < box.bottom; ++y)
        for (std::size_t x = box.left; x < box.right; ++x) {
            const Rgba8 pixel = image.pixels[y * std::size_t(image.width) + x];
            const Rgb color{pixel.r, pixel.g, pixel.b};
            if (pixel.a != 0 && shared != color) pixels.push_back({colors.index()[color], 1});
        }
    return pixels;
}

TiledPicture::TiledPicture(const ImageView& image, const ColorSet& all, const TileRules& given,
                           const Progress& part)
    : colors(all), rules(given), progress(part), position(all.transfer()) {
    if (!rules.set.empty()) {
        std::vector<Position> places;
        places.reserve(rules.set.size());
        for (const Rgb color : rules.set) places.push_back(stretched(position(color)));
        nearest.emplace(places, progress);
    }
    if (rules.shared) shared = in_set(*rules.shared);
    const TileGrid places{rules.size, image.width, image.height};
    tiles.resize(places.count());
    parallel_indices(tiles.size(), 16, progress, [&](std::size_t i) {
        tiles[i] = united_colors(pixels_of(image, places, i));
        tiles[i].shrink_to_fit();
    });
}

/// The colours that a tile has after joins, ascending; of too many those of most pixels, of equal ones the
/// smallest.
TilePalette set_of_tile(const TiledPicture& picture, const TileColors& tile, const std::vector<Rgb>& joined) {
    TileColors codes;
    for (const auto& [number, pixels] : tile)
        if (joined[number] != picture.shared) codes.push_back({joined[number].code(), pixels});
    codes = united_colors(std::move(codes));
    if (codes.size() > picture.rules.colors) {
        std::ranges::stable_sort(codes, std::greater<>(), &TileColor::pixels);
        codes.resize(picture.rules.colors);
    }
    TilePalette set;
    for (const TileColor& one : codes) set.push_back(Rgb::from_code(one.number));
    std::ranges::sort(set);
    return set;
}

/// Distributes sets of colours to palettes; none if they do not fit.
std::optional<std::vector<TilePalette>> packed(std::vector<TilePalette> sets, const TileRules& rules,
                                               const Progress& progress) {
    std::ranges::sort(sets, [](const TilePalette& x, const TilePalette& y) {
        return x.size() != y.size() ? x.size() > y.size() : x < y;
    });
    sets.erase(std::unique(sets.begin(), sets.end()), sets.end());
    assert(std::ranges::all_of(sets, [&](const TilePalette& set) { return set.size() <= rules.colors; }));
    std::vector<TilePalette> palettes;
    for (std::size_t i = 0; i < sets.size(); ++i) {
        if (i % 64 == 0) progress.throw_if_cancelled();
        const TilePalette& set = sets[i];
        TilePalette* chosen = nullptr;
        TilePalette grown;
        for (TilePalette& palette : palettes) {
            TilePalette both;
            std::ranges::set_union(palette, set, std::back_inserter(both));
            if (both.size() > rules.colors) continue;
            if (chosen && both.size() - palette.size() >= grown.size() - chosen->size()) continue;
            chosen = &palette;
            grown = std::move(both);
        }
        if (!chosen && palettes.size() == rules.palettes) return std::nullopt;
        if (chosen)
            *chosen = std::move(grown);
        else
            palettes.push_back(set);
    }
    return palettes;
}

std::vector<TilePalette> pack_tiles(const TiledPicture& picture) {
    const TileColors all = picture.colors_of(TileNumbers(picture.tiles.size()), 0);
    const JoinSequence joins = picture.joins_of(all);
    const auto packed_at = [&](std::size_t count) {
        const JoinedPalette left = joins.cut_to(count);
        const std::vector<Rgb> colors = picture.colors_at(left.points);
        std::vector<Rgb> joined(picture.colors.size());
        for (std::size_t i = 0; i < all.size(); ++i) joined[all[i].number] = colors[left.becomes[i]];
        std::vector<TilePalette> sets(picture.tiles.size());
        parallel_indices(sets.size(), 64, picture.progress,
                         [&](std::size_t i) { sets[i] = set_of_tile(picture, picture.tiles[i], joined); });
        return packed(std::move(sets), picture.rules, picture.progress);
    };
    std::size_t beyond = joins.cut_to(all.size()).points.size();
    if (auto whole = packed_at(beyond)) return *std::move(whole);
    std::size_t fitting = 1; // a single colour fits
    while (beyond - fitting > 1) {
        const std::size_t middle = fitting + (beyond - fitting) / 2;
        if (packed_at(middle))
            fitting = middle;
        else
            beyond = middle;
    }
    return *packed_at(fitting);
}

std::vector<TilePalette> join_tiles(const TiledPicture& picture) {
    JoinParts parts;
    TileNumbers group_of(picture.tiles.size());
    for (const TileColors& tile : picture.tiles) {
        if (tile.empty()) continue;
        parts.part_of.push_back(static_cast<std::uint32_t>(parts.parts.size()));
        JoinPart& part = parts.parts.emplace_back();
        for (const TileColor& one : tile)
            part.sum.add(picture.point(one), static_cast<std::int64_t>(one.pixels));
    }
    const JoinedPalette left = order_joins(std::move(parts), picture.progress).cut_to(picture.rules.palettes);
    for (std::size_t i = 0, part = 0; i < group_of.size(); ++i)
        if (!picture.tiles[i].empty()) group_of[i] = static_cast<std::uint8_t>(left.becomes[part++]);
    std::vector<TilePalette> palettes(left.points.size());
    for (std::size_t group = 0; group < palettes.size(); ++group) {
        const JoinSequence joins = picture.joins_of(picture.colors_of(group_of, group));
        palettes[group] = picture.colors_at(joins.cut_to(picture.rules.colors).points);
    }
    return palettes;
}

/// The nearest entry of a palette, the first of several.
struct NearestOfPalette {
    std::size_t entry = 0;
    std::int64_t distance = std::numeric_limits<std::int64_t>::max(); ///< squared
};

/// A palette while it settles, with the shared colour.
struct SettlingPalette {
    /// With so few colours a tree gains nothing.
    static constexpr std::size_t most_scanned = 16;

    TilePalette colors{};
    std::vector<ColorPoint> points{};
    std::optional<NearestEntry> tree{}; ///< of more points than most_scanned

    SettlingPalette(const TiledPicture& picture, TilePalette own) : colors(std::move(own)) {
        std::ranges::sort(colors);
        colors.erase(std::unique(colors.begin(), colors.end()), colors.end());
        if (picture.shared) {
            std::erase(colors, *picture.shared);
            colors.insert(colors.begin(), *picture.shared);
        }
        for (const Rgb color : colors) points.push_back(color_point(color, picture.position(color)));
        if (points.size() > most_scanned) tree.emplace(points, picture.progress);
    }
    NearestOfPalette nearest(const ColorPoint& point) const {
        assert(!points.empty());
        if (tree) {
            const std::size_t entry = (*tree)(point);
            return {entry, squared_distance(points[entry], point)};
        }
        NearestOfPalette found;
        for (std::size_t i = 0; i < points.size(); ++i)
            if (const auto distance = squared_distance(points[i], point); distance < found.distance)
                found = {i, distance};
        return found;
    }
};

/// A step of Lloyd. If there is room, the colour of the worst pixel becomes an entry.
SettlingPalette moved(const TiledPicture& picture, const SettlingPalette& palette, const TileColors& colors) {
    std::vector<ColorPointSum> sums(palette.points.size());
    Rgb worst;
    std::int64_t farthest = 0;
    each_index(colors.size(), picture.progress, [&](std::size_t i) {
        const ColorPoint point = picture.point(colors[i]);
        const NearestOfPalette nearest = palette.nearest(point);
        sums[nearest.entry].add(point, static_cast<std::int64_t>(colors[i].pixels));
        if (nearest.distance <= farthest) return;
        farthest = nearest.distance;
        worst = picture.rgb(colors[i]);
    });
    const std::size_t kept = picture.shared ? 1 : 0;
    TilePalette means;
    for (std::size_t i = kept; i < sums.size(); ++i)
        if (sums[i].weight() != 0) means.push_back(picture.color_at(sums[i].mean()));
    SettlingPalette next(picture, std::move(means));
    if (next.colors.size() == picture.rules.colors + kept || farthest == 0) return next;
    next.colors.push_back(picture.in_set(worst));
    return {picture, std::move(next.colors)};
}

/// Settles palettes, and the palette of each tile, from a start.
class TileSettling {
public:
    TileSettling(const TiledPicture& picture, const std::vector<TilePalette>& start)
        : picture_(picture), palette_of_(picture.tiles.size()), errors_(picture.tiles.size()) {
        palettes_.reserve(start.size());
        for (const TilePalette& colors : start) palettes_.emplace_back(picture, colors);
        constexpr int most_rounds = 20;
        choose_palettes();
        for (int round = 0; round < most_rounds; ++round) {
            const bool has_moved = move_palettes();
            if (!choose_palettes() && !has_moved) return;
        }
    }

    TileError error() const { return std::accumulate(errors_.begin(), errors_.end(), TileError{0}); }

    /// The palettes that tiles have.
    TilePalettes palettes() const {
        TilePalettes result{{}, TileNumbers(palette_of_.size())};
        std::vector<std::size_t> number_of(palettes_.size(), palettes_.size());
        for (std::size_t i = 0; i < palette_of_.size(); ++i) {
            if (picture_.tiles[i].empty()) continue;
            std::size_t& number = number_of[palette_of_[i]];
            if (number == palettes_.size()) {
                number = result.palettes.size();
                result.palettes.push_back(palettes_[palette_of_[i]].colors);
            }
            result.palette_of[i] = static_cast<std::uint8_t>(number);
        }
        // Tiles without colours need the shared or the transparent entry.
        if (result.palettes.empty()) result.palettes.push_back(SettlingPalette(picture_, {}).colors);
        return result;
    }

private:
    /// Each tile takes the palette of least squared error, the first of several. Returns whether any changes.
    bool choose_palettes() {
        const TileNumbers before = palette_of_;
        parallel_indices(palette_of_.size(), 16, picture_.progress, [&](std::size_t i) {
            const TileColors& tile = picture_.tiles[i];
            std::uint64_t least = tile.empty() ? 0 : std::numeric_limits<std::uint64_t>::max();
            for (std::size_t p = 0; p < palettes_.size(); ++p) {
                if (palettes_[p].colors.empty()) continue;
                std::uint64_t error = 0;
                for (std::size_t c = 0; c < tile.size() && error < least; ++c)
                    error += tile[c].pixels *
                             std::uint64_t(palettes_[p].nearest(picture_.point(tile[c])).distance);
                if (error >= least) continue;
                least = error;
                palette_of_[i] = static_cast<std::uint8_t>(p);
            }
            errors_[i] = least;
        });
        return palette_of_ != before;
    }

    /// Moves each palette to the colours of its tiles. Returns whether any changes.
    bool move_palettes() {
        constexpr int steps = 3;
        TileNumbers is_moved(palettes_.size());
        parallel_pieces(palettes_.size(), 1, picture_.progress, [&](std::size_t p, std::size_t) {
            const TileColors colors = picture_.colors_of(palette_of_, p);
            const TilePalette before = palettes_[p].colors;
            for (int step = 0; step < steps && !colors.empty(); ++step)
                palettes_[p] = moved(picture_, palettes_[p], colors);
            is_moved[p] = palettes_[p].colors != before;
        });
        return std::ranges::find(is_moved, 1) != is_moved.end();
    }

    const TiledPicture& picture_;
    std::vector<SettlingPalette> palettes_{};
    TileNumbers palette_of_;
    std::vector<std::uint64_t> errors_; ///< of each tile
};

}

TilePalettes find_tile_palettes(const ImageView& image, const ColorSet& colors, const TileRules& rules,
                                const Progress& progress) {
    assert(image.is_whole());
    assert(std::min(rules.size.width, rules.size.height) >= 1);
    assert(std::max(rules.size.width, rules.size.height) <= max_tile_side);
    assert(rules.palettes >= 1 && rules.palettes <= 256 && rules.colors >= 1 && rules.colors <= 256);
    const TiledPicture picture(image, colors, rules, progress);
    assert(picture.tiles.size() <= max_tiles);
    const TileSettling packing(picture, pack_tiles(picture)), joining(picture, join_tiles(picture));
    return joining.error() < packing.error() ? joining.palettes() : packing.palettes();
}

}
