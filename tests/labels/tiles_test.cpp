#include "labels/tiles.h"

#include "base/parallel.h"
#include "labels/label_pictures.h"
#include "palette/levels.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <map>
#include <optional>

namespace huedrift {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

__extension__ using Cost = unsigned __int128;

using Counts = std::map<Rgb, std::uint64_t>;
using Palettes = std::vector<std::vector<Rgb>>;

/// "Tiles" of docs/definition.md, plainly.
class TileTwin {
public:
    TileTwin(const Image& image, const ColorSet& colors, const TileRules& rules)
        : rules_(rules), position_(colors.transfer()) {
        if (rules.shared) shared_ = in_set(*rules.shared);
        const int across = (image.width() + rules.size.width - 1) / rules.size.width;
        tiles_.resize(std::size_t(across * ((image.height() + rules.size.height - 1) / rules.size.height)));
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x) {
                const auto [r, g, b, a] = image.pixels()[std::size_t(y * image.width() + x)];
                if (a != 0 && shared_ != Rgb{r, g, b})
                    ++tiles_[std::size_t(y / rules.size.height * across + x / rules.size.width)][{r, g, b}];
            }
    }

    TilePalettes find() const {
        const auto [packing, packing_error] = settled(packing_start());
        const auto [joining, joining_error] = settled(joining_start());
        return joining_error < packing_error ? joining : packing;
    }

private:
    ColorPoint point(Rgb color) const {
        const auto [found, is_new] = points_.try_emplace(color);
        if (is_new) found->second = color_point(color, position_(color));
        return found->second;
    }
    Rgb in_set(Rgb color) const {
        if (rules_.set.empty()) return color;
        return *std::ranges::min_element(rules_.set, {}, [&](Rgb one) {
            return squared_distance(stretched(point(one).position), stretched(point(color).position));
        });
    }
    Rgb at(const ColorPoint& mean) const { return in_set(nearest_color(mean, position_)); }

    Counts together(const std::vector<std::size_t>& of, std::size_t group) const {
        Counts all;
        for (std::size_t i = 0; i < tiles_.size(); ++i)
            if (of[i] == group)
                for (const auto& [color, pixels] : tiles_[i]) all[color] += pixels;
        return all;
    }

    /// The groups that joins by error leave: for each its members, ascending by their first.
    static std::vector<std::vector<std::size_t>> joined(const std::vector<ColorPointSum>& parts,
                                                        std::size_t count) {
        std::vector<std::vector<std::size_t>> groups;
        std::vector<ColorPointSum> sums = parts;
        for (std::size_t i = 0; i < parts.size(); ++i) groups.push_back({i});
        while (groups.size() > count) {
            std::optional<Cost> least;
            std::size_t first = 0, second = 0;
            for (std::size_t i = 0; i < groups.size(); ++i)
                for (std::size_t j = i + 1; j < groups.size(); ++j) {
                    const auto g = Cost(sums[i].weight()), h = Cost(sums[j].weight());
                    const Cost cost =
                        g * h * Cost(squared_distance(sums[i].mean(), sums[j].mean())) / (g + h);
                    if (least && cost >= *least) continue;
                    least = cost;
                    first = i;
                    second = j;
                }
            sums[first] += sums[second];
            groups[first].insert(groups[first].end(), groups[second].begin(), groups[second].end());
            sums.erase(sums.begin() + std::ptrdiff_t(second));
            groups.erase(groups.begin() + std::ptrdiff_t(second));
        }
        return groups;
    }
    ColorPointSum sum_of(const Counts& counts) const {
        ColorPointSum sum;
        for (const auto& [color, pixels] : counts) sum.add(point(color), std::int64_t(pixels));
        return sum;
    }
    /// The new colour of each colour.
    std::map<Rgb, Rgb> joined_colors(const Counts& counts, std::size_t count) const {
        std::vector<ColorPointSum> parts;
        std::vector<Rgb> colors;
        for (const auto& one : counts) {
            parts.push_back(sum_of({one}));
            colors.push_back(one.first);
        }
        std::map<Rgb, Rgb> becomes;
        for (const auto& group : joined(parts, count)) {
            ColorPointSum sum;
            for (const std::size_t i : group) sum += parts[i];
            for (const std::size_t i : group) becomes[colors[i]] = at(sum.mean());
        }
        return becomes;
    }

