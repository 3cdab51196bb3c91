#include "pipeline/palette_steps.h"

#include "pipeline/plain_colors.h"
#include "reduction/palette.h"

#include <gmock/gmock.h>

#include <algorithm>

namespace huedrift {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr Rgb ruby{205, 0, 10};

/// A result in which each of these colours, with pixels 1, 2, 3 and so on, became itself.
Reduced unchanged(std::vector<Rgb> colors, const Recipe& recipe = {}) {
    std::ranges::sort(colors);
    std::vector<std::uint32_t> counts;
    for (std::uint32_t i = 1; i <= colors.size(); ++i) counts.push_back(i);
    auto picture = std::make_shared<const Picture>(
        Picture{nullptr, nullptr, ColorSet(colors, counts, recipe.transfer), {}});
    Reduction reduction = gather_modes(picture->colors, picture->colors.positions());
    return {picture, recipe, std::move(reduction)};
}

/// What each colour of the picture became, these in ascending order.
std::vector<Rgb> became(const Reduced& reduced) {
    std::vector<Rgb> colors;
    for (const std::uint32_t mode : reduced.reduction.mode_of)
        colors.push_back(reduced.reduction.modes[mode].color);
    return colors;
}

TEST(PaletteSteps, WeighByTheWeighting) {
    // Two pixels of red against three of ruby; as colours, one each, the first stays.
    EXPECT_THAT(became(join_colors(unchanged({black, red, ruby}), 2)), ElementsAre(black, ruby, ruby));
    EXPECT_THAT(became(join_colors(unchanged({black, red, ruby}, {.weighting = Weighting::palette}), 2)),
                ElementsAre(black, red, red));
}

TEST(PaletteSteps, SayInTheRecipeWhatTheyDid) {
    const Reduced found = unchanged({black, red, white});
    EXPECT_EQ(join_colors(found, 2).recipe, (Recipe{.join_to = 2}));
    EXPECT_EQ(join_small(found, 0.5).recipe, (Recipe{.min_share = 0.5}));
    EXPECT_EQ(bring(found, std::vector{grey}).recipe, (Recipe{.to = {grey}}));
    const std::vector<Edit> edits{{red, white}};
    EXPECT_EQ(edit(found, edits, {}).recipe, (Recipe{.joins = edits}));
    EXPECT_EQ(edit(found, {}, edits).recipe, (Recipe{.recolors = edits}));
}

TEST(PaletteSteps, PinsAreExemptFromJoining) {
    const Recipe pinned{.pins = {{red}, {ruby}}};
    EXPECT_THAT(became(join_colors(unchanged({red, ruby, white}, pinned), 2)), ElementsAre(red, ruby, ruby));
    const Reduced kept = join_colors(unchanged({red, ruby, white}, pinned), 1);
    EXPECT_THAT(became(kept), ElementsAre(red, ruby, ruby));
    EXPECT_THAT(kept.notes, ElementsAre("the 2 pinned colours are all kept"));
    EXPECT_THAT(became(join_small(unchanged({black, red, white}, {.pins = {{red}}}), 50)),
                ElementsAre(white, red, white));
}

TEST(PaletteSteps, ModesOfOneColourAreOne) {
    const ColorSet colors({black, grey}, {1, 1}, Transfer::srgb);
    auto picture = std::make_shared<const Picture>(Picture{nullptr, nullptr, colors, {}});
    const Position at = colors.positions()[1];
    const std::vector<Position> states{{at.l, at.a, at.b}, {at.l + 1, at.a, at.b}};
    const Reduced found{picture, {}, gather_modes(colors, states)};
    ASSERT_EQ(found.reduction.modes.size(), 2u);
    const Reduced joined = edit(found, {}, std::vector<Edit>{{black, red}});
    EXPECT_EQ(joined.reduction.modes.size(), 1u);
    EXPECT_THAT(became(joined), ElementsAre(red, red));
}

TEST(BroughtToAPalette, EachColourIsTheFirstOfTheNearest) {
    const std::vector<Rgb> palette{white, {190, 10, 10}, black, {190, 10, 10}};
    for (const Transfer transfer : {Transfer::srgb, Transfer::linear}) {
        const Reduced found = unchanged({black, grey, red, ruby, white}, {.transfer = transfer});
        const PositionTable position(transfer);
        std::vector<Rgb> expected;
        for (const Rgb color : found.picture->colors.colors())
            expected.push_back(*std::ranges::min_element(
                palette, {}, [&](Rgb entry) { return squared_distance(position(entry), position(color)); }));
        EXPECT_EQ(became(bring(found, palette)), expected);
        EXPECT_EQ(became(send(found.picture, {.transfer = transfer, .to = palette, .directly = true})),
                  expected);
    }
}

TEST(Edits, JoinAndRecolourWhatASourceColourBecame) {
    const Reduced found = unchanged({black, grey, red, ruby, white});
    const auto edited = [&](const std::vector<Edit>& joins, const std::vector<Edit>& recolors) {
        return became(edit(found, joins, recolors));
    };
    EXPECT_THAT(edited({{red, ruby}}, {}), ElementsAre(black, grey, ruby, ruby, white));
    EXPECT_THAT(edited({}, {{red, white}}), ElementsAre(black, grey, white, ruby, white));
    // Two edits swap colours, as each names what the other's source became before.
    EXPECT_THAT(edited({}, {{black, white}, {white, black}}), ElementsAre(white, grey, red, ruby, black));
    // What has joined a colour follows it, and recolouring applies to all that joined.
    EXPECT_THAT(edited({{red, ruby}, {ruby, white}}, {}), ElementsAre(black, grey, white, white, white));
    EXPECT_THAT(edited({{red, ruby}}, {{red, grey}}), ElementsAre(black, grey, grey, grey, white));
    // Of several edits of one colour the last counts.
    EXPECT_THAT(edited({}, {{red, grey}, {red, black}}), ElementsAre(black, grey, black, ruby, white));
    EXPECT_THAT(edited({{red, ruby}, {ruby, red}}, {}), ElementsAre(black, grey, ruby, ruby, white));
}

TEST(Edits, OfColoursThatThePictureDoesNotHaveDoNothingAndSaySo) {
    const Reduced found = unchanged({black, white});
    const Reduced edited =
        edit(found, std::vector<Edit>{{black, red}, {red, white}}, std::vector<Edit>{{red, black}});
    EXPECT_THAT(became(edited), ElementsAre(black, white));
    EXPECT_EQ(edited.notes.size(), 3u);
    EXPECT_THAT(edit(found, std::vector<Edit>{{black, white}}, {}).notes, IsEmpty());
}

}
}
