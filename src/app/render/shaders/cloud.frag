#version 460
// A disc.
layout(location = 0) flat in vec3 color;
layout(location = 1) in vec2 corner;
layout(location = 0) out vec4 shown;

void main() {
    if (dot(corner, corner) > 1) discard;
    shown = vec4(color, 1);
}
