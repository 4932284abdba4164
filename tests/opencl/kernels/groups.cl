// What all of a work group do together.
//: -cl-std=CL2.0
//! sums 96 local 48 x=ints:96 y=zeros:384 t=local:2048
//! scans 200 local 100 x=ints:200 y=zeros:1600 t=local:2048
//! extremes 130 local 130 x=ints:130 y=zeros:2080 t=local:2048
//! float_sums 128 local 128 x=floats:128 y=zeros:1024 t=local:2048 close=1e-4
//! votes 96 local 32 x=ints:96 y=zeros:768 t=local:2048
//! broadcasts 8x8 local 4x8 x=ints:64 y=zeros:512 t=local:2048
//! compact 128 local 128 x=ints:128 y=zeros:512 t=local:2048
//! long_sums 96 local 96 x=ints:96 y=zeros:768 t=local:2048
//! soft_maximum 96 local 48 x=floats:96 y=zeros:384 t=local:2048 close=1e-5

#ifdef JUDGE // whose library lacks these functions: each has the values of all before it
#define IN_TURN(NAME, TYPE, FIRST, COUNT, NEXT)                                                    \
    TYPE __attribute__((overloadable)) NAME(local long *t, TYPE own) {                             \
        local TYPE *all = (local TYPE *)t;                                                         \
        const int at = get_local_id(1) * get_local_size(0) + get_local_id(0);                      \
        const int size = get_local_size(0) * get_local_size(1);                                    \
        all[at] = own;                                                                             \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        TYPE sum = FIRST;                                                                          \
        for (int i = 0; i < COUNT; ++i) {                                                          \
            const TYPE other = all[i];                                                             \
            sum = NEXT;                                                                            \
        }                                                                                          \
        barrier(CLK_LOCAL_MEM_FENCE);                                                              \
        return sum;                                                                                \
    }
IN_TURN(all_added, int, 0, size, sum + other)
IN_TURN(all_added, float, 0, size, sum + other)
IN_TURN(up_to_added, int, 0, at + 1, sum + other)
IN_TURN(up_to_added, float, 0, at + 1, sum + other)
IN_TURN(up_to_added, long, 0, at + 1, sum + other)
IN_TURN(before_added, int, 0, at, sum + other)
IN_TURN(least, int, INT_MAX, size, min(sum, other))
IN_TURN(least_before, uint, UINT_MAX, at, min(sum, other))
IN_TURN(most, uint, 0, size, max(sum, other))
IN_TURN(most, float, -INFINITY, size, fmax(sum, other))
IN_TURN(most_up_to, int, INT_MIN, at + 1, max(sum, other))
IN_TURN(every, int, 1, size, sum && other)
IN_TURN(some, int, 0, size, sum || other)
int one_of(local long *t, int own, int x, int y) {
    local int *all = (local int *)t;
    all[get_local_id(1) * get_local_size(0) + get_local_id(0)] = own;
    barrier(CLK_LOCAL_MEM_FENCE);
    const int chosen = all[y * get_local_size(0) + x];
    barrier(CLK_LOCAL_MEM_FENCE);
    return chosen;
}
#define work_group_reduce_add(X) all_added(t, X)
#define work_group_scan_inclusive_add(X) up_to_added(t, X)
#define work_group_scan_exclusive_add(X) before_added(t, X)
#define work_group_reduce_min(X) least(t, X)
#define work_group_scan_exclusive_min(X) least_before(t, X)
#define work_group_reduce_max(X) most(t, X)
#define work_group_scan_inclusive_max(X) most_up_to(t, X)
#define work_group_all(X) every(t, X)
#define work_group_any(X) some(t, X)
#define work_group_broadcast(V, X, Y) one_of(t, V, X, Y)
#endif

kernel void sums(global const int *x, global int *y, local long *t) {
    const int i = get_global_id(0);
    y[i] = work_group_reduce_add(x[i]);
}

kernel void scans(global const int *x, global int *y, local long *t) {
    const int i = get_global_id(0);
    y[2 * i] = work_group_scan_inclusive_add(x[i]);
    y[2 * i + 1] = work_group_scan_exclusive_add(x[i] & 255);
}

kernel void extremes(global const int *x, global int *y, local long *t) {
    const int i = get_global_id(0);
    y[4 * i] = work_group_reduce_min(x[i]);
    y[4 * i + 1] = work_group_scan_inclusive_max(x[i]);
    y[4 * i + 2] = work_group_reduce_max((uint)x[i]);
    y[4 * i + 3] = work_group_scan_exclusive_min((uint)x[i]);
}

kernel void float_sums(global const float *x, global float *y, local long *t) {
    const int i = get_global_id(0);
    y[2 * i] = work_group_reduce_max(x[i]);
    y[2 * i + 1] = work_group_scan_inclusive_add(x[i] + 5.0f);
}

kernel void votes(global const int *x, global int *y, local long *t) {
    const int i = get_global_id(0);
    y[2 * i] = (work_group_all(x[i] != 0) != 0) + 2 * (work_group_all((x[i] & 1) != 0) != 0);
    y[2 * i + 1] = (work_group_any(x[i] == 0) != 0) + 2 * (work_group_any((x[i] & 1) != 0) != 0);
}

kernel void broadcasts(global const int *x, global int *y, local long *t) {
    const int i = get_global_id(1) * 8 + get_global_id(0);
    y[2 * i] = work_group_broadcast(x[i], 3, 5);
    y[2 * i + 1] = work_group_broadcast(x[i], 0, get_group_id(0));
}

kernel void compact(global const int *x, global int *y, local long *t) {
    const int i = get_global_id(0);
    const int is_kept = x[i] > 0;
    const int place = work_group_scan_exclusive_add(is_kept);
    if (is_kept) {
        y[place] = x[i];
    }
}

kernel void long_sums(global const int *x, global long *y, local long *t) {
    const int i = get_global_id(0);
    y[i] = work_group_scan_inclusive_add((long)x[i] << 8);
}

kernel void soft_maximum(global const float *x, global float *y, local long *t) {
    const int i = get_global_id(0);
    const float largest = work_group_reduce_max(x[i]);
    const float power = exp(x[i] - largest);
    y[i] = power / work_group_reduce_add(power);
}
