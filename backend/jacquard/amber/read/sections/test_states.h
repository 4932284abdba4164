#pragma once

#include <jacquard/amber/read/lines/command_list.h>
#include <jacquard/amber/read/lines/lines.h>

#include <cstddef>

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
    bool refuse_if_on(const Token& key, const Token& value, Refused part);
    bool take_flag(const Token& value, bool& flag);
    bool take_comparison(const Token& value, nir::TexelComparison& comparison);
    bool take_bound(const Token& value, std::size_t end);
    bool take_reference(const Token& value, StencilFace& face);
    template <typename T>
    bool take_vulkan(const Token& value, const WordSet<T>& words, T& meaning);
    template <typename T>
    bool take_blend(const Token& value, const WordSet<T>& words, T BlendState::*member);
    [[nodiscard]] StencilFace& front() { return state_.stencil[0]; }
    [[nodiscard]] StencilFace& back() { return state_.stencil[1]; }

    Lines& lines_;
    CommandList& commands_;
    DrawState state_;
    bool is_told_ = true;
};

} // namespace jacquard::driver::amber
