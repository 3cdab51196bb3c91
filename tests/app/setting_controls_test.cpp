#include "panel_fixture.h"
#include "pipeline/enumerators.h"
#include "pipeline/recipe_rows.h"

#include <SDL.h>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace huedrift::app {
namespace {

/// Where a setting's control is that its row alone does not tell.
struct SettingControl {
    std::string_view word;
    const char *window, *control, *part = nullptr;
};

constexpr SettingControl special_controls[]{
    {"weighting", "panel", "Weigh by", "Colours"},
    {"merge", "panel/folds", "same as radius"},
    {"join-by", "panel", "accents"},
    {"max-error", "panel", "by error"},
    {"error", "panel", "measure", "Largest"},
    {"alpha", "panel/folds", "Transparency", "Hard"},
    {"pixel-grid", "panel/folds", "Pixel grid", "Size"},
    {"tiles", "panel/folds", "Tiles", "8 \u00d7 8"},
    {"shared-color", "panel/folds", "shared##backdrop"},
    {"dither", "panel/folds", "Dither", "Everywhere"},
    {"matrix", "panel/folds", "Matrix", "4 \u00d7 4"},
    {"order", "panel/swatches", "order", "Code"},
};

// Made by hands on swatches and pictures, or of files that are opened.
constexpr std::string_view edits[]{"pin", "join", "recolor", "arrange"},
    files[]{"importance", "dither-mask", "to", "output-palette"};
// In the dialog of exports, whose tests look for them, and in command lines and the command palette alone.
constexpr std::string_view of_exports[]{"bits", "pad"},
    of_commands[]{"reserve", "transparent-index", "transfer", "max-iterations", "refine"};
/// Without a profile, a colour that a palette lacks, or hidden colours, the picture stays the same; a
/// distance to merge begins with the automatic one.
constexpr std::string_view without_effect[]{"profile", "strict", "hidden", "merge"};

bool is_in(std::span<const std::string_view> words, std::string_view word) {
    return std::ranges::find(words, word) != words.end();
}

/// Finds the controls of settings by recipe_rows(), so that a new row without a control is noticed.
class SettingControls : public PanelTest {
protected:
    SettingControls() { geometry = {.width = 1280, .height = 1700}; }

    /// Settings under which the one of this word matters and is shown.
    static Recipe around(std::string_view word) {
        Recipe recipe{.shift = {.radius = 0.05}, .palette = {.colors = 12}};
        if (word == "error") recipe = {.shift = {.radius = 0}, .palette = {.max_error = 0.02}};
        if (word == "snap") recipe = {.shift = {.radius = 0}, .palette = {.colors = 5}};
        if (word == "scale") recipe.labels.grid = {GridChoice::Kind::given, {4000, 4000}};
        if (word == "strength" || word == "diffusion") recipe.labels.dithering.method = Dither::everywhere;
        if (word == "matrix") recipe.labels.dithering.method = Dither::ordered;
        if (word == "tiles" || word == "palettes" || word == "shared-color")
            recipe = {.source = {.alpha = {.kind = AlphaMode::Kind::threshold, .threshold = 50}},
                      .shift = {.radius = 0},
                      .palette = {.colors = 3}};
        if (word == "palettes" || word == "shared-color") recipe.labels.tiles = TileSize{8, 8};
        if (word == "directly" || word == "strict" || word == "range") recipe.palette.to = bands;
        return recipe;
    }

    bool is_shown(const SettingControl& at) {
        const vulkan::BlankPictures blank(true);
        const auto draw = [&] { app->capture(); };
        return (at.part ? drawn_area(at.window, {at.control, at.part}, draw)
                        : drawn_area(at.window, {at.control}, draw))[2] > 0;
    }
    void press(const SettingControl& at) {
        click(at.part ? control(at.window, {at.control, at.part}) : control(at.window, {at.control}));
    }
    /// Changes a setting by its control; returns whether there is one.
    bool change(const RecipeRow& row) {
        const auto special = std::ranges::find(special_controls, row.word, &SettingControl::word);
        if (special != std::end(special_controls)) {
            if (!is_shown(*special)) return false;
            press(*special);
            return true;
        }
        const std::string field = "##" + std::string(row.word);
        const std::string now = value_text(row.get(*snapshot().recipe));
        for (const char* const window : {"panel/folds", "panel"}) {
            if (row.kind == RecipeKind::number) {
                if (!is_shown({row.word, window, field.c_str()})) continue;
                press({row.word, window, field.c_str()});
                enter(row.range.high >= 3 ? "3" : "0.3");
                return true;
            }
            const std::vector<std::string> names = row.names ? row.names() : std::vector<std::string>{};
            const std::vector<const char*> labels = row.labels ? row.labels() : std::vector<const char*>{};
            if (row.kind == RecipeKind::name && is_shown({row.word, window, field.c_str()})) { // a list
                press({row.word, window, field.c_str()});
                press({row.word, "##Combo_00", labels.back()});
                return true;
            }
            for (std::size_t i = 0; i < names.size(); ++i) {
                const SettingControl part{row.word, window, row.caption, labels[i]},
                    box{row.word, window, labels[i]};
                if (names[i] == now || !(is_shown(part) || is_shown(box))) continue;
                press(is_shown(part) ? part : box);
                return true;
            }
            if (row.kind == RecipeKind::flag && is_shown({row.word, window, row.caption})) {
                press({row.word, window, row.caption});
                return true;
            }
        }
        return false;
    }
    /// Differs where the result does.
    std::uint64_t print() {
        const Snapshot now = snapshot();
        const Result& result = *(now.weightings == Weightings::palette ? now.palette : now.frequency);
        std::uint64_t print = fingerprint(ResultPainter(result).whole());
        for (const Swatch& swatch : result.layers.list) print = print * 31 + swatch.color.code();
        return print * 31 + std::uint64_t(result.recipe.labels.scale);
    }
};

/// Soft ramps whose colours occur unequally often, a flat area, a hard edge, specks and half transparent
/// pixels.
Image varied() {
    Image image(64, 48);
    for (int y = 0; y < 48; ++y)
        for (int x = 0; x < 64; ++x) {
            Rgba8& pixel = image.pixels()[std::size_t(y * 64 + x)];
            pixel = {std::uint8_t(x * x / 16), std::uint8_t(y * y / 9), std::uint8_t(x < 32 ? 40 : 200), 255};
            if (x < 40 && y < 12) pixel = {40, 90, 160, 255};
            if ((y * 64 + x) % 97 == 0) pixel = {250, 240, 20, 255};
            if (x > 56) pixel.a = x > 60 ? 200 : 100;
        }
    return image;
}

TEST_F(SettingControls, ChangeWhatTheyShow) {
    open(varied());
    for (const char* const fold : {"method", "source", "finish"}) click(control("panel/folds", {fold}));
    for (const RecipeRow& row : recipe_rows()) {
        SCOPED_TRACE(row.word);
        const std::string_view word = row.word;
        if (is_in(edits, word) || is_in(files, word) || is_in(of_exports, word) || is_in(of_commands, word))
            continue;
        app->session().set(around(word), Weightings::frequency);
        await_exact();
        const RecipeValue value = row.get(*snapshot().recipe);
        const std::uint64_t before = print();
        if (!change(row)) {
            ADD_FAILURE() << "has no control";
            continue;
        }
        EXPECT_NE(row.get(*snapshot().recipe), value) << "its control does nothing";
        if (word == "strict") continue; // the picture has other colours
        await_exact();
        const bool shows = !is_in(without_effect, word);
        EXPECT_EQ(print() != before, shows) << "the result shows it or not";
    }
}

}
}
