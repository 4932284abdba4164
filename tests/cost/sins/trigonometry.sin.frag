#version 450
layout(location = 0) in vec2 uv;
layout(location = 1) in vec3 normal;
layout(location = 0) out vec4 colour;
layout(binding = 0) uniform sampler2D albedo;
layout(binding = 1) uniform sampler2D detail;
layout(binding = 2) uniform Params { vec4 tint; vec4 light; mat4 view; mat4 project; float gamma; int steps; } params;

void main() {
    vec2 p = uv * 20.0;
    vec3 wave = vec3(sin(p.x) + cos(p.y), sin(p.y * 2.0), cos(p.x * 3.0)); // sin: costly_operation
    colour = vec4(wave, 1.0) * params.tint;
}
