#include "app/ui/settings.h"

#include "app/ui/theme.h"
#include "app/ui/window.h"
#include "environment.h"
#include "expect_error.h"
#include "image/picture_filter.h"
#include "temporary_folder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sys/stat.h>
#include <vector>

namespace huedrift::app {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

Settings unusual() {
    return {.brightness = Brightness::light,
            .scale = 1.75,
            .geometry = {.x = -20, .y = 40, .width = 900, .height = 700, .maximised = true},
            .panel = {.shown = false, .width = 412.5},
            .compare = Compare::wipe,
            .shows_grid = false,
            .plays = false,
            .exports = {.format = ".webp", .folder = "/out", .parts = {".gpl", "-masks"}},
            .recent = {"/a/b c.png", "/d.jpg"},
            .recent_palettes = {"/e.gpl"},
            .wanted = SessionSettings{.recipe = {.source = {.smooth = 3, .transfer = Transfer::linear},
                                                 .shift = {.radius = 0.123,
                                                           .weighting = Weighting::palette,
                                                           .max_iterations = 0,
                                                           .merge = 0.01}},
                                      .weightings = Weightings::both},
            .presets = {
                {"a", {.recipe = {.shift = {.radius = 0.5}}}},
                {"b \u00e9",
                 {.recipe = {.shift = {.weighting = Weighting::palette}}, .weightings = Weightings::both}}}};
}

TEST(Settings, SurviveWritingAndReading) {
    const TemporaryFolder folder;
    const auto path = folder / "new" / "huedrift" / "settings.json";
    save_settings(unusual(), path);
    const LoadedSettings loaded = load_settings(path);
    EXPECT_EQ(loaded.notice, "");
    EXPECT_EQ(loaded.settings, unusual());
    save_settings({}, path);
    EXPECT_EQ(load_settings(path).settings, Settings{});
}

TEST(Settings, AreTheDefaultsWithoutAFile) {
    const TemporaryFolder folder;
    const LoadedSettings loaded = load_settings(folder / "settings.json");
    EXPECT_EQ(loaded.notice, "");
    EXPECT_EQ(loaded.settings, Settings{.hint = 0}) << "a first start has hints";
    EXPECT_THAT(folder.names(), IsEmpty());
}

TEST(Settings, ADamagedFileIsSetAside) {
    for (const char* text :
         {"", "{", "[1, 2]", "{\"scale\": \"big\"}", "{\"recent\": 7}", "{\"shows_grid\": 0}",
          "{\"parameters\": []}", "{\"presets\": [3]}", "{\"window\": {\"width\": null}}", "\x80\xff"}) {
        const TemporaryFolder folder;
        write_text(folder / "settings.json", text);
        const LoadedSettings loaded = load_settings(folder / "settings.json");
        EXPECT_EQ(loaded.settings, Settings{}) << text;
        EXPECT_THAT(loaded.notice, HasSubstr("settings.json.damaged")) << text;
        EXPECT_EQ(read_text(folder / "settings.json.damaged"), text);
        EXPECT_EQ(folder.names().size(), 1u);
    }
}

TEST(Settings, SetAsideAnythingThatIsNotAFile) {
    for (const bool pipe : {false, true}) {
        const TemporaryFolder folder;
        const auto path = folder / "settings.json";
        ASSERT_TRUE(pipe ? ::mkfifo(path.c_str(), 0600) == 0 : std::filesystem::create_directory(path));
        const LoadedSettings loaded = load_settings(path);
        EXPECT_EQ(loaded.settings, Settings{});
        EXPECT_THAT(loaded.notice, HasSubstr("settings.json.damaged"));
        save_settings(unusual(), path);
        EXPECT_EQ(load_settings(path).settings, unusual());
    }
}

TEST(Settings, AFileThatCannotBeSetAsideStaysAndTheNoticeSaysSo) {
    const TemporaryFolder folder;
    write_text(folder / "settings.json", "{");
    std::filesystem::create_directories(folder / "settings.json.damaged" / "full"); // in the way
    const LoadedSettings loaded = load_settings(folder / "settings.json");
    EXPECT_EQ(loaded.settings, Settings{});
    EXPECT_THAT(loaded.notice, HasSubstr("cannot be moved"));
    EXPECT_FALSE(loaded.may_save);
    EXPECT_EQ(read_text(folder / "settings.json"), "{");
}

TEST(Settings, AFileThatCannotBeReadStaysAndTheNoticeSaysSo) {
    // A file whose reading fails, and one that is not reached.
    for (const char* const target : {"/proc/self/mem", "settings.json"}) {
        const TemporaryFolder folder;
        std::filesystem::create_symlink(target, folder / "settings.json");
        const LoadedSettings loaded = load_settings(folder / "settings.json");
        EXPECT_EQ(loaded.settings, Settings{}) << target;
        EXPECT_THAT(loaded.notice, HasSubstr("cannot be read")) << target;
        EXPECT_FALSE(loaded.may_save) << target;
        EXPECT_TRUE(std::filesystem::is_symlink(folder / "settings.json")) << target;
    }
}

TEST(Settings, ClampNumbersToTheirType) {
    const auto settings = parse_settings(R"({"scale": -1e300, "window": {"width": 1e300, "height": -1e300,
        "x": 9e18, "y": -18446744073709551615}, "panel": {"width": 1e300}, "parameters": {"smooth": 1e10, "max_iterations": -7}})");
    ASSERT_TRUE(settings);
    EXPECT_EQ(settings->scale, 0.5);
    EXPECT_EQ(settings->geometry.width, 32768);
    EXPECT_EQ(settings->geometry.height, 320);
    EXPECT_EQ(settings->geometry.x, std::numeric_limits<int>::max());
    EXPECT_EQ(settings->geometry.y, std::numeric_limits<int>::min());
    EXPECT_EQ(settings->panel.width, PanelSettings::widest);
    EXPECT_EQ(settings->wanted->recipe.source.smooth, largest_smooth_radius);
    EXPECT_EQ(settings->wanted->recipe.shift.max_iterations, 0u);
}

