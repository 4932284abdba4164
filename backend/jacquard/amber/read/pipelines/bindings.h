#pragma once

#include <jacquard/amber/read/pipelines/open_pipeline.h>

#include <cstddef>
#include <vector>

namespace jacquard::driver::amber {

class Buffers;
class Samplers;

// Reads which resources are bound to a pipeline, and where.
class Bindings : PipelineConcern {
  public:
    Bindings(Lines& lines, OpenPipeline& pipeline, Script& script, Buffers& buffers,
             Samplers& samplers)
        : PipelineConcern(lines, pipeline), script_(script), buffers_(buffers),
          samplers_(samplers) {}

    bool read_bind();

  private:
    bool read_bind_buffer(bool is_array);
    bool read_bind_sampler(bool is_array);
    bool read_target(TargetKind kind, const std::vector<std::size_t>& buffers);
    bool read_colour_target(std::size_t buffer);
    bool read_samplers(Binding& binding);
    bool read_combined(Binding& binding);
    bool read_place(Binding& binding);
    bool read_binding_options(Binding& binding);
    bool read_offsets(Binding& binding);
    bool read_ranges(Binding& binding);

    Script& script_;
    Buffers& buffers_;
    Samplers& samplers_;
};

} // namespace jacquard::driver::amber
