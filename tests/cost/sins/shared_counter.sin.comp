#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer A { float a[]; };
layout(binding = 1) buffer B { float b[]; };
shared uint count;

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint l = gl_LocalInvocationID.x;
    if (l == 0u) count = 0u;
    barrier();
    uint place = atomicAdd(count, 1u); // sin: atomic_by_every_lane
    barrier();
    b[i] = a[place];
}
