#pragma once

#include "app/ui/camera.h"
#include "app/ui/view_state.h"
#include "session/drifter.h"
#include "vulkan/device.h"

#include <optional>

namespace huedrift::app {

struct FrameCommands;
class Presenter;

/// Colours between the source and a result, at one moment.
struct Cloud {
    Area area;
    std::shared_ptr<const Drift> drift;
    Drift::Moment moment{};
    CloudProjection project{};      ///< onto pixels of the window
    float half_side = 1;            ///< of a point, pixels
    bool shows_results = false;     ///< points have the colours of the result, not of the source
    std::optional<Rgb> highlight{}; ///< one of the result's colours
    float dimming = 0;              ///< of all other colours, 0 to 1
    Rgb backdrop{};
    std::optional<Cone> missing_cone{}; ///< simulates vision without it
};

/// Draws a cloud; near points hide the ones behind them.
class CloudRenderer {
public:
    CloudRenderer(vulkan::Device& device, const Presenter& presenter);
    ~CloudRenderer();

    /// The number of points that it draws fast enough for animation, and that the device has memory for as
    /// far as known.
    std::size_t max_points() const;
    /// Uploads the cloud, unless it has more points. If the device has no memory for it, returns false:
    /// max_points() is then smaller than before. Only after the device has finished the last frame, and
    /// before the next is recorded.
    bool prepare(const Cloud& cloud);
    /// Draws the cloud that prepare() uploaded, if it did.
    void draw(const FrameCommands& frame, const Cloud& cloud);

private:
    struct Native;

    vulkan::Device& device_;
    vulkan::DeviceObjects<Native> native_;
};

}
