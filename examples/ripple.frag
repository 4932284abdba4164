#version 450

// Rings that run outwards over an image.
layout(binding = 0) uniform sampler2D image;
layout(push_constant) uniform Frame {
    vec2 centre;
    float time;
};

layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;

void main() {
    vec2 way = uv - centre;
    float distance = length(way);
    float height = sin(40.0 * distance - 6.0 * time) / (1.0 + 8.0 * distance);
    colour = texture(image, uv + height * way) * (1.0 + 0.5 * height);
}
