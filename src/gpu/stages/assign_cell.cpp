#include "gpu/stages/analysis.h"

#include "shaders/stages/assign_cell_params.h"
#include "stage_shader_code.h"

namespace huedrift::gpu {

AssignCell::AssignCell(const vulkan::Device& device) : pass_(device, assign_cell_shader()) {}

void AssignCell::record(vulkan::Recorder& recorder, const Points& points, const CellGrid& grid,
                        const vulkan::Buffer& ranks, const vulkan::Buffer& numbers) const {
    const AssignCellParams params{.count = points.count,
                                  .cell = grid.cell,
                                  .low_l = grid.low.l,
                                  .low_a = grid.low.a,
                                  .low_b = grid.low.b,
                                  .cells_l = grid.cells_l,
                                  .cells_a = grid.cells_a,
                                  .cells_b = grid.cells_b};
    recorder.dispatch(pass_, {points.l, points.a, points.b, ranks, numbers}, params, points.count);
    recorder.barrier();
}

}
