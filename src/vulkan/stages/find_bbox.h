#pragma once

#include "gpu/pass.h"
#include "gpu/recorder.h"
#include "vulkan/stages/points.h"

namespace huedrift::gpu {

/// Stage 1: finds the smallest box around all points, as six int32: low.l, low.a, low.b, then high.
class FindBbox {
public:
    explicit FindBbox(const Device& device);

    /// `box`: 24 bytes. Without points the box is empty, with low above high.
    void record(Recorder& recorder, const Points& points, const Buffer& box) const;

private:
    Pass pass_;
};

}
