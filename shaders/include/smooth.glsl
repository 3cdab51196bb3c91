// The arithmetic of docs/definition.md, for RGBA8 pixels with r in the lowest byte.
#ifndef HUEDRIFT_SMOOTH_GLSL
#define HUEDRIFT_SMOOTH_GLSL
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require

// Red, green and blue times alpha, and alpha.
uvec4 premultiplied(uint pixel) {
    return (pixel >> 24) * uvec4(pixel & 0xff, pixel >> 8 & 0xff, pixel >> 16 & 0xff, 1);
}

// floor((2 sum + weight) / (2 weight)) for sum < 2^40 and a quotient below 256: the division in float is off
// by at most one, which the integer remainder corrects.
uint rounded_mean(uint64_t sum, uint weight) {
    const uint guess = uint(float(sum) / float(weight) + 0.5);
    const int64_t twice = 2 * int64_t(weight);
    const int64_t rest = 2 * int64_t(sum) + int64_t(weight) - int64_t(guess) * twice;
    return rest < 0 ? guess - 1 : rest >= twice ? guess + 1 : guess;
}

uint smoothed_pixel(u64vec3 sums, uint weight, uint alpha) {
    if (alpha == 0) return 0;
    return rounded_mean(sums.r, weight) | rounded_mean(sums.g, weight) << 8 | rounded_mean(sums.b, weight) << 16 |
           alpha << 24;
}

#endif
