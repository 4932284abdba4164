// Algorithms on arrays: sorting, transforms, filters, hashes and random numbers.
//! bitonic_sort 64 local 64 x=ints:64 t=local:256
//! radix_pass 32 local 32 x=ints:32 y=zeros:128 counts=local:64 shift=4
//! merge_by_rank 32 local 32 x=ints:32 y=zeros:128
//! fourier 32 local 32 x=floats:128 y=zeros:512 t=local:512 close=2e-4
//! fourier_by_four 4 local 4 x=floats:32 y=zeros:128 close=1e-4
//! tiled_bodies 32 local 16 places=floats:128 y=zeros:512 tile=local:256 close=1e-4
//! sobel 10x10 local 10x2 x=floats:144 y=zeros:400 close=1e-5
//! median 10x10 local 5x2 x=floats:144 y=zeros:400
//! bilateral 10x10 local 10x1 x=floats:144 y=zeros:400 close=1e-5
//! bytes_to_grey 32 local 32 x=ints:32 y=zeros:32
//! block_hash 16 local 16 x=ints:64 y=zeros:64
//! checksum 16 local 16 x=ints:64 y=zeros:64
//! secure_hash_rounds 8 local 8 x=ints:128 y=zeros:256
//! counter_random 32 local 32 y=zeros:512 seed=77
//! normal_random 32 local 32 x=ints:64 y=zeros:256 close=1e-5
//! mandelbrot 16x8 local 16x2 y=zeros:512
//! life 8x8 local 8x8 x=ints:2 y=zeros:64
//! distances 8x8 local 8x8 a=floats:32 b=floats:32 y=zeros:256 close=1e-5
//! edit_distance 4 local 4 a=ints:8 b=ints:8 y=zeros:16
//! sparse_product 16 local 16 rows=words:0,2,3,3,7,8,8,10,14,15,16,18,21,24,25,29,32 columns=ints:32 values=floats:32 x=floats:16 y=zeros:64 close=1e-5

kernel void bitonic_sort(global int *x, local int *t) {
    const int i = get_local_id(0);
    t[i] = x[i];
    for (int block = 2; block <= 64; block *= 2) {
        for (int step = block / 2; step > 0; step /= 2) {
            barrier(CLK_LOCAL_MEM_FENCE);
            const int other = i ^ step;
            const int own = t[i], its = t[other];
            barrier(CLK_LOCAL_MEM_FENCE);
            const bool is_up = (i & block) == 0;
            t[i] = ((i < other) == is_up) ? min(own, its) : max(own, its);
        }
    }
    x[i] = t[i];
}