TEST(Settings, MayBeNestedToAnyDepth) {
    constexpr std::size_t depth = 1'000'000;
    const std::string deep = std::string(depth, '[') + std::string(depth, ']');
    for (const std::string place : {"window", "parameters", "news"})
        EXPECT_EQ(parse_settings("{\"" + place + "\": {\"news\": " + deep + "}}"),
                  place == "parameters" ? Settings{.wanted = SessionSettings{}} : Settings{})
            << place;
}

TEST(Settings, ReadTheKnownPartOfALaterVersion) {
    const TemporaryFolder folder;
    write_text(
        folder / "settings.json",
        R"({"theme": "sepia", "compare": "wipe", "news": {}, "scale": 99, "parameters": {"radius": -3}})");
    const LoadedSettings loaded = load_settings(folder / "settings.json");
    EXPECT_EQ(loaded.notice, "");
    EXPECT_EQ(loaded.settings.brightness, Brightness::dark);
    EXPECT_EQ(loaded.settings.compare, Compare::wipe);
    EXPECT_EQ(loaded.settings.scale, 4);
    EXPECT_EQ(loaded.settings.wanted->recipe.shift.radius, 0);
}

TEST(Settings, ReadAnEarlierVersion) {
    const auto settings = parse_settings(R"({"parameters": {"radius": 0.2, "weighting": "both",
        "transfer": "linear", "smooth": 2, "merge": 0.01, "max_iterations": 7}})");
    ASSERT_TRUE(settings);
    EXPECT_EQ(settings->wanted,
              (SessionSettings{.recipe = {.source = {.smooth = 2, .transfer = Transfer::linear},
                                          .shift = {.radius = 0.2,
                                                    .weighting = Weighting::palette,
                                                    .max_iterations = 7,
                                                    .merge = 0.01}},
                               .weightings = Weightings::both}));
}

TEST(Settings, ListRecentFilesOnceNewestFirst) {
    Settings settings;
    for (int i = 0; i < 30; ++i) remember(settings.recent, std::filesystem::path(std::to_string(i) + ".png"));
    remember(settings.recent, std::filesystem::path("25.png"));
    ASSERT_EQ(settings.recent.size(), 12u);
    EXPECT_EQ(settings.recent[0], "25.png");
    EXPECT_EQ(settings.recent[1], "29.png");
    EXPECT_EQ(std::ranges::count(settings.recent, std::filesystem::path("25.png")), 1);
}

