#pragma once

#include "app/canvas/cloud_marks.h"
#include "app/ui/frame_context.h"

#include <vector>

namespace huedrift::app {

/// The colours of the picture in Oklab, the modes as discs, and the trajectories that end at the selected
/// colour. Dragging rotates, the wheel zooms, a double click resets both.
class CloudPanel {
public:
    void draw(const FrameContext& frame);

private:
    void sample(const std::shared_ptr<const Picture>& picture);
    void handle_pointer(const Plot& plot);

    std::shared_ptr<const Picture> picture_; ///< the picture of samples_
    std::vector<std::uint32_t> samples_;     ///< the drawn colours, as indices
    CloudCamera camera_;
};

}
