#version 450

// A mesh that turns before the viewer. The locations 0, 1 and 2 are position, normal and texture
// coordinate.
layout(location = 0) in vec3 position;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 0) out vec3 outwards;
layout(location = 1) out vec2 place;

uniform vec2 iResolution;
uniform float iTime;

const float kDistance = 3.0;
const float kNear = 0.5;
const float kFar = 10.0;
const float kFocus = 2.4;

void main() {
    float c = cos(iTime);
    float s = sin(iTime);
    mat3 turn = mat3(c, 0.0, -s, 0.0, 1.0, 0.0, s, 0.0, c);
    vec3 at = turn * position - vec3(0.0, 0.0, kDistance);
    outwards = turn * normal;
    place = uv;
    // Y is down on the picture, and depth runs from 0 to 1.
    gl_Position = vec4(kFocus * at.x * iResolution.y / iResolution.x, -kFocus * at.y,
                       (-at.z - kNear) * kFar / (kFar - kNear), -at.z);
}
