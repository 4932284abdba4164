#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
layout(binding = 0) uniform sampler2D albedo;

void main() {
    vec2 from = uv - 0.5;
    float turn = atan(from.y, from.x) * 0.15915494 + 0.5; // sin: costly_function
    colour = texture(albedo, vec2(turn, length(from)));
}
