#pragma once

#include <jacquard/draw/uniforms/uniform_table.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

// Shaders in the form of Shadertoy: a file of GLSL that defines
//     void mainImage(out vec4 colour, in vec2 position)
// and no main(). They see uniforms that nobody declares, and the pixels from the lower left corner.
namespace jacquard::driver::draw {

inline constexpr std::uint32_t kNumChannels = 4;

[[nodiscard]] bool is_toy_shader(std::string_view text);

// The text as a whole fragment shader. Its lines keep their numbers in what glslang says. A uniform
// that the text declares itself is left to it; a `#version` of its own does not count.
[[nodiscard]] std::string wrap_toy_shader(std::string_view text);

// A Shadertoy shader, or any other that declares uniforms of these names, receives these facts
// about the picture.
struct ToyInputs {
    std::uint32_t width = 0;
    std::uint32_t height = 0;
    double time = 0.0; // seconds
    double time_step = 0.0;
    std::uint32_t frame = 0;
    // The position of the mouse and of its last click, in pixels.
    std::array<double, 4> mouse{};
    std::array<double, 4> date{}; // year, month - 1, day, seconds of the day
    // The size of each channel's texture in pixels; a channel without a texture has zeros.
    std::array<std::array<std::uint32_t, 2>, kNumChannels> channels{};
};

// Sets iResolution, iTime and so on where the table has them.
void set_toy_uniforms(const ToyInputs& inputs, UniformTable& uniforms);

} // namespace jacquard::driver::draw
