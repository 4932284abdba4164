#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <vector>

namespace jacquard::spirv {

class BlockBodies;
class Calls;
class FlowBlocks;
class Jumps;
class NamedPlaces;
class Phis;
class SwitchCases;
class Values;

struct FlowBlock;
struct SwitchCase;

// Turns structured control flow between blocks into ifs and loops.
class Flow : Concern {
  public:
    Flow(Context& context, BlockBodies& block_bodies, Calls& calls, FlowBlocks& flow_blocks,
         Jumps& jumps, NamedPlaces& named_places, Phis& phis, SwitchCases& switch_cases,
         Values& values)
        : Concern(context), block_bodies_(block_bodies), calls_(calls), flow_blocks_(flow_blocks),
          jumps_(jumps), named_places_(named_places), phis_(phis), switch_cases_(switch_cases),
          values_(values) {}

    bool translate_region(std::uint32_t label, std::uint32_t stop);
    void clear() { nesting_ = 0; }

  private:
    // Counts a level of ifs and loops during its lifetime.
    class Nesting {
      public:
        explicit Nesting(Flow& flow);
        ~Nesting() { --depth_; }
        Nesting(const Nesting&) = delete;
        Nesting& operator=(const Nesting&) = delete;

      private:
        unsigned& depth_;
    };

    std::uint32_t translate_block(std::uint32_t label, std::uint32_t stop);
    std::uint32_t leave(const FlowBlock& block, std::uint32_t label, std::uint32_t stop);
    std::uint32_t branch(std::uint32_t from, std::uint32_t to, std::uint32_t stop);
    std::uint32_t go_to(std::uint32_t to, std::uint32_t stop);
    std::uint32_t meet_at(std::uint32_t merge, std::uint32_t stop);
    SsaDef* branch_condition(const FlowBlock& block);
    std::uint32_t translate_conditional(const FlowBlock& block, std::uint32_t label,
                                        std::uint32_t stop);
    bool translate_sides(const FlowBlock& block, std::uint32_t label, std::uint32_t meet);
    std::uint32_t translate_selection(const FlowBlock& block, std::uint32_t label,
                                      std::uint32_t stop);
    bool is_plain_step(std::uint32_t label);
    std::uint32_t translate_loop(std::uint32_t header, std::uint32_t stop);
    unsigned plain_exits(std::uint32_t label, std::uint32_t target);
    void translate_plain_cases(SsaDef* selector, const std::vector<SwitchCase>& cases,
                               std::uint32_t label, std::uint32_t merge);
    void translate_cases(SsaDef* selector, const std::vector<SwitchCase>& cases,
                         std::uint32_t label, std::uint32_t merge);
    std::uint32_t translate_switch(const FlowBlock& block, std::uint32_t label, std::uint32_t stop);

    BlockBodies& block_bodies_;
    Calls& calls_;
    FlowBlocks& flow_blocks_;
    Jumps& jumps_;
    NamedPlaces& named_places_;
    Phis& phis_;
    SwitchCases& switch_cases_;
    Values& values_;
    unsigned nesting_ = 0;
};

} // namespace jacquard::spirv
