#version 450
layout(local_size_x = 64) in;
layout(binding = 0) buffer In { float from[]; };
layout(binding = 1) buffer Out { float to[]; };
layout(binding = 2) buffer Total { uint total; };

void main() {
    uint i = gl_GlobalInvocationID.x;
    float history[400];
    for (int k = 0; k < 400; ++k)
        history[k] = from[i + k]; // sin: array_in_memory
    float sum = 0.0;
    for (int k = 0; k < 64; ++k)
        sum += history[(uint(k) * total) % 400u];
    to[i] = sum;
}
