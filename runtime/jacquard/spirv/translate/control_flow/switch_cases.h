#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <vector>

namespace jacquard::spirv {

class FlowBlocks;
class Jumps;

// A case of a switch.
struct SwitchCase {
    std::uint32_t label = 0; // 0: the merge block
    std::vector<std::uint64_t> literals;
    bool is_default = false;
    bool falls_in = false; // the case before falls into this one
};

// Finds the cases of a switch, their order, and the conditions that choose them.
class SwitchCases : Concern {
  public:
    SwitchCases(Context& context, FlowBlocks& flow_blocks, Jumps& jumps)
        : Concern(context), flow_blocks_(flow_blocks), jumps_(jumps) {}

    std::vector<SwitchCase> cases_of(Words words, std::uint32_t merge) const;
    void find_fall_through(std::vector<SwitchCase>& cases, std::uint32_t merge);
    SsaDef* is_chosen(SsaDef* selector, const SwitchCase& wanted,
                      const std::vector<SwitchCase>& all);

  private:
    FlowBlocks& flow_blocks_;
    Jumps& jumps_;
};

} // namespace jacquard::spirv