    Palettes packing_start() const {
        const Counts all = together(std::vector<std::size_t>(tiles_.size()), 0);
        if (const auto whole = packed(all, all.size())) return *whole;
        std::size_t low = 1, high = all.size();
        while (high - low > 1) {
            const std::size_t middle = (low + high) / 2;
            (packed(all, middle) ? low : high) = middle;
        }
        return *packed(all, low);
    }
    std::optional<Palettes> packed(const Counts& all, std::size_t count) const {
        const std::map<Rgb, Rgb> becomes = joined_colors(all, count);
        std::set<std::vector<Rgb>> sets;
        for (const Counts& tile : tiles_) {
            Counts counts;
            for (const auto& [color, pixels] : tile)
                if (becomes.at(color) != shared_) counts[becomes.at(color)] += pixels;
            while (counts.size() > rules_.colors) { // the last of the rarest goes
                auto rarest = counts.begin();
                for (auto i = counts.begin(); i != counts.end(); ++i)
                    if (i->second <= rarest->second) rarest = i;
                counts.erase(rarest);
            }
            std::vector<Rgb> set;
            for (const auto& one : counts) set.push_back(one.first);
            sets.insert(set);
        }
        std::vector<std::vector<Rgb>> ordered(sets.begin(), sets.end());
        std::ranges::stable_sort(ordered, std::greater<>(), &std::vector<Rgb>::size);
        std::vector<std::set<Rgb>> palettes;
        for (const std::vector<Rgb>& set : ordered) {
            std::optional<std::size_t> chosen;
            std::size_t least = 0;
            for (std::size_t p = 0; p < palettes.size(); ++p) {
                std::set<Rgb> both = palettes[p];
                both.insert(set.begin(), set.end());
                const std::size_t growth = both.size() - palettes[p].size();
                if (both.size() > rules_.colors || (chosen && growth >= least)) continue;
                chosen = p;
                least = growth;
            }
            if (!chosen && palettes.size() == rules_.palettes) return std::nullopt;
            if (!chosen) palettes.emplace_back();
            palettes[chosen.value_or(palettes.size() - 1)].insert(set.begin(), set.end());
        }
        Palettes result;
        for (const std::set<Rgb>& palette : palettes) result.emplace_back(palette.begin(), palette.end());
        return result;
    }

    Palettes joining_start() const {
        std::vector<ColorPointSum> parts;
        std::vector<std::size_t> tile_of, group_of(tiles_.size(), tiles_.size());
        for (std::size_t i = 0; i < tiles_.size(); ++i) {
            if (tiles_[i].empty()) continue;
            parts.push_back(sum_of(tiles_[i]));
            tile_of.push_back(i);
        }
        const auto groups = joined(parts, rules_.palettes);
        Palettes palettes;
        for (std::size_t g = 0; g < groups.size(); ++g) {
            for (const std::size_t part : groups[g]) group_of[tile_of[part]] = g;
            std::vector<Rgb>& palette = palettes.emplace_back();
            for (const auto& one : joined_colors(together(group_of, g), rules_.colors))
                palette.push_back(one.second);
        }
        return palettes;
    }

    std::vector<Rgb> with_shared(std::set<Rgb> own) const {
        std::vector<Rgb> palette;
        if (shared_) own.erase(*shared_);
        if (shared_) palette.push_back(*shared_);
        palette.insert(palette.end(), own.begin(), own.end());
        return palette;
    }
    std::size_t nearest(const std::vector<Rgb>& palette, Rgb color) const {
        const auto distance = [&](Rgb entry) { return squared_distance(point(entry), point(color)); };
        return std::size_t(std::ranges::min_element(palette, {}, distance) - palette.begin());
    }
    Cost distance(const std::vector<Rgb>& palette, Rgb color) const {
        return Cost(squared_distance(point(palette[nearest(palette, color)]), point(color)));
    }
    std::vector<Rgb> moved(const std::vector<Rgb>& palette, const Counts& counts) const {
        std::vector<ColorPointSum> sums(palette.size());
        for (const auto& [color, pixels] : counts)
            sums[nearest(palette, color)].add(point(color), std::int64_t(pixels));
        std::set<Rgb> own;
        for (std::size_t i = shared_ ? 1 : 0; i < palette.size(); ++i)
            if (sums[i].weight() > 0) own.insert(at(sums[i].mean()));
        if (shared_) own.erase(*shared_);
        const auto worst = std::ranges::max_element(
            counts, {}, [&](const auto& one) { return distance(palette, one.first); });
        if (own.size() < rules_.colors && distance(palette, worst->first) > 0)
            own.insert(in_set(worst->first));
        return with_shared(own);
    }

