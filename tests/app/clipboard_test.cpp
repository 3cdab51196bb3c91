#include "base/clipboard.h"
#include "base/input_file.h"
#include "image/load.h"
#include "image/save.h"
#include "window_fixture.h"

#include <SDL_clipboard.h>
#include <SDL_keycode.h>

#include <algorithm>
#include <memory>

namespace huedrift::app {
namespace {

/// By the real xclip on the tests' display.
class ClipboardTest : public WindowTest {
protected:
    void SetUp() override {
        WindowTest::SetUp();
        if (IsSkipped() || HasFatalFailure()) return;
        if (!huedrift::run_program({"xclip", "-version"}, {}, 0, std::chrono::seconds(10)))
            GTEST_SKIP() << "no xclip";
    }
    static LoadedImage pasted() { return load_image_file(Location::clipboard()); }
};

TEST_F(ClipboardTest, TheResultIsCopiedAsItIsShown) {
    const Image image = ramps(60, 40);
    open(image);
    key(SDLK_c, KMOD_LCTRL);
    run_until([&] { return !snapshot().exporting; });
    EXPECT_EQ(snapshot().notice, "");
    EXPECT_EQ(snapshot().exported, "Copied the result");
    EXPECT_TRUE(std::ranges::equal(pasted().image.pixels(), reduced(image, {}).pixels()));
}

TEST_F(ClipboardTest, ThePaletteIsCopiedAsText) {
    open(ramps(60, 40));
    key(SDLK_c, KMOD_LCTRL | KMOD_LSHIFT);
    settle();
    std::string codes;
    for (const Swatch& swatch : snapshot().frequency->swatches) codes += hex_code(swatch.color) + "\n";
    const std::unique_ptr<char, decltype(&SDL_free)> copied(SDL_GetClipboardText(), SDL_free);
    EXPECT_EQ(copied.get(), codes);
}

TEST_F(ClipboardTest, APictureIsPasted) {
    const Image image = ramps(31, 17);
    copy_png(encode_image(image, ImageFormat::png));
    key(SDLK_v, KMOD_LCTRL);
    run_until([&] { return snapshot().exact(); });
    ASSERT_TRUE(snapshot().document);
    EXPECT_TRUE(std::ranges::equal(snapshot().document->image->pixels(), image.pixels()));
    EXPECT_EQ(suggested_target(*snapshot().document, {.shift = {.radius = 0.05}}), "clipboard-r0.05.png");
    EXPECT_EQ(suggested_target(*snapshot().document, {.palette = {.colors = 8}}), "clipboard-8-colours.png");
    EXPECT_TRUE(snapshot().document->path.is_clipboard());
}

TEST_F(ClipboardTest, EachPastedPictureHasEditsOfItsOwn) {
    const auto paste = [&](int width) {
        copy_png(encode_image(ramps(width, 10), ImageFormat::png));
        key(SDLK_v, KMOD_LCTRL);
        run_until([&] {
            const Snapshot now = snapshot();
            return now.document && now.document->image->width() == width && now.exact();
        });
    };
    paste(31);
    app->session().set(pinned(snapshot().recipe, Rgb{1, 2, 3}));
    run_until([&] { return snapshot().exact(); });
    paste(20);
    EXPECT_TRUE(snapshot().recipe.shift.pins.empty());
    settle();
}

TEST_F(ClipboardTest, WithoutAPictureOnItNothingIsOpened) {
    open(ramps(20, 10));
    key(SDLK_c, KMOD_LCTRL | KMOD_LSHIFT); // text, which this window itself answers for
    key(SDLK_v, KMOD_LCTRL);
    run_until([&] { return !snapshot().notice.empty(); });
    EXPECT_NE(snapshot().notice.find("no picture on the clipboard"), std::string::npos);
    EXPECT_EQ(snapshot().document->image->width(), 20);
}

}
}
