// Images and samplers: all shapes, coordinates of both kinds, what is around an image, filters,
// writes, and what an image says of itself.
//! fetch 8x4 local 4x2 a=image:rgba32f:8x4 out=zeros:512
//! fetch_halves 8x4 local 8x1 a=image:rgba16f:8x4 out=zeros:512
//! fetch_snorm 8x4 local 8x4 a=image:rgba8_snorm:8x4 out=zeros:512 close=1e-6
//! fetch_shapes 4x3 local 4x1 line=image:rgba32f:4 lines=image:rgba32f:4x3 stack=image:rgba32f:4x3x2 layers=image:rgba32f:4x3x2 row=image:rgba32f:12 out=zeros:192
//! fetch_integers 6x2 local 3x2 a=image:rgba32i:6x2 b=image:rgba8i:6x2 c=image:rgba16ui:6x2 d=image:rgba8ui:6x2 x=zeros:192 y=zeros:192 z=zeros:192 w=zeros:192
//! sample_texels 12x8 local 4x8 a=image:rgba32f:8x4 s=sampler:address=clamp_to_edge,filter=nearest,coordinates=texels out=zeros:1536
//! sample_texels 12x8 local 12x1 a=image:rgba32f:8x4 s=sampler:address=clamp_to_border,filter=nearest,coordinates=texels out=zeros:1536
//! sample_numbers 12x8 local 4x4 a=image:rgba32f:8x4 s=sampler:address=clamp_to_edge,filter=nearest,coordinates=texels out=zeros:1536
//! sample_places 16x8 local 8x8 a=image:rgba32f:8x4 s=sampler:address=clamp_to_edge,filter=nearest out=zeros:2048
//! sample_places 16x8 local 16x4 a=image:rgba32f:8x4 s=sampler:address=repeat,filter=nearest out=zeros:2048
//! sample_places 16x8 local 16x4 a=image:rgba32f:8x4 s=sampler:address=mirrored_repeat,filter=nearest out=zeros:2048
//! sample_layers 8x4 local 8x1 a=image:rgba32f:8x4x3 s=sampler:address=clamp_to_edge,filter=nearest,coordinates=texels out=zeros:512
//! sample_stack 8x4 local 8x2 a=image:rgba32f:8x4x3 s=sampler:address=clamp_to_edge,filter=nearest,coordinates=texels out=zeros:512
//! sample_line 16 local 16 a=image:rgba32f:16 s=sampler:address=clamp_to_edge,filter=nearest,coordinates=texels out=zeros:256
//! literal_samplers 8x8 local 8x1 a=image:rgba32f:8x4 out=zeros:1024
//! blur 8x4 local 8x1 a=image:rgba32f:8x4 b=image:rgba32f:8x4 close=1e-5
//! write_bytes 8x4 local 4x4 a=image:rgba32f:8x4 b=image:rgba8:8x4
//! write_integers 8x4 local 4x4 b=image:rgba32ui:8x4 c=image:rgba8i:8x4
//! write_shapes 4x3 local 4x1 line=image:rgba32f:4 stack=image:rgba32f:4x3x2 layers=image:rgba32f:4x3x2
//! sizes 1 local 1 line=image:rgba8:7 a=image:rgba8:8x4 stack=image:rgba8:4x3x2 layers=image:rgba8:5x3x2 lines=image:rgba8:9x3 b=image:rgba8:3x9 out=zeros:64
//! through_functions 8x4 local 8x1 a=image:rgba32f:8x4 b=image:rgba32f:8x4 s=sampler:address=clamp_to_edge,filter=nearest,coordinates=texels scale=0.5

#define ITEM (get_global_id(1) * get_global_size(0) + get_global_id(0))
#define PIXEL (int2)(get_global_id(0), get_global_id(1))

kernel void fetch(read_only image2d_t a, global float4 *out) {
    out[ITEM] = read_imagef(a, PIXEL);
}

kernel void fetch_halves(read_only image2d_t a, global float4 *out) {
    out[ITEM] = read_imagef(a, PIXEL);
}

kernel void fetch_snorm(read_only image2d_t a, global float4 *out) {
    out[ITEM] = read_imagef(a, PIXEL);
}

kernel void fetch_shapes(read_only image1d_t line, read_only image1d_array_t lines,
                         read_only image3d_t stack, read_only image2d_array_t layers,
                         read_only image1d_buffer_t row, global float4 *out) {
    const int2 at = PIXEL;
    out[ITEM] = read_imagef(line, at.x) + 2.0f * read_imagef(lines, at) +
                4.0f * read_imagef(stack, (int4)(at, 1, 0)) +
                8.0f * read_imagef(layers, (int4)(at, 1, 0)) +
                16.0f * read_imagef(row, (int)ITEM);
}

kernel void fetch_integers(read_only image2d_t a, read_only image2d_t b, read_only image2d_t c,
                           read_only image2d_t d, global int4 *x, global int4 *y, global uint4 *z,
                           global uint4 *w) {
    x[ITEM] = read_imagei(a, PIXEL);
    y[ITEM] = read_imagei(b, PIXEL);
    z[ITEM] = read_imageui(c, PIXEL);
    w[ITEM] = read_imageui(d, PIXEL);
}

