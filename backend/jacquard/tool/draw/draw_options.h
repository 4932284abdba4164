#pragma once

#include <jacquard/draw/pictures/mip_texture.h>
#include <jacquard/draw/pictures/picture_sampler.h>
#include <jacquard/draw/scene/mesh.h>
#include <jacquard/draw/scene/triangles.h>
#include <jacquard/draw/uniforms/uniform_file.h>
#include <jacquard/support/text/limits.h>
#include <jacquard/tool/frame/command_line.h>
#include <jacquard/tool/options/engine.h>
#include <jacquard/tool/options/gpu_option.h>
#include <jacquard/tool/options/jobs_option.h>
#include <jacquard/tool/options/settings.h>

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

inline constexpr std::array<std::string_view, 2> kCulledSides = {"back", "front"};

inline constexpr std::array<OptionSpec, 24> kDrawOptions = {{
    {"-o", "PICTURE.png", "the picture, PNG or .pam; '-': the standard output"},
    {"--size", "WxH", "its size in pixels; 512x512 by default"},
    {"--smooth", "N", "render at N times the size, which is what the shader sees, and average"},
    kEngineOption,
    kGpuOption,
    OptionSpec{"--set", "NAME=VALUE,...", "set a uniform; may be repeated"}.repeated(),
    OptionSpec{"--uniforms", "FILE.json", "set uniforms from a JSON object; may be repeated"}
        .repeated(),
    OptionSpec{
        "--texture", "PLACE=FILE,...",
        "bind a picture: PLACE is the name of a variable, a binding, or SET.BINDING; the\n"
        "file may be followed by filter=nearest, mip=none or nearest, wrap=clamp or mirror,\n"
        "shape=array, cube or 3d, layers=N, srgb, and flip, which is the default where pixels\n"
        "count from below; may be repeated"}
        .repeated(),
    OptionSpec{
        "--varying", "NAME=A:B:C:D",
        "a varying at the corners of the picture, top left, top right, bottom left, bottom\n"
        "right, as in uv=0,0:1,0:0,1:1,1, or one value for all; NAME may be a location; may\n"
        "be repeated",
        true}
        .repeated(),
    {"--vertex", "FILE", "draw a mesh with this vertex shader, whose outputs are the varyings"},
    {"--mesh", "MESH", "triangle, quad (the default), sphere, or a file that ends in .obj", false,
     words_of<draw::kMeshNames>},
    {"--vertex-entry", "NAME", "the entry point of the vertex shader", true},
    {"--cull", "SIDE", "leave out triangles that show this side: back or front", true,
     words_of<kCulledSides>},
    {"--frames", "N", "draw N pictures, numbered before the .png"},
    {"--first-frame", "I", "the number of the first of them, as the shader sees it; 0 by default",
     true},
    {"--fps", "F", "frames per second; 30 by default", true},
    {"--time", "T", "the time at frame 0, in seconds", true},
    {"--clear", "R,G,B[,A]", "the colour where nothing is drawn; 0,0,0 by default", true},
    {"--alpha", "", "write the alpha channel, too", true},
    {"--srgb", "", "the shader's colours are linear: encode them", true},
    {"--output", "LOCATION", "the output to show; the first one by default", true},
    {"--bottom-up", "", "count pixels from the lower left corner, as OpenGL does", true},
    kJobsOption,
    {"--quiet", "", "show no progress, not even on a terminal", true},
}};

// A uniform as the command line gives it.
struct NamedNumbers {
    std::string name;
    std::vector<double> numbers;
};

// And a varying: at each corner.
struct NamedCorners {
    std::string name;
    std::vector<std::vector<double>> corners;
};

struct TextureFile {
    std::string_view place_text; // as it was written
    draw::TexturePlace place;
    std::string_view path;
    draw::TextureOptions options;
};

// The request that the arguments of `draw` make.
struct DrawRequest {
    std::string_view output;
    std::uint32_t width = 512; // of what is drawn: of the picture times `smooth`
    std::uint32_t height = 512;
    std::uint32_t smooth = 1;
    Engine engine = Engine::ir3;
    ir3::CompileSettings settings;
    Limits limits;
    unsigned jobs = 1;
    std::vector<NamedNumbers> uniforms;
    std::vector<NamedCorners> varyings;
    std::vector<TextureFile> textures;
    draw::Cull cull = draw::Cull::none;
    std::optional<std::uint32_t> frames; // nothing: one picture, without a number
    std::uint32_t first_frame = 0;
    double fps = 30.0;
    double time = 0.0;
    std::array<float, 4> clear = {0.0F, 0.0F, 0.0F, 1.0F};
    std::optional<std::uint32_t> location;
};

// Returns no request if the arguments make no sense, which has then been reported.
[[nodiscard]] std::optional<DrawRequest> draw_request(const Arguments& arguments,
                                                      const Streams& streams);

// The name of a picture of an animation: `picture-0007.png` of `picture.png`.
[[nodiscard]] std::string frame_name(std::string_view output, std::uint32_t frame,
                                     std::uint32_t last);

} // namespace jacquard::driver
