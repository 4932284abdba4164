#pragma once

#include <jacquard/amber/run/primitives.h>
#include <jacquard/amber/run/rasterise.h>
#include <jacquard/amber/run/stage_wave.h>
#include <jacquard/amber/run/target.h>

#include <optional>
#include <string>
#include <vector>

namespace jacquard::driver::amber {

// How outputs of vertices reach inputs of fragments, by slots.
struct VaryingLink {
    std::size_t input = 0;
    std::size_t output = 0;
    nir::Interpolation interpolation = nir::Interpolation::smooth;
};

// Returns nothing if the fragment shader reads an output that the vertex shader does not write, or
// if that one writes no position; `fault` then says which.
[[nodiscard]] std::optional<std::vector<VaryingLink>>
link_varyings(const nir::ShaderInfo& vertex, const nir::ShaderInfo& fragment, std::string& fault);

// The targets that fragments are written to.
struct Targets {
    std::vector<std::pair<std::uint32_t, ColourPixels>> colours; // by location
    std::optional<DepthPixels> depth;
};

// Runs a fragment shader, or none, for the quads of primitives, and writes what is left of them.
class FragmentRun {
  public:
    // All must outlive it. Without a shader only depths and stencils are tested and written.
    FragmentRun(const RunnableStage* stage, const std::vector<VaryingLink>& links,
                const DrawState& state, Targets& targets);

    // The resources of the draw, before the first quad.
    void set(const RecordedCase& given);
    // The words of the vertices that the primitives of the quads name.
    void begin(const PrimitiveList& list) { list_ = &list; }
    // False when the shader faults, which `fault` explains.
    [[nodiscard]] bool add(const FragmentQuad& quad, std::string& fault);
    // Draws what is left.
    [[nodiscard]] bool finish(std::string& fault);

    // Memory as the fragments left it; null without a shader.
    [[nodiscard]] StageWave* wave() { return wave_ ? &*wave_ : nullptr; }

  private:
    struct Values;

    void fill(Values& values);
    void fill_lane(unsigned lane, Values& values);
    void write_fragment(const FragmentQuad& quad, unsigned corner, unsigned lane);
    // Takes the fragments from a quad that fail the tests of depth and stencil.
    void test_early(FragmentQuad& quad);
    // The components that the shader gives a colour, in words of 32 bits.
    [[nodiscard]] ShadedColour colour(std::size_t slot, unsigned lane) const;
    [[nodiscard]] std::uint32_t output(std::size_t slot, unsigned component, unsigned lane) const;

    const RunnableStage* stage_;
    const std::vector<VaryingLink>& links_;
    const DrawState& state_;
    Targets& targets_;
    const PrimitiveList* list_ = nullptr;
    std::optional<StageWave> wave_;
    std::vector<FragmentQuad> quads_;
    std::optional<std::size_t> depth_slot_;
    std::optional<std::size_t> mask_slot_;
    bool tests_early_ = false; // depth and stencil, before the shader runs
};

} // namespace jacquard::driver::amber
