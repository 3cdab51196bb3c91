#version 460
// Builds one level of the hierarchy: the box of each node and its sums for both weightings.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#include "include/thread.glsl"
#include "sum_cells_params.h"

layout(local_size_x = SUM_CELLS_WORKGROUP) in;
layout(push_constant) uniform Push { SumCellsParams params; };
layout(std430, binding = 0) readonly buffer L { int l[]; };
layout(std430, binding = 1) readonly buffer A { int a[]; };
layout(std430, binding = 2) readonly buffer B { int b[]; };
layout(std430, binding = 3) readonly buffer Weights { uint weights[]; };
layout(std430, binding = 4) buffer Boxes { float boxes[]; };
layout(std430, binding = 5) buffer PaletteSums { int64_t palette_sums[]; };
layout(std430, binding = 6) buffer FrequencySums { int64_t frequency_sums[]; };
layout(std430, binding = 7) buffer PaletteSeconds { int64_t palette_seconds[]; };
layout(std430, binding = 8) buffer FrequencySeconds { int64_t frequency_seconds[]; };

void main() {
    const uint node = thread_index(SUM_CELLS_WORKGROUP);
    if (node >= params.nodes) return;
    const uint begin = node * params.width, end = min(begin + params.width, params.children);
    vec3 low = vec3(1e30), high = vec3(-1e30);
    int64_t palette[4] = {0, 0, 0, 0}, frequency[4] = {0, 0, 0, 0};
    int64_t palette_second[2] = {0, 0}, frequency_second[2] = {0, 0};
    for (uint i = begin; i < end; ++i) {
        if (params.level == 0) {
            const ivec3 point = ivec3(l[i], a[i], b[i]);
            const int64_t weight = int64_t(weights[i]);
            low = min(low, vec3(point));
            high = max(high, vec3(point));
            palette[0] += 1;
            frequency[0] += weight;
            const int64_t x = int64_t(point.x), y = int64_t(point.y), z = int64_t(point.z), square = x * x + y * y + z * z,
                          parts[2] = {square & (1 << SECOND_MOMENT_BITS) - 1, square >> SECOND_MOMENT_BITS};
            for (uint part = 0; part < 2; ++part) {
                palette_second[part] += parts[part];
                frequency_second[part] += weight * parts[part];
            }
            for (uint axis = 0; axis < 3; ++axis) {
                palette[1 + axis] += int64_t(point[axis]);
                frequency[1 + axis] += weight * int64_t(point[axis]);
            }
        } else {
            const uint child = params.first_child + i;
            for (uint axis = 0; axis < 3; ++axis) {
                low[axis] = min(low[axis], boxes[axis * params.all_nodes + child]);
                high[axis] = max(high[axis], boxes[(3 + axis) * params.all_nodes + child]);
            }
            for (uint k = 0; k < 4; ++k) {
                palette[k] += palette_sums[k * params.all_nodes + child];
                frequency[k] += frequency_sums[k * params.all_nodes + child];
            }
            for (uint part = 0; part < 2; ++part) {
                palette_second[part] += palette_seconds[part * params.all_nodes + child];
                frequency_second[part] += frequency_seconds[part * params.all_nodes + child];
            }
        }
    }
    const uint out_node = params.first_node + node;
    for (uint axis = 0; axis < 3; ++axis) {
        boxes[axis * params.all_nodes + out_node] = low[axis];
        boxes[(3 + axis) * params.all_nodes + out_node] = high[axis];
    }
    for (uint k = 0; k < 4; ++k) {
        palette_sums[k * params.all_nodes + out_node] = palette[k];
        frequency_sums[k * params.all_nodes + out_node] = frequency[k];
    }
    for (uint part = 0; part < 2; ++part) {
        palette_seconds[part * params.all_nodes + out_node] = palette_second[part];
        frequency_seconds[part * params.all_nodes + out_node] = frequency_second[part];
    }
}
