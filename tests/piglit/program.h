#pragma once

#include <jacquard/draw/scene/triangle_source.h>
#include <jacquard/draw/stage.h>

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::piglit {

// Describes which engine runs a program: the interpreter, or machine code for a part.
struct Engine {
    bool is_machine = true;
    std::uint32_t gpu = 630;
};

// Describes why something was not done.
struct Refusal {
    bool is_of_glslang = false; // it does not take the source
    std::string reason;
};

// A vertex and a fragment shader as modules, which all engines run.
struct Modules {
    std::string vertex;
    std::string fragment;
};

// False when glslang does not take one of the sources; `refusal` then says so.
[[nodiscard]] bool make_modules(std::string_view vertex, std::string_view fragment,
                                Modules& modules, Refusal& refusal);

// Four words of each vertex, by the name of the attribute, whose later slots are `name[1]` ..., or
// by its location: `@0`.
using Attributes = std::map<std::string, std::vector<std::array<std::uint32_t, 4>>, std::less<>>;

// Both shaders on one engine.
class Program {
  public:
    // Null when an engine does not take one of them. Varyings are linked by name, or by location
    // where the sources say them.
    [[nodiscard]] static std::unique_ptr<Program> load(const Modules& modules, Engine engine,
                                                       bool by_location, Refusal& refusal);

    // Sets a uniform of either shader by the bits of its scalars. False when none has it.
    [[nodiscard]] bool set(std::string_view name, std::span<const std::uint64_t> bits,
                           std::string& fault);

    // Runs the vertex shader for all vertices; what it does not get is (0, 0, 0, 1). Positions are
    // brought from the depths of OpenGL to those of the drawing library.
    [[nodiscard]] bool shade(const Attributes& attributes, std::size_t num_vertices,
                             driver::draw::ShadedVertices& shaded, std::string& fault) const;

    [[nodiscard]] const driver::draw::Stage& fragment() const { return *fragment_; }
    [[nodiscard]] const driver::draw::VaryingLinks& links() const { return links_; }
    // The output slots of the colours, by location.
    [[nodiscard]] const std::map<std::uint32_t, std::size_t>& colours() const { return colours_; }

  private:
    [[nodiscard]] bool link(bool by_location, std::string& fault);

    std::unique_ptr<driver::draw::Stage> vertex_;
    std::unique_ptr<driver::draw::Stage> fragment_;
    driver::draw::VaryingLinks links_;
    std::map<std::uint32_t, std::size_t> colours_;
};

} // namespace jacquard::piglit
