// Classics on arrays of numbers.
//! scan 32 local 32 x=ints:32 y=zeros:128 partial=local:128
//! reduce 64 local 16 x=ints:64 sums=zeros:16 partial=local:64
//! histogram 64 local 32 x=ints:64 bins=zeros:64
//! sort_pairs 16 local 16 x=ints:32
//! butterfly 8 local 8 x=floats:32 close=1e-5
//! bodies 16 local 16 places=floats:64 speeds=floats:64 n=16 close=1e-4
//! stencil 16x16 local 16x1 x=floats:256 y=zeros:1024 close=1e-5
//! convolve 12x12 local 4x4 x=floats:196 y=zeros:576 width=14 close=1e-5
//! transpose 16x16 local 8x8 x=ints:256 y=zeros:1024
//! collatz 32 local 32 x=ints:32 y=zeros:128
//! hash 32 local 16 x=ints:32 y=zeros:128
//! random_walk 16 local 16 y=zeros:128 steps=10
//! bits 32 local 32 x=ints:32 y=zeros:512
//! shuffle_bytes 16 local 16 x=ints:16 y=zeros:64
//! choose 32 local 32 x=ints:32 y=zeros:128
//! strings 16 local 16 x=ints:16 y=zeros:16
//! doubles_of_integers 16 local 16 x=ints:32 y=zeros:256
//! table 32 local 32 x=ints:32 y=zeros:128
//! structures 8 local 8 x=ints:32 y=zeros:128 close=1e-5
//! three_components 8 local 8 x=floats:32 y=zeros:128 close=1e-5
//! locks 32 local 16 counters=zeros:16 x=ints:32
//! counting_down 16 local 16 x=ints:16 y=zeros:64

kernel void scan(global const int *x, global int *y, local int *partial) {
    const int id = get_local_id(0);
    partial[id] = x[id] & 0xff;
    for (int step = 1; step < get_local_size(0); step *= 2) {
        barrier(CLK_LOCAL_MEM_FENCE);
        const int before = id >= step ? partial[id - step] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        partial[id] += before;
    }
    y[id] = partial[id];
}

