#include "app/render/viewer.h"

#include "app/render/presenter.h"
#include "engines/vulkan_devices.h"
#include "image/mean_light.h"
#include "image/pixels.h"
#include "image/thumbnail.h"
#include "virtual_display.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace huedrift::app {
namespace {

constexpr int width = 62, height = 3000;
constexpr Rgb paper{90, 140, 200}; // behind what is transparent

/// No two rows and no two pixels of a row are alike.
Image distinct_pixels() {
    Image image(width, height);
    for (int i = 0; i < width * height; ++i)
        image.pixels()[std::size_t(i)] = {std::uint8_t(i % width * 4), std::uint8_t(i / width),
                                          std::uint8_t(i / width / 256 * 40), 255};
    return image;
}

/// A viewer whose bindings may span `range` bytes, with one picture.
class Stage {
public:
    explicit Stage(const Image& image, std::optional<std::uint64_t> range = {})
        : devices_({.validation = true, .extensions = window_.vulkan_extensions()}),
          device_(devices_.open(choose_window_device(devices_.context(), window_).value(),
                                swapchain_extensions(window_))),
          presenter_(devices_.context(), *device_, window_), viewer_(*device_, presenter_, range),
          picture_(*device_, image.width(), image.height()), other_(*device_, image.width(), image.height()) {
        window_.show();
        upload(picture_, image);
    }
    ~Stage() {
        for (const std::string& message : devices_.context().messages().take()) ADD_FAILURE() << message;
    }

    /// The window's part of the picture at this zoom with `top` picture rows above the window.
    Image show(double zoom, double top = 0) {
        Pane pane;
        pane.left = pane.result = &picture_;
        return show(pane, zoom, top);
    }
    /// The same of a preview, in place of the picture or compared with it.
    Image show_preview(const ShrunkImage& preview, double zoom, Comparison comparison,
                       std::optional<Rgb> highlight = {}) {
        const DevicePicture small(*device_, picture_.width, picture_.height, preview.halvings);
        upload(small, preview.image);
        Pane pane;
        pane.left = comparison == Comparison::none ? &small : &picture_;
        pane.right = comparison == Comparison::none ? nullptr : &small;
        pane.result = &small;
        pane.comparison = comparison;
        pane.divider = 4;
        pane.highlight = highlight;
        pane.dimming = 1;
        const Image capture = show(pane, zoom, 0);
        presenter_.wait();
        return capture;
    }
    /// How far the picture is from another, pixel by pixel.
    Image show_difference(const Image& other, double zoom) {
        upload(other_, other);
        Pane pane;
        pane.left = &picture_;
        pane.right = &other_;
        pane.comparison = Comparison::difference;
        return show(pane, zoom, 0);
    }
    /// Whether another frame, whose pictures have this version, draws them.
    bool draws_pictures(std::uint64_t version) {
        bool draws = false;
        const Scene scene{.paint_pictures = [&](FrameCommands&) { draws = true; },
                          .pictures_version = version,
                          .paint = [](FrameCommands&) {}};
        while (presenter_.prepare().empty() || !presenter_.draw(scene)) continue;
        return draws;
    }

private:
    void upload(const DevicePicture& picture, const Image& image) {
        vulkan::upload(*device_, picture.pixels, std::as_bytes(image.pixels()));
        const gpu::Shrink shrink(*device_);
        gpu::Slices slices(*device_);
        shrink.record(slices, picture.pixels, picture.pyramid);
        slices.finish();
    }
    Image show(Pane pane, double zoom, double top) {
        pane.corner = {0, -top * zoom};
        pane.zoom = zoom;
        Image capture;
        while (capture.pixels().empty()) {
            pane.area = {0, 0, presenter_.prepare()};
            viewer_.begin_frame();
            const PaneColors colors{.check_light = paper, .check_dark = paper, .backdrop = {}};
            if (!pane.area.extent.empty())
                presenter_.draw(
                    {.paint_pictures = [&](FrameCommands& frame) { viewer_.draw(frame, pane, colors); },
                     .pictures_version = ++version_,
                     .paint = [](FrameCommands&) {}},
                    &capture);
        }
        return capture;
    }