    std::pair<TilePalettes, Cost> settled(const Palettes& start) const {
        Palettes palettes;
        for (const std::vector<Rgb>& one : start) palettes.push_back(with_shared({one.begin(), one.end()}));
        std::vector<std::size_t> of(tiles_.size());
        const auto error_of = [&](const Counts& tile, const std::vector<Rgb>& palette) {
            Cost error = 0;
            for (const auto& [color, pixels] : tile) error += pixels * distance(palette, color);
            return error;
        };
        const auto choose = [&] {
            Cost sum = 0;
            for (std::size_t i = 0; i < tiles_.size(); ++i) {
                std::optional<Cost> least;
                for (std::size_t p = 0; p < palettes.size(); ++p) {
                    if (palettes[p].empty() || tiles_[i].empty()) continue;
                    const Cost error = error_of(tiles_[i], palettes[p]);
                    if (least && error >= *least) continue;
                    least = error;
                    of[i] = p;
                }
                sum += least.value_or(0);
            }
            return sum;
        };
        Cost error = choose();
        for (int round = 0; round < 20; ++round) {
            for (std::size_t p = 0; p < palettes.size(); ++p)
                if (const Counts counts = together(of, p); !counts.empty())
                    for (int step = 0; step < 3; ++step) palettes[p] = moved(palettes[p], counts);
            error = choose();
        }
        TilePalettes result{{}, std::vector<std::uint8_t>(of.size())};
        std::map<std::size_t, std::uint8_t> number;
        for (std::size_t i = 0; i < of.size(); ++i) {
            if (tiles_[i].empty()) continue;
            const auto [found, is_new] = number.emplace(of[i], std::uint8_t(number.size()));
            if (is_new) result.palettes.push_back(palettes[of[i]]);
            result.palette_of[i] = found->second;
        }
        if (result.palettes.empty()) result.palettes.push_back(with_shared({}));
        return {result, error};
    }

    TileRules rules_;
    PositionTable position_;
    std::optional<Rgb> shared_{};
    std::vector<Counts> tiles_;
    mutable std::map<Rgb, ColorPoint> points_{};
};

TilePalettes found(const Image& image, const TileRules& rules, Transfer transfer = Transfer::srgb) {
    return find_tile_palettes(image, ColorSet(image, transfer), rules);
}

void expect_twin(const Image& image, const TileRules& rules, Transfer transfer = Transfer::srgb) {
    const ColorSet colors(image, transfer);
    const TilePalettes own = find_tile_palettes(image, colors, rules),
                       twin = TileTwin(image, colors, rules).find();
    EXPECT_EQ(own.palettes, twin.palettes);
    EXPECT_EQ(own.palette_of, twin.palette_of);
}

/// Each pixel has one of a few colours of its tile.
Image tiled_picture(int width, int height, const TileSize& size, const Palettes& palettes) {
    Image image(width, height);
    const TileGrid grid{size, width, height};
    std::mt19937 random(7);
    for (std::size_t i = 0; i < image.pixels().size(); ++i) {
        const std::vector<Rgb>& palette = palettes[grid.at(i) % palettes.size()];
        const auto [r, g, b] = palette[random() % palette.size()];
        image.pixels()[i] = {r, g, b, 255};
    }
    return image;
}

