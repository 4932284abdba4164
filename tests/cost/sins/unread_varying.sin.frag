#version 450
layout(location = 0) in vec2 uv;
layout(location = 1) in vec4 unused; // sin: unread_varying
layout(location = 0) out vec4 colour;
layout(binding = 0) uniform sampler2D albedo;
void main() {
    colour = texture(albedo, uv);
}
