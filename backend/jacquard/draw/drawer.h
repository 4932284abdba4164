#pragma once

#include <jacquard/draw/pictures/picture.h>
#include <jacquard/draw/pictures/picture_sampler.h>
#include <jacquard/draw/quads.h>
#include <jacquard/draw/stage.h>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace jacquard::driver::draw {

struct DrawOptions {
    unsigned num_threads = 1;
    std::array<float, 4> clear = {0.0F, 0.0F, 0.0F, 1.0F};
    bool bottom_up = false; // row 0 of the fragments is the lowest of the picture
    bool to_srgb = false;   // the shader's colours are linear, and the picture's are not
    std::size_t colour = 0; // output slot
    nir::AluType type = {nir::BaseType::float_type, 32}; // what it holds
    std::optional<std::size_t> depth = {};
};

// The output slots for colour and depth of a fragment shader, `location` of the colour being asked
// for or the first there is. False, which `fault` explains, when there is none that a picture can
// show.
[[nodiscard]] bool choose_outputs(const Stage& fragment, std::optional<std::uint32_t> location,
                                  DrawOptions& options, std::string& fault);

// Draws pictures with a fragment shader, on several threads. A picture does not depend on how many.
class Drawer {
  public:
    // All must outlive the drawer.
    Drawer(const Stage& fragment, PictureSampler& textures, const DrawOptions& options);
    ~Drawer();

    // Called in the calling thread, with the number of parts that are done and of all.
    using Progress = std::function<void(std::size_t done, std::size_t all)>;

    // The fragments of `source`, with the uniforms as they are now, over the clear colour. False
    // when the shader faults, which `fault` explains.
    [[nodiscard]] bool draw(const QuadSource& source, Picture& picture, std::string& fault,
                            const Progress& progress = {});

  private:
    struct Work;
    class Painter;

    const Stage& stage_;
    PictureSampler& textures_;
    DrawOptions options_;
    std::vector<std::unique_ptr<StageRunner>> runners_; // of each thread
};

} // namespace jacquard::driver::draw
