#version 450
layout(std430, binding = 0) buffer Block { int v[]; };
void main() { v[0] = 3 * v[1]; }
