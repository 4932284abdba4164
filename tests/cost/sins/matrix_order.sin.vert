#version 450
layout(location = 0) in vec3 position;
layout(location = 0) out vec3 world;
layout(binding = 0) uniform Camera { mat4 project; mat4 view; };
layout(binding = 1) readonly buffer Bones { mat4 bones[]; };
void main() {
    mat4 whole = bones[gl_VertexIndex & 3] * bones[gl_VertexIndex & 7]; // sin: matrix_order
    gl_Position = whole * vec4(position, 1.0);
    world = position;
}
