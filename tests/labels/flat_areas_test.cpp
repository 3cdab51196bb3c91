#include "labels/flat_areas.h"

#include "expect_error.h"
#include "labels/label_pictures.h"
#include "painted.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace huedrift {
namespace {

using Marks = std::vector<std::uint8_t>;

Marks areas_of(const Image& image, std::size_t frames = 1) {
    return find_flat_areas(image, ColorSet(image, Transfer::srgb), frames);
}

/// "Areas" of docs/definition.md word by word.
class AreasByDefinition {
public:
    AreasByDefinition(const Image& image, int frames) : image_(image), height_(image.height() / frames) {}

    Marks marks() const {
        Marks marks(image_.pixels().size());
        std::size_t equal = 0, visible = 0;
        for (int y = 0; y < image_.height(); ++y)
            for (int x = 0; x < image_.width(); ++x) {
                if (!is_visible(x, y)) continue;
                ++visible;
                equal += x > 0 && is_visible(x - 1, y) && color(x - 1, y) == color(x, y);
            }
        if (visible == 0 || 4 * equal < visible) return {};
        std::vector<bool> is_known(marks.size());
        for (int y = 0; y < image_.height(); ++y)
            for (int x = 0; x < image_.width(); ++x) {
                if (!is_visible(x, y) || is_known[at(x, y)]) continue;
                const std::vector<Place> places = region({x, y}, is_known);
                const bool is_marked = is_area(places);
                for (const Place place : places) marks[at(place.x, place.y)] = is_marked;
            }
        return marks;
    }

private:
    struct Place {
        int x, y;
    };

    std::size_t at(int x, int y) const {
        return std::size_t(y) * std::size_t(image_.width()) + std::size_t(x);
    }
    bool is_visible(int x, int y) const { return image_.pixels()[at(x, y)].a != 0; }
    Rgb color(int x, int y) const {
        const Rgba8& pixel = image_.pixels()[at(x, y)];
        return {pixel.r, pixel.g, pixel.b};
    }
    /// The visible neighbours in the same frame.
    std::vector<Place> neighbours(Place of) const {
        std::vector<Place> found;
        for (const Place next : {Place{of.x - 1, of.y}, {of.x + 1, of.y}, {of.x, of.y - 1}, {of.x, of.y + 1}})
            if (next.x >= 0 && next.x < image_.width() && next.y >= 0 && next.y < image_.height() &&
                next.y / height_ == of.y / height_ && is_visible(next.x, next.y))
                found.push_back(next);
        return found;
    }
    /// Its places become known.
    std::vector<Place> region(Place first, std::vector<bool>& is_known) const {
        std::vector<Place> places{first};
        is_known[at(first.x, first.y)] = true;
        for (std::size_t done = 0; done < places.size(); ++done)
            for (const Place next : neighbours(places[done])) {
                if (color(next.x, next.y) != color(first.x, first.y) || is_known[at(next.x, next.y)])
                    continue;
                is_known[at(next.x, next.y)] = true;
                places.push_back(next);
            }
        return places;
    }
    bool is_area(const std::vector<Place>& places) const {
        int steps = 0, crisp = 0;
        for (const Place place : places)
            for (const Place next : neighbours(place)) {
                const Rgb from = color(place.x, place.y), to = color(next.x, next.y);
                if (from == to) continue;
                ++steps;
                crisp +=
                    std::abs(from.r - to.r) > 8 || std::abs(from.g - to.g) > 8 || std::abs(from.b - to.b) > 8;
            }
        return places.size() >= 16 && 4 * crisp >= 3 * steps;
    }

