#include "session/palette_edits.h"

#include "pipeline/file_colors.h"
#include "session_run.h"

#include <gmock/gmock.h>

namespace huedrift {
namespace {

using testing::ElementsAre;

class PaletteEdits : public SessionTest {
protected:
    PaletteEdits() {
        session->open({write_picture("a.png", three_groups())});
        settle();
    }
    const Result& result() const { return *session->live().frequency; }
    std::vector<Rgb> colors() const {
        std::vector<Rgb> colors;
        for (const Swatch& swatch : result().swatches) colors.push_back(swatch.color);
        return colors;
    }
    void recolor(Rgb color, Rgb target) {
        Recipe recolored = recipe();
        recolored.palette.recolors = {{source_of(result(), color).value(), target}};
        session->set(recolored);
        settle();
    }
    const Recipe& recipe() {
        snapshot_ = session->live();
        return *snapshot_.recipe;
    }

private:
    Snapshot snapshot_;
};

TEST_F(PaletteEdits, NameTheMostFrequentColorOfTheSource) {
    for (const Rgb color : colors()) {
        const auto source = source_of(result(), color);
        ASSERT_TRUE(source);
        EXPECT_EQ(result().result_of(*source), color);
        const ColorSet& set = result().picture->colors;
        for (std::size_t i = 0; i < set.size(); ++i) {
            if (result().result_of(set.colors()[i]) != color) continue;
            EXPECT_LE(set.counts()[i], set.counts()[set.index()[*source]]);
        }
    }
    EXPECT_FALSE(source_of(result(), {1, 2, 3}));
}

TEST_F(PaletteEdits, RecolorAndGoBack) {
    const Rgb found = colors().front();
    recolor(found, {1, 2, 3});
    EXPECT_EQ(colors().front(), (Rgb{1, 2, 3}));
    EXPECT_THAT(edited_in(result()), ElementsAre(Rgb{1, 2, 3}));
    EXPECT_EQ(source_of(result(), {1, 2, 3}), recipe().palette.recolors.front().source);
    recolor({1, 2, 3}, {4, 5, 6});
    EXPECT_EQ(colors().front(), (Rgb{4, 5, 6}));
    session->set(unedited(recipe(), result(), {4, 5, 6}));
    settle();
    EXPECT_EQ(colors().front(), found);
    EXPECT_TRUE(edited_in(result()).empty());
    session->undo();
    settle();
    EXPECT_EQ(colors().front(), (Rgb{4, 5, 6}));
}

TEST_F(PaletteEdits, JoinAndSeparate) {
    const std::vector<Rgb> found = colors();
    session->set(joined(recipe(), result(), found[2], found[0]));
    settle();
    EXPECT_THAT(colors(), ElementsAre(found[0], found[1]));
    session->set(unedited(recipe(), result(), found[0]));
    settle();
    EXPECT_EQ(colors(), found);
    EXPECT_EQ(joined(recipe(), result(), found[0], found[0]), recipe());
    EXPECT_EQ(joined(recipe(), result(), {1, 2, 3}, found[0]), recipe());
}

TEST_F(PaletteEdits, MoveAnyColorAnywhere) {
    session->set({.shift = {.radius = 0.001}});
    settle();
    const auto list = [&] {
        Recipe recipe = result().recipe;
        recipe.output.order = SwatchOrder::pixels;
        return listed(result().swatches, recipe, arranged(result()));
    };
    const std::size_t count = list().size();
    ASSERT_GE(count, 4u);
    for (std::size_t from = 0; from < count; from += 2)
        for (std::size_t to = 0; to <= count; ++to) {
            std::vector<Rgb> expected;
            for (const Swatch& swatch : list()) expected.push_back(swatch.color);
            const Rgb color = expected[from];
            expected.insert(expected.begin() + std::ptrdiff_t(to), color);
            expected.erase(expected.begin() + std::ptrdiff_t(from < to ? from : from + 1));
            session->set(moved(recipe(), result(), list(), from, to));
            settle();
            std::vector<Rgb> found;
            for (const Swatch& swatch : list()) found.push_back(swatch.color);
            EXPECT_EQ(found, expected) << from << " to " << to;
        }
}

TEST_F(PaletteEdits, KeepTheirPlacesAtAnotherRadius) {
    const std::vector<Rgb> found = colors();
    session->set(moved(recipe(), result(), result().swatches, 2, 0));
    settle();
    const Rgb source = *source_of(result(), found[2]);
    EXPECT_EQ(recipe().output.arrange, (std::vector<Rgb>{source}));
    EXPECT_EQ(moved(recipe(), result(), result().swatches, 1, 1), recipe());
    Recipe wider = recipe();
    wider.shift.radius = 0.03;
    session->set(wider);
    settle();
    EXPECT_THAT(arranged(result()), ElementsAre(*result().result_of(source)));
    session->undo();
    session->undo();
    EXPECT_TRUE(recipe().output.arrange.empty());
}

TEST_F(PaletteEdits, AnOrderRepeatsNoMeasurement) {
    Recipe dithered = recipe();
    dithered.labels.dithering.method = Dither::ordered;
    session->set(dithered);
    settle();
    const auto pixels = result().pixels;
    ASSERT_TRUE(pixels);
    dithered.output.order = SwatchOrder::hue;
    dithered.output.transparent_index = 200; // beyond the end, which only files need to know
    session->set(dithered);
    EXPECT_TRUE(settle().exact());
    EXPECT_EQ(result().pixels, pixels);
    EXPECT_EQ(result().recipe, dithered);
}

TEST_F(PaletteEdits, PinOnce) {
    const Rgb color = colors().front();
    const Recipe once = pinned(recipe(), color);
    EXPECT_EQ(pinned(once, color), once);
    EXPECT_EQ(unpinned(once, color), recipe());
    session->set(once);
    settle();
    EXPECT_TRUE(is_pinned(result().recipe, color));
    EXPECT_THAT(colors(), testing::Contains(color));
}

}
}