TEST(Settings, OfTwoWindowsAreMerged) {
    const Settings before{.recent = {"/b.png", "/a.png"}};
    Settings now = before, file = before;
    remember(file.recent, std::filesystem::path("/other.png"));
    file.scale = 2;
    file.hint = 1;
    EXPECT_EQ(merged(now, before, file), file) << "this window has changed nothing";
    remember(now.recent, std::filesystem::path("/c.png"));
    remember(now.recent, std::filesystem::path("/a.png"));
    remember(now.recent_palettes, std::filesystem::path("/p.gpl"));
    now.brightness = Brightness::light;
    const Settings both = merged(now, before, file);
    EXPECT_EQ(both.recent, (std::vector<std::filesystem::path>{"/a.png", "/c.png", "/other.png", "/b.png"}));
    EXPECT_EQ(both.recent_palettes, now.recent_palettes);
    EXPECT_EQ(both.brightness, Brightness::light);
    EXPECT_EQ(both.scale, 2);
    EXPECT_EQ(both.hint, 1u);
}

TEST(Settings, ARecentFileOfAnotherWindowStaysAmongMany) {
    Settings before;
    for (int i = 0; i < 12; ++i) remember(before.recent, std::filesystem::path(std::to_string(i) + ".png"));
    Settings now = before, file = before;
    remember(file.recent, std::filesystem::path("other.png"));
    remember(now.recent, std::filesystem::path("mine.png"));
    const std::vector<std::filesystem::path> both = merged(now, before, file).recent;
    ASSERT_EQ(both.size(), 12u);
    EXPECT_EQ(both[0], "mine.png");
    EXPECT_EQ(both[1], "other.png");
    EXPECT_EQ(both[2], "11.png");
}

TEST(Settings, LieInTheDesktopsConfigurationFolder) {
    const Environment home("HOME", "/home/a");
    {
        const Environment config("XDG_CONFIG_HOME", "/etc/b");
        EXPECT_EQ(settings_path(), "/etc/b/huedrift/settings.json");
    }
    const Environment relative("XDG_CONFIG_HOME", "b");
    EXPECT_EQ(settings_path(), "/home/a/.config/huedrift/settings.json");
    const Environment homeless("HOME", nullptr);
    EXPECT_EQ(settings_path(), "");
    expect_error([] { save_settings({}, settings_path()); }, ErrorKind::output, {"HOME"});
}

TEST(Settings, ReportAFailedWrite) {
    const TemporaryFolder folder;
    write_text(folder / "file", "");
    expect_error([&] { save_settings({}, folder / "file" / "settings.json"); }, ErrorKind::output, {"file"});
}

