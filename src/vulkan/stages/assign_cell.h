#pragma once

#include "gpu/pass.h"
#include "gpu/recorder.h"
#include "vulkan/stages/cell_grid.h"
#include "vulkan/stages/points.h"

namespace huedrift::gpu {

/// Stage 2: computes the index of each point's cell on the gilbert curve, and numbers the points.
class AssignCell {
public:
    explicit AssignCell(const Device& device);

    /// `ranks` and `numbers`: 4 bytes per point.
    void record(Recorder& recorder, const Points& points, const CellGrid& grid, const Buffer& ranks,
                const Buffer& numbers) const;

private:
    Pass pass_;
};

}
