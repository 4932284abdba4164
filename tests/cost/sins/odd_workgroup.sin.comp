#version 450
layout(local_size_x = 72) in; // sin: idle_lanes
layout(binding = 0) buffer A { float a[]; };
layout(binding = 1) buffer B { float b[]; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint l = gl_LocalInvocationID.x;
    b[i] = a[i] * 2.0;
}
