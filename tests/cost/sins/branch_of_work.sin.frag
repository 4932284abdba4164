#version 450
layout(location = 0) in vec2 uv;
layout(location = 1) in vec3 normal;
layout(location = 0) out vec4 colour;
layout(binding = 0) uniform sampler2D albedo;
layout(binding = 1) uniform sampler2D detail;
layout(binding = 2) uniform Params { vec4 tint; vec4 light; mat4 view; mat4 project; float gamma; int steps; } params;

void main() {
    vec3 n = normal;
    if (uv.x > 0.5) { // sin: divergent_branch
        n = n * n.zxy + n.yzx * params.tint.xyz + n * params.light.xyz;
        n = n * n + n.zxy * params.light.xyz + texture(albedo, n.xy).xyz;
    } else {
        n = n.yzx * n + n * params.view[0].xyz + n.zxy * params.view[1].xyz;
        n = n + n * n.zxy * params.view[2].xyz + texture(detail, n.xy).xyz;
    }
    colour = vec4(n, 1.0);
}
