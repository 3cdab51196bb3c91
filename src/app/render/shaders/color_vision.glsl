// Colours of the window, and how they are seen without one kind of cone.
#include "shaders/include/transfer.glsl"

vec3 color_of(uint code) { return vec3(code >> 16 & 255, code >> 8 & 255, code & 255) / 255; }

// Machado, Oliveira and Fernandes, "A Physiologically-based Model for Simulation of Color Vision Deficiency", 2009:
// severity 1, on linear light; the rows of the matrices.
vec3 without_cone(vec3 code, uint missing_cone) {
    const mat3 rows[3] = mat3[](mat3(0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998),
                                mat3(0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.011820, 0.042940, 0.968881),
                                mat3(1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.303900));
    return code_of(clamp(light_of(code) * rows[missing_cone], 0, 1));
}
