#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer In { float from[]; };
layout(binding = 1) buffer Out { float to[]; };
layout(binding = 2) buffer Total { uint total; };

shared float tile[64 * 33];
void main() {
    uint i = gl_LocalInvocationID.x;
    tile[i * 33u] = from[gl_GlobalInvocationID.x];
    barrier();
    to[gl_GlobalInvocationID.x] = tile[(63u - i) * 33u];
}
