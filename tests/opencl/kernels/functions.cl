// Transcendental functions at edge values.
//! exponentials 32x32 local 32x1 x=words:0x00000000,0x80000000,0x3f800000,0xbf800000,0x7f800000,0xff800000,0x7fc00000,0x3f000000,0xbf000000,0x3effffff,0x3fc00000,0x40200000,0xc0200000,0x4b000001,0x40490fdb,0x3fc90fdb,0x41200000,0xc1200000,0x42c80000,0x3f317218,0x33800000,0x7f7fffff,0x00800000,0x40b504f3,0xc1a00000,0x3f7fffff,0x3f800001,0x461c4000,0xc61c4000,0x42b00000,0xc2d00000,0x3dcccccd y=zeros:32768 close=8e-7
//! angles 32x32 local 32x1 x=words:0x00000000,0x80000000,0x3f800000,0xbf800000,0x7f800000,0xff800000,0x7fc00000,0x3f000000,0xbf000000,0x3effffff,0x3fc00000,0x40200000,0xc0200000,0x4b000001,0x40490fdb,0x3fc90fdb,0x41200000,0xc1200000,0x42c80000,0x3f317218,0x33800000,0x49800000,0x00800000,0x40b504f3,0xc1a00000,0x3f7fffff,0x3f800001,0x461c4000,0xc61c4000,0x42b00000,0xc2d00000,0x3dcccccd y=zeros:36864 close=1e-6
//! hyperbolics 32x32 local 32x1 x=words:0x00000000,0x80000000,0x3f800000,0xbf800000,0x7f800000,0xff800000,0x7fc00000,0x3f000000,0xbf000000,0x3effffff,0x3fc00000,0x40200000,0xc0200000,0x4b000001,0x40490fdb,0x3fc90fdb,0x41200000,0xc1200000,0x42c80000,0x3f317218,0x33800000,0x49800000,0x00800000,0x40b504f3,0xc1a00000,0x3f7fffff,0x3f800001,0x461c4000,0xc61c4000,0x42b00000,0xc2d00000,0x3dcccccd y=zeros:24576 close=1e-6
//! powers 32x32 local 32x1 x=words:0x00000000,0x80000000,0x3f800000,0xbf800000,0x7f800000,0xff800000,0x7fc00000,0x3f000000,0xbf000000,0x3effffff,0x3fc00000,0x40200000,0xc0200000,0x4b000001,0x40490fdb,0x3fc90fdb,0x41200000,0xc1200000,0x42c80000,0x3f317218,0x33800000,0x49800000,0x00800000,0x40b504f3,0xc1a00000,0x3f7fffff,0x3f800001,0x461c4000,0xc61c4000,0x42b00000,0xc2d00000,0x3dcccccd y=zeros:32768 close=2e-6

kernel void exponentials(global const float *x, global float *y) {
    const float a = x[get_global_id(0)];
    const float b = x[get_global_id(1)];
    global float *to = y + 8 * (get_global_id(1) * get_global_size(0) + get_global_id(0));
    to[0] = exp(a);
    to[1] = exp2(a);
    to[2] = exp10(a);
    to[3] = expm1(a);
    to[4] = log(a);
    to[5] = log2(a);
    to[6] = log10(a);
    to[7] = log1p(a);
}

kernel void angles(global const float *x, global float *y) {
    const float a = x[get_global_id(0)];
    const float b = x[get_global_id(1)];
    global float *to = y + 9 * (get_global_id(1) * get_global_size(0) + get_global_id(0));
    to[0] = sin(a);
    to[1] = cos(a);
    to[2] = tan(a);
    to[3] = asin(a);
    to[4] = acos(a);
    to[5] = atan(a);
    to[6] = atan2(a, b);
    to[7] = sinpi(a);
    to[8] = cospi(a);
}

kernel void hyperbolics(global const float *x, global float *y) {
    const float a = x[get_global_id(0)];
    const float b = x[get_global_id(1)];
    global float *to = y + 6 * (get_global_id(1) * get_global_size(0) + get_global_id(0));
    to[0] = sinh(a);
    to[1] = cosh(a);
    to[2] = tanh(a);
    to[3] = asinh(a);
    to[4] = acosh(a);
    to[5] = atanh(a);
}

kernel void powers(global const float *x, global float *y) {
    const float a = x[get_global_id(0)];
    const float b = x[get_global_id(1)];
    global float *to = y + 8 * (get_global_id(1) * get_global_size(0) + get_global_id(0));
    to[0] = pow(a, b);
    to[1] = powr(a, b);
    to[2] = pown(a, (int)clamp(b, -20.0f, 20.0f));
    to[3] = rootn(a, 3);
    to[4] = cbrt(a);
    to[5] = hypot(a, b);
    to[6] = sqrt(a);
    to[7] = rsqrt(a);
}