    const Image& image_;
    int height_;
};

Rgba8 grey(int value) { return {std::uint8_t(value), std::uint8_t(value), std::uint8_t(value), 255}; }

TEST(FlatAreas, AreThoseOfTheDefinition) {
    std::mt19937 random(7);
    std::size_t all = 0, none = 0;
    for (const auto& [width, height] : {std::pair(1, 1), {1, 34}, {31, 2}, {24, 20}, {40, 12}, {0, 0}})
        for (const int colors : {2, 9})
            for (const int step : {8, 9})
                for (const unsigned noise : {0u, 4u, 40u}) {
                    Image image = painted(width, height, [&](int x, int y) {
                        if (noise != 0 && random() % 100 < noise) return grey(int(random() % 256));
                        return grey((x / 5 + y / 4) * 7 % colors * step);
                    });
                    for (Rgba8& pixel : image.pixels())
                        if (random() % 50 == 0) pixel.a = std::uint8_t(random() % 2);
                    for (const int frames : {1, 2}) {
                        if (height % frames != 0) continue;
                        const Marks marks = areas_of(image, std::size_t(frames));
                        EXPECT_EQ(marks, AreasByDefinition(image, frames).marks())
                            << width << " x " << height << ", " << colors << " colours, steps of " << step;
                        (marks.empty() ? none : all) +=
                            std::size_t(std::ranges::count(marks, 1)) + marks.empty();
                    }
                }
    EXPECT_GT(all, 1000u);
    EXPECT_GT(none, 10u);
}

// So many rows and pixels that threads share them.
TEST(FlatAreas, OfALargePictureAreThoseOfTheDefinition) {
    std::mt19937 random(8);
    const Image image = painted(480, 140, [&](int x, int y) {
        return random() % 25 == 0 ? grey(int(random() % 256)) : grey((x / 9 + y / 7) * 7 % 9 * 8);
    });
    const Marks marks = areas_of(image);
    EXPECT_EQ(marks, AreasByDefinition(image, 1).marks());
    EXPECT_GT(std::ranges::count(marks, 1), 1000);
    EXPECT_GT(std::ranges::count(marks, 0), 1000);
}

TEST(FlatAreas, HaveCrispBordersAndSixteenPixels) {
    const auto square = [](int side, int value, int around) {
        return areas_of(
            painted(20, 20, [=](int x, int y) { return grey(x < side && y < side ? value : around); }));
    };
    EXPECT_EQ(std::ranges::count(square(4, 9, 0), 1), 400);
    EXPECT_EQ(std::ranges::count(square(3, 9, 0), 1), 391) << "nine pixels are too few";
    EXPECT_EQ(std::ranges::count(square(4, 8, 0), 1), 0) << "the step of a gradient";
    EXPECT_EQ(std::ranges::count(areas_of(painted(9, 9, [](int, int) { return grey(4); })), 1), 81)
        << "a picture of one colour has no steps";
}

TEST(FlatAreas, AreNotInGradientsAndNoise) {
    const Image ramp = painted(200, 30, [](int x, int) { return grey(x / 4 * 2); });
    EXPECT_EQ(std::ranges::count(areas_of(ramp), 1), 0);
    std::mt19937 random(5);
    EXPECT_TRUE(areas_of(painted(90, 30, [&](int, int) { return grey(int(random() % 200)); })).empty());
}

TEST(FlatAreas, CountTheirColoursWithoutThoseOfSoftEdges) {
    Image image = painted(40, 40, [](int x, int y) {
        if (y < 30) return x < 20 ? grey(10) : x == 20 ? grey(100 + y) : grey(240);
        return Rgba8{200, 30, 30, 255};
    });
    EXPECT_EQ(count_area_colors(image, ColorSet(image, Transfer::srgb)), 3u);
    std::mt19937 random(5);
    image = painted(90, 30, [&](int, int) { return grey(int(random() % 200)); });
    EXPECT_EQ(count_area_colors(image, ColorSet(image, Transfer::srgb)), 0u) << "no drawing";
    EXPECT_EQ(count_area_colors(Image(), ColorSet(Image(), Transfer::srgb)), 0u);
}

TEST(FlatAreas, AreNotSoughtAnyMoreWhenCancelled) {
    const Image image = painted(9, 9, [](int, int) { return grey(4); });
    const ColorSet colors(image, Transfer::srgb);
    Progress cancelled;
    cancelled.cancel();
    expect_error([&] { find_flat_areas(image, colors, 1, cancelled); }, ErrorKind::cancelled);
}

}
}