kernel void reduce(global const int *x, global int *sums, local int *partial) {
    const int id = get_local_id(0);
    partial[id] = x[get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    for (int step = get_local_size(0) / 2; step != 0; step /= 2) {
        if (id < step) {
            partial[id] ^= partial[id + step];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (id == 0) {
        sums[get_group_id(0)] = partial[0];
    }
}

kernel void histogram(global const uint *x, global uint *bins) {
    local uint own[16];
    if (get_local_id(0) < 16) {
        own[get_local_id(0)] = 0;
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    atomic_inc(&own[x[get_global_id(0)] >> 28]);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) < 16) {
        atomic_add(&bins[get_local_id(0)], own[get_local_id(0)]);
    }
}

kernel void sort_pairs(global int *x) {
    const int id = get_local_id(0);
    for (int size = 2; size <= 32; size *= 2) {
        for (int step = size / 2; step > 0; step /= 2) {
            const int low = 2 * id - (id & (step - 1));
            const int high = low + step;
            const bool up = (low & size) == 0;
            const int a = x[low];
            const int b = x[high];
            if ((a > b) == up) {
                x[low] = b;
                x[high] = a;
            }
            barrier(CLK_GLOBAL_MEM_FENCE);
        }
    }
}

kernel void butterfly(global float2 *x) {
    const int id = get_local_id(0);
    for (int size = 1; size < 16; size *= 2) {
        const int place = id % size;
        const int low = (id / size) * size * 2 + place;
        const float2 a = x[low];
        const float2 b = x[low + size];
        const float angle = -3.14159265f * place / size;
        const float2 turn = (float2)(cos(angle), sin(angle));
        const float2 turned = (float2)(b.x * turn.x - b.y * turn.y, b.x * turn.y + b.y * turn.x);
        x[low] = a + turned;
        x[low + size] = a - turned;
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}

kernel void bodies(global float4 *places, global float4 *speeds, int n) {
    const int id = get_global_id(0);
    const float4 own = places[id];
    float3 pull = (float3)(0.0f);
    for (int i = 0; i < n; ++i) {
        const float3 way = places[i].xyz - own.xyz;
        const float square = dot(way, way) + 0.01f;
        pull += way * (places[i].w * rsqrt(square * square * square));
    }
    speeds[id].xyz += pull * 0.001f;
}

kernel void stencil(global const float *x, global float *y) {
    const int i = get_global_id(0);
    const int j = get_global_id(1);
    const int w = get_global_size(0);
    const int left = max(i - 1, 0);
    const int right = min(i + 1, w - 1);
    const int up = max(j - 1, 0);
    const int down = min(j + 1, (int)get_global_size(1) - 1);
    y[j * w + i] = 0.2f * (x[j * w + i] + x[j * w + left] + x[j * w + right] + x[up * w + i] +
                           x[down * w + i]);
}

constant float kWeights[9] = {1.0f, 2.0f, 1.0f, 2.0f, 4.0f, 2.0f, 1.0f, 2.0f, 1.0f};

kernel void convolve(global const float *x, global float *y, int width) {
    float sum = 0.0f;
    for (int j = 0; j < 3; ++j) {
        for (int i = 0; i < 3; ++i) {
            sum += kWeights[j * 3 + i] *
                   x[(get_global_id(1) + j) * width + get_global_id(0) + i];
        }
    }
    y[get_global_id(1) * get_global_size(0) + get_global_id(0)] = sum / 16.0f;
}

kernel void transpose(global const int *x, global int *y) {
    local int tile[8][9];
    const int i = get_local_id(0);
    const int j = get_local_id(1);
    tile[j][i] = x[get_global_id(1) * 16 + get_global_id(0)];
    barrier(CLK_LOCAL_MEM_FENCE);
    y[(get_group_id(0) * 8 + j) * 16 + get_group_id(1) * 8 + i] = tile[i][j];
}

kernel void collatz(global const uint *x, global uint *y) {
    uint n = (x[get_global_id(0)] & 0xff) + 1;
    uint steps = 0;
    while (n != 1) {
        n = (n & 1) != 0 ? 3 * n + 1 : n / 2;
        if (++steps > 1000) {
            break;
        }
    }
    y[get_global_id(0)] = steps;
}

kernel void hash(global const uint *x, global uint *y) {
    uint h = 2166136261u;
    uint word = x[get_global_id(0)];
    for (int i = 0; i < 4; ++i) {
        h = (h ^ (word & 0xff)) * 16777619u;
        word >>= 8;
    }
    h = rotate(h, 13u) ^ (h >> 7);
    y[get_global_id(0)] = h;
}

kernel void random_walk(global ulong *y, int steps) {
    ulong state = get_global_id(0) * 6364136223846793005ul + 1442695040888963407ul;
    for (int i = 0; i < steps; ++i) {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
    }
    y[get_global_id(0)] = state;
}

kernel void bits(global const int *x, global int4 *y) {
    const int v = x[get_global_id(0)];
    y[get_global_id(0)] = (int4)(popcount(v), clz(v), mul_hi(v, 0x12345678), hadd(v, 17));
}

kernel void shuffle_bytes(global const uchar4 *x, global uchar4 *y) {
    const uchar4 v = x[get_global_id(0)];
    y[get_global_id(0)] = v.wzyx ^ (uchar4)(get_global_id(0));
}

kernel void choose(global const int *x, global int *y) {
    const int v = x[get_global_id(0)];
    int r = 0;
    switch (v & 7) {
    case 0: r = 10; break;
    case 1: r = v; break;
    case 3: r = v >> 3; // and on
    case 4: r += 5; break;
    case 6: return;
    default: r = -v; break;
    }
    y[get_global_id(0)] = r;
}

kernel void strings(global const char4 *x, global char *y) {
    const char4 v = x[get_global_id(0)];
    char most = v.x;
    most = v.y > most ? v.y : most;
    most = v.z > most ? v.z : most;
    y[get_global_id(0)] = add_sat(most, (char)100);
}

kernel void doubles_of_integers(global const int2 *x, global long2 *y) {
    const int2 v = x[get_global_id(0)];
    y[get_global_id(0)] = convert_long2(v) * convert_long2(v.yx) - 1;
}

constant int kTable[8] = {3, 1, 4, 1, 5, 9, 2, 6};

kernel void table(global const int *x, global int *y) {
    int own[8];
    for (int i = 0; i < 8; ++i) {
        own[i] = kTable[i] * (i + 1);
    }
    own[x[get_global_id(0)] & 7] = 100;
    y[get_global_id(0)] = own[(x[get_global_id(0)] >> 3) & 7] + kTable[(x[get_global_id(0)] >> 6) & 7];
}

typedef struct {
    char kind;
    float3 place;
    short id;
} Thing;

typedef struct __attribute__((packed)) {
    uchar kind;
    uint number;
} Packed;

kernel void structures(global const uint *x, global float *y) {
    Thing things[2];
    Packed small;
    const int id = get_global_id(0);
    for (int i = 0; i < 2; ++i) {
        things[i].kind = x[id] >> 8 * i;
        things[i].place = (float3)(id, i, x[id] & 3);
        things[i].id = i;
    }
    small.kind = things[x[id] & 1].kind;
    small.number = sizeof(Thing) + sizeof(Packed);
    const Thing chosen = things[(x[id] >> 4) & 1];
    y[id * 4] = chosen.place.x + chosen.place.y;
    y[id * 4 + 1] = chosen.place.z;
    y[id * 4 + 2] = small.kind;
    y[id * 4 + 3] = small.number + chosen.id;
}

kernel void three_components(global const float3 *x, global float *y) {
    const float3 v = x[get_global_id(0)];
    vstore3(v * 2.0f + cross(v, v.zxy), get_global_id(0), y);
}

kernel void locks(global int *counters, global const int *x) {
    const int v = x[get_global_id(0)];
    atomic_max(&counters[0], v);
    atomic_min(&counters[1], v);
    atomic_xor(&counters[2], v);
    int seen = counters[3];
    int before;
    do {
        before = seen;
        seen = atomic_cmpxchg(&counters[3], before, before + (v & 15));
    } while (seen != before);
}

kernel void counting_down(global const int *x, global int *y) {
    int n = x[get_global_id(0)] & 63;
    int sum = 0;
    do {
        if (n % 3 == 0) {
            continue;
        }
        if (n % 17 == 16) {
            goto done;
        }
        sum += n;
    } while (--n > 0);
    sum += 1000;
done:
    y[get_global_id(0)] = sum;
}
