// What language models are made of.
//! softmax 64 local 16 x=floats:256 y=zeros:1024 n=64 partial=local:64 close=1e-5
//! layer_norm 32 local 16 x=floats:128 y=zeros:512 scale=floats:64 n=64 partial=local:64 close=1e-5
//! rms_norm 32 local 16 x=floats:128 y=zeros:512 n=64 epsilon=0.00001 close=1e-5
//! dequantise 8 local 8 x=blocks:8 y=zeros:1024
//! rotate_pairs 32 local 8 x=floats:64 position=5 close=1e-5
//! gelu 64 local 64 x=floats:64 y=zeros:256 close=1e-5
//! attention 8 local 8 q=floats:64 k=floats:64 v=floats:64 y=zeros:256 close=1e-5
#pragma OPENCL EXTENSION cl_khr_fp16 : enable

kernel void softmax(global const float *x, global float *y, int n, local float *partial) {
    const int id = get_local_id(0);
    const int size = get_local_size(0);
    global const float *row = x + get_group_id(0) * n;
    float most = -INFINITY;
    for (int i = id; i < n; i += size) {
        most = fmax(most, row[i]);
    }
    partial[id] = most;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = size / 2; step > 0; step >>= 1) {
        if (id < step) {
            partial[id] = fmax(partial[id], partial[id + step]);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    most = partial[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    float sum = 0.0f;
    for (int i = id; i < n; i += size) {
        sum += exp(row[i] - most);
    }
    partial[id] = sum;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = size / 2; step > 0; step >>= 1) {
        if (id < step) {
            partial[id] += partial[id + step];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int i = id; i < n; i += size) {
        y[get_group_id(0) * n + i] = exp(row[i] - most) / partial[0];
    }
}

float sum_of_group(float own, local float *partial) {
    const int id = get_local_id(0);
    partial[id] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = get_local_size(0) / 2; step > 0; step /= 2) {
        if (id < step) {
            partial[id] += partial[id + step];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const float sum = partial[0];
    barrier(CLK_LOCAL_MEM_FENCE);
    return sum;
}

kernel void layer_norm(global const float *x, global float *y, global const float *scale, int n,
                       local float *partial) {
    const int id = get_local_id(0);
    const int size = get_local_size(0);
    global const float *row = x + get_group_id(0) * n;
    float own = 0.0f;
    for (int i = id; i < n; i += size) {
        own += row[i];
    }
    const float mean = sum_of_group(own, partial) / n;
    own = 0.0f;
    for (int i = id; i < n; i += size) {
        own += (row[i] - mean) * (row[i] - mean);
    }
    const float spread = rsqrt(sum_of_group(own, partial) / n + 1e-5f);
    for (int i = id; i < n; i += size) {
        y[get_group_id(0) * n + i] = (row[i] - mean) * spread * scale[i];
    }
}

kernel void rms_norm(global const float *x, global float *y, int n, float epsilon) {
    local float partial[16];
    const int id = get_local_id(0);
    float own = 0.0f;
    for (int i = id; i < n; i += 16) {
        own = mad(x[get_group_id(0) * n + i], x[get_group_id(0) * n + i], own);
    }
    const float scale = rsqrt(sum_of_group(own, partial) / n + epsilon);
    for (int i = id; i < n; i += 16) {
        y[get_group_id(0) * n + i] = x[get_group_id(0) * n + i] * scale;
    }
}

typedef struct {
    half scale;
    uchar pairs[16];
} Block;

kernel void dequantise(global const Block *x, global float *y) {
    global const Block *block = x + get_global_id(0);
    const float scale = vload_half(0, &block->scale);
    global float *to = y + get_global_id(0) * 32;
    for (int i = 0; i < 16; ++i) {
        to[i] = ((block->pairs[i] & 15) - 8) * scale;
        to[i + 16] = ((block->pairs[i] >> 4) - 8) * scale;
    }
}

kernel void rotate_pairs(global float *x, int position) {
    const int pair = get_global_id(0);
    const float angle = position * pow(10000.0f, -2.0f * pair / 64.0f);
    const float c = cos(angle);
    const float s = sin(angle);
    const float2 old = vload2(pair, x);
    vstore2((float2)(old.x * c - old.y * s, old.x * s + old.y * c), pair, x);
}

kernel void gelu(global const float *x, global float *y) {
    const int i = get_global_id(0);
    const float v = x[i];
    y[i] = 0.5f * v * (1.0f + tanh(0.7978845608f * (v + 0.044715f * v * v * v)));
}

kernel void attention(global const float *q, global const float *k, global const float *v,
                      global float *y) {
    const int row = get_global_id(0);
    float weights[8];
    float most = -INFINITY;
    for (int i = 0; i < 8; ++i) {
        const float8 products = vload8(row, q) * vload8(i, k);
        const float4 half_sum = products.lo + products.hi;
        weights[i] = dot(half_sum, (float4)(1.0f)) * 0.35355339f;
        most = max(most, weights[i]);
    }
    float sum = 0.0f;
    for (int i = 0; i < 8; ++i) {
        weights[i] = exp(weights[i] - most);
        sum += weights[i];
    }
    float8 out = (float8)(0.0f);
    for (int i = 0; i < 8; ++i) {
        out += vload8(i, v) * (weights[i] / sum);
    }
    vstore8(out, row, y);
}
