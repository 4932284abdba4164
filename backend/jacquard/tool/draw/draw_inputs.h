#pragma once

#include <jacquard/draw/pictures/picture_sampler.h>
#include <jacquard/draw/scene/mesh.h>
#include <jacquard/draw/uniforms/uniform_file.h>
#include <jacquard/tool/draw/draw_options.h>
#include <jacquard/tool/draw/draw_shaders.h>

#include <optional>
#include <vector>

// The files that `draw` reads beside shaders. Each function says what is wrong; `code` then is the
// exit code.
namespace jacquard::driver {

// If `bottom_up`, the first row of a texture is the lowest of the picture, unless its options say
// otherwise.
[[nodiscard]] std::optional<std::vector<draw::BoundTexture>>
load_textures(const DrawRequest& request, bool bottom_up, const Streams& streams, int& code);

// False when a texture that a shader reads was not given.
[[nodiscard]] bool has_textures(const draw::PictureSampler& sampler, std::string_view path,
                                const Streams& streams);

[[nodiscard]] std::optional<draw::Mesh> load_mesh(const Arguments& arguments,
                                                  const DrawRequest& request,
                                                  const Streams& streams, int& code);

// Sets uniforms of one or both shaders: what files say, then what --set says. What is said of the
// time is left to the caller.
class UniformSetter {
  public:
    // Reads the files. Nothing after a fault.
    [[nodiscard]] static std::optional<UniformSetter>
    make(const Arguments& arguments, const DrawRequest& request, const Streams& streams, int& code);

    // False when a name is none or its numbers do not fit, which has then been said.
    [[nodiscard]] bool set(DrawShaders& shaders, const Streams& streams, int& code) const;

  private:
    struct File {
        std::string name;
        std::string text;
        std::vector<draw::Assignment> assignments;
    };

    const DrawRequest* request_ = nullptr;
    std::vector<File> files_;
};

} // namespace jacquard::driver
