// OpenCL C 2.0: pointers that say nothing of the memory, and its atomics.
//: -cl-std=CL2.0
//! any_memory 32 local 32 x=ints:32 y=zeros:128 t=local:128
//! sum_anywhere 16 local 16 x=floats:64 y=zeros:64 t=local:64 close=1e-5
//! split 32 local 32 x=floats:32 y=zeros:384 close=1e-5
//! counters 64 local 32 x=ints:64 y=zeros:32
//! exchange 1 local 1 x=ints:4 y=zeros:16
//! swap_in_place 16 local 16 x=ints:32
//! kinds_of_memory 4 local 4 y=zeros:48 t=local:16
//! copy_together 32 local 16 x=ints:64 y=zeros:256 t=local:128
//! copy_apart 32 local 16 x=ints:128 y=zeros:128 t=local:64
//! copy_back 32 local 16 x=ints:32 y=zeros:128 t=local:64

#ifdef JUDGE // which has neither such pointers nor atomics
#define GLOBAL global
#define LOCAL local
#define OVERLOADED __attribute__((overloadable))
#define atomic_uint uint
#define atomic_init(AT, VALUE) (*(AT) = (VALUE))
#define atomic_load(AT) (*(AT))
#define atomic_store(AT, VALUE) (*(AT) = (VALUE))
#define atomic_exchange(AT, VALUE) atomic_xchg(AT, VALUE)
#define atomic_fetch_add_explicit(AT, VALUE, ORDER, SCOPE) atomic_add(AT, VALUE)
#define atomic_fetch_max_explicit(AT, VALUE, ORDER, SCOPE) atomic_max(AT, VALUE)
#define atomic_fetch_xor(AT, VALUE) atomic_xor(AT, VALUE)
#define atomic_compare_exchange_strong(AT, EXPECTED, VALUE) swapped(AT, EXPECTED, VALUE)
#define work_group_barrier(FENCES) barrier(FENCES)
bool swapped(global uint *at, uint *expected, uint value) {
    const uint old = atomic_cmpxchg(at, *expected, value);
    const bool is_it = old == *expected;
    *expected = old;
    return is_it;
}
#else
#define GLOBAL
#define LOCAL
#define OVERLOADED
#endif

kernel void any_memory(global int *x, global int *y, local int *t) {
    const int i = get_local_id(0);
    t[i] = x[i] * 3;
    barrier(CLK_LOCAL_MEM_FENCE);
    LOCAL int *near = t + i;
    GLOBAL int *far = x + i;
    LOCAL int *one = &near[0];
    *one += 1;
    int own[4] = {i, x[i], *far, 7};
    int *mine = own + (i & 3);
    y[i] = *near + *far + *mine;
}

#define SUM_OF(MEMORY)                                                                             \
    OVERLOADED float sum_of(const MEMORY float *from, int n) {                                     \
        float sum = 0.0f;                                                                          \
        for (int i = 0; i < n; ++i) {                                                              \
            sum += from[i];                                                                        \
        }                                                                                          \
        return sum;                                                                                \
    }
SUM_OF()
#ifdef JUDGE
SUM_OF(global)
SUM_OF(local)
#endif

kernel void sum_anywhere(global const float *x, global float *y, local float *t) {
    const int i = get_local_id(0);
    t[i] = x[4 * i];
    barrier(CLK_LOCAL_MEM_FENCE);
    const float own[2] = {x[i], t[i ^ 1]};
    y[i] = sum_of(x + 4 * i, 4) + sum_of(t, 16) + sum_of(own, 2);
}

void store(float whole, float part, int exponent, GLOBAL float *to) {
    to[0] = whole;
    to[1] = part;
    to[2] = exponent;
}

kernel void split(global const float *x, global float *y) {
    const int i = get_global_id(0);
    float whole;
    int exponent;
    const float part = modf(x[i] * 8, &whole);
    const float significand = frexp(x[i], &exponent);
    store(whole, part + significand, exponent, y + 3 * i);
}

kernel void counters(global const uint *x, global atomic_uint *y) {
    local atomic_uint own;
    if (get_local_id(0) == 0) {
        atomic_init(&own, 0);
    }
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    const uint value = x[get_global_id(0)];
    atomic_fetch_add_explicit(&own, value & 15, memory_order_relaxed, memory_scope_work_group);
    atomic_fetch_xor(y, value);
    atomic_fetch_max_explicit(y + 1, value, memory_order_relaxed, memory_scope_device);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        atomic_store(y + 2 + get_group_id(0), atomic_load(&own));
    }
}

kernel void exchange(global uint *x, global uint *y) {
    global atomic_uint *at = (global atomic_uint *)x;
    uint expected = x[0];
    y[0] = atomic_compare_exchange_strong(at, &expected, 5u);
    y[1] = expected;
    expected = 6;
    y[2] = atomic_compare_exchange_strong(at, &expected, 9u);
    y[3] = expected;
    x[1] = atomic_exchange(at, 77u);
}

void swap(GLOBAL int *a, GLOBAL int *b) {
    const int old = *a;
    *a = *b;
    *b = old;
}

kernel void swap_in_place(global int *x) {
    swap(x + get_global_id(0), x + get_global_id(0) + 16);
}

kernel void kinds_of_memory(global int *y, local int *t) {
#ifdef JUDGE
    for (int i = 0; i < 3; ++i) {
        y[3 * get_global_id(0) + i] = i != 1;
    }
#else
    int *a = y + 3 * get_global_id(0), *b = t;
    y[3 * get_global_id(0)] = to_global(a) != 0;
    y[3 * get_global_id(0) + 1] = to_global(b) != 0;
    y[3 * get_global_id(0) + 2] = to_local(b) != 0;
#endif
}

kernel void copy_together(global const int *x, global int *y, local int *t) {
    const event_t copied = async_work_group_copy(t, x + 32 * get_group_id(0), 32, 0);
    wait_group_events(1, &copied);
    const int i = get_local_id(0);
    y[get_global_id(0)] = t[31 - i];
    y[get_global_id(0) + 32] = t[i];
}

kernel void copy_apart(global const int *x, global int *y, local int *t) {
    event_t copied = async_work_group_strided_copy(t, x + 64 * get_group_id(0), 16, 4, 0);
    wait_group_events(1, &copied);
    y[get_global_id(0)] = t[get_local_id(0) ^ 1];
}

kernel void copy_back(global const int *x, global int *y, local int *t) {
    t[get_local_id(0)] = x[get_global_id(0)] + 1;
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t copied = async_work_group_copy(y + 16 * get_group_id(0), t, 16, 0);
    wait_group_events(1, &copied);
}
