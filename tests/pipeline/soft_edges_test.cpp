#include "labels/label_pictures.h"
#include "pipeline/look.h"
#include "pipeline/pipeline_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace huedrift {
namespace {

class SoftEdgesTest : public PipelineFixture {
protected:
    std::shared_ptr<const Labelled> label(const Recipe& recipe) {
        return pipeline.find_labels(reduce(recipe));
    }
    std::vector<Rgb> shown_colors(const Recipe& recipe) {
        std::vector<Rgb> colors;
        for (const Swatch& swatch : used_colors(*label(recipe))) colors.push_back(swatch.color);
        return colors;
    }

    /// That soft edges count although they are to be ignored.
    void expect_all_count() {
        Recipe counting = flat;
        counting.palette.fit.soft_edges = SoftEdges::count;
        EXPECT_EQ(colors(flat), colors(counting));
        EXPECT_GT(colors(flat).size(), sign_colors.size());
    }

    Recipe flat = recipe_of(Look::flat);
};

TEST_F(SoftEdgesTest, ASignKeepsItsColoursAndItsPartsAreWhole) {
    for (const int size : {40, 97, 160})
        for (const bool by_light : {false, true})
            for (const double radius : {flat.shift.radius, 0x1p-24, 0.0}) {
                SCOPED_TRACE(testing::Message() << size << " " << by_light << " " << radius);
                open(sign(size, by_light));
                const Recipe recipe = flat.at(radius); // without a number of colours
                EXPECT_THAT(shown_colors(recipe), testing::UnorderedElementsAreArray(sign_colors));
                EXPECT_EQ(count_regions(label(recipe)->plane), 3u);
            }
}

/// A sign with a line of one pixel and letters of their own colours.
Image lettered_sign() {
    Image image = sign(97, false);
    const auto paint = [&](int x, int y, Rgba8 color) { image.pixels()[std::size_t(y * 97 + x)] = color; };
    for (int x = 10; x < 50; ++x) paint(x, 90, {0, 60, 200, 255});
    for (const int left : {60, 66, 72})
        for (int y = 84; y < 92; ++y) {
            paint(left, y, {0, 120, 40, 255});
            if (y == 87) paint(left + 1, y, {0, 120, 40, 255}), paint(left + 2, y, {0, 120, 40, 255});
            paint(left + 3, y, {0, 120, 40, 255});
        }
    return image;
}

TEST_F(SoftEdgesTest, ThinLinesAndLettersKeepTheirColours) {
    open(lettered_sign());
    std::vector<Rgb> all = sign_colors;
    all.insert(all.end(), {Rgb{0, 60, 200}, Rgb{0, 120, 40}});
    EXPECT_THAT(shown_colors(flat), testing::UnorderedElementsAreArray(all));
    flat.palette.colors = 5;
    EXPECT_THAT(shown_colors(flat), testing::UnorderedElementsAreArray(all));
}

TEST_F(SoftEdgesTest, PinsStayAndTakeNoPart) {
    open(sign(97, false));
    flat.shift.pins = {{Rgb{238, 138, 143}, 0.02}}; // a mixture of red and white
    EXPECT_THAT(shown_colors(flat), testing::IsSupersetOf(sign_colors));
    flat.labels.defringe = 0;
    EXPECT_THAT(shown_colors(flat), testing::Contains(Rgb{238, 138, 143}));
}

TEST_F(SoftEdgesTest, CountWhereNothingElseDoes) {
    Image noise(40, 40);
    for (std::size_t i = 0; i < noise.pixels().size(); ++i)
        noise.pixels()[i] = {std::uint8_t(i * 37), std::uint8_t(i * 101), std::uint8_t(i * 151), 255};
    open(std::move(noise));
    expect_all_count();
}

TEST_F(SoftEdgesTest, CountInThePaletteOfLinkedPictures) {
    const Image image = sign(97, false);
    pipeline.link(std::make_shared<const ColorTable>(ColorSet(image, Transfer::srgb)));
    open(sign(97, false));
    expect_all_count();
}

TEST_F(SoftEdgesTest, CountInThePaletteOfFrames) {
    open(sign(96, false), 2);
    expect_all_count();
}

}
}
