#pragma once

#include <jacquard/amber/read/sections/test_buffers.h>
#include <jacquard/amber/read/sections/test_probes.h>
#include <jacquard/amber/read/sections/test_states.h>

namespace jacquard::driver::amber {

// Reads the lines of a test: what it draws and clears, and which concern reads another line.
class TestCommands {
  public:
    TestCommands(Lines& lines, Script& script, MemoryBudget& memory, CommandList& commands)
        : lines_(lines), script_(script), commands_(commands),
          buffers_(lines, script, memory, commands),
          probes_(lines, memory.limits(), commands, buffers_) {}

    bool read_line();

  private:
    bool read_draw();
    bool read_draw_rect(const Token& start);
    bool read_draw_arrays(const Token& start);
    bool read_compute();
    bool read_clear();
    bool read_clear_colour(const Token& start);
    bool read_clear_depth(const Token& start);
    [[nodiscard]] bool has_shader(std::size_t pipeline, nir::Stage stage) const;
    bool read_entry(const Token& start, nir::Stage stage);

    Lines& lines_;
    Script& script_;
    CommandList& commands_;
    TestStates states_{lines_, commands_};
    TestBuffers buffers_;
    TestProbes probes_;
};

} // namespace jacquard::driver::amber
