#version 460
// Computes ordered dithering's mixture of each colour (docs/definition.md): 64 times the palette entry
// nearest to the colour plus the error so far, then sorted from dark to light. A thread mixes one colour; all
// threads of a workgroup read the same entry at a time.
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_shader_explicit_arithmetic_types_int64 : require
#include "include/thread.glsl"
#include "mix_colors_params.h"

layout(constant_id = 0) const uint labels_per_word = 4;
layout(local_size_x = MIX_WORKGROUP) in;
layout(push_constant) uniform Push { MixColorsParams params; };
layout(std430, binding = 0) readonly buffer Colors { int colors[]; };      // l, a, b of each
layout(std430, binding = 1) readonly buffer Entries { ivec4 entries[]; };  // l, a, b, rank by lightness
layout(std430, binding = 2) readonly buffer Labels { uint labels[]; };     // by rank
layout(std430, binding = 3) writeonly buffer Mixtures { uint mixtures[]; };

// A mixture: its ranks, ascending, and the count of each.
uint ranks[MIXTURE_SIZE], times[MIXTURE_SIZE], parts = 0;

// The first of the nearest entries.
ivec4 nearest(ivec3 position) {
    ivec4 best = entries[0];
    int64_t distance = int64_t(0x7fffffffffffffffl);
    for (uint i = 0; i < params.entries; ++i) {
        const ivec4 entry = entries[i];
        const ivec3 apart = position - entry.xyz;
        const int64_t l = apart.x, a = apart.y, b = apart.z;
        const int64_t other = l * l + a * a + b * b;
        if (other < distance) {
            distance = other;
            best = entry;
        }
    }
    return best;
}

int held(int64_t sum, int bound) {
    const int64_t scaled = sum * int64_t(params.strength) >> 16;
    return int(clamp(scaled, int64_t(-bound), int64_t(bound)));
}

void add(uint rank) {
    uint place = parts;
    while (place > 0 && ranks[place - 1] >= rank) --place;
    if (place < parts && ranks[place] == rank) {
        ++times[place];
        return;
    }
    for (uint i = parts; i > place; --i) {
        ranks[i] = ranks[i - 1];
        times[i] = times[i - 1];
    }
    ranks[place] = rank;
    times[place] = 1;
    ++parts;
}

void write(uint color) {
    const uint bits = 32 / labels_per_word, words = MIXTURE_SIZE / labels_per_word;
    uint part = 0, left = times[0];
    for (uint i = 0; i < words; ++i) {
        uint word = 0;
        for (uint j = 0; j < labels_per_word; ++j) {
            if (left == 0) left = times[++part];
            --left;
            word |= labels[ranks[part]] << j * bits;
        }
        mixtures[color * words + i] = word;
    }
}

void main() {
    const uint color = thread_index(MIX_WORKGROUP);
    if (color >= params.colors) return;
    const ivec3 wanted = ivec3(colors[3 * color], colors[3 * color + 1], colors[3 * color + 2]);
    int64_t l = 0, a = 0, b = 0;
    for (uint i = 0; i < MIXTURE_SIZE; ++i) {
        const ivec3 error =
            ivec3(held(l, params.bound[0]), held(a, params.bound[1]), held(b, params.bound[2]));
        const ivec4 taken = nearest(wanted + error);
        l += wanted.x - taken.x;
        a += wanted.y - taken.y;
        b += wanted.z - taken.z;
        add(uint(taken.w));
    }
    write(color);
}
