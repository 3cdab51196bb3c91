#include "labels/soft_edges.h"

#include "expect_error.h"
#include "labels/label_pictures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <string>

namespace huedrift {
namespace {

using Flags = std::vector<std::uint8_t>;

/// The definition, pixel by pixel.
class InnerByDefinition {
public:
    InnerByDefinition(const Image& image, const std::vector<std::int64_t>& labels,
                      const std::vector<Rgb>& palette)
        : image_(image), labels_(labels), palette_(palette) {}

    Flags flags() const {
        Flags flags;
        for (int y = 0; y < image_.height(); ++y)
            for (int x = 0; x < image_.width(); ++x)
                flags.push_back(is_core(x, y) ||
                                (label(x, y) >= 0 && (is_line(x, y, 1, 0) || is_line(x, y, 0, 1))));
        return flags;
    }

private:
    static constexpr std::int64_t transparent = -1, outside = -2;

    std::int64_t label(int x, int y) const {
        if (x < 0 || y < 0 || x >= image_.width() || y >= image_.height()) return outside;
        return labels_[std::size_t(y * image_.width() + x)];
    }
    bool is_core(int x, int y) const {
        return is_core_by_definition(image_.width(), image_.height(), labels_, x, y, 1);
    }
    /// Whether it is part of a thin line across the direction (dx, dy).
    bool is_line(int x, int y, int dx, int dy) const {
        bool runs = false;
        for (const int first : {-2, -1, 0}) {
            bool same = true;
            for (int i = first; i < first + 3; ++i) same &= label(x + i * dy, y + i * dx) == label(x, y);
            runs |= same;
        }
        if (!runs) return false;
        for (const int i : {1, 2})
            for (const int j : {1, 2})
                if (are_sides(x, y, {x - i * dx, y - i * dy}, {x + j * dx, y + j * dy})) return true;
        return false;
    }
    struct Place {
        int x, y;
    };
    bool are_sides(int x, int y, Place before, Place after) const {
        for (const Place& place : {before, after}) {
            const std::int64_t other = label(place.x, place.y);
            if (other == outside || other == label(x, y)) return false;
            if (other != transparent && !is_core(place.x, place.y)) return false;
        }
        const std::int64_t first = label(before.x, before.y), second = label(after.x, after.y);
        if (first == transparent || second == transparent) return true;
        const auto [r, g, b, a] = image_.pixels()[std::size_t(y * image_.width() + x)];
        return !is_mixture({r, g, b}, palette_[std::size_t(first)], palette_[std::size_t(second)]);
    }

    const Image& image_;
    const std::vector<std::int64_t>& labels_;
    const std::vector<Rgb>& palette_;
};

/// A picture of areas, lines and specks, each colour its own label.
struct Drawn {
    Image image;
    std::vector<Rgb> palette;
    std::vector<std::int64_t> labels;

