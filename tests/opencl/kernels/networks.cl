// Layers of networks, on bytes, halves and blocks of four bits.
//! convolve_channels 8x8 local 8x4 x=floats:400 w=floats:288 y=zeros:2048 close=1e-4
//! convolve_depth 8x8 local 8x8 x=floats:400 w=floats:36 y=zeros:1024 close=1e-5
//! convolve_points 16x4 local 16x1 x=halves:256 w=halves:64 y=zeros:512
//! pool_largest 4x4 local 4x4 x=floats:64 y=zeros:64
//! pool_mean 4x4 local 4x4 x=floats:64 y=zeros:64 close=1e-6
//! resize 12x12 local 12x1 x=floats:64 y=zeros:576 close=1e-5
//! resize_bytes 12x12 local 12x1 x=ints:16 y=zeros:144
//! normalise_batch 64 local 64 x=floats:64 mean=floats:4 spread=floats:4 y=zeros:256 close=1e-5
//! relu_halves 32 local 32 x=halves:64 y=zeros:128
//! sigmoid 64 local 64 x=floats:64 y=zeros:256 close=1e-6
//! swish_gate 64 local 64 x=floats:64 gate=floats:64 y=zeros:256 close=1e-5
//! exact_gelu 64 local 64 x=floats:64 y=zeros:256 close=2e-5
//! leaky_vector 16 local 16 x=floats:64 y=zeros:256
//! quantise 8 local 8 x=floats:256 y=zeros:288 close=0
//! dequantise_bytes 16 local 16 x=ints:16 y=zeros:256 scale=0.125 zero=3
//! product_of_blocks 8x4 local 8x1 a=blocks:16 x=floats:128 y=zeros:128 close=1e-4
//! product_of_scaled_bytes 8x8 local 8x8 a=ints:32 b=ints:32 y=zeros:256 scale=0.01 close=1e-6
//! embed 16x8 local 16x1 tokens=ints:8 table=halves:512 y=zeros:512 close=0
//! rotary 16x4 local 16x1 x=floats:128 close=1e-5
//! cached_attention 4x8 local 4x1 q=floats:32 k=floats:512 v=floats:512 y=zeros:128 n=16 close=1e-5
//! causal_mask 8x8 local 8x8 x=floats:64 y=zeros:256
//! largest 2 local 1 x=floats:64 y=zeros:16
//! largest_of_group 32 local 16 x=floats:32 y=zeros:8 place=local:64 value=local:64
//! sample_token 4 local 4 x=floats:32 draws=ints:4 y=zeros:16
//! top_two 4 local 4 x=floats:64 y=zeros:32
//! cross_entropy 8 local 8 x=floats:64 labels=ints:8 y=zeros:32 close=1e-5
//! gradient_step 64 local 64 w=floats:64 g=floats:64 m=floats:64 v=floats:64 rate=0.01 close=1e-5
//! group_normalise 16 local 8 x=floats:128 y=zeros:512 partial=local:64 close=1e-5
//! winograd_input 4 local 4 x=floats:64 y=zeros:256 close=1e-5
//! im2col 9x16 local 9x1 x=floats:36 y=zeros:576
//! shift_window 8x8 local 8x8 x=ints:64 y=zeros:256 by=3
//! space_to_depth 4x4 local 4x4 x=ints:64 y=zeros:256
kernel void convolve_channels(global const float *x, global const float *w, global float *y) {
    const int column = get_global_id(0), row = get_global_id(1);
    for (int to = 0; to < 8; ++to) {
        float sum = 0.0f;
        for (int from = 0; from < 4; ++from) {
            for (int dy = 0; dy < 3; ++dy) {
                for (int dx = 0; dx < 3; ++dx) {
                    sum = mad(x[(from * 10 + row + dy) * 10 + column + dx],
                              w[((to * 4 + from) * 3 + dy) * 3 + dx], sum);
                }
            }
        }
        y[(to * 8 + row) * 8 + column] = sum;
    }
}

kernel void convolve_depth(global const float *x, global const float *w, global float *y) {
    const int column = get_global_id(0), row = get_global_id(1);
    for (int channel = 0; channel < 4; ++channel) {
        float sum = 0.0f;
        for (int tap = 0; tap < 9; ++tap) {
            sum += x[(channel * 10 + row + tap / 3) * 10 + column + tap % 3] * w[channel * 9 + tap];
        }
        y[(channel * 8 + row) * 8 + column] = sum;
    }
}

