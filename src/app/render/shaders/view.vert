#version 460
// One triangle that covers everything; the scissor cuts out the pane.
void main() { gl_Position = vec4(gl_VertexIndex == 1 ? 3 : -1, gl_VertexIndex == 2 ? 3 : -1, 0, 1); }
