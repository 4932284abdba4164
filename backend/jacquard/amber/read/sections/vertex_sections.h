#pragma once

#include <jacquard/amber/read/lines/memory_budget.h>
#include <jacquard/amber/script/script.h>

namespace jacquard::driver::amber {

// Reads the sections of vertex data and indices.
class VertexSections {
  public:
    VertexSections(Lines& lines, Script& script, MemoryBudget& memory)
        : lines_(lines), script_(script), memory_(memory) {}

    bool read_indices();
    // The first line names the attributes, the others are vertices.
    bool read_vertices();

  private:
    bool take_attribute(const Token& token);
    bool fail_format(const Token& format);
    bool read_row();
    bool skip_row();

    Lines& lines_;
    Script& script_;
    MemoryBudget& memory_;
    bool has_names_ = false; // of the attributes, which are the first line
    bool has_faulty_names_ = false;
};

} // namespace jacquard::driver::amber
