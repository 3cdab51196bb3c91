// Pixels as means can be made of them: light (linear), premultiplied by alpha.
#ifndef HUEDRIFT_LIGHT_GLSL
#define HUEDRIFT_LIGHT_GLSL
#include "transfer.glsl"

// Of RGBA8, r lowest.
vec4 light_of_pixel(uint pixel) {
    const vec4 color = unpackUnorm4x8(pixel);
    return vec4(light_of(color.rgb) * color.a, color.a);
}

// As two words of 16 bits a channel: the light of code 1 is 20 of their steps.
vec4 unpack_light(uvec2 packed) { return vec4(unpackUnorm2x16(packed.x), unpackUnorm2x16(packed.y)); }
uvec2 pack_light(vec4 light) { return uvec2(packUnorm2x16(light.rg), packUnorm2x16(light.ba)); }

#endif