kernel void convolve_points(global const half *x, global const half *w, global half *y) {
    const int pixel = get_global_id(0), to = get_global_id(1);
    float4 sum = (float4)(0.0f);
    for (int from = 0; from < 4; ++from) {
        const float4 texel = vload_half4(pixel * 4 + from, x);
        sum += vload_half4(to * 4 + from, w) * texel.x + vload_half4(to * 4 + (from ^ 1), w) * texel.w;
    }
    vstore_half4(sum, pixel * 4 + to, y);
}

kernel void pool_largest(global const float *x, global float *y) {
    const int column = get_global_id(0), row = get_global_id(1);
    const float2 above = vload2(row * 8 + column, x);
    const float2 below = vload2(row * 8 + column + 4, x);
    const float2 largest = fmax(above, below);
    y[row * 4 + column] = fmax(largest.x, largest.y);
}

kernel void pool_mean(global const float *x, global float *y) {
    const int column = get_global_id(0), row = get_global_id(1);
    const float2 sum = vload2(row * 8 + column, x) + vload2(row * 8 + column + 4, x);
    y[row * 4 + column] = (sum.x + sum.y) * 0.25f;
}

kernel void resize(global const float *x, global float *y) {
    const float2 at = ((float2)(get_global_id(0), get_global_id(1)) + 0.5f) * (8.0f / 12.0f) - 0.5f;
    const float2 whole = floor(at), part = at - whole;
    const int2 first = clamp(convert_int2(whole), 0, 7), second = clamp(convert_int2(whole) + 1, 0, 7);
    const float above = mix(x[first.y * 8 + first.x], x[first.y * 8 + second.x], part.x);
    const float below = mix(x[second.y * 8 + first.x], x[second.y * 8 + second.x], part.x);
    y[get_global_id(1) * 12 + get_global_id(0)] = mix(above, below, part.y);
}

kernel void resize_bytes(global const uchar *x, global uchar *y) {
    const int column = get_global_id(0) * 171 >> 4, row = get_global_id(1) * 171 >> 4;
    const int c = column >> 4, r = row >> 4, dx = column & 15, dy = row & 15;
    const int right = min(c + 1, 7), under = min(r + 1, 7);
    const int above = x[r * 8 + c] * (16 - dx) + x[r * 8 + right] * dx;
    const int below = x[under * 8 + c] * (16 - dx) + x[under * 8 + right] * dx;
    y[get_global_id(1) * 12 + get_global_id(0)] = (above * (16 - dy) + below * dy + 128) >> 8;
}

kernel void normalise_batch(global const float *x, global const float *mean,
                            global const float *spread, global float *y) {
    const int i = get_global_id(0);
    y[i] = (x[i] - mean[i & 3]) * rsqrt(fabs(spread[i & 3]) + 1e-3f);
}

kernel void relu_halves(global const half *x, global half *y) {
    const int i = get_global_id(0);
    vstore_half2(fmax(vload_half2(i, x), 0.0f), i, y);
}

kernel void sigmoid(global const float *x, global float *y) {
    const int i = get_global_id(0);
    y[i] = 1.0f / (1.0f + exp(-x[i]));
}

kernel void swish_gate(global const float *x, global const float *gate, global float *y) {
    const int i = get_global_id(0);
    y[i] = x[i] / (1.0f + exp(-x[i])) * gate[i];
}

kernel void exact_gelu(global const float *x, global float *y) {
    const int i = get_global_id(0);
    y[i] = 0.5f * x[i] * (1.0f + erf(x[i] * M_SQRT1_2_F));
}

kernel void leaky_vector(global const float4 *x, global float4 *y) {
    const int i = get_global_id(0);
    y[i] = select(x[i] * 0.125f, x[i], x[i] > 0.0f);
}

typedef struct {
    float scale;
    char values[32];
} Bytes;

