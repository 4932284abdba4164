#version 450
layout(location = 0) in vec2 uv;
layout(location = 1) in vec3 normal;
layout(location = 0) out vec4 colour;
layout(binding = 0) uniform sampler2D albedo;
layout(binding = 1) uniform sampler2D detail;
layout(binding = 2) uniform Params { vec4 tint; vec4 light; mat4 view; mat4 project; float gamma; int steps; } params;

void main() {
    vec4 base = texture(albedo, uv);
    if (base.a > 0.5) { // sin: divergent_branch
        base = sin(base * params.tint) + cos(base.wzyx) + sqrt(base) * exp2(base) + base * base * base;
    } else {
        base = cos(base * params.light) + sin(base.wzyx) + log2(base) * sqrt(base.yxwz) + base * base;
    }
    colour = base;
}
