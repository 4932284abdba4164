#version 450
layout(location = 0) in vec2 uv;
layout(location = 1) in vec3 normal;
layout(location = 0) out vec4 colour;
layout(binding = 0) uniform sampler2D albedo;
layout(binding = 1) uniform sampler2D detail;
layout(binding = 2) uniform Params { vec4 tint; vec4 light; mat4 view; mat4 project; float gamma; int steps; } params;

void main() {
    vec4 sum = vec4(0.0);
    for (int x = -1; x <= 1; ++x)
        sum += texture(albedo, uv + vec2(x, x) * params.tint.xy);
    colour = sum / 3.0;
}
