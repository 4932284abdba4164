#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <string_view>
#include <vector>

namespace jacquard::spirv {

class NamedPlaces;
class Phis;

// A loop of NIR that jumps may leave.
struct FlowFrame {
    std::uint32_t break_label = 0;    // 0: none
    std::uint32_t continue_label = 0; // 0: none
    std::uint32_t header = 0;         // of a loop whose continue target only branches to the header
    nir::LoopNode* loop = nullptr;
    // Set where a jump leaves a loop further inside to break or continue this one.
    nir::Variable* break_flag = nullptr;
    nir::Variable* continue_flag = nullptr;
    bool break_was_asked = false; // by a jump within the loop that was closed last
    bool continue_was_asked = false;
};

// Opens and closes the loops of NIR that jumps leave, and makes these jumps.
class Jumps : Concern {
  public:
    Jumps(Context& context, NamedPlaces& named_places, Phis& phis)
        : Concern(context), named_places_(named_places), phis_(phis) {}

    nir::Variable* truth_variable(std::string_view name);
    void set_truth(nir::Variable* variable, bool value);
    void push_frame(std::uint32_t break_label, std::uint32_t continue_label);
    void pop_frame();
    bool is_jump_target(std::uint32_t label) const;
    bool jump_to(std::uint32_t label);
    // Returns whether the code is in no loop of NIR.
    [[nodiscard]] bool empty() const { return frames_.empty(); }
    // Returns the innermost loop.
    [[nodiscard]] FlowFrame& innermost() { return frames_.back(); }
    void clear() { frames_.clear(); }

  private:
    void jump_from(std::size_t i, bool is_continue);

    NamedPlaces& named_places_;
    Phis& phis_;
    std::vector<FlowFrame> frames_;
};

} // namespace jacquard::spirv