    Window window_{WindowGeometry{}, test_display()};
    VulkanDevices devices_;
    std::shared_ptr<vulkan::Device> device_;
    Presenter presenter_;
    std::uint64_t version_ = 0;
    Viewer viewer_;
    DevicePicture picture_, other_;
};

class ViewerTest : public testing::Test {
protected:
    void SetUp() override {
        const std::string& reason = virtual_display();
        if (reason.empty()) return;
        if (std::getenv("CI")) FAIL() << reason;
        GTEST_SKIP() << reason;
    }

    static void expect_rows(const Image& capture, const Image& expected, int top) {
        int wrong = 0;
        for (int y = 0; y < std::min(capture.height(), expected.height() - top); ++y)
            for (int x = 0; x < expected.width(); ++x)
                wrong += capture.pixels()[std::size_t(y * capture.width() + x)] !=
                         expected.pixels()[std::size_t((y + top) * expected.width() + x)];
        EXPECT_EQ(wrong, 0) << "from row " << top;
    }
};

/// The part of a capture that shows a picture from its corner at 1:step, only whole pixels.
Image shown_part(const Image& capture, const Image& image, double step) {
    Image part(std::min(int(image.width() / step), capture.width()),
               std::min(int(image.height() / step), capture.height()));
    for (int i = 0; i < part.width() * part.height(); ++i)
        part.pixels()[std::size_t(i)] =
            capture.pixels()[std::size_t(i / part.width() * capture.width() + i % part.width())];
    return part;
}

/// The mean over a window pixel at 1:step in double. It covers pixels that are means themselves, of as many
/// rows and columns as the largest power of two up to the step.
PixelLight mean_of_window_pixel(const Image& image, int x, int y, double step) {
    const double side = std::exp2(std::floor(std::log2(step)));
    const auto within = [&](int length, int at) {
        return std::array{at * step / side, std::min((at + 1) * step, double(length)) / side};
    };
    const auto [left, right] = within(image.width(), x);
    const auto [top, bottom] = within(image.height(), y);
    PixelLight sum;
    for (int v = int(top); v < bottom; ++v)
        for (int u = int(left); u < right; ++u)
            sum.add(mean_light(image, u * side, v * side, (u + 1) * side, (v + 1) * side),
                    share_of(u, left, right) * share_of(v, top, bottom));
    PixelLight mean;
    mean.add(sum, 1 / ((right - left) * (bottom - top)));
    return mean;
}

void expect_twin(Stage& stage, const Image& image, double step) {
    const Image part = shown_part(stage.show(1 / step), image, step);
    double largest = 0;
    for (int i = 0; i < part.width() * part.height(); ++i) {
        const PixelLight mean = mean_of_window_pixel(image, i % part.width(), i / part.width(), step);
        const Rgba8 pixel = part.pixels()[std::size_t(i)];
        const std::array<std::uint8_t, 3> codes{pixel.r, pixel.g, pixel.b}, behind{paper.r, paper.g, paper.b};
        for (std::size_t c = 0; c < 3; ++c)
            largest = std::max(largest,
                               std::abs(mean.code(c) * mean.alpha + behind[c] * (1 - mean.alpha) - codes[c]));
    }
    EXPECT_LE(largest, 0.75) << "1:" << step; // of codes that the window rounds
}

/// The code of the mean of all light that is shown.
double tone(const Image& part) { return mean_light(part, 0, 0, part.width(), part.height()).code(1); }

Image opaque_noise(int columns, int rows) {
    Image image(columns, rows, noise_pixels(std::size_t(columns * rows), 7));
    for (Rgba8& pixel : image.pixels()) pixel.a = 255;
    return image;
}

// Enough for the rows of a window, and far less than the picture.
constexpr std::uint64_t narrow = 4 * width * 1000;

TEST_F(ViewerTest, DrawsPicturesAgainOnlyIfTheirVersionDiffers) {
    Stage stage(distinct_pixels());
    EXPECT_TRUE(stage.draws_pictures(1));
    for (int frame = 0; frame < 4; ++frame)
        EXPECT_FALSE(stage.draws_pictures(1)); // more than there are images
    EXPECT_TRUE(stage.draws_pictures(2));
}

TEST_F(ViewerTest, BindsTheRowsThatAreShownWhereNotAllCanBe) {
    Stage stage(distinct_pixels(), narrow);
    for (const int top : {0, 63, 64, 1500, 2500}) expect_rows(stage.show(1, top), distinct_pixels(), top);
}

TEST_F(ViewerTest, BindsTheRowsOfALevelThatAreShown) {
    Stage all(distinct_pixels()), some(distinct_pixels(), narrow + narrow / 4);
    for (const double step : {2.0, 2.5})
        for (const int top : {0, 250, 1300})
            EXPECT_TRUE(
                std::ranges::equal(all.show(1 / step, top).pixels(), some.show(1 / step, top).pixels()))
                << top << " at 1:" << step;
}

TEST_F(ViewerTest, PixelsAreExactFrom1To1) {
    const Image image = opaque_noise(200, 150);
    Stage stage(image);
    for (const int zoom : {1, 2, 3}) {
        const Image capture = stage.show(zoom);
        int wrong = 0;
        for (int y = 0; y < std::min(capture.height(), 150 * zoom); ++y)
            for (int x = 0; x < std::min(capture.width(), 200 * zoom); ++x)
                wrong += capture.pixels()[std::size_t(y * capture.width() + x)] !=
                         image.pixels()[std::size_t(y / zoom * 200 + x / zoom)];
        EXPECT_EQ(wrong, 0) << zoom << ":1";
    }
}

/// Squares of 4 x 4 equal pixels.
Image squares() {
    const Image small = opaque_noise(50, 37);
    Image image(199, 147);
    for (int i = 0; i < 199 * 147; ++i)
        image.pixels()[std::size_t(i)] = small.pixels()[std::size_t(i / 199 / 4 * 50 + i % 199 / 4)];
    return image;
}

TEST_F(ViewerTest, APreviewIsShownInThePlaceOfItsPicture) {
    const Image image = squares();
    const ShrunkImage preview = shrunk(image, 50 * 37);
    ASSERT_EQ(preview.halvings, 2);
    Stage stage(image);
    for (const int zoom : {1, 3}) {
        const Image alone = shown_part(stage.show_preview(preview, zoom, Comparison::none), image, 1),
                    wiped = shown_part(stage.show_preview(preview, zoom, Comparison::wipe), image, 1),
                    whole = shown_part(stage.show(zoom), image, 1);
        EXPECT_TRUE(std::ranges::equal(alone.pixels(), whole.pixels())) << zoom << ":1";
        EXPECT_TRUE(std::ranges::equal(wiped.pixels(), whole.pixels())) << zoom << ":1";
    }
    for (const double step : {2.0, 4.0, 9.0}) {
        const Image alone = shown_part(stage.show_preview(preview, 1 / step, Comparison::none), image, step),
                    whole = shown_part(stage.show(1 / step), image, step);
        for (std::size_t i = 0; i < whole.pixels().size(); ++i)
            ASSERT_NEAR(alone.pixels()[i].g, whole.pixels()[i].g, 1) << "1:" << step;
    }
    for (const double step : {0.5, 1.0, 3.0, 8.0})
        for (const Image part = shown_part(stage.show_preview(preview, 1 / step, Comparison::difference),
                                           image, std::max(step, 1.0));
             const Rgba8& pixel : part.pixels())
            ASSERT_LT(pixel.r, 32) << "1:" << step; // the coldest
}

TEST_F(ViewerTest, APreviewsColoursAreHighlighted) {
    const Image image = squares();
    Stage stage(image);
    const Rgba8 chosen = image.pixels()[199 * 20 + 30];
    const Image capture = shown_part(
        stage.show_preview(shrunk(image, 50 * 37), 1, Comparison::none, Rgb{chosen.r, chosen.g, chosen.b}),
        image, 1);
    for (std::size_t i = 0; i < capture.pixels().size(); ++i) {
        const Rgba8 pixel = image.pixels()[i];
        ASSERT_EQ(capture.pixels()[i], pixel == chosen ? pixel : (Rgba8{0, 0, 0, 255})) << i;
    }
}

TEST_F(ViewerTest, BelowThatItShowsMeansOfLight) {
    for (const auto& [columns, rows] : {std::pair{331, 277}, {64, 64}, {1, 97}}) {
        const Image image(columns, rows, noise_pixels(std::size_t(columns * rows), 7));
        Stage stage(image);
        for (const double step : {1.01, 1.3, 1.9, 2.0, 2.7, 3.0, 4.0, 5.3, 7.0, 11.9, 40.0})
            if (step <= std::min(columns, rows)) expect_twin(stage, image, step);
    }
}

TEST_F(ViewerTest, DitheringKeepsItsToneAtEveryZoom) {
    const Image image = dithered_grey(672, 448);
    Stage stage(image);
    for (const double step : {2.0, 3.0, 7.0, 1.25, 2.5, 3.7, 14.0})
        EXPECT_NEAR(tone(shown_part(stage.show(1 / step), image, step)), 0x80, 1.1) << "1:" << step;
    for (const int step : {7, 8, 16})
        for (const Image part = shown_part(stage.show(1.0 / step), image, step);
             const Rgba8& pixel : part.pixels())
            ASSERT_NEAR(pixel.g, 0x80, 2) << "1:" << step;
}

TEST_F(ViewerTest, StripesAndChecksAreHalfTheLight) {
    Image stripes(504, 336), checks(504, 336);
    for (int i = 0; i < 504 * 336; ++i) {
        const auto white = [](int odd) { return odd == 1 ? Rgba8{255, 255, 255, 255} : Rgba8{0, 0, 0, 255}; };
        stripes.pixels()[std::size_t(i)] = white(i % 504 % 2);
        checks.pixels()[std::size_t(i)] = white((i % 504 + i / 504) % 2);
    }
    for (const Image& image : {stripes, checks}) {
        Stage stage(image);
        for (const int step : {2, 3, 7})
            for (const Image part = shown_part(stage.show(1.0 / step), image, step);
                 const Rgba8& pixel : part.pixels())
                ASSERT_NEAR(pixel.g, 188, 1) << "1:" << step; // that of half the light
    }
}

TEST_F(ViewerTest, TransparentPixelsAddNoColor) {
    Image image(211, 173);
    for (int i = 0; i < 211 * 173; ++i)
        image.pixels()[std::size_t(i)] =
            i % 5 == 0 || i % 211 > 100 ? Rgba8{255, 0, 0, 0} : Rgba8{paper.r, paper.g, paper.b, 255};
    Stage stage(image);
    for (const double step : {1.5, 2.0, 3.0, 7.0})
        for (const Image part = shown_part(stage.show(1 / step), image, step);
             const Rgba8& pixel : part.pixels()) {
            ASSERT_NEAR(pixel.r, paper.r, 1) << "1:" << step;
            ASSERT_NEAR(pixel.g, paper.g, 1) << "1:" << step;
            ASSERT_NEAR(pixel.b, paper.b, 1) << "1:" << step;
        }
}

TEST_F(ViewerTest, DifferencesAreThoseOfTheMeans) {
    Image flat(448, 448);
    std::ranges::fill(flat.pixels(), Rgba8{128, 128, 128, 255});
    Stage stage(flat);
    // Near the coldest of the colours; pixel by pixel all is hot.
    const Image grey = dithered_grey(448, 448);
    for (const Image part = shown_part(stage.show_difference(grey, 1.0 / 8), flat, 8);
         const Rgba8& pixel : part.pixels())
        ASSERT_LT(pixel.r, 32);
    for (const Image part = shown_part(stage.show_difference(grey, 1), flat, 1);
         const Rgba8& pixel : part.pixels())
        ASSERT_GT(pixel.r, 224);
}

}
}
