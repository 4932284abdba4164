#version 450

// A picture on a ball, lit from the upper right.
layout(location = 0) in vec3 outwards;
layout(location = 1) in vec2 place;
layout(location = 0) out vec4 colour;

layout(binding = 0) uniform sampler2D image;
uniform Lamp {
    vec3 way;
    float strength;
} lamp;

void main() {
    float lit = max(dot(normalize(outwards), normalize(lamp.way)), 0.0);
    colour = vec4(texture(image, place * vec2(4.0, 3.0)).rgb * (0.1 + lamp.strength * lit), 1.0);
}
