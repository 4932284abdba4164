#version 450
layout(local_size_x = 20) in; // sin: idle_lanes
layout(binding = 0) buffer In { float from[]; };
layout(binding = 1) buffer Out { float to[]; };
layout(binding = 2) buffer Total { uint total; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    to[i] = from[i] * 2.0;
}
