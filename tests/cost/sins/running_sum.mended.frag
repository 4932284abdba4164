#version 450
// The mean of what vertices hand over, of four parts.
layout(location = 0) in vec4 a;
layout(location = 1) in vec4 b;
layout(location = 0) out vec4 colour;

void main() {
    float one = max(a.x, 0.0) + abs(b.x) + a.x + b.x;
    float two = abs(a.y) + abs(b.y) + a.y + b.y;
    float three = abs(a.z) + abs(b.z) + a.z + b.z;
    float four = abs(a.w) + abs(b.w) + a.w + b.w;
    colour = vec4((one + two) + (three + four));
}
