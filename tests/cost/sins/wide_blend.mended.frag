#version 450
layout(location = 0) in vec2 uv;
layout(location = 1) in vec3 normal;
layout(location = 0) out vec4 colour;
layout(binding = 0) uniform sampler2D albedo;
layout(binding = 1) uniform sampler2D detail;
layout(binding = 2) uniform Params { vec4 tint; vec4 light; mat4 view; mat4 project; float gamma; int steps; } params;

void main() {
    mediump vec4 a = texture(albedo, uv);
    mediump vec4 b = texture(detail, uv);
    mediump vec4 tint = params.tint;
    mediump vec4 light = params.light;
    mediump vec4 c = mix(a, b, a.w) * tint + mix(b, a, b.w) * light + a * b.wzyx;
    c = c * c * a + b * c.wzyx * tint + c * a * b + a * light + b * a * a;
    colour = c * a.x + c * c * b.y + b * c * a + a * c * tint;
}
