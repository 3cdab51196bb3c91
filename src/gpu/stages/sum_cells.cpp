#include "gpu/stages/analysis.h"

#include "stage_shader_code.h"

#include <algorithm>

namespace huedrift::gpu {

TreeShape::TreeShape(std::uint32_t points, std::uint32_t node_width) : width(node_width) {
    std::uint32_t below = points, nodes = 0;
    do {
        below = below / width + (below % width != 0);
        first_node[levels++] = nodes;
        nodes += below;
    } while (below > width);
    std::fill(first_node.begin() + levels, first_node.end(), nodes);
}

Tree::Tree(const vulkan::Device& device, const TreeShape& tree_shape)
    : shape(tree_shape), boxes(device, "boxes", 4 * 6 * std::uint64_t{shape.nodes()}),
      palette_sums(device, "palette sums", 8 * 4 * std::uint64_t{shape.nodes()}),
      frequency_sums(device, "frequency sums", 8 * 4 * std::uint64_t{shape.nodes()}),
      palette_seconds(device, "palette seconds", 8 * 2 * std::uint64_t{shape.nodes()}),
      frequency_seconds(device, "frequency seconds", 8 * 2 * std::uint64_t{shape.nodes()}) {}

SumCells::SumCells(const vulkan::Device& device) : pass_(device, sum_cells_shader()) {}

void SumCells::record(vulkan::Recorder& recorder, const Points& placed, std::uint32_t count,
                      const Tree& tree) const {
    const TreeShape& shape = tree.shape;
    for (std::uint32_t level = 0; level < shape.levels; ++level) {
        const SumCellsParams params{.level = level,
                                    .children = level == 0 ? count : shape.nodes_of(level - 1),
                                    .first_child = level == 0 ? 0 : shape.first_node[level - 1],
                                    .nodes = shape.nodes_of(level),
                                    .first_node = shape.first_node[level],
                                    .all_nodes = shape.nodes(),
                                    .width = shape.width};
        recorder.dispatch(pass_,
                          {placed.l, placed.a, placed.b, placed.weights, tree.boxes, tree.palette_sums,
                           tree.frequency_sums, tree.palette_seconds, tree.frequency_seconds},
                          params, params.nodes);
        recorder.barrier();
    }
}

}
