#pragma once

#include <jacquard/amber/read/lines/lines.h>
#include <jacquard/amber/script/script.h>

#include <cstdint>

namespace jacquard::driver::amber {

class Buffers;
class CommandList;

// Reads what buffers are expected to hold.
class Expectations {
  public:
    Expectations(Lines& lines, CommandList& commands, Buffers& buffers)
        : lines_(lines), commands_(commands), buffers_(buffers) {}

    bool read_expect();

  private:
    bool read_values(ExpectCommand& expectation);
    bool read_colour(ExpectCommand& expectation, std::uint32_t x, std::uint32_t y);
    bool read_buffer(ExpectationForm form, ExpectCommand& expectation);

    Lines& lines_;
    CommandList& commands_;
    Buffers& buffers_;
};

} // namespace jacquard::driver::amber
