// Functions whose formulas are long, at edge values and at random ones.
//! errors 32x32 local 32x1 x=words:0x00000000,0x80000000,0x3f800000,0xbf800000,0x7f800000,0xff800000,0x7fc00000,0x3f000000,0xbf000000,0x3effffff,0x3fc00000,0x40200000,0xc0200000,0x40600000,0x40490fdb,0x3fc90fdb,0x40a00000,0xc0a00000,0x41000000,0x3f317218,0x33800000,0x40e00000,0x00800000,0x40b504f3,0xc1a00000,0x3f7fffff,0x3f800001,0x3eaaaaab,0xbeaaaaab,0x3f19999a,0xc0133333,0x3dcccccd y=zeros:8192 close=1e-6
//! gammas 32x1 local 32x1 x=words:0x00000000,0x80000000,0x3f800000,0xbf800000,0x7f800000,0xff800000,0x7fc00000,0x3f000000,0xbf000000,0x3effffff,0x3fc00000,0x40200000,0xc0200000,0x40600000,0x40490fdb,0x3fc90fdb,0x40a00000,0xc0a33333,0x41000000,0x3f317218,0x33800000,0x41e00000,0x3a800000,0x40b504f3,0xc1a00000,0x3f7fffff,0x3f800001,0x41f66666,0xc1266666,0x42053333,0xc0133333,0x3dcccccd y=zeros:512 close=1e-6
//! gammas_of_numbers 64 local 64 x=floats:64 y=zeros:512 close=1e-6
//! remainders 32x32 local 32x1 x=words:0x00000000,0x80000000,0x3f800000,0xbf800000,0x7f800000,0xff800000,0x7fc00000,0x3f000000,0xbf000000,0x3effffff,0x3fc00000,0x40200000,0xc0200000,0x4b000001,0x40490fdb,0x3fc90fdb,0x41200000,0xc1200000,0x42c80000,0x3f317218,0x33800000,0x7f7fffff,0x00800000,0x40b504f3,0xc1a00000,0x3f7fffff,0x3f800001,0x461c4000,0xc61c4000,0x7149f2ca,0x0dffffff,0x3dcccccd y=zeros:16384
//! remainders_of_numbers 64x64 local 64x1 x=floats:64 y=zeros:65536
//! sines_and_cosines 64 local 64 x=floats:64 y=zeros:1024 close=1e-6

kernel void errors(global const float *x, global float *y) {
    const float a = x[get_global_id(0)] * (get_global_id(1) + 1) / 16;
    global float *to = y + 2 * (get_global_id(1) * get_global_size(0) + get_global_id(0));
    to[0] = erf(a);
    // What may be flushed to zero is left out.
    const float complement = erfc(a);
    to[1] = complement < 1e-37f ? 0.0f : complement;
}

kernel void gammas(global const float *x, global float *y) {
    const float a = x[get_global_id(0)];
    global float *to = y + 4 * get_global_id(0);
    int sign;
    to[0] = tgamma(a);
    to[1] = lgamma(a);
    to[2] = lgamma_r(a, &sign);
    to[3] = a > 0.0f || a < 0.0f && floor(a) != a ? sign : 0;
}

kernel void gammas_of_numbers(global const float *x, global float *y) {
    const float a = x[get_global_id(0)] * 4;
    y[2 * get_global_id(0)] = tgamma(a);
    // It crosses zero where no bound is kept.
    const float logarithm = lgamma(a);
    y[2 * get_global_id(0) + 1] = fabs(logarithm) < 0.25f ? 0.0f : logarithm;
}

kernel void remainders(global const float *x, global float *y) {
    const float a = x[get_global_id(0)];
    const float b = x[get_global_id(1)];
    global float *to = y + 4 * (get_global_id(1) * get_global_size(0) + get_global_id(0));
    int quotient;
    // The bits of a NaN are anyone's, and denormals may be flushed.
    const float results[3] = {fmod(a, b), remainder(a, b), remquo(a, b, &quotient)};
    for (int i = 0; i < 3; ++i) {
        to[i] = isnan(results[i]) ? 7.5f : fabs(results[i]) < 1e-37f ? 0.0f : results[i];
    }
    to[3] = isnan(results[2]) ? 0 : quotient & 7;
}

kernel void remainders_of_numbers(global const float *x, global float *y) {
    const float a = x[get_global_id(0)];
    const float b = x[get_global_id(1)] / 16;
    global float *to = y + 4 * (get_global_id(1) * get_global_size(0) + get_global_id(0));
    int quotient;
    to[0] = fmod(a, b);
    to[1] = remainder(a, b);
    to[2] = remquo(a, b, &quotient);
    to[3] = quotient & 7;
}

kernel void sines_and_cosines(global const float *x, global float *y) {
    const float2 a = (float2)(x[get_global_id(0)], x[get_global_id(0)] * 32);
    float2 other;
    const float2 one = sincos(a, &other);
    vstore4((float4)(one, other), get_global_id(0), y);
}
