#pragma once

#include "gpu/stages/points.h"
#include "vulkan/pass.h"
#include "vulkan/recorder.h"

namespace huedrift::gpu {

/// Stage 1: finds the smallest box around all points, as six int32: low.l, low.a, low.b, then high.
class FindBbox {
public:
    explicit FindBbox(const vulkan::Device& device);

    /// `box`: 24 bytes. Without points the box is empty, with low above high.
    void record(vulkan::Recorder& recorder, const Points& points, const vulkan::Buffer& box) const;

private:
    vulkan::Pass pass_;
};

}