kernel void quantise(global const float *x, global Bytes *y) {
    const int block = get_global_id(0);
    float largest = 0.0f;
    for (int i = 0; i < 32; ++i) {
        largest = fmax(largest, fabs(x[block * 32 + i]));
    }
    // A power of two, so that no quotient is rounded.
    const float scale = ldexp(1.0f, ilogb(largest) - 5);
    y[block].scale = scale;
    for (int i = 0; i < 32; ++i) {
        y[block].values[i] = convert_char_sat_rte(x[block * 32 + i] / scale);
    }
}

kernel void dequantise_bytes(global const uchar4 *x, global float4 *y, float scale, int zero) {
    const int i = get_global_id(0);
    y[i] = (convert_float4(x[i]) - zero) * scale;
}

typedef struct {
    half scale;
    uchar pairs[16];
} Block;

kernel void product_of_blocks(global const Block *a, global const float *x, global float *y) {
    const int row = get_global_id(0), column = get_global_id(1);
    float sum = 0.0f;
    for (int block = 0; block < 2; ++block) {
        global const Block *own = a + row * 2 + block;
        global const float *values = x + (column & 1) * 64 + block * 32;
        float part = 0.0f;
        for (int i = 0; i < 16; ++i) {
            part += ((own->pairs[i] & 15) - 8) * values[i];
            part += ((own->pairs[i] >> 4) - 8) * values[i + 16];
        }
        sum += part * vload_half(0, &own->scale);
    }
    y[column * 8 + row] = sum;
}

kernel void product_of_scaled_bytes(global const char4 *a, global const char4 *b, global float *y,
                                    float scale) {
    const int column = get_global_id(0), row = get_global_id(1);
    int sum = 0;
    for (int k = 0; k < 4; ++k) {
        const int4 products = convert_int4(a[row * 4 + k]) * convert_int4(b[column * 4 + k]);
        sum += products.x + products.y + products.z + products.w;
    }
    y[row * 8 + column] = sum * scale;
}

kernel void embed(global const uint *tokens, global const half *table, global float *y) {
    const int i = get_global_id(0), token = get_global_id(1);
    y[token * 16 + i] = vload_half((tokens[token] & 31) * 16 + i, table);
}

kernel void rotary(global float2 *x) {
    const int pair = get_global_id(0), position = get_global_id(1);
    const float angle = position * powr(10000.0f, -pair / 16.0f);
    float c;
    const float s = sincos(angle, &c);
    const float2 old = x[position * 16 + pair];
    x[position * 16 + pair] = (float2)(old.x * c - old.y * s, old.x * s + old.y * c);
}

kernel void cached_attention(global const float *q, global const float *k, global const float *v,
                             global float *y, int n) {
    const int head = get_global_id(0), i = get_global_id(1);
    float most = -INFINITY, sum = 0.0f, out = 0.0f;
    for (int token = 0; token < n; ++token) {
        float score = 0.0f;
        for (int d = 0; d < 8; ++d) {
            score += q[head * 8 + d] * k[(token * 4 + head) * 8 + d];
        }
        score *= 0.35355339f;
        const float larger = fmax(most, score);
        const float kept = exp(most - larger), own = exp(score - larger);
        sum = sum * kept + own;
        out = out * kept + own * v[(token * 4 + head) * 8 + i];
        most = larger;
    }
    y[head * 8 + i] = out / sum;
}

kernel void causal_mask(global const float *x, global float *y) {
    const int column = get_global_id(0), row = get_global_id(1);
    y[row * 8 + column] = column <= row ? x[row * 8 + column] : -1e30f;
}

kernel void largest(global const float *x, global float *y) {
    global const float *row = x + get_global_id(0) * 32;
    int place = 0;
    for (int i = 1; i < 32; ++i) {
        place = row[i] > row[place] ? i : place;
    }
    y[2 * get_global_id(0)] = place;
    y[2 * get_global_id(0) + 1] = row[place];
}

kernel void largest_of_group(global const float *x, global int *y, local int *place,
                             local float *value) {
    const int i = get_local_id(0);
    place[i] = i;
    value[i] = x[get_global_id(0)];
    for (int step = get_local_size(0) / 2; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < step && value[i + step] > value[i]) {
            value[i] = value[i + step];
            place[i] = place[i + step];
        }
    }
    if (i == 0) {
        y[get_group_id(0)] = place[0];
    }
}

