#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <cstdint>
#include <functional>

namespace jacquard::spirv {

class Faults;
class Instructions;
class Phis;
class Recovery;

struct FlowBlock;

// Translates what stands in a block, and reports faults of how it is left.
class BlockBodies : Concern {
  public:
    BlockBodies(Context& context, Faults& faults, Instructions& instructions, Phis& phis,
                Recovery& recovery)
        : Concern(context), faults_(faults), instructions_(instructions), phis_(phis),
          recovery_(recovery) {}

    // Returns what `leave` does, which translates the instruction that ends the block.
    std::uint32_t translate(const FlowBlock& block, const std::function<std::uint32_t()>& leave);

  private:
    Faults& faults_;
    Instructions& instructions_;
    Phis& phis_;
    Recovery& recovery_;
};

} // namespace jacquard::spirv
