#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <vector>

namespace jacquard::spirv {

class BlockBodies;
class Calls;
class FlowBlocks;
class FlowNesting;
class Jumps;
class Phis;
class SwitchCases;
class Values;

struct FlowBlock;

// Turns control flow between blocks into ifs and loops where the module need not say how they nest.
class KernelFlow : Concern {
  public:
    KernelFlow(Context& context, BlockBodies& block_bodies, Calls& calls, FlowBlocks& flow_blocks,
               FlowNesting& nesting, Jumps& jumps, Phis& phis, SwitchCases& switch_cases,
               Values& values)
        : Concern(context), block_bodies_(block_bodies), calls_(calls), flow_blocks_(flow_blocks),
          nesting_(nesting), jumps_(jumps), phis_(phis), switch_cases_(switch_cases),
          values_(values) {}

    void translate(std::uint32_t first_label);

  private:
    // Counts a level of ifs and loops during its lifetime.
    class Level {
      public:
        explicit Level(KernelFlow& flow);
        ~Level() { --depth_; }
        Level(const Level&) = delete;
        Level& operator=(const Level&) = delete;

      private:
        unsigned& depth_;
    };

    bool translate_until(std::uint32_t label, std::uint32_t stop);
    std::uint32_t translate_loop(std::uint32_t header, std::uint32_t stop);
    void translate_rounds(std::uint32_t header, std::uint32_t exit);
    std::uint32_t translate_region(std::uint32_t label, std::uint32_t stop);
    std::uint32_t translate_meetings(std::uint32_t label, std::size_t number);
    std::uint32_t translate_exits(std::uint32_t header, std::size_t number);
    std::uint32_t translate_block(std::uint32_t label, std::uint32_t stop);
    std::uint32_t leave(const FlowBlock& block, std::uint32_t label, std::uint32_t stop);
    std::uint32_t branch(std::uint32_t from, std::uint32_t to, std::uint32_t stop);
    std::uint32_t translate_conditional(Words words, std::uint32_t label, std::uint32_t stop);
    std::uint32_t translate_switch(Words words, std::uint32_t label, std::uint32_t stop);

    BlockBodies& block_bodies_;
    Calls& calls_;
    FlowBlocks& flow_blocks_;
    FlowNesting& nesting_;
    Jumps& jumps_;
    Phis& phis_;
    SwitchCases& switch_cases_;
    Values& values_;
    unsigned depth_ = 0;
};

} // namespace jacquard::spirv
