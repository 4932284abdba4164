// Kernels that llvm-spirv takes only as they are written, since passes of clang choose by integers of two
// bits: images, samplers and pointers are kept in variables then.
//! tint 16 local 16 t=image:rgba32f:4x4 s=sampler:address=clamp_to_edge,filter=nearest,coordinates=texels x=ints:64 y=zeros:256 close=1e-6
//! sums 32 local 16 x=ints:32 y=zeros:128

kernel void tint(read_only image2d_t t, sampler_t s, global const uint *x, global float4 *y) {
    const uint i = get_global_id(0);
    const float4 texel = read_imagef(t, s, (int2)(i & 3u, i >> 2));
    switch (x[i] & 3u) {
    case 0:
        y[i] = texel;
        break;
    case 1:
        y[i] = texel * 2.0f;
        break;
    default:
        y[i] = texel + 1.0f;
    }
}

static uint sum_of(const uint *from, uint count) {
    uint sum = 0;
    for (uint i = 0; i < count; ++i) {
        sum = sum * 31u + from[i];
    }
    return sum;
}

kernel void sums(global const uint *x, global uint *y) {
    const uint i = get_global_id(0);
    uint own[4] = {x[i], x[i] >> 8, i, 7u};
    switch (x[i] & 3u) {
    case 0:
        y[i] = sum_of(own, 4u);
        break;
    case 2:
        y[i] = sum_of(own + 1, 2u);
        break;
    default:
        y[i] = 1u;
    }
}
