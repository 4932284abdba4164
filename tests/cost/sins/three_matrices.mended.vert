#version 450
layout(location = 0) in vec4 place;
layout(location = 1) in vec3 normal;
layout(location = 2) in mat4 model; // of each instance
layout(location = 0) out vec3 facing;
layout(binding = 0) uniform Params { mat4 view; mat4 project; } params;

void main() {
    gl_Position = params.project * (params.view * (model * place));
    facing = normal;
}
