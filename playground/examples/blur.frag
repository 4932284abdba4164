#version 310 es
precision mediump float;

// A blur along one axis. The weights are a bell curve of the width that the uniform gives.
layout(binding = 0) uniform sampler2D image;
layout(std140, binding = 1) uniform Blur {
    vec2 way;
    float width;
};

layout(location = 0) in highp vec2 uv;
layout(location = 0) out vec4 colour;

const int REACH = 6;

void main() {
    vec4 sum = vec4(0.0);
    float total = 0.0;
    for (int i = -REACH; i <= REACH; ++i) {
        float place = float(i) / (1.0 + 5.0 * width);
        float weight = exp(-place * place);
        sum += weight * texture(image, uv + 0.02 * float(i) * (way - 0.5));
        total += weight;
    }
    colour = sum / total;
}