// Some are outside.
kernel void sample_texels(read_only image2d_t a, sampler_t s, global float4 *out) {
    out[ITEM] = read_imagef(a, s, PIXEL - 2);
}

kernel void sample_numbers(read_only image2d_t a, sampler_t s, global float4 *out) {
    out[ITEM] = read_imagef(a, s, convert_float2(PIXEL) * 0.75f - 0.6f);
}

// From -0.6 on to beyond 1, at no edge of a texel.
kernel void sample_places(read_only image2d_t a, sampler_t s, global float4 *out) {
    out[ITEM] = read_imagef(a, s, convert_float2(PIXEL) * 0.171f - 0.613f);
}

kernel void sample_layers(read_only image2d_array_t a, sampler_t s, global float4 *out) {
    out[ITEM] = read_imagef(a, s, (int4)(PIXEL, 1, 0)) +
                2.0f * read_imagef(a, s, (float4)(convert_float2(PIXEL) + 0.5f, 2.2f, 0.0f));
}

kernel void sample_stack(read_only image3d_t a, sampler_t s, global float4 *out) {
    out[ITEM] = read_imagef(a, s, (int4)(PIXEL, 1, 0)) +
                2.0f * read_imagef(a, s, (float4)(convert_float2(PIXEL) + 0.5f, 2.2f, 0.0f));
}

kernel void sample_line(read_only image1d_t a, sampler_t s, global float4 *out) {
    out[ITEM] = read_imagef(a, s, (int)get_global_id(0)) +
                2.0f * read_imagef(a, s, get_global_id(0) * 0.5f + 0.25f);
}

constant sampler_t kAround = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;

kernel void literal_samplers(read_only image2d_t a, global float4 *out) {
    const sampler_t again = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_NEAREST;
    out[ITEM] = read_imagef(a, kAround, PIXEL - 1) +
                2.0f * read_imagef(a, again, convert_float2(PIXEL) * 0.171f - 0.613f);
}

constant sampler_t kBetween =
    CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

kernel void blur(read_only image2d_t a, write_only image2d_t b) {
    const float2 at = convert_float2(PIXEL) + 0.5f;
    float4 sum = 0.0f;
    for (int i = -1; i <= 1; ++i) {
        sum += read_imagef(a, kBetween, at + (float2)(i, 0.25f * i));
    }
    write_imagef(b, PIXEL, sum / 3.0f);
}

kernel void write_bytes(read_only image2d_t a, write_only image2d_t b) {
    // No product is near the middle between two bytes.
    const float4 texel = floor(fabs(read_imagef(a, PIXEL)) * 255.0f);
    write_imagef(b, PIXEL, texel / 255.0f);
}

kernel void write_integers(write_only image2d_t b, write_only image2d_t c) {
    const int2 at = PIXEL;
    write_imageui(b, at, (uint4)(at.x, at.y, at.x * at.y, 0xfedcba98u));
    write_imagei(c, at, (int4)(at.x, -at.y, at.x - at.y, -1));
}

kernel void write_shapes(write_only image1d_t line, write_only image3d_t stack,
                         write_only image2d_array_t layers) {
    const int2 at = PIXEL;
    if (at.y == 0) {
        write_imagef(line, at.x, (float4)(at.x));
    }
#ifdef cl_khr_3d_image_writes
    write_imagef(stack, (int4)(at, 1, 0), (float4)(at.x, at.y, 1.0f, 2.0f));
#endif
    write_imagef(layers, (int4)(at, at.x & 1, 0), (float4)(at.x, at.y, 3.0f, 4.0f));
}

kernel void sizes(read_only image1d_t line, read_only image2d_t a, read_only image3d_t stack,
                  read_only image2d_array_t layers, read_only image1d_array_t lines,
                  write_only image2d_t b, global int *out) {
    out[0] = get_image_width(line);
    out[1] = get_image_width(a);
    out[2] = get_image_height(a);
    out[3] = get_image_width(stack);
    out[4] = get_image_height(stack);
    out[5] = get_image_depth(stack);
    out[6] = get_image_width(layers);
    out[7] = get_image_height(layers);
    out[8] = get_image_array_size(layers);
    out[9] = get_image_width(lines);
    out[10] = get_image_array_size(lines);
    out[11] = get_image_width(b);
    out[12] = get_image_height(b);
    out[13] = get_image_dim(a).y;
    out[14] = get_image_dim(stack).z;
}

float4 looked_up(read_only image2d_t a, sampler_t s, int2 at) {
    return read_imagef(a, s, at);
}

void put(write_only image2d_t b, int2 at, float4 texel) {
    write_imagef(b, at, texel);
}

kernel void through_functions(read_only image2d_t a, write_only image2d_t b, sampler_t s,
                              float scale) {
    put(b, PIXEL, looked_up(a, s, PIXEL) * scale);
}
