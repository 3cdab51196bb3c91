#version 460
// Colours in Oklab, on their way from one state to the next: four corners for each point, as seen by CloudProjection.
#extension GL_GOOGLE_include_directive : require
#include "params.h"
#include "color_vision.glsl"

layout(push_constant) uniform Push { CloudParams params; };
layout(std430, binding = 0) readonly buffer Points { uint points[]; };  // of each: source, result: 0xRRGGBB
layout(std430, binding = 1) readonly buffer First { int first[]; };     // of each: l, a, b in units of 2^-24
layout(std430, binding = 2) readonly buffer Second { int second[]; };   // the same, later
layout(location = 0) flat out vec3 color;
layout(location = 1) out vec2 corner; // within the point, -1 to 1

vec3 state() {
    const uint i = 3 * gl_InstanceIndex;
    const vec3 from = vec3(first[i], first[i + 1], first[i + 2]), to = vec3(second[i], second[i + 1], second[i + 2]);
    return mix(from, to, params.beyond) / 16777216.0 - vec3(params.middle_l, params.middle_a, params.middle_b);
}

void main() {
    const vec3 at = state();
    const float across = at.y * params.turn_cos + at.z * params.turn_sin,
                away = at.z * params.turn_cos - at.y * params.turn_sin;
    const float height = at.x * params.tilt_cos + away * params.tilt_sin,
                depth = away * params.tilt_cos - at.x * params.tilt_sin;
    corner = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 2 - 1;
    const vec2 pixel =
        vec2(params.origin_x, params.origin_y) + vec2(across, -height) * params.unit + corner * params.half_side;
    // No colour is farther than 1.6 from the middle of others.
    gl_Position = vec4(pixel / vec2(params.width, params.height) * 2 - 1, clamp(0.5 + depth / 3.2, 0, 1), 1);

    const uint source = points[2 * gl_InstanceIndex], result = points[2 * gl_InstanceIndex + 1];
    color = color_of(params.shows_results != 0 ? result : source);
    if (params.highlight != CLOUD_NONE && result != params.highlight)
        color = mix(color, color_of(params.backdrop), params.dimming);
    if (params.missing_cone != CLOUD_NONE) color = without_cone(color, params.missing_cone);
}
