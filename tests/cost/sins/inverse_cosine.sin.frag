#version 450
layout(location = 0) in vec3 normal;
layout(location = 1) in vec3 light;
layout(location = 0) out vec4 colour;
layout(binding = 0) uniform Cone { float inner; float outer; } cone;

void main() {
    float angle = acos(clamp(dot(normal, light), -1.0, 1.0)); // sin: costly_function
    colour = vec4(smoothstep(cone.outer, cone.inner, angle));
}
