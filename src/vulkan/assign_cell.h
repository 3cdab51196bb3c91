#pragma once

#include "vulkan/cell_grid.h"
#include "vulkan/pass.h"
#include "vulkan/points.h"
#include "vulkan/recorder.h"

namespace huedrift::vulkan {

/// Stage 2: the place of each point's cell on the gilbert curve, and the numbers 0, 1, 2, ... beside.
class AssignCell {
public:
    explicit AssignCell(const Device& device) : pass_(device, description()) {}

    static PassDescription description();
    /// `ranks` and `numbers`: 4 bytes per point.
    void record(Recorder& recorder, const Points& points, const CellGrid& grid, const Buffer& ranks,
                const Buffer& numbers) const;

private:
    Pass pass_;
};

}
