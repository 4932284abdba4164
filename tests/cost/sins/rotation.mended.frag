#version 450
layout(location = 0) in vec2 uv;
layout(location = 1) in vec3 normal;
layout(location = 0) out vec4 colour;
layout(binding = 0) uniform sampler2D albedo;
layout(binding = 1) uniform sampler2D detail;
layout(binding = 2) uniform Params { vec4 tint; vec4 light; mat4 view; mat4 project; float gamma; int steps; } params;

void main() {
    float angle = normal.x * params.gamma;
    vec2 a = vec2(1.0 - angle * angle * 0.5, angle) + vec2(1.0, normal.y);
    colour = vec4(a, a.yx) * params.tint;
}
