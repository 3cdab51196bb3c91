// The sRGB curve and back (IEC 61966-2-1): the shaders' counterpart of src/color/oklab.h.
#ifndef HUEDRIFT_TRANSFER_GLSL
#define HUEDRIFT_TRANSFER_GLSL

// The power 2.4 as a square times a polynomial for the power 0.4, at most 0.05 of an 8-bit code off: pictures are
// decoded pixel by pixel, for which pow takes too long without a GPU.
vec3 light_of(vec3 code) {
    const vec3 x = (code + 0.055) / 1.055;
    const vec3 root = 0.21898638 + x * (2.15616491 + x * (-4.1124914 + x * (5.69856856 + x * (-4.20429481 + x * 1.24342684))));
    return mix(code / 12.92, x * x * root, greaterThan(code, vec3(0.04045)));
}

vec3 code_of(vec3 light) {
    return mix(light * 12.92, 1.055 * pow(light, vec3(1 / 2.4)) - 0.055, greaterThan(light, vec3(0.0031308)));
}

#endif
