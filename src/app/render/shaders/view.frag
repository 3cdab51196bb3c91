#version 460
// A pane: a picture, or how far two are apart. At 1:1 and above each window pixel shows one picture pixel as it is;
// below, the mean of the light of all that it covers, as an eye sees it that is too far away for single pixels.
// Two pictures are compared as they are shown: the distance is that of the means.
#extension GL_GOOGLE_include_directive : require
#include "color_vision.glsl"
#include "shaders/include/light.glsl"
#include "params.h"

layout(constant_id = VIEW_DIFFERS) const bool differs = false;
layout(constant_id = VIEW_SHRINKS) const bool shrinks = false;
layout(constant_id = VIEW_LEFT_FROM_LEVEL) const bool left_from_level = false;
layout(constant_id = VIEW_RIGHT_FROM_LEVEL) const bool right_from_level = false;
layout(constant_id = VIEW_HIGHLIGHTS) const bool highlights = false;
layout(constant_id = VIEW_SIMULATES) const bool simulates = false;
layout(push_constant) uniform Push { ViewParams params; };
layout(std430, binding = 0) readonly buffer Left { uint left_pixels[]; };      // RGBA8, r lowest
layout(std430, binding = 1) readonly buffer Right { uint right_pixels[]; };    // the same
layout(std430, binding = 2) readonly buffer Result { uint result_pixels[]; };  // the same
layout(std430, binding = 3) readonly buffer LeftLevel { uvec2 left_level[]; }; // instead of the first, of a level
layout(std430, binding = 4) readonly buffer RightLevel { uvec2 right_level[]; };
layout(location = 0) out vec4 shown;

// Of a picture too large for one binding only shown rows are bound, perhaps not all on devices with the smallest
// bindings: rows beyond repeat the last.
uint level_index(uint x, uint y) {
    const uint count = left_from_level ? left_level.length() : left_pixels.length();
    return min((y - params.first_row) * params.level_width + x, count - 1);
}

// Premultiplied.
vec4 light_at(bool is_right, uint index) {
    if (is_right)
        return right_from_level ? unpack_light(right_level[index]) : light_of_pixel(right_pixels[index]);
    return left_from_level ? unpack_light(left_level[index]) : light_of_pixel(left_pixels[index]);
}

// Of up to three columns or rows of the level: which, and how much of each lies between `low` and `high`.
struct Stretch {
    uvec3 at;
    vec3 share;
};

Stretch stretch(float low, float high, uint count) {
    const vec3 first = floor(low) + vec3(0, 1, 2);
    return Stretch(min(uvec3(first), uvec3(count - 1)), max(min(first + 1, high) - max(first, low), 0) / (high - low));
}

// The mean of the premultiplied light of the area that a window pixel covers. Without branches, between which
// lavapipe reads pixel by pixel.
vec4 mean_light(bool is_right, vec2 corner) {
    const float side = float(1 << params.level);
    const vec2 low = max(corner, vec2(0)) / side,
               high = min(corner + params.step, vec2(params.width, params.height)) / side;
    const Stretch columns = stretch(low.x, high.x, params.level_width), rows = stretch(low.y, high.y, params.level_height);
    vec4 sum = vec4(0);
    for (int i = 0; i < 3; ++i) {
        vec4 row = vec4(0);
        for (int j = 0; j < 3; ++j)
            row += columns.share[j] * light_at(is_right, level_index(columns.at[j], rows.at[i]));
        sum += rows.share[i] * row;
    }
    return sum;
}

uint index_at(vec2 at) {
    const uvec2 pixel = uvec2(at) >> params.level;
    return level_index(pixel.x, pixel.y);
}

// The colour of a window pixel and its alpha, not premultiplied, as light.
vec4 shown_light(bool is_right, vec2 corner, vec2 at) {
    const vec4 light = shrinks ? mean_light(is_right, corner) : light_at(is_right, index_at(at));
    return vec4(light.a > 0 ? light.rgb / light.a : vec3(0), light.a);
}

vec4 shown_color(vec2 corner, vec2 at) {
    if (!shrinks && !left_from_level) return unpackUnorm4x8(left_pixels[index_at(at)]);
    const vec4 light = shown_light(false, corner, at);
    return vec4(code_of(light.rgb), light.a);
}

// Björn Ottosson's matrices; float is enough for a picture of distances.
vec3 oklab(vec3 light) {
    const vec3 cones = vec3(dot(light, vec3(0.4122214708, 0.5363325363, 0.0514459929)),
                            dot(light, vec3(0.2119034982, 0.6806995451, 0.1073969566)),
                            dot(light, vec3(0.0883024619, 0.2817188376, 0.6299787005)));
    const vec3 root = pow(cones, vec3(1.0 / 3.0));
    return vec3(dot(root, vec3(0.2104542553, 0.7936177850, -0.0040720468)),
                dot(root, vec3(1.9779984951, -2.4285922050, 0.4505937099)),
                dot(root, vec3(0.0259040371, 0.7827717662, -0.8086757660)));
}

vec3 heat(float share) {
    const float r[HEAT_STOPS] = {HEAT_R}, g[HEAT_STOPS] = {HEAT_G}, b[HEAT_STOPS] = {HEAT_B};
    const float at = clamp(share, 0, 1) * (HEAT_STOPS - 1);
    const int i = min(int(at), HEAT_STOPS - 2);
    return mix(vec3(r[i], g[i], b[i]), vec3(r[i + 1], g[i + 1], b[i + 1]), at - i);
}

vec3 over_checks(vec4 color) {
    const ivec2 check = ivec2(floor((gl_FragCoord.xy - vec2(params.left, params.top)) / params.check_side));
    const uint code = ((check.x + check.y) & 1) == 0 ? params.check_light : params.check_dark;
    return color.rgb * color.a + color_of(code) * (1 - color.a);
}

// Whether the result has the highlighted colour here.
bool is_highlighted(vec2 at) {
    const uvec2 pixel = uvec2(at) >> params.result_level;
    const uint index = (pixel.y - params.first_result_row) * params.result_width + pixel.x;
    const uint found = result_pixels[min(index, uint(result_pixels.length()) - 1)];
    const uint code = (found & 0xff) << 16 | (found & 0xff00) | (found >> 16 & 0xff);
    return (found >> 24) != 0 && code == params.highlight;
}

void main() {
    const vec2 inside = gl_FragCoord.xy - vec2(params.left, params.top);
    const vec2 at = inside * params.step, corner = (inside - 0.5) * params.step;
    if (any(lessThan(at, vec2(0))) || any(greaterThanEqual(at, vec2(params.width, params.height)))) discard;
    vec4 pixel;
    if (differs) {
        const vec4 left = shown_light(false, corner, at), right = shown_light(true, corner, at);
        pixel = vec4(heat(distance(oklab(left.rgb), oklab(right.rgb)) / params.hottest), left.a);
    } else {
        pixel = shown_color(corner, at);
    }
    vec3 color = over_checks(pixel);
    if (highlights && !is_highlighted(at)) color = mix(color, color_of(params.backdrop), params.dimming);
    shown = vec4(simulates ? without_cone(color, params.missing_cone) : color, 1);
}
