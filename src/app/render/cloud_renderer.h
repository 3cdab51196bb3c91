#pragma once

#include "app/ui/camera.h"
#include "app/ui/geometry.h"
#include "app/ui/view_state.h"
#include "session/drifter.h"

#include <optional>

namespace huedrift::gpu {
class Device;
}

namespace huedrift::app {

struct FrameCommands;
class Presenter;

/// Colours on their way from the source to a result, at one moment.
struct Cloud {
    Area area;
    std::shared_ptr<const Drift> drift;
    Drift::Moment moment{};
    CloudProjection project{};      ///< onto pixels of the window
    float half_side = 1;            ///< of a point, pixels
    bool shows_results = false;     ///< points have the colours of the result instead of the source's
    std::optional<Rgb> highlight{}; ///< of the result's colours
    float dimming = 0;              ///< of the others, 0 to 1
    Rgb backdrop{};
    std::optional<Cone> missing_cone{}; ///< shown as seen without it
};

/// Draws a cloud; the nearest points hide what is behind them.
class CloudRenderer {
public:
    CloudRenderer(gpu::Device& device, const Presenter& presenter);
    ~CloudRenderer();

    /// How many points are drawn while one watches.
    std::size_t max_points() const;
    /// Brings the cloud to the device. Only once the device has finished the last frame, and before the next
    /// is recorded.
    void prepare(const Cloud& cloud);
    /// Draws what prepare() has brought.
    void draw(const FrameCommands& frame, const Cloud& cloud);

private:
    struct Native;

    gpu::Device& device_;
    std::unique_ptr<Native> native_;
};

}
