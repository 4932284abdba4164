#version 450
layout(local_size_x = 64) in;
struct Body { vec4 place; vec4 turn; vec4 push; float speed; float mass; vec2 rest; };
layout(binding = 0) buffer A { Body a[]; };
layout(binding = 1) buffer B { float b[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint l = gl_LocalInvocationID.x;
    b[i] = a[i].speed; // sin: strided_access
}