TEST(Tiles, AreThoseOfTheDefinition) {
    for (const unsigned seed : {1u, 2u}) {
        SCOPED_TRACE(seed);
        const Image few = speckled(19, 13, 24, seed), two = speckled(8, 6, 2, seed);
        expect_twin(few, {.size = {4, 4}, .palettes = 3, .colors = 3});
        expect_twin(few, {.size = {5, 3}, .palettes = 4, .colors = 2}, Transfer::linear);
        expect_twin(few, {.size = {8, 1}, .palettes = 2, .colors = 4, .shared = Rgb{200, 30, 90}});
        expect_twin(few, {.size = {7, 7}, .palettes = 5, .colors = 4, .set = grid_of(Levels::rgb222)});
        expect_twin(few, {.size = {64, 64}, .palettes = 4, .colors = 5});
        expect_twin(two, {.size = {3, 3}, .palettes = 2, .colors = 1});
        expect_twin(
            two,
            {.size = {2, 2}, .palettes = 3, .colors = 1, .shared = Rgb{}, .set = grid_of(Levels::rgb333)});
    }
}

TEST(Tiles, AreThoseOfTheDefinitionWhereThereIsNothingToChoose) {
    const Rgb red{200, 0, 0};
    const Image one = tiled_picture(1, 1, {8, 8}, {{red}}), plain = tiled_picture(17, 5, {8, 8}, {{red}});
    for (const Image& image : {one, plain}) {
        expect_twin(image, {.palettes = 2, .colors = 2});
        EXPECT_THAT(found(image, {.palettes = 2, .colors = 2}).palettes, ElementsAre(ElementsAre(red)));
        EXPECT_THAT(found(image, {.palettes = 2, .colors = 2, .shared = red}).palettes,
                    ElementsAre(ElementsAre(red)));
    }
    const Image clear(9, 9);
    EXPECT_THAT(found(clear, {.palettes = 2, .colors = 2}).palettes, ElementsAre(IsEmpty()));
    EXPECT_THAT(found(clear, {.palettes = 2, .colors = 2, .shared = red}).palettes,
                ElementsAre(ElementsAre(red)));
    EXPECT_THAT(found(clear, {.palettes = 2, .colors = 2}).palette_of, ElementsAre(0, 0, 0, 0));
}

TEST(Tiles, AreThoseOfTheDefinitionWhereAllIsEqual) {
    // Greys and mirrored colours that are equally far from each other.
    const Image image =
        tiled_picture(16, 16, {4, 4}, {{{90, 90, 90}, {91, 91, 91}, {92, 92, 92}, {93, 93, 93}}});
    expect_twin(image, {.size = {4, 4}, .palettes = 2, .colors = 2});
    expect_twin(image, {.size = {4, 4}, .palettes = 16, .colors = 1});
    expect_twin(image, {.size = {1, 1}, .palettes = 4, .colors = 1});
}

TEST(Tiles, KeepAPictureThatCanBePacked) {
    const Palettes palettes{{{40, 0, 0}, {110, 10, 10}, {180, 40, 40}, {250, 120, 120}},
                            {{0, 0, 40}, {10, 10, 110}, {40, 40, 180}, {120, 120, 250}},
                            {{0, 40, 0}, {10, 110, 10}, {40, 180, 40}, {120, 250, 120}}};
    for (const TileSize size : {TileSize{8, 8}, TileSize{16, 4}, TileSize{5, 7}}) {
        const TilePalettes tiles =
            found(tiled_picture(53, 31, size, palettes), {.size = size, .palettes = 3, .colors = 4});
        EXPECT_EQ(tiles.palettes, palettes);
        for (std::size_t i = 0; i < tiles.palette_of.size(); ++i) EXPECT_EQ(tiles.palette_of[i], i % 3);
    }
}

TEST(Tiles, AreTheSameOnAnyNumberOfThreads) {
    const Image image = speckled(150, 90, 500, 5);
    const TileRules rules{.palettes = 6, .colors = 5, .set = grid_of(Levels::rgb444)};
    TilePalettes alone, together;
    with_threads(1, [&] { alone = found(image, rules); });
    with_threads(8, [&] { together = found(image, rules); });
    EXPECT_EQ(alone.palettes, together.palettes);
    EXPECT_EQ(alone.palette_of, together.palette_of);
}

}
}
