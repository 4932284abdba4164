#version 450
layout(location = 0) in vec2 uv;
layout(location = 1) in vec3 normal;
layout(location = 0) out vec4 colour;
layout(binding = 0) uniform sampler2D albedo;
layout(binding = 1) uniform sampler2D detail;
layout(binding = 2) uniform Params { vec4 tint; vec4 light; mat4 view; mat4 project; float gamma; int steps; } params;

void main() {
    float sum = uv.x;
    for (int i = 0; i < 600; ++i) // sin: loop_overhead
        sum = sum * 0.999 + 0.001 * float(i);
    colour = vec4(sum);
}
