#pragma once

#include <jacquard/amber/read/lines/names.h>
#include <jacquard/amber/read/pipelines/attachments.h>
#include <jacquard/amber/read/pipelines/bindings.h>
#include <jacquard/amber/read/pipelines/blend_states.h>
#include <jacquard/amber/read/pipelines/depth_states.h>
#include <jacquard/amber/read/pipelines/framebuffers.h>
#include <jacquard/amber/read/pipelines/stencil_states.h>
#include <jacquard/amber/read/pipelines/vertex_inputs.h>

#include <cstddef>
#include <string_view>

namespace jacquard::driver::amber {

class BufferContents;
class Buffers;
class DataTypes;
class Samplers;
class Shaders;

// Reads pipelines: their first lines, and which concern reads each line of their blocks.
class Pipelines {
  public:
    Pipelines(Lines& lines, Script& script, BufferContents& contents, DataTypes& types,
              Shaders& shaders, Buffers& buffers, Samplers& samplers);

    bool find(std::size_t& number) { return names_.find(number); }
    // Takes the name of one that draws.
    bool find_graphics(std::size_t& number);
    bool read_pipeline();
    bool read_derived();

  private:
    bool read_block(const Token& start, bool is_head_read, std::string_view name);
    bool read_line(PipelineCommand command);
    bool check_shaders(const Token& start);

    Lines& lines_;
    Script& script_;
    Names names_{lines_, "pipeline"};
    OpenPipeline pipeline_{script_};
    Attachments attachments_;
    Bindings bindings_;
    VertexInputs vertex_inputs_;
    Framebuffers framebuffers_;
    DepthStates depth_{lines_, pipeline_};
    StencilStates stencil_{lines_, pipeline_};
    BlendStates blend_{lines_, pipeline_};
};

} // namespace jacquard::driver::amber
