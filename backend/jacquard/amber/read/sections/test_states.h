#pragma once

#include <jacquard/amber/read/lines/command_list.h>
#include <jacquard/amber/read/lines/lines.h>

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace jacquard::driver::amber {

// Reads the lines of a test that set a state of the draws that follow.
class TestStates {
  public:
    TestStates(Lines& lines, CommandList& commands) : lines_(lines), commands_(commands) {}

    bool read_state(TestCommand state, const Token& key);
    // In front of a draw: tells it the state if that has changed since the last.
    void tell(const Token& draw);

  private:
    bool read_colour_mask();
    bool refuse_if_on(const Token& key, Refused part);
    bool take_bound(std::size_t end);
    bool take_byte(std::string_view what, std::uint8_t& byte);
    bool take_line_width();
    template <typename T>
    bool take_blend(const WordSet<T>& words, T BlendState::*member);
    [[nodiscard]] StencilFace& front() { return state_.stencil[0]; }
    [[nodiscard]] StencilFace& back() { return state_.stencil[1]; }

    Lines& lines_;
    CommandList& commands_;
    DrawState state_;
    bool is_told_ = true;
};

} // namespace jacquard::driver::amber
