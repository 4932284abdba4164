#version 450
// The mean of what vertices hand over.
layout(location = 0) in vec4 a;
layout(location = 1) in vec4 b;
layout(location = 0) out vec4 colour;

void main() {
    float sum = max(a.x, 0.0) + abs(a.y) + abs(a.z) + abs(a.w) + abs(b.x) + abs(b.y) + abs(b.z) + abs(b.w) + a.x + a.y + a.z + a.w + b.x + b.y + b.z + b.w; // sin: running_sum
    colour = vec4(sum);
}
