#include "app/ui/texts.h"
#include "base/output_file.h"
#include "image/save.h"
#include "panel_fixture.h"
#include "pipeline/enumerators.h"

#include <SDL.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>

namespace huedrift::app {
namespace {

/// The statements of the guide's section that no other test shows.
class GuideDrifting : public PanelTest {
protected:
    Point in_panel(Path path) { return control("panel", path); }
    Point in_folds(Path path) { return control("panel/folds", path); }
    std::size_t colors() { return snapshot().frequency->swatches.size(); }
};

TEST_F(GuideDrifting, ArrowsAndBracketsGoToTheNextChange) {
    open(banded());
    const double radius = snapshot().recipe->shift.radius;
    const auto goes = [&](const std::function<void()>& go, std::size_t expected) {
        go();
        run_until([&] { return snapshot().exact() && colors() == expected; });
        settle();
    };
    goes([&] { click(in_panel({"more"})); }, 3);
    EXPECT_GT(snapshot().recipe->shift.radius, radius);
    goes([&] { key(SDLK_RIGHTBRACKET); }, 2);
    goes([&] { key(SDLK_LEFTBRACKET); }, 3);
    goes([&] { click(in_panel({"fewer"})); }, 4);
}

TEST_F(GuideDrifting, TryGivesTheNumberOfColoursThatItOffers) {
    open(ramps(60, 40));
    app->session().edit([](Recipe& recipe) { recipe.palette.fit.snap = Snap::on; });
    run_until([&] { return snapshot().exact() && !snapshot().natural_sizes().empty(); });
    settle();
    look_again();
    ASSERT_TRUE(says("try"));
    const std::vector<Plateau> sizes = snapshot().natural_sizes();
    const std::size_t least = std::ranges::min(sizes, {}, &Plateau::colors).colors;
    const std::string link = "###natural " + std::to_string(least);
    click(in_panel({link.c_str()}));
    await_exact();
    EXPECT_EQ(colors(), least);
    EXPECT_EQ(snapshot().recipe->palette.colors, std::nullopt);
}

TEST_F(GuideDrifting, TryBeginsWithTheNumberOfADrawingsAreas) {
    launch_first();
    Image drawing(120, 80); // three areas, with a soft edge of many colours
    for (std::size_t i = 0; i < drawing.pixels().size(); ++i) {
        const std::size_t x = i % 120, y = i / 120;
        const auto mixed = std::uint8_t(60 + 2 * y);
        drawing.pixels()[i] = y >= 70   ? Rgba8{20, 120, 60, 255}
                              : x < 60  ? Rgba8{240, 240, 240, 255}
                              : x == 60 ? Rgba8{mixed, mixed, 90, 255}
                                        : Rgba8{30, 30, 90, 255};
    }
    open(drawing);
    run_until([&] { return snapshot().exact() && snapshot().areas() == 3; });
    settle();
    look_again();
    EXPECT_TRUE(says("try"));
    click(in_panel({"###natural 3"}));
    await_exact();
    std::vector<Rgb> found;
    for (const Swatch& swatch : snapshot().frequency->swatches) found.push_back(swatch.color);
    EXPECT_THAT(found, testing::UnorderedElementsAre(Rgb{240, 240, 240}, Rgb{30, 30, 90}, Rgb{20, 120, 60}));
}

TEST_F(GuideDrifting, TheLookRowTellsWhetherItSuitsThePicture) {
    launch_first();
    open(banded());
    await_exact();
    EXPECT_TRUE(says("only 4 colours"));
    open(ramps(160, 40));
    await_exact();
    EXPECT_EQ(look_of(*snapshot().recipe), Look::photo);
    EXPECT_TRUE(says("suits this picture"));
    click(in_panel({"look", "Poster"}));
    await_exact();
    EXPECT_EQ(look_of(*snapshot().recipe), Look::poster);
    EXPECT_FALSE(says("suits this picture") || says("changed"));
    key(SDLK_RIGHT);
    await_exact();
    EXPECT_TRUE(says("Poster, changed")) << "its button stays lit";
}

TEST_F(GuideDrifting, EveryLookIsInTheRowTheMenuAndTheCommands) {
    launch({.settings = {.panel = {.width = PanelSettings::narrowest}}});
    open(banded());
    for (const LookWords& words : look_words) {
        click(in_panel({"look", label_of(words.look)}));
        EXPECT_EQ(snapshot().look, words.look) << label_of(words.look);
    }
    EXPECT_EQ(std::size(look_words), enumerators<Look>.size());
    click(control("##MainMenuBar", {"##menubar", "Drift"}));
    click(control("##Menu_00", {"Pixel Art Look"}));
    EXPECT_EQ(look_of(*snapshot().recipe), Look::pixel_art);
    press_key(SDLK_p, KMOD_CTRL | KMOD_SHIFT);
    enter("poster look");
    settle();
    EXPECT_EQ(snapshot().look, Look::poster);
}

TEST_F(GuideDrifting, BothWeightingsAreShownBesideEachOther) {
    open(ramps(60, 40));
    click(in_panel({"Weigh by", "Both"}));
    await_exact();
    EXPECT_TRUE(snapshot().palette && snapshot().frequency);
    EXPECT_EQ(app->canvas().panes().size(), 4u);
    click(in_panel({"Weigh by", "Colours"}));
    await_exact();
    EXPECT_EQ(snapshot().weightings, Weightings::palette);
}

TEST_F(GuideDrifting, ANumberOfColoursHoldsAtEveryRadius) {
    open(ramps(60, 40));
    const std::size_t all = colors();
    EXPECT_TRUE(says("all " + grouped(all) + " kept"));
    click(in_panel({"##colors"}));
    retype("5");
    key(SDLK_RETURN);
    await_exact();
    EXPECT_EQ(snapshot().recipe->palette.colors, 5u);
    EXPECT_EQ(colors(), 5u);
    EXPECT_TRUE(says("of " + grouped(all)));
    click(in_panel({"radius"})); // which moves it, and gives it the keys
    reduce({.shift = {.radius = 0.03}, .palette = {.colors = 5}});
    EXPECT_EQ(colors(), 5u);
    drag(in_panel({"colors"}), in_panel({"colors"}) + Point{400, 0});
    await_exact();
    EXPECT_EQ(snapshot().recipe->palette.colors, std::nullopt) << "at the right end all stay";
}

TEST_F(GuideDrifting, TellsTheErrorsOfTheColoursAndLetsANumberReplaceABound) {
    open(ramps(60, 40));
    reduce({.shift = {.radius = 0}, .palette = {.max_error = 0.05}});
    const auto chosen = snapshot().frequency->chosen_colors;
    ASSERT_TRUE(chosen);
    EXPECT_EQ(colors(), *chosen);
    EXPECT_TRUE(says("Error: "));
    EXPECT_TRUE(says("by the error, "));
    drag(in_panel({"colors"}), in_panel({"colors"}) + Point{400, 0});
    await_exact();
    EXPECT_EQ(snapshot().recipe->palette.max_error, std::nullopt);
    EXPECT_EQ(snapshot().recipe->palette.colors, std::nullopt);
    EXPECT_TRUE(says("Error: hardly visible"));
    const auto limit = area("panel", {"by error"}), slider_area = area("panel", {"radius"});
    move({slider_area[0] + 12.0, limit[1] + 1.5 * limit[3]}); // on the word
    settle();
    EXPECT_TRUE(says("Mean 0.0000, largest 0.0000 in Oklab"));
}

TEST_F(GuideDrifting, ALimitOfTheErrorChoosesTheNumberOfColours) {
    open(ramps(60, 40));
    reduce({.shift = {.radius = 0}, .palette = {.colors = 7}});
    click(in_panel({"by error"}));
    await_exact();
    const auto recipe = [&] { return snapshot().recipe->palette; };
    EXPECT_EQ(recipe().max_error, unseen_error);
    EXPECT_EQ(recipe().error, ErrorMeasure::p95);
    EXPECT_TRUE(says("by the error, "));
    EXPECT_LE(snapshot().frequency->difference.percentile_95, unseen_error);
    click(in_panel({"measure", "Largest"}));
    await_exact();
    EXPECT_EQ(recipe().error, ErrorMeasure::maximum);
    click(in_panel({"##bound"}));
    retype("0.1");
    key(SDLK_RETURN);
    await_exact();
    EXPECT_EQ(recipe().max_error, 0.1);
    EXPECT_LE(snapshot().frequency->difference.maximum, 0.1);
    const auto chosen = snapshot().frequency->chosen_colors;
    const auto [x, y, width, height] = area("panel", {"colors"});
    const double knob = std::log(double(*chosen) / 2) / std::log(4096.0 / 2);
    ASSERT_TRUE(chosen && *chosen >= 2);
    click({x + 8 + knob * double(width - 16), y + height / 2.0}); // without moving it
    await_exact();
    EXPECT_EQ(recipe().max_error, 0.1);
    EXPECT_EQ(recipe().colors, std::nullopt) << "one of them counts";
    click(in_panel({"by error"}));
    await_exact();
    EXPECT_EQ(recipe().max_error, std::nullopt);
    EXPECT_EQ(recipe().colors, chosen) << "the number stays";
    app->session().undo();
    EXPECT_EQ(recipe().max_error, 0.1);
    EXPECT_EQ(recipe().error, ErrorMeasure::maximum);
}

TEST_F(GuideDrifting, WithoutDriftTheWeightingCountsInJoins) {
    Image image = ramps(60, 40);
    std::ranges::fill(image.pixels().first(1200), Rgba8{30, 90, 200, 255});
    open(image);
    reduce({.shift = {.radius = 0}, .palette = {.colors = 7}});
    click(in_panel({"Weigh by", "Both"}));
    await_exact();
    EXPECT_NE(snapshot().frequency->palette->entries, snapshot().palette->palette->entries);
}

TEST_F(GuideDrifting, TheLeftEndOfTheRadiusSliderWeighsByPixelsUnlessTheUserChoseColours) {
    open(ramps(60, 40));
    const auto drag_to_the_left_end = [&] {
        drag(slider(0.5), slider(0));
        await_exact();
        EXPECT_EQ(snapshot().recipe->shift.radius, 0);
    };
    reduce(Look::poster);
    drag_to_the_left_end();
    EXPECT_EQ(snapshot().weightings, Weightings::frequency) << "Poster's weighting is that of its drift";
    app->session().undo();
    EXPECT_EQ(snapshot().weightings, Weightings::palette);
    reduce({.shift = {.radius = 0.1}, .palette = {.colors = 7}});
    for (const char* const weighting : {"Pixels", "Colours"}) {
        click(in_panel({"Weigh by", weighting}));
        await_exact();
    }
    drag_to_the_left_end();
    EXPECT_EQ(snapshot().weightings, Weightings::palette);
}

TEST_F(GuideDrifting, ThePictureMayChooseTheRadius) {
    open(ramps(60, 40));
    reduce({.shift = {.radius = 0}, .palette = {.colors = 7}});
    EXPECT_TRUE(says("0: nothing drifts, colours are joined"));
    click(in_panel({"automatic"}));
    await_exact();
    EXPECT_TRUE(snapshot().recipe->size.chooses_radius);
    const double radius = snapshot().recipe->shift.radius;
    EXPECT_GT(radius, 0);
    EXPECT_EQ(snapshot().frequency->recipe.shift.radius, radius);
    click(in_panel({"automatic"}));
    await_exact();
    EXPECT_FALSE(snapshot().recipe->size.chooses_radius);
    EXPECT_EQ(snapshot().recipe->shift.radius, radius) << "it stays";
    app->session().undo();
    EXPECT_TRUE(snapshot().recipe->size.chooses_radius);
}

TEST_F(GuideDrifting, SaysThatAChosenLookLeavesFewColours) {
    open(banded());
    reduce(Look::flat);
    EXPECT_TRUE(says("only 4 colours: all kept"));
    EXPECT_EQ(colors(), 4u);
    EXPECT_FALSE(snapshot().recipe->shift.drifts());
}

TEST_F(GuideDrifting, OffersAnotherRadiusIfTooFewColoursAreLeft) {
    open(ramps(60, 40));
    reduce({.shift = {.radius = 0.5}, .palette = {.colors = 6}});
    ASSERT_LT(colors(), 6u);
    EXPECT_TRUE(says("asked for, only " + std::to_string(colors())));
    const auto palette = area("panel/swatches", {"order", "Hue"});
    click(in_panel({"Set radius to 0"}));
    await_exact();
    EXPECT_EQ(colors(), 6u);
    EXPECT_FALSE(says("Set radius to 0"));
    EXPECT_EQ(area("panel/swatches", {"order", "Hue"}), palette) << "the offer has a place of its own";
}

TEST_F(GuideDrifting, SettlingJoiningAndSnappingAreUnderMethod) {
    open(ramps(60, 40));
    click(in_panel({"accents"}));
    click(in_folds({"method"}));
    click(in_folds({"##settle"}));
    retype("4");
    key(SDLK_RETURN);
    await_exact();
    EXPECT_EQ(snapshot().recipe->palette.fit.join_by, JoinBy::distance);
    EXPECT_EQ(snapshot().recipe->palette.fit.settle, 4u);
    click(in_folds({"to colours of the picture"}));
    await_exact();
    EXPECT_EQ(snapshot().recipe->palette.fit.snap, Snap::on);
    click(in_folds({"Device bits", "222"}));
    await_exact();
    EXPECT_EQ(snapshot().recipe->palette.levels, Levels::rgb222);
    for (const Swatch& swatch : snapshot().frequency->swatches) EXPECT_EQ(swatch.color.r % 85, 0);
}

TEST_F(GuideDrifting, EditsAreNamedAndUndoneTogether) {
    open(ramps(60, 40));
    Recipe edited = *snapshot().recipe;
    edited.shift.pins = {{Rgb{1, 2, 3}}};
    edited.palette.recolors = {{Rgb{1, 2, 3}, Rgb{9, 9, 9}}};
    reduce(edited);
    EXPECT_TRUE(says("1 pin, 1 edit"));
    click(in_panel({"###edits"}));
    await_exact();
    EXPECT_TRUE(edits_of(*snapshot().recipe).empty());
}

TEST_F(GuideDrifting, MergeWithinIsAsFarAsTheRadiusUnlessSet) {
    open(ramps(60, 40));
    EXPECT_FALSE(snapshot().recipe->shift.merge);
    const std::size_t merged = colors();
    click(in_folds({"method"}));
    click(in_folds({"same as radius"}));
    EXPECT_EQ(snapshot().recipe->shift.merge, snapshot().recipe->shift.radius);
    const Point track = in_folds({"merge"});
    drag(track, track - Point{400, 0});
    await_exact();
    EXPECT_EQ(snapshot().recipe->shift.merge, 0);
    EXPECT_GT(colors(), merged);
    click(in_folds({"same as radius"}));
    await_exact();
    EXPECT_EQ(colors(), merged);
}

TEST_F(GuideDrifting, APaletteIsOpenedByItsKeysAndTakenAwayAgain) {
    open(ramps(60, 40));
    write_picture("few.png", banded());
    key(SDLK_o, KMOD_CTRL | KMOD_SHIFT);
    run_until([&] { return app->files().is_open_here(); });
    settle();
    enter((folder / "few.png").string());
    run_until([&] { return snapshot().palette_offer != nullptr; });
    settle();
    click(control("question", {"Other uses\u2026"}));
    settle();
    click(control("question", {"Reduce first, then map"}));
    await_exact();
    EXPECT_EQ(snapshot().recipe->palette.to.size(), bands.size())
        << "a picture of few colours is a palette, too";
    // In the order of the palette, if wanted.
    click(control("panel/swatches", {"order", "Given"}));
    EXPECT_EQ(snapshot().recipe->output.order, SwatchOrder::given);
    click(in_panel({"without drifting"}));
    EXPECT_TRUE(snapshot().recipe->palette.directly);
    // Files with other colours.
    std::string codes = "GIMP Palette\n#\n";
    for (std::size_t i = 0; i < bands.size(); ++i) codes += std::to_string(i) + " 0 0\tink\n";
    write_text(folder / "codes.gpl", codes);
    click(in_panel({"Choose\u2026##written"}));
    run_until([&] { return app->files().is_open_here(); });
    settle();
    enter((folder / "codes.gpl").string());
    run_until([&] { return snapshot().palette_offer != nullptr; });
    settle();
    click(control("question", {"Write as these"}));
    await_exact();
    EXPECT_EQ(snapshot().recipe->output.palette.size(), bands.size());
    for (const Swatch& swatch : snapshot().frequency->swatches)
        EXPECT_EQ(std::ranges::count(snapshot().recipe->palette.to, swatch.color), 1) << "as they look";
    click(in_panel({"Remove"}));
    await_exact();
    EXPECT_TRUE(snapshot().recipe->palette.to.empty());
}

TEST_F(GuideDrifting, FoldsNameTheirContentsOrTheSettingsInForce) {
    open(ramps(60, 40));
    EXPECT_TRUE(says("Method: where they drift"));
    EXPECT_TRUE(says("Source: profile, transparency, smoothing"));
    reduce({.source = {.profile = ProfileUse::ignore}});
    EXPECT_TRUE(says("Source: profile ignored"));
}

TEST_F(GuideDrifting, TheLineAtTheBottomNamesTheProfile) {
    std::vector<std::byte> file = encode_image(banded(), ImageFormat::png);
    // The numbers of Display P3 (ITU-T H.273) after the header.
    constexpr std::size_t header_end = 33;
    const std::string chunk("\0\0\0\4cICP\x0C\x0D\0\1\x6E\x03\xE3\xEF", 16);
    const auto bytes = std::as_bytes(std::span(chunk));
    file.insert(file.begin() + header_end, bytes.begin(), bytes.end());
    write_file_atomically(folder / "wide.png", file, Overwrite::no);
    app->session().open({folder / "wide.png"});
    await_exact();
    click(in_folds({"source"}));
    using Uses = std::vector<std::pair<const char*, const char*>>;
    for (const auto& [use, said] :
         Uses{{"Convert", "\u2192 sRGB"}, {"Keep", " kept"}, {"Ignore", " ignored"}}) {
        click(in_folds({"Profile", use}));
        await_exact();
        EXPECT_TRUE(says(said));
    }
}

TEST_F(GuideDrifting, TheLargeLineFollowsTheColors) {
    open(banded());
    EXPECT_TRUE(says("4 colours"));
    reduce({.shift = {.radius = 1.7}});
    EXPECT_TRUE(says("1 colour"));
    key(SDLK_z, KMOD_CTRL);
    await_exact();
    EXPECT_TRUE(says("4 colours")) << "undone";
}

}
}
