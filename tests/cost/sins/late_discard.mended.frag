#version 450
layout(location = 0) in vec2 uv;
layout(location = 1) in vec3 normal;
layout(location = 0) out vec4 colour;
layout(binding = 0) uniform sampler2D albedo;
layout(binding = 1) uniform sampler2D detail;
layout(binding = 2) uniform Params { vec4 tint; vec4 light; mat4 view; mat4 project; float gamma; int steps; } params;

void main() {
    float alpha = texture(albedo, uv).a;
    if (alpha < 0.5)
        discard;
    vec3 n = normalize(normal);
    vec3 h = normalize(params.light.xyz + n);
    float d = max(dot(n, h), 0.0);
    float s = d * d * d * d + dot(h, h) * 0.25 + dot(n.zxy, h) * 0.5;
    colour = texture(detail, uv) * s + vec4(d, s, d * s, 1.0) * params.tint;
}
