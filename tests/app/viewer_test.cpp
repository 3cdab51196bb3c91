#include "app/render/viewer.h"

#include "app/render/presenter.h"
#include "engines/vulkan_devices.h"
#include "virtual_display.h"

#include <gtest/gtest.h>

#include <cstdlib>

namespace huedrift::app {
namespace {

constexpr int width = 62, height = 3000;

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
    explicit Stage(std::uint64_t range)
        : devices_({.validation = true, .extensions = window_.vulkan_extensions()}),
          device_(devices_.open(choose_window_device(devices_.context(), window_).value(),
                                swapchain_extensions(window_))),
          presenter_(devices_.context(), *device_, window_), viewer_(*device_, presenter_, range),
          picture_(*device_, width, height) {
        window_.show();
        const Image image = distinct_pixels();
        gpu::upload(*device_, picture_.pixels, std::as_bytes(image.pixels()));
        const gpu::Shrink shrink(*device_);
        gpu::Recorder recorder(*device_);
        shrink.record(recorder, picture_.pixels, picture_.pyramid);
        recorder.run();
    }
    ~Stage() {
        for (const std::string& message : devices_.context().messages().take()) ADD_FAILURE() << message;
    }

    /// What the window shows of the picture at this zoom with `top` picture rows above the window.
    Image show(double zoom, double top) {
        Pane pane;
        pane.left = pane.result = &picture_;
        pane.corner = {0, -top * zoom};
        pane.zoom = zoom;
        Image capture;
        while (capture.pixels().empty()) {
            pane.area = {0, 0, presenter_.prepare()};
            viewer_.begin_frame();
            const PaneColors colors{};
            if (!pane.area.extent.empty())
                presenter_.draw(
                    {}, [&](FrameCommands& frame) { viewer_.draw(frame, pane, colors); }, &capture);
        }
        return capture;
    }
    /// A level of the pyramid, read back.
    Image level(std::size_t number) {
        const gpu::Pyramid::Level& level = picture_.pyramid.levels[number];
        Image image(int(level.width), int(level.height));
        gpu::read(*device_, {picture_.pyramid.smaller, level.offset, image.pixels().size_bytes()},
                  std::as_writable_bytes(image.pixels()));
        return image;
    }

private:
    Window window_{WindowGeometry{}, test_display()};
    VulkanDevices devices_;
    std::shared_ptr<gpu::Device> device_;
    Presenter presenter_;
    Viewer viewer_;
    DevicePicture picture_;
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

// Enough for the rows of a window, and far less than the picture.
constexpr std::uint64_t narrow = 4 * width * 1000;

TEST_F(ViewerTest, BindsTheRowsThatAreShownWhereNotAllCanBe) {
    Stage stage(narrow);
    for (const int top : {0, 63, 64, 1500, 2500}) expect_rows(stage.show(1, top), distinct_pixels(), top);
}

TEST_F(ViewerTest, HalfSizeShowsTheNextLevelAsItIs) {
    Stage stage(narrow / 2);
    for (const int top : {0, 100, 900}) expect_rows(stage.show(0.5, 2 * top), stage.level(1), top);
}

}
}
