#pragma once

#include <jacquard/amber/read/pipelines/open_pipeline.h>

namespace jacquard::driver::amber {

class Buffers;
class DataTypes;

// Reads the vertices and indices of a pipeline.
class VertexInputs : PipelineConcern {
  public:
    VertexInputs(Lines& lines, OpenPipeline& pipeline, DataTypes& types, Buffers& buffers)
        : PipelineConcern(lines, pipeline), types_(types), buffers_(buffers) {}

    bool read_vertex_data();
    bool read_index_data();

  private:
    bool read_option(VertexOption option, VertexData& data);

    DataTypes& types_;
    Buffers& buffers_;
};

} // namespace jacquard::driver::amber