    explicit Drawn(Image drawn) : image(std::move(drawn)) {
        const ColorSet colors(image, Transfer::srgb);
        palette.assign(colors.colors().begin(), colors.colors().end());
        for (const auto& [r, g, b, a] : image.pixels())
            labels.push_back(a == 0 ? -1 : std::int64_t{colors.index()[{r, g, b}]});
    }
    Flags inner() const {
        return find_inner(plane_of(image.width(), image.height(), palette.size(), labels), palette, image);
    }
    Flags inner_by_definition() const { return InnerByDefinition(image, labels, palette).flags(); }
};

Image random_lines(int width, int height, unsigned seed) {
    std::mt19937 random(seed);
    Image image = speckled(width, height, 1 + seed % 5, seed);
    const auto below = [&](int limit) { return int(random() % unsigned(limit)); };
    for (int i = 0; i < 6; ++i) { // rectangles, many of them one or two pixels wide
        const int left = below(width), top = below(height), across = 1 + below(i < 3 ? 3 : width),
                  down = 1 + below(i < 3 ? height : 3);
        const Rgba8 color = image.pixels()[std::size_t(below(width * height))];
        const Rgba8 mixed{std::uint8_t(color.r / 2), color.g, std::uint8_t(color.b / 2), color.a};
        for (int y = top; y < std::min(top + down, height); ++y)
            for (int x = left; x < std::min(left + across, width); ++x)
                image.pixels()[std::size_t(y * width + x)] = i % 2 == 0 ? color : mixed;
    }
    return image;
}

TEST(InnerPixels, AreWhatTheDefinitionSays) {
    int inner = 0, others = 0;
    for (unsigned seed = 0; seed < 120; ++seed) {
        const Drawn drawn(random_lines(int(1 + seed % 13), int(1 + seed * 5 % 11), seed));
        const Flags found = drawn.inner();
        ASSERT_EQ(found, drawn.inner_by_definition()) << seed;
        for (const std::uint8_t flag : found) ++(flag ? inner : others);
    }
    EXPECT_GT(inner, 500);
    EXPECT_GT(others, 500);
}

/// A picture of letters: w white, r red, p pink, k black, g grey, y yellow, b blue, o what lanczos leaves in
/// blue beside white, . transparent.
Image picture_of(const std::vector<std::string>& rows) {
    Image image(int(rows[0].size()), int(rows.size()));
    std::size_t at = 0;
    for (const std::string& row : rows)
        for (const char letter : row)
            image.pixels()[at++] = letter == 'w'   ? Rgba8{255, 255, 255, 255}
                                   : letter == 'r' ? Rgba8{255, 0, 0, 255}
                                   : letter == 'p' ? Rgba8{255, 128, 128, 255}
                                   : letter == 'k' ? Rgba8{0, 0, 0, 255}
                                   : letter == 'g' ? Rgba8{128, 128, 128, 255}
                                   : letter == 'y' ? Rgba8{255, 255, 0, 255}
                                   : letter == 'b' ? Rgba8{0, 87, 183, 255}
                                   : letter == 'o' ? Rgba8{0, 79, 180, 255}
                                                   : Rgba8{0, 0, 0, 0};
    return image;
}

/// The inner pixels of a column of a picture whose rows are all alike.
std::string inner_of(const std::string& row) {
    const Flags flags = Drawn(picture_of(std::vector<std::string>(5, row))).inner();
    std::string inner;
    for (std::size_t x = 0; x < row.size(); ++x) inner += flags[2 * row.size() + x] ? 'i' : '-';
    return inner;
}

TEST(InnerPixels, AreThoseOfAreasAndThinLines) {
    EXPECT_EQ(inner_of("wwwprrr"), "iii-iii") << "a soft edge";
    EXPECT_EQ(inner_of("wwwrwww"), "iiiiiii") << "a thin line";
    EXPECT_EQ(inner_of("wwwprpww"), "iii-i-ii") << "a thin line with soft edges";
    EXPECT_EQ(inner_of("wwwpwww"), "iiiiiii") << "a line that is mixed everywhere has no other colour";
    EXPECT_EQ(inner_of("wwwkrrr"), "iiiiiii") << "an outline";
    EXPECT_EQ(inner_of("wwwgkkk"), "iii-iii");
    EXPECT_EQ(inner_of("wwwgrrr"), "iiiiiii") << "grey is no mixture of white and red";
    EXPECT_EQ(inner_of("wwwobbb"), "iii-iii") << "overshoot";
    EXPECT_EQ(inner_of("...r..."), "---i---") << "a thin line on nothing";
    EXPECT_EQ(inner_of("...prrr"), "---iiii");
    EXPECT_EQ(inner_of("rwww"), "-iii") << "it ends where the picture ends";
    EXPECT_EQ(inner_of("w"), "-");
}

TEST(InnerPixels, ASpeckIsNone) {
    const Flags flags = Drawn(picture_of({"wwwww", "wwwww", "wwrww", "wwwww", "wwwww"})).inner();
    EXPECT_EQ(std::ranges::count(flags, 0), 1);
    EXPECT_EQ(flags[12], 0);
}

TEST(InnerPixels, AreCountedByColour) {
    const Image image = picture_of({"wwkk", "wwkk", "rrwk", "rryy"});
    const ColorSet colors(image, Transfer::srgb);
    std::vector<std::uint32_t> own(colors.size());
    std::iota(own.begin(), own.end(), 0u);
    const std::vector<std::uint32_t> counts = count_inner(image, colors, own, colors.colors());
    const auto of = [&](Rgb color) { return counts[colors.index()[color]]; };
    EXPECT_EQ(of({0, 0, 0}), 4u);
    EXPECT_EQ(of({255, 0, 0}), 4u);
    EXPECT_EQ(of({255, 255, 255}), 4u);
    EXPECT_EQ(of({255, 255, 0}), 0u);
}

TEST(InnerPixels, AreNotCountedOnceCancelled) {
    const Image image = picture_of({"wwkk", "wwkk"});
    const ColorSet colors(image, Transfer::srgb);
    Progress cancelled;
    cancelled.cancel();
    const std::vector<std::uint32_t> own{0, 1};
    expect_error([&] { count_inner(image, colors, own, colors.colors(), cancelled); }, ErrorKind::cancelled);
    const LabelPlane plane = label_pixels(image, colors, own, 2);
    expect_error([&] { label_pixels(image, colors, own, 2, cancelled); }, ErrorKind::cancelled);
    expect_error([&] { find_inner(plane, colors.colors(), image, cancelled); }, ErrorKind::cancelled);
    expect_error([&] { LabelRuns(plane, cancelled); }, ErrorKind::cancelled);
}

}
}
