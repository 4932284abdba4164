// Functions of OpenCL at edge values.
//! exact_floats 32x32 local 32x1 x=words:0x00000000,0x80000000,0x3f800000,0xbf800000,0x7f800000,0xff800000,0x7fc00000,0x3f000000,0xbf000000,0x3effffff,0x3fc00000,0x40200000,0xc0200000,0x4b000001,0x40490fdb,0x3fc90fdb,0x41200000,0xc1200000,0x42c80000,0x3f317218,0x33800000,0x7f7fffff,0x00800000,0x40b504f3,0xc1a00000,0x3f7fffff,0x3f800001,0x461c4000,0xc61c4000,0x42b00000,0xc2d00000,0x3dcccccd y=zeros:65536 close=0
//! tests_of_floats 32x32 local 32x1 x=words:0x00000000,0x80000000,0x3f800000,0xbf800000,0x7f800000,0xff800000,0x7fc00000,0x3f000000,0xbf000000,0x3effffff,0x3fc00000,0x40200000,0xc0200000,0x4b000001,0x40490fdb,0x3fc90fdb,0x41200000,0xc1200000,0x42c80000,0x3f317218,0x33800000,0x7f7fffff,0x00800000,0x40b504f3,0xc1a00000,0x3f7fffff,0x3f800001,0x461c4000,0xc61c4000,0x42b00000,0xc2d00000,0x3dcccccd y=zeros:65536
//! integers 16x16 local 16x1 x=words:0,1,0xffffffff,0x7fffffff,0x80000000,0x80000001,2,0x100,0xff,0x7f,0x80,0x8000,0x7fff,0xffff,0x12345678,0xdeadbeef y=zeros:16384
//! unsigned_integers 16x16 local 16x1 x=words:0,1,0xffffffff,0x7fffffff,0x80000000,0x80000001,2,0x100,0xff,0x7f,0x80,0x8000,0x7fff,0xffff,0x12345678,0xdeadbeef y=zeros:9216
//! narrow_integers 16x16 local 16x1 x=words:0,1,0xffffffff,0x7fffffff,0x80000000,0x80000001,2,0x100,0xff,0x7f,0x80,0x8000,0x7fff,0xffff,0x12345678,0xdeadbeef y=zeros:15360
//! long_integers 16x16 local 16x1 x=words:0,1,0xffffffff,0x7fffffff,0x80000000,0x80000001,2,0x100,0xff,0x7f,0x80,0x8000,0x7fff,0xffff,0x12345678,0xdeadbeef y=zeros:20480

kernel void exact_floats(global const float *x, global float *y) {
    const float a = x[get_global_id(0)];
    const float b = x[get_global_id(1)];
    global float *to = y + 16 * (get_global_id(1) * get_global_size(0) + get_global_id(0));
    to[0] = ceil(a);
    to[1] = floor(a);
    to[2] = trunc(a);
    to[3] = rint(a);
    to[4] = round(a);
    to[5] = fabs(a);
    to[6] = copysign(a, b);
    to[7] = fmax(a, b);
    to[8] = fmin(a, b);
    to[9] = fdim(a, b);
    to[10] = maxmag(a, b);
    to[11] = minmag(a, b);
    to[12] = nextafter(a, b);
    to[13] = logb(a);
    to[14] = ldexp(a, (int)fmin(fmax(b, -200.0f), 200.0f));
    to[15] = fma(a, b, a);
}

kernel void tests_of_floats(global const float *x, global int *y) {
    const float a = x[get_global_id(0)];
    const float b = x[get_global_id(1)];
    global int *to = y + 16 * (get_global_id(1) * get_global_size(0) + get_global_id(0));
    to[0] = isnan(a);
    to[1] = isinf(a);
    to[2] = isfinite(a);
    to[3] = isnormal(a);
    to[4] = signbit(a);
    to[5] = islessgreater(a, b);
    to[6] = isordered(a, b);
    to[7] = isunordered(a, b);
    to[8] = isequal(a, b);
    to[9] = isgreater(a, b);
    to[10] = ilogb(a);
    to[11] = convert_int_sat(a);
    to[12] = convert_uchar_sat(a);
    to[13] = convert_short_sat_rte(a);
    to[14] = convert_int_sat_rtp(a);
    to[15] = convert_int_sat_rtn(a);
}

