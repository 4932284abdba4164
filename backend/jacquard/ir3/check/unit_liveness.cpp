#include <jacquard/ir3/check/unit_liveness.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

using Kind = RegisterEffect::Kind;

// Words that are gone through to find what is live; loops in loops take several rounds.
constexpr std::size_t kMostSteps = 20'000'000;

} // namespace

UnitLiveness::UnitLiveness(const Program& program, const CheckedCode& code,
                           std::span<const FlowBlock> blocks)
    : program_(program), code_(code), merged_(code.machine().merged_registers),
      entries_(blocks.size()) {
    std::size_t rounds = kMostSteps / std::max<std::size_t>(code.instructions().size(), 1) + 2;
    for (bool again = true; again && rounds > 0; --rounds) {
        again = false;
        for (std::size_t i = blocks.size(); i-- > 0;) {
            UnitSet live = exit_of(blocks[i]);
            for (std::uint32_t at = blocks[i].end; at-- > blocks[i].first;) {
                (void)step_back(at, live);
            }
            again = again || live != entries_[i];
            entries_[i] = live;
        }
    }
}

UnitSet UnitLiveness::exit_of(const FlowBlock& block) const {
    UnitSet live;
    for (const std::uint32_t next : block.successors) {
        live |= entries_[next];
    }
    if (code_.instructions()[block.end - 1].action == Action::end) {
        for (const ProgramOutput& output : program_.outputs) {
            for (unsigned i = 0; i < output.num_components; ++i) {
                if (output.is_in_register(i)) {
                    const auto number = static_cast<std::uint16_t>(output.location.number + i);
                    for_each_unit(RegisterEffect::of(Kind::registers, number, output.location.half),
                                  merged_, [&](unsigned unit) { live.set(unit); });
                }
            }
        }
    }
    return live;
}

UnitSet UnitLiveness::step_back(std::uint32_t index, UnitSet& live) const {
    UnitSet behind = live;
    const std::span<const RegisterEffect> effects = code_.effects(code_.instructions()[index]);
    for (auto effect = effects.rbegin(); effect != effects.rend(); ++effect) {
        if (effect->writes && effect->kind == Kind::registers) {
            for_each_unit(*effect, merged_, [&](unsigned unit) {
                behind.set(unit);
                live.reset(unit);
            });
        } else if (!effect->writes) {
            for_each_unit(*effect, merged_, [&](unsigned unit) { live.set(unit); });
        }
    }
    return behind;
}

double UnitLiveness::vec4_of(const UnitSet& units) const {
    // In front of the shared registers; half registers of a file of their own are behind those.
    static const UnitSet kCounted = ~(~UnitSet() << kFirstSharedUnit);
    const auto count = static_cast<double>((units & kCounted).count());
    return count / (merged_ ? 8 : 4);
}

} // namespace jacquard::ir3
