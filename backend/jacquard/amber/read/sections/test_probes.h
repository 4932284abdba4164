#pragma once

#include <jacquard/amber/read/lines/command_list.h>
#include <jacquard/amber/read/lines/lines.h>

#include <vector>

namespace jacquard::driver::amber {

class TestBuffers;

// Reads what a test expects of its targets and buffers.
class TestProbes {
  public:
    TestProbes(Lines& lines, const Limits& limits, CommandList& commands, TestBuffers& buffers)
        : lines_(lines), limits_(limits), commands_(commands), buffers_(buffers) {}

    bool read_probe(bool is_relative);
    bool read_tolerances();

  private:
    bool read_buffer();
    bool take_place(bool is_relative, bool is_side, double& place);
    bool take_box(bool is_relative, ProbeForm form, ExpectColour& colour);
    bool read_colour(const Token& start, bool is_relative, ProbeForm form);

    Lines& lines_;
    const Limits& limits_;
    CommandList& commands_;
    TestBuffers& buffers_;
    std::vector<Tolerance> tolerances_; // of the probes that follow
};

} // namespace jacquard::driver::amber