kernel void radix_pass(global const uint *x, global uint *y, local int *counts, int shift) {
    const int i = get_local_id(0);
    if (i < 16) {
        counts[i] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    const uint digit = x[i] >> shift & 15;
    atomic_inc(&counts[digit]);
    barrier(CLK_LOCAL_MEM_FENCE);
    int place = 0;
    for (int d = 0; d < digit; ++d) {
        place += counts[d];
    }
    for (int k = 0; k < i; ++k) {
        place += (x[k] >> shift & 15) == digit;
    }
    y[place] = x[i];
}

kernel void merge_by_rank(global const int *x, global int *y) {
    const int i = get_global_id(0);
    int rank = 0;
    for (int k = 0; k < 32; ++k) {
        rank += x[k] < x[i] || (x[k] == x[i] && k < i);
    }
    y[rank] = x[i];
}

float2 times(float2 a, float2 b) {
    return (float2)(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
}

kernel void fourier(global const float2 *x, global float2 *y, local float2 *t) {
    const int i = get_local_id(0);
    for (int k = i; k < 64; k += 32) {
        int back = 0;
        for (int bit = 0; bit < 6; ++bit) {
            back |= (k >> bit & 1) << (5 - bit);
        }
        t[back] = x[k];
    }
    for (int half_size = 1; half_size < 64; half_size *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const int within = i & (half_size - 1);
        const int first = (i - within) * 2 + within;
        const float angle = -M_PI_F * within / half_size;
        const float2 turned = times(t[first + half_size], (float2)(cos(angle), sin(angle)));
        const float2 own = t[first];
        t[first] = own + turned;
        t[first + half_size] = own - turned;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    y[i] = t[i];
    y[i + 32] = t[i + 32];
}

kernel void fourier_by_four(global const float8 *x, global float8 *y) {
    const float8 a = x[get_global_id(0)];
    const float4 sums = a.lo + a.hi, differences = a.lo - a.hi;
    const float2 turned = (float2)(differences.w, -differences.z);
    y[get_global_id(0)] = (float8)(sums.lo + sums.hi, differences.lo + turned, sums.lo - sums.hi,
                                   differences.lo - turned);
}

kernel void tiled_bodies(global const float4 *places, global float4 *y, local float4 *tile) {
    const float4 own = places[get_global_id(0)];
    float3 pull = (float3)(0.0f);
    for (int first = 0; first < 32; first += 16) {
        tile[get_local_id(0)] = places[first + get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
        for (int k = 0; k < 16; ++k) {
            const float3 way = tile[k].xyz - own.xyz;
            const float inverse = rsqrt(dot(way, way) + 0.25f);
            pull += way * (fabs(tile[k].w) * inverse * inverse * inverse);
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    y[get_global_id(0)] = (float4)(pull, own.w);
}

kernel void sobel(global const float *x, global float *y) {
    global const float *at = x + get_global_id(1) * 12 + get_global_id(0);
    const float along = at[2] - at[0] + 2 * (at[14] - at[12]) + at[26] - at[24];
    const float down = at[24] - at[0] + 2 * (at[25] - at[1]) + at[26] - at[2];
    y[get_global_id(1) * 10 + get_global_id(0)] = hypot(along, down);
}

kernel void median(global const float *x, global float *y) {
    float values[9];
    for (int i = 0; i < 9; ++i) {
        values[i] = x[(get_global_id(1) + i / 3) * 12 + get_global_id(0) + i % 3];
    }
    for (int i = 0; i < 5; ++i) {
        for (int k = i + 1; k < 9; ++k) {
            const float least = fmin(values[i], values[k]);
            values[k] = fmax(values[i], values[k]);
            values[i] = least;
        }
    }
    y[get_global_id(1) * 10 + get_global_id(0)] = values[4];
}

kernel void bilateral(global const float *x, global float *y) {
    const int column = get_global_id(0), row = get_global_id(1);
    const float middle = x[(row + 1) * 12 + column + 1];
    float sum = 0.0f, weights = 0.0f;
    for (int dy = 0; dy < 3; ++dy) {
        for (int dx = 0; dx < 3; ++dx) {
            const float value = x[(row + dy) * 12 + column + dx];
            const float difference = value - middle;
            const float weight = exp(-0.5f * ((dx - 1) * (dx - 1) + (dy - 1) * (dy - 1)) -
                                     0.125f * difference * difference);
            sum += weight * value;
            weights += weight;
        }
    }
    y[row * 10 + column] = sum / weights;
}

kernel void bytes_to_grey(global const uchar4 *x, global uchar *y) {
    const int i = get_global_id(0);
    const uint4 colour = convert_uint4(x[i]);
    y[i] = (colour.x * 77 + colour.y * 150 + colour.z * 29 + 128) >> 8;
}

kernel void block_hash(global const uint4 *x, global uint *y) {
    const uint4 given = x[get_global_id(0)];
    uint4 lanes = (uint4)(0x24234428u, 0x85ebca77u, 0u, 0x61c8864fu) + given * 0x85ebca77u;
    lanes = rotate(lanes, (uint4)(13)) * 0x9e3779b1u;
    const uint4 turned = rotate(lanes, (uint4)(1, 7, 12, 18));
    uint hash = turned.x + turned.y + turned.z + turned.w + 16;
    hash = (hash ^ hash >> 15) * 0x85ebca77u;
    hash = (hash ^ hash >> 13) * 0xc2b2ae3du;
    y[get_global_id(0)] = hash ^ hash >> 16;
}

kernel void checksum(global const uchar *x, global uint *y) {
    uint sum = 0xffffffffu;
    for (int i = 0; i < 16; ++i) {
        sum ^= x[get_global_id(0) * 16 + i];
        for (int bit = 0; bit < 8; ++bit) {
            sum = sum >> 1 ^ (0xedb88320u & -(sum & 1));
        }
    }
    y[get_global_id(0)] = ~sum;
}

kernel void secure_hash_rounds(global const uint *x, global uint *y) {
    uint words[16], state[8];
    for (int i = 0; i < 16; ++i) {
        words[i] = x[get_global_id(0) * 16 + i];
    }
    for (int i = 0; i < 8; ++i) {
        state[i] = 0x6a09e667u + 0x9e3779b9u * i;
    }
    for (int round = 0; round < 32; ++round) {
        const uint a = state[0], e = state[4];
        const uint big = rotate(e, 26u) ^ rotate(e, 21u) ^ rotate(e, 7u);
        const uint choice = bitselect(state[6], state[5], e);
        const uint first = state[7] + big + choice + words[round & 15];
        const uint small = rotate(a, 30u) ^ rotate(a, 19u) ^ rotate(a, 10u);
        const uint most = (a & state[1]) ^ (a & state[2]) ^ (state[1] & state[2]);
        for (int i = 7; i > 0; --i) {
            state[i] = state[i - 1];
        }
        state[4] += first;
        state[0] = first + small + most;
        words[round & 15] += rotate(words[round + 1 & 15], 25u) + words[round + 9 & 15];
    }
    for (int i = 0; i < 8; ++i) {
        y[get_global_id(0) * 8 + i] = state[i];
    }
}

kernel void counter_random(global uint4 *y, int seed) {
    uint4 counter = (uint4)(get_global_id(0), 1, 2, 3);
    uint2 key = (uint2)(seed, 0xcafe);
    for (int round = 0; round < 10; ++round) {
        const uint high = mul_hi(0xd2511f53u, counter.x), low = 0xd2511f53u * counter.x;
        const uint high2 = mul_hi(0xcd9e8d57u, counter.z), low2 = 0xcd9e8d57u * counter.z;
        counter = (uint4)(high2 ^ counter.y ^ key.x, low2, high ^ counter.w ^ key.y, low);
        key += (uint2)(0x9e3779b9u, 0xbb67ae85u);
    }
    y[get_global_id(0)] = counter;
}

kernel void normal_random(global const uint2 *x, global float2 *y) {
    const uint2 draw = x[get_global_id(0)];
    const float radius = sqrt(-2.0f * log((draw.x >> 9) * 0x1p-23f + 0x1p-24f));
    float c;
    const float s = sincos(2.0f * M_PI_F * (draw.y >> 8) * 0x1p-24f, &c);
    y[get_global_id(0)] = radius * (float2)(c, s);
}

kernel void mandelbrot(global int *y) {
    const float2 c = (float2)(get_global_id(0) * 0.1875f - 2.0f, get_global_id(1) * 0.3125f - 1.25f);
    float2 z = (float2)(0.0f);
    int steps = 0;
    while (steps < 64 && dot(z, z) < 4.0f) {
        z = (float2)(z.x * z.x - z.y * z.y, 2 * z.x * z.y) + c;
        ++steps;
    }
    y[get_global_id(1) * 16 + get_global_id(0)] = steps;
}

kernel void life(global const ulong *x, global uchar *y) {
    const int column = get_global_id(0), row = get_global_id(1);
    int neighbours = 0;
    for (int k = 0; k < 9; ++k) {
        const int at = (row + k / 3 + 7 & 7) * 8 + (column + k % 3 + 7 & 7);
        neighbours += k != 4 ? (int)(x[0] >> at & 1) : 0;
    }
    const bool was_alive = x[0] >> (row * 8 + column) & 1;
    y[row * 8 + column] = neighbours == 3 || (was_alive && neighbours == 2);
}

kernel void distances(global const float4 *a, global const float4 *b, global float *y) {
    y[get_global_id(1) * 8 + get_global_id(0)] = distance(a[get_global_id(0)], b[get_global_id(1)]);
}

kernel void edit_distance(global const uchar *a, global const uchar *b, global int *y) {
    global const uchar *first = a + get_global_id(0) * 8, *second = b + get_global_id(0) * 8;
    int costs[9];
    for (int i = 0; i < 9; ++i) {
        costs[i] = i;
    }
    for (int row = 0; row < 8; ++row) {
        int before = costs[0];
        costs[0] = row + 1;
        for (int i = 0; i < 8; ++i) {
            const int changed = before + ((first[row] & 3) != (second[i] & 3));
            before = costs[i + 1];
            costs[i + 1] = min(min(costs[i], costs[i + 1]) + 1, changed);
        }
    }
    y[get_global_id(0)] = costs[8];
}

kernel void sparse_product(global const int *rows, global const uint *columns,
                           global const float *values, global const float *x, global float *y) {
    const int row = get_global_id(0);
    float sum = 0.0f;
    for (int k = rows[row]; k < rows[row + 1]; ++k) {
        sum += values[k] * x[columns[k] & 15];
    }
    y[row] = sum;
}
