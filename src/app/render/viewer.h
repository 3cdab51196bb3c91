#pragma once

#include "app/ui/camera.h"
#include "app/ui/view_state.h"
#include "color/oklab.h"
#include "gpu/picture/shown_picture.h"

#include <array>
#include <optional>

namespace huedrift::app {

struct FrameCommands;
class Presenter;

/// A picture in device memory, and its smaller versions. Pixels are RGBA8. After `halvings` of its sides, one
/// pixel stands for a square of them.
struct DevicePicture {
    /// `memory` is for the pixels themselves.
    DevicePicture(const vulkan::Device& device, int width, int height, int halvings = 0,
                  vulkan::Memory memory = vulkan::Memory::device);

    /// A level by its number of halvings, at least `halvings`.
    const gpu::Pyramid::Level& level(std::size_t number) const {
        return pyramid.levels[number - std::size_t(halvings)];
    }
    std::size_t last_level() const { return std::size_t(halvings) + pyramid.levels.size() - 1; }

    int width, height, halvings;
    gpu::Pyramid pyramid;
    vulkan::Buffer pixels;
};

enum class Comparison { none, wipe, difference };

/// The colours of a pane around its picture.
struct PaneColors {
    Rgb check_light, check_dark, backdrop;
    float check_side = 8; ///< pixels

    friend bool operator==(const PaneColors&, const PaneColors&) = default;
};

/// The content of a pane. Its pictures have the same size.
struct Pane {
    Area area;
    const DevicePicture* left = nullptr;
    const DevicePicture* right = nullptr;  ///< none: only `left` is shown
    const DevicePicture* result = nullptr; ///< the picture for `highlight`
    Point corner;                          ///< of the picture, relative to the area's
    double zoom = 1;
    Comparison comparison = Comparison::none;
    double divider = 0;                 ///< of a wipe, from the left of the area
    std::optional<Rgb> highlight{};     ///< one of the result's colours
    float dimming = 0;                  ///< of all other colours, 0 to 1
    float hottest = 0.1f;               ///< Oklab distance at the end of the ramp
    std::optional<Cone> missing_cone{}; ///< simulates vision without it

    friend bool operator==(const Pane&, const Pane&) = default;
};

/// Draws pictures.
class Viewer {
public:
    /// At most this many panes; a wipe counts as two. 8 of the canvas, and the thumbnails of a wide window.
    static constexpr std::uint32_t max_parts = 136;

    Viewer(const vulkan::Device& device, const Presenter& presenter,
           std::optional<std::uint64_t> largest_range = {});
    ~Viewer();

    /// Frees the resources of the last frame. Only after the device has finished it.
    void begin_frame();
    /// Draws at most `max_parts` panes a frame. Skips further panes and empty ones.
    void draw(const FrameCommands& frame, const Pane& pane, const PaneColors& colors);

private:
    struct Native;

    /// Draws the columns `from` to `to` of the window.
    void draw_columns(const FrameCommands& frame, const Pane& pane, const PaneColors& colors, int from,
                      int to);

    const vulkan::Device& device_;
    std::uint64_t largest_range_;
    vulkan::DeviceObjects<Native> native_;
};

}
