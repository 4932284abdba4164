#version 450
layout(location = 0) in vec2 uv;
layout(location = 1) in vec3 normal;
layout(location = 0) out vec4 colour;
layout(binding = 0) uniform sampler2D albedo;
layout(binding = 1) uniform sampler2D detail;
layout(binding = 2) uniform Params { vec4 tint; vec4 light; mat4 view; mat4 project; float gamma; int steps; } params;

void main() {
    vec4 a = texture(albedo, uv);
    vec4 b = texture(detail, uv);
    vec4 c = mix(a, b, a.w) * params.tint + mix(b, a, b.w) * params.light + a * b.wzyx; // sin: narrow
    c = c * c * a + b * c.wzyx * params.tint + c * a * b + a * params.light + b * a * a;
    colour = c * a.x + c * c * b.y + b * c * a + a * c * params.tint;
}
