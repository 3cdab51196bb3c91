#pragma once

#include "gpu/stages/cell_grid.h"
#include "gpu/stages/points.h"
#include "vulkan/pass.h"
#include "vulkan/recorder.h"

namespace huedrift::gpu {

/// Stage 2: computes the index of each point's cell on the gilbert curve, and numbers the points.
class AssignCell {
public:
    explicit AssignCell(const vulkan::Device& device);

    /// `ranks` and `numbers`: 4 bytes per point.
    void record(vulkan::Recorder& recorder, const Points& points, const CellGrid& grid,
                const vulkan::Buffer& ranks, const vulkan::Buffer& numbers) const;

private:
    vulkan::Pass pass_;
};

}