kernel void integers(global const int *x, global int *y) {
    const int a = x[get_global_id(0)];
    const int b = x[get_global_id(1)];
    global int *to = y + 16 * (get_global_id(1) * get_global_size(0) + get_global_id(0));
    to[0] = abs(a);
    to[1] = abs_diff(a, b);
    to[2] = add_sat(a, b);
    to[3] = sub_sat(a, b);
    to[4] = hadd(a, b);
    to[5] = rhadd(a, b);
    to[6] = clz(a);
    to[7] = popcount(a);
    to[8] = mul_hi(a, b);
    to[9] = mad_hi(a, b, a);
    to[10] = mad_sat(a, b, a);
    to[11] = rotate(a, b);
    to[12] = max(a, b);
    to[13] = min(a, b);
    to[14] = clamp(a, min(b, 5), max(b, 5));
    to[15] = bitselect(a, b, 0x0ff0);
}

kernel void unsigned_integers(global const int *x, global int *y) {
    const int a = x[get_global_id(0)];
    const int b = x[get_global_id(1)];
    global int *to = y + 9 * (get_global_id(1) * get_global_size(0) + get_global_id(0));
    to[0] = add_sat((uint)a, (uint)b);
    to[1] = sub_sat((uint)a, (uint)b);
    to[2] = hadd((uint)a, (uint)b);
    to[3] = rhadd((uint)a, (uint)b);
    to[4] = mul_hi((uint)a, (uint)b);
    to[5] = mad_sat((uint)a, (uint)b, (uint)a);
    to[6] = abs_diff((uint)a, (uint)b);
    to[7] = upsample((short)a, (ushort)b);
    to[8] = max((uint)a, (uint)b);
}

kernel void narrow_integers(global const int *x, global int *y) {
    const int a = x[get_global_id(0)];
    const int b = x[get_global_id(1)];
    global int *to = y + 15 * (get_global_id(1) * get_global_size(0) + get_global_id(0));
    to[0] = abs((char)a);
    to[1] = add_sat((char)a, (char)b);
    to[2] = sub_sat((uchar)a, (uchar)b);
    to[3] = hadd((short)a, (short)b);
    to[4] = clz((uchar)a);
    to[5] = clz((short)a);
    to[6] = popcount((short)a);
    to[7] = mul_hi((char)a, (char)b);
    to[8] = mul_hi((ushort)a, (ushort)b);
    to[9] = rotate((uchar)a, (uchar)(b & 7));
    to[10] = mad_sat((char)a, (char)b, (char)a);
    to[11] = upsample((uchar)a, (uchar)b);
    to[12] = convert_char_sat(a);
    to[13] = convert_ushort_sat(a);
    to[14] = convert_uint_sat((long)a * b);
}

kernel void long_integers(global const int *x, global long *y) {
    const int a = x[get_global_id(0)];
    const int b = x[get_global_id(1)];
    global long *to = y + 10 * (get_global_id(1) * get_global_size(0) + get_global_id(0));
    to[0] = add_sat((long)a << 32, (long)b << 32);
    to[1] = sub_sat((ulong)a, (ulong)b);
    to[2] = clz((long)a * b);
    to[3] = popcount((long)a * b);
    to[4] = rotate((long)a, (long)b);
    to[5] = (long)a * b;
    to[6] = ((long)a << 20) / (b != 0 ? b : 1);
    to[7] = (long)a % (b != 0 ? b : 3);
    to[8] = max((long)a, (long)b);
    to[9] = abs((long)a);
}
