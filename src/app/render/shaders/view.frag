#version 460
// A pane: a picture, or how far two are apart. At 1:1 and above each window pixel
// shows one picture pixel as it is; below, the next larger level of the pyramid between four of its pixels.
#extension GL_GOOGLE_include_directive : require
#include "color_vision.glsl"
#include "view_params.h"

layout(constant_id = VIEW_DIFFERS) const bool differs = false;
layout(constant_id = VIEW_BLENDS) const bool blends = false;
layout(constant_id = VIEW_HIGHLIGHTS) const bool highlights = false;
layout(constant_id = VIEW_SIMULATES) const bool simulates = false;
layout(push_constant) uniform Push { ViewParams params; };
layout(std430, binding = 0) readonly buffer Left { uint left_pixels[]; };     // RGBA8 of the level, r lowest
layout(std430, binding = 1) readonly buffer Right { uint right_pixels[]; };   // the same
layout(std430, binding = 2) readonly buffer Result { uint result_pixels[]; }; // of the picture itself
layout(location = 0) out vec4 shown;

// Of a picture too large for one binding only shown rows are bound, perhaps not all on devices with the smallest
// bindings: rows beyond repeat the last.
uint level_index(ivec2 pixel) {
    const uvec2 inside = uvec2(clamp(pixel, ivec2(0), ivec2(params.level_width, params.level_height) - 1));
    return min((inside.y - params.first_row) * params.level_width + inside.x, uint(left_pixels.length()) - 1);
}

vec4 premultiplied(uint pixel) {
    const vec4 color = unpackUnorm4x8(pixel);
    return vec4(color.rgb * color.a, color.a);
}

vec4 left_at(ivec2 pixel) { return premultiplied(left_pixels[level_index(pixel)]); }
vec4 right_at(ivec2 pixel) { return premultiplied(right_pixels[level_index(pixel)]); }

vec4 left_color(vec2 at) {
    if (!blends) return left_at(ivec2(floor(at)));
    const vec2 corner = at / float(1 << params.level) - 0.5, part = fract(corner);
    const ivec2 first = ivec2(floor(corner));
    return mix(mix(left_at(first), left_at(first + ivec2(1, 0)), part.x),
               mix(left_at(first + ivec2(0, 1)), left_at(first + ivec2(1, 1)), part.x), part.y);
}

vec4 right_color(vec2 at) {
    if (!blends) return right_at(ivec2(floor(at)));
    const vec2 corner = at / float(1 << params.level) - 0.5, part = fract(corner);
    const ivec2 first = ivec2(floor(corner));
    return mix(mix(right_at(first), right_at(first + ivec2(1, 0)), part.x),
               mix(right_at(first + ivec2(0, 1)), right_at(first + ivec2(1, 1)), part.x), part.y);
}

// Björn Ottosson's matrices; float is enough for a picture of distances.
vec3 oklab(vec4 pixel) {
    const vec3 light = light_of(pixel.a > 0 ? pixel.rgb / pixel.a : vec3(0));
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
    return color.rgb + color_of(code) * (1 - color.a);
}

// Whether the result has the highlighted colour here.
bool is_highlighted(vec2 at) {
    const uvec2 pixel = uvec2(at);
    const uint index = (pixel.y - params.first_result_row) * uint(params.width) + pixel.x;
    const uint found = result_pixels[min(index, uint(result_pixels.length()) - 1)];
    const uint code = (found & 0xff) << 16 | (found & 0xff00) | (found >> 16 & 0xff);
    return (found >> 24) != 0 && code == params.highlight;
}

void main() {
    const vec2 at = (gl_FragCoord.xy - vec2(params.left, params.top)) * params.step;
    if (any(lessThan(at, vec2(0))) || any(greaterThanEqual(at, vec2(params.width, params.height)))) discard;
    vec3 color;
    if (differs) {
        const vec4 left = left_color(at), right = right_color(at);
        color = over_checks(vec4(heat(distance(oklab(left), oklab(right)) / params.hottest) * left.a, left.a));
    } else {
        color = over_checks(left_color(at));
    }
    if (highlights && !is_highlighted(at)) color = mix(color, color_of(params.backdrop), params.dimming);
    shown = vec4(simulates ? without_cone(color, params.missing_cone) : color, 1);
}
