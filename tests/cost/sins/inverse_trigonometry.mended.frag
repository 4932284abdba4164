#version 450
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
layout(binding = 0) uniform sampler2D albedo;

void main() {
    vec2 from = uv - 0.5;
    // A quarter of a turn is a step of the diamond's edge, which needs no angle.
    float edge = from.y / (abs(from.x) + abs(from.y));
    float turn = 0.25 * (from.x < 0.0 ? 2.0 - edge : edge) + 0.5;
    colour = texture(albedo, vec2(turn, length(from)));
}
