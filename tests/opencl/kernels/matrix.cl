// Matrix products.
//! product 16x16 local 8x8 a=floats:256 b=floats:256 c=zeros:1024 n=16 close=1e-5
//! product_halves 16x8 local 8x4 a=halves:256 b=halves:256 c=zeros:1024 n=16 close=1e-5
//! product_bytes 16x16 local 16x1 a=ints:64 b=ints:64 c=zeros:1024 n=16
//! product_tiles 16x16 local 8x8 a=floats:256 b=floats:256 c=zeros:1024 n=16 close=1e-5
//! matrix_times_vector 32 local 32 a=halves:1024 x=floats:32 y=zeros:128 n=32 close=1e-5
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void product(global const float *a, global const float *b, global float *c, int n) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    float sum = 0.0f;
    for (int k = 0; k < n; ++k) {
        sum += a[y * n + k] * b[k * n + x];
    }
    c[y * n + x] = sum;
}

kernel void product_halves(global const half *a, global const half *b, global float *c, int n) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    float sum = 0.0f;
    for (int k = 0; k < n; ++k) {
        sum = fma(vload_half(y * n + k, a), vload_half(k * n + x, b), sum);
    }
    c[y * n + x] = sum;
}

kernel void product_bytes(global const char *a, global const char *b, global int *c, int n) {
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    int sum = 0;
    for (int k = 0; k < n; ++k) {
        sum += a[y * n + k] * b[k * n + x];
    }
    c[y * n + x] = sum;
}

kernel void product_tiles(global const float *a, global const float *b, global float *c, int n) {
    local float left[8][8];
    local float right[8][8];
    const int x = get_global_id(0);
    const int y = get_global_id(1);
    const int i = get_local_id(0);
    const int j = get_local_id(1);
    float sum = 0.0f;
    for (int tile = 0; tile < n; tile += 8) {
        left[j][i] = a[y * n + tile + i];
        right[j][i] = b[(tile + j) * n + x];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 8; ++k) {
            sum += left[j][k] * right[k][i];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    c[y * n + x] = sum;
}

kernel void matrix_times_vector(global const half *a, global const float *x, global float *y, int n) {
    const int row = get_global_id(0);
    float4 sum = (float4)(0.0f);
    for (int k = 0; k < n; k += 4) {
        sum += vload_half4((row * n + k) / 4, a) * vload4(k / 4, x);
    }
    y[row] = sum.x + sum.y + sum.z + sum.w;
}
