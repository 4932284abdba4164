#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer A { float a[]; };
layout(binding = 1) buffer B { float b[]; };
shared float tile[2048];

void main() {
    uint i = gl_GlobalInvocationID.x;
    uint l = gl_LocalInvocationID.x;
    tile[l] = a[i];
    barrier();
    b[i] = tile[l * 32u]; // sin: bank_conflict
}
