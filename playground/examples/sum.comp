#version 450

// Each work group adds up its share of the values, in steps that halve the lanes at work.
layout(local_size_x = 128) in;

layout(std430, binding = 0) readonly buffer Values { float values[]; };
layout(std430, binding = 1) writeonly buffer Sums { float sums[]; };

shared float partial[128];

void main() {
    uint lane = gl_LocalInvocationID.x;
    partial[lane] = values[gl_GlobalInvocationID.x];
    barrier();
    for (uint step = 64u; step > 0u; step >>= 1u) {
        if (lane < step) partial[lane] += partial[lane + step];
        barrier();
    }
    if (lane == 0u) sums[gl_WorkGroupID.x] = partial[0];
}