kernel void sample_token(global const float *x, global const uint *draws, global int *y) {
    const int row = get_global_id(0);
    float sum = 0.0f;
    for (int i = 0; i < 8; ++i) {
        sum += fabs(x[row * 8 + i]);
    }
    const float wanted = (draws[row] >> 8) * 0x1p-24f * sum;
    float passed = 0.0f;
    int chosen = 7;
    for (int i = 0; i < 8; ++i) {
        passed += fabs(x[row * 8 + i]);
        if (passed > wanted) {
            chosen = i;
            break;
        }
    }
    y[row] = chosen;
}

kernel void top_two(global const float *x, global int *y) {
    const int row = get_global_id(0);
    int first = -1, second = -1;
    for (int i = 0; i < 16; ++i) {
        const float value = x[row * 16 + i];
        if (first < 0 || value > x[row * 16 + first]) {
            second = first;
            first = i;
        } else if (second < 0 || value > x[row * 16 + second]) {
            second = i;
        }
    }
    y[row * 2] = first;
    y[row * 2 + 1] = second;
}

kernel void cross_entropy(global const float *x, global const uint *labels, global float *y) {
    const float8 row = vload8(get_global_id(0), x);
    const float4 larger = fmax(row.lo, row.hi);
    const float2 two = fmax(larger.lo, larger.hi);
    const float most = fmax(two.x, two.y);
    const float8 powers = exp(row - most);
    const float4 sums = powers.lo + powers.hi;
    const uint label = labels[get_global_id(0)] & 7;
    y[get_global_id(0)] = log(sums.x + sums.y + sums.z + sums.w) + most -
                          x[get_global_id(0) * 8 + label];
}

kernel void gradient_step(global float *w, global const float *g, global float *m, global float *v,
                          float rate) {
    const int i = get_global_id(0);
    const float mean = 0.9f * m[i] + 0.1f * g[i];
    const float square = 0.999f * fabs(v[i]) + 0.001f * g[i] * g[i];
    m[i] = mean;
    v[i] = square;
    w[i] -= rate * mean / (sqrt(square) + 1e-8f);
}

kernel void group_normalise(global const float *x, global float *y, local float2 *partial) {
    const int i = get_local_id(0);
    global const float *own = x + get_group_id(0) * 64;
    float2 sums = (float2)(0.0f);
    for (int k = i; k < 64; k += 8) {
        sums += (float2)(own[k], own[k] * own[k]);
    }
    partial[i] = sums;
    for (int step = 4; step > 0; step /= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        if (i < step) {
            partial[i] += partial[i + step];
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const float mean = partial[0].x / 64, spread = partial[0].y / 64 - mean * mean;
    for (int k = i; k < 64; k += 8) {
        y[get_group_id(0) * 64 + k] = (own[k] - mean) * rsqrt(spread + 1e-5f);
    }
}

kernel void winograd_input(global const float *x, global float *y) {
    global const float *tile = x + get_global_id(0) * 16;
    float columns[4][4];
    for (int i = 0; i < 4; ++i) {
        columns[0][i] = tile[i] - tile[8 + i];
        columns[1][i] = tile[4 + i] + tile[8 + i];
        columns[2][i] = tile[8 + i] - tile[4 + i];
        columns[3][i] = tile[4 + i] - tile[12 + i];
    }
    for (int i = 0; i < 4; ++i) {
        global float *to = y + get_global_id(0) * 16 + i * 4;
        to[0] = columns[i][0] - columns[i][2];
        to[1] = columns[i][1] + columns[i][2];
        to[2] = columns[i][2] - columns[i][1];
        to[3] = columns[i][1] - columns[i][3];
    }
}

kernel void im2col(global const float *x, global float *y) {
    const int tap = get_global_id(0), place = get_global_id(1);
    y[place * 9 + tap] = x[(place / 4 + tap / 3) * 6 + place % 4 + tap % 3];
}

kernel void shift_window(global const int *x, global int *y, int by) {
    const int column = (get_global_id(0) + by) % 8, row = (get_global_id(1) + by) % 8;
    y[get_global_id(1) * 8 + get_global_id(0)] = x[row * 8 + column];
}

kernel void space_to_depth(global const int *x, global int4 *y) {
    const int column = get_global_id(0), row = get_global_id(1);
    const int2 above = vload2(row * 8 + column, x), below = vload2(row * 8 + column + 4, x);
    y[row * 4 + column] = (int4)(above, below);
}
