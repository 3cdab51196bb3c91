#version 450
#extension GL_GOOGLE_include_directive : require
#include "published_mean_shift_params.h"

// The mean shift of the published program: float32, one thread for each colour that still moves, a fixed grid
// of cells. What the engines are measured against; no part of the product.

layout(local_size_x = PUBLISHED_WORKGROUP) in;
layout(constant_id = 0) const bool by_frequency = false;
layout(constant_id = 1) const int side = 100; // cells of the grid along each axis

layout(push_constant, std430) uniform PushConstants { PublishedMeanShiftParams params; };

struct Mover {
    float l, a, b;          // the centre
    float prev_l, prev_a, prev_b; // the centre before
    uint color;
};

layout(std430, binding = 0) readonly buffer Points { vec4 points[]; }; // l, a, b, pixels
layout(std430, binding = 1) readonly buffer Members { uint members[]; }; // colours, cell by cell
layout(std430, binding = 2) readonly buffer Ranges { uvec2 group_ranges[]; };
layout(std430, binding = 3) readonly buffer Sums { vec4 cell_sums[]; }; // of l, a, b and of the weights
layout(std430, binding = 4) readonly buffer Now { Mover movers[]; };
layout(std430, binding = 5) writeonly buffer Later { Mover later[]; };
layout(std430, binding = 6) buffer Counter { uint still_moving; };
layout(std430, binding = 7) writeonly buffer Ends { vec4 ends[]; };

ivec3 cell_of(vec3 q) {
    const vec3 low = vec3(params.min_l, params.min_a, params.min_b);
    const vec3 range = vec3(params.range_l, params.range_a, params.range_b);
    return ivec3(clamp((q - low) / range * float(side), vec3(0.0), vec3(float(side) * 0.99999)));
}

vec4 sum_of_points(uvec2 group, vec3 q, float radius2) {
    vec4 sum = vec4(0.0);
    for (uint i = group.x; i < group.y; ++i) {
        const vec4 point = points[members[i]];
        const vec3 d = point.xyz - q;
        if (dot(d, d) > radius2) continue;
        sum += by_frequency ? vec4(point.xyz * point.w, point.w) : vec4(point.xyz, 1.0);
    }
    return sum;
}

vec3 mean_around(vec3 q) {
    const vec3 low = vec3(params.min_l, params.min_a, params.min_b);
    const vec3 range = vec3(params.range_l, params.range_a, params.range_b);
    const vec3 cell_size = range / float(side);
    const float radius2 = params.radius * params.radius;
    const ivec3 own = cell_of(q);
    const ivec3 reach = ivec3(min(ceil(params.radius / range * float(side)), vec3(float(side))));
    const ivec3 first = max(own - reach, ivec3(0));
    const ivec3 last = min(own + reach, ivec3(side - 1));
    vec4 sum = vec4(0.0);
    for (int x = first.x; x <= last.x; ++x)
        for (int y = first.y; y <= last.y; ++y)
            for (int z = first.z; z <= last.z; ++z) {
                const ivec3 cell = ivec3(x, y, z);
                const vec3 to_low = abs(low + vec3(cell) * cell_size - q);
                const vec3 to_high = abs(low + vec3(cell + 1) * cell_size - q);
                const vec3 nearest = mix(min(to_low, to_high), vec3(0.0), equal(cell, own));
                const vec3 farthest = max(to_low, to_high);
                if (dot(nearest, nearest) > radius2) continue;
                const int place = (x * side + y) * side + z;
                if (dot(farthest, farthest) <= radius2) sum += cell_sums[place];
                else sum += sum_of_points(group_ranges[place], q, radius2);
            }
    return sum.w > 0.0 ? sum.xyz / sum.w : q;
}

void main() {
    const uint i = gl_GlobalInvocationID.x;
    if (i >= params.moving) return;
    const uint color = movers[i].color;
    vec3 center = vec3(movers[i].l, movers[i].a, movers[i].b);
    vec3 previous = vec3(movers[i].prev_l, movers[i].prev_a, movers[i].prev_b);
    for (uint step = 0; step < params.steps; ++step) {
        const vec3 next = mean_around(center);
        if (next == center || next == previous) {
            ends[color] = vec4(next, 0.0);
            return;
        }
        previous = center;
        center = next;
    }
    later[atomicAdd(still_moving, 1)] =
        Mover(center.x, center.y, center.z, previous.x, previous.y, previous.z, color);
}