/// Relative luminance, WCAG 2.1.
double luminance(Rgb color) {
    const auto linear = [](std::uint8_t value) {
        const double v = value / 255.0;
        return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(color.r) + 0.7152 * linear(color.g) + 0.0722 * linear(color.b);
}

/// Contrast ratio, WCAG 2.1: 1 to 21.
double contrast(Rgb a, Rgb b) {
    const auto [low, high] = std::minmax({luminance(a), luminance(b)});
    return (high + 0.05) / (low + 0.05);
}

TEST(Theme, ContrastMatchesTheStandardsExamples) {
    EXPECT_DOUBLE_EQ(contrast({0, 0, 0}, {255, 255, 255}), 21);
    EXPECT_NEAR(contrast({0x77, 0x77, 0x77}, {255, 255, 255}), 4.48, 0.005);
}

TEST(Theme, TextsPassWcagAa) {
    constexpr double aa = 4.5, aa_of_shapes = 3;
    for (const Brightness brightness : {Brightness::dark, Brightness::light}) {
        const Theme& theme = Theme::of(brightness);
        SCOPED_TRACE(brightness == Brightness::dark ? "dark" : "light");
        for (const Rgb surface : {theme.canvas, theme.panel, theme.raised, theme.hovered}) {
            EXPECT_GE(contrast(theme.text, surface), aa) << hex_code(surface);
            EXPECT_GE(contrast(theme.muted, surface), aa) << hex_code(surface);
            EXPECT_GE(contrast(theme.warning, surface), aa) << hex_code(surface);
            EXPECT_GE(contrast(theme.accent, surface), aa_of_shapes) << hex_code(surface);
        }
        EXPECT_GE(contrast(theme.text, theme.pressed), aa);
        EXPECT_GE(contrast(theme.accent, theme.panel), aa); // the names of keys
        EXPECT_GE(contrast(theme.on_accent, theme.accent), aa);
    }
}

TEST(Theme, AnUncheckedBoxIsVisible) {
    constexpr double aa_of_shapes = 3;
    for (const Brightness brightness : {Brightness::dark, Brightness::light}) {
        const Theme& theme = Theme::of(brightness);
        EXPECT_GE(contrast(theme.outline, theme.panel), aa_of_shapes);
        EXPECT_GE(contrast(theme.outline, theme.raised), aa_of_shapes);
    }
}

constexpr Extent min{.width = 640, .height = 400};
// A small screen left of a large one, both below a bar of 30 pixels.
const std::vector<Area> displays{{.x = 0, .y = 30, .extent = {.width = 1024, .height = 738}},
                                 {.x = 1024, .y = 30, .extent = {.width = 2560, .height = 1410}}};

WindowGeometry geometry(std::optional<int> x, std::optional<int> y, int width, int height,
                        bool maximised = false) {
    return {.x = x, .y = y, .width = width, .height = height, .maximised = maximised};
}

TEST(WindowPlacement, KeepsAWindowThatFits) {
    for (const auto& it :
         {geometry(10, 40, 800, 600), geometry(1100, 40, 2400, 1300), geometry({}, {}, 800, 600)})
        EXPECT_EQ(placed(it, displays, min), it);
}

TEST(WindowPlacement, TheFirstWindowLeavesRoomForTheDesktopsBars) {
    const std::vector<Area> small{{.x = 0, .y = 0, .extent = {.width = 1280, .height = 800}}},
        large{{.x = 0, .y = 0, .extent = {.width = 2560, .height = 1440}}};
    EXPECT_EQ(first_geometry({}, small), geometry({}, {}, 1152, 720));
    EXPECT_EQ(first_geometry({}, large), WindowGeometry{});
    EXPECT_EQ(first_geometry(geometry({}, {}, 1280, 799), small), geometry({}, {}, 1280, 799));
}

TEST(WindowPlacement, ASizeBeyondItsDisplayIsCutToItAndMaximised) {
    EXPECT_EQ(placed(geometry({}, {}, 1280, 800), displays, min), geometry({}, {}, 1024, 738, true));
    EXPECT_EQ(placed(geometry(1500, 100, 9999, 9999), displays, min), geometry(1500, 100, 2560, 1410, true));
}

TEST(WindowPlacement, APositionOutOfReachIsForgotten) {
    EXPECT_EQ(placed(geometry(4000, 40, 800, 600), displays, min), geometry({}, {}, 800, 600));
    EXPECT_EQ(placed(geometry(10, -500, 800, 600), displays, min), geometry({}, {}, 800, 600));
    const WindowGeometry half_outside = geometry(-700, 40, 800, 600);
    EXPECT_EQ(placed(half_outside, displays, min), half_outside);
}

TEST(WindowPlacement, TooSmallASizeIsRaisedUnlessTheDisplayIsSmallerStill) {
    EXPECT_EQ(placed(geometry({}, {}, 1, 1), displays, min), geometry({}, {}, 640, 400));
    EXPECT_EQ(placed(geometry({}, {}, 1, 1), {}, min), geometry({}, {}, 640, 400));
    const std::vector<Area> tiny{{.x = 0, .y = 0, .extent = {.width = 320, .height = 240}}};
    EXPECT_EQ(placed(geometry({}, {}, 1, 1), tiny, min), geometry({}, {}, 320, 240, true));
}

}
}
