#version 450
layout(local_size_x = 20) in;
layout(binding = 0) buffer In { float from[]; };
layout(binding = 1) buffer Out { float to[]; };
layout(binding = 2) buffer Total { uint total; };

void main() { // sin: idle_lanes
    uint i = gl_GlobalInvocationID.x;
    to[i] = from[i] * 2.0;
}
