#version 450
layout(location = 0) in vec3 normal;
layout(location = 1) in vec3 light;
layout(location = 0) out vec4 colour;
layout(binding = 0) uniform Cone { float cosine_of_inner; float cosine_of_outer; } cone;

void main() {
    float cosine = dot(normal, light);
    colour = vec4(smoothstep(cone.cosine_of_outer, cone.cosine_of_inner, cosine));
}
