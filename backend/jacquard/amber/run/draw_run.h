#pragma once

#include <jacquard/amber/run/fragment_run.h>
#include <jacquard/amber/run/run_options.h>
#include <jacquard/amber/run/stage_wave.h>
#include <jacquard/amber/script/script.h>

#include <memory>
#include <string>
#include <vector>

namespace jacquard::driver::amber {

// The shaders of a graphics pipeline, which draw again and again.
class DrawRun {
  public:
    // Null after a fault, which `diagnostics` tells.
    [[nodiscard]] static std::unique_ptr<DrawRun>
    prepare(const Script& script, const Pipeline& pipeline, const RunOptions& options,
            SourcePosition position, Diagnostics& diagnostics);

    // Draws into the targets of the pipeline and takes what shaders did to other buffers. False
    // after a fault.
    [[nodiscard]] bool draw(Script& script, std::size_t pipeline, const RunRectangle& rectangle,
                            SourcePosition position, Diagnostics& diagnostics);
    [[nodiscard]] bool draw(Script& script, std::size_t pipeline, const RunArray& array,
                            SourcePosition position, Diagnostics& diagnostics);

  private:
    struct Vertices;

    bool run(Script& script, std::size_t pipeline, const Vertices& vertices,
             SourcePosition position, Diagnostics& diagnostics);
    bool draw_instance(Script& script, std::size_t pipeline, const Vertices& vertices,
                       std::uint32_t instance, std::string& fault, Diagnostics& diagnostics);

    std::unique_ptr<RunnableStage> vertex_;
    std::unique_ptr<RunnableStage> fragment_; // null: there is none
    std::vector<VaryingLink> links_;
    std::vector<std::uint8_t> flat_; // by output slot of the vertex shader
    std::optional<std::size_t> point_size_;
};

// Fills the targets of a pipeline with what it clears them to.
void clear_targets(Script& script, std::size_t pipeline);

} // namespace jacquard::driver::amber
