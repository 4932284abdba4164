#include <jacquard/ir3/check/checked_code.h>
#include <jacquard/ir3/check/findings.h>
#include <jacquard/ir3/check/value_flow.h>
#include <jacquard/ir3/isa/instruction/register_units.h>

#include <algorithm>
#include <bitset>

namespace jacquard::ir3 {

namespace {

using Kind = RegisterEffect::Kind;
using UnitSet = std::bitset<kNumRegisterUnits>;

constexpr std::uint32_t kNoWriter = ~0U;
// Words that are gone through to find what is live; loops in loops take several rounds.
constexpr std::size_t kMostSteps = 20'000'000;
constexpr unsigned kNumPlaces = kNumRegisterUnits + kNoRegister - kAddressRegister;

class UseFinder {
  public:
    UseFinder(const Program& program, Revision revision)
        : program_(program), findings_(program.words, revision, 0),
          code_(program, revision, {}, findings_), merged_(code_.machine().merged_registers) {}

    ValueFlow run() {
        flow_.blocks = find_flow(code_, false, findings_);
        flow_.live.resize(code_.instructions().size());
        find_uses();
        find_live();
        return std::move(flow_);
    }

  private:
    // Calls visit(unit) for each unit of the register file that the effect is on.
    template <typename Visit>
    void for_each_unit(const RegisterEffect& effect, Visit&& visit) const {
        if (effect.kind != Kind::registers && effect.kind != Kind::relative_registers) {
            return;
        }
        for (unsigned i = 0; i < effect.count; ++i) {
            const auto number = static_cast<unsigned>(effect.number) + i;
            if (number >= kNumRegisterNumbers) {
                return;
            }
            const UnitRange range = register_units(number, effect.half, merged_);
            for (unsigned unit = range.first; unit < range.first + range.count; ++unit) {
                visit(unit);
            }
        }
    }

    void find_uses() {
        std::vector<std::uint32_t> writers(kNumPlaces, kNoWriter);
        for (const FlowBlock& block : flow_.blocks) {
            std::fill(writers.begin(), writers.end(), kNoWriter);
            for (std::uint32_t i = block.first; i < block.end; ++i) {
                note_uses(i, writers);
            }
        }
    }

    void note_uses(std::uint32_t index, std::vector<std::uint32_t>& writers) {
        const CheckedInstruction& instruction = code_.instructions()[index];
        const std::size_t first = flow_.uses.size();
        for (const RegisterEffect& effect : code_.effects(instruction)) {
            const auto touch = [&](unsigned place) {
                if (effect.writes) {
                    writers[place] = index;
                } else if (writers[place] != kNoWriter && writers[place] != index) {
                    flow_.uses.push_back(
                        {writers[place], index, code_.instructions()[writers[place]].result});
                }
            };
            for_each_unit(effect, touch);
            const unsigned special = static_cast<unsigned>(effect.number) - kAddressRegister;
            if (effect.kind == Kind::special && kNumRegisterUnits + special < kNumPlaces) {
                touch(kNumRegisterUnits + special);
            }
        }
        const auto begin = flow_.uses.begin() + static_cast<std::ptrdiff_t>(first);
        std::sort(begin, flow_.uses.end(),
                  [](const ValueUse& a, const ValueUse& b) { return a.writer < b.writer; });
        flow_.uses.erase(std::unique(begin, flow_.uses.end()), flow_.uses.end());
    }

    void find_live() {
        std::vector<UnitSet> entries(flow_.blocks.size());
        std::size_t rounds = kMostSteps / std::max<std::size_t>(flow_.live.size(), 1) + 2;
        for (bool again = true; again && rounds > 0; --rounds) {
            again = false;
            for (std::size_t i = flow_.blocks.size(); i-- > 0;) {
                UnitSet live = exit_of(flow_.blocks[i], entries);
                for (std::uint32_t at = flow_.blocks[i].end; at-- > flow_.blocks[i].first;) {
                    (void)step_back(at, live);
                }
                again = again || live != entries[i];
                entries[i] = live;
            }
        }
        for (const FlowBlock& block : flow_.blocks) {
            UnitSet live = exit_of(block, entries);
            for (std::uint32_t at = block.end; at-- > block.first;) {
                const double behind = vec4_of(step_back(at, live));
                flow_.live[at] = std::max(behind, vec4_of(live));
            }
        }
    }

    [[nodiscard]] UnitSet exit_of(const FlowBlock& block, const std::vector<UnitSet>& entries) {
        UnitSet live;
        for (const std::uint32_t next : block.successors) {
            live |= entries[next];
        }
        if (code_.instructions()[block.end - 1].action == Action::end) {
            for (const ProgramOutput& output : program_.outputs) {
                for (unsigned i = 0; i < output.num_components; ++i) {
                    if (output.is_in_register(i)) {
                        const auto number = static_cast<std::uint16_t>(output.location.number + i);
                        for_each_unit(
                            RegisterEffect::of(Kind::registers, number, output.location.half),
                            [&](unsigned unit) { live.set(unit); });
                    }
                }
            }
        }
        return live;
    }

    // From behind a word to before it. What lives behind it or is written by it.
    [[nodiscard]] UnitSet step_back(std::uint32_t index, UnitSet& live) const {
        UnitSet behind = live;
        const std::span<const RegisterEffect> effects = code_.effects(code_.instructions()[index]);
        for (auto effect = effects.rbegin(); effect != effects.rend(); ++effect) {
            if (effect->writes && effect->kind == Kind::registers) {
                for_each_unit(*effect, [&](unsigned unit) {
                    behind.set(unit);
                    live.reset(unit);
                });
            } else if (!effect->writes) {
                for_each_unit(*effect, [&](unsigned unit) { live.set(unit); });
            }
        }
        return behind;
    }

    [[nodiscard]] double vec4_of(const UnitSet& units) const {
        // In front of the shared registers; half registers of a file of their own are behind those.
        static const UnitSet kCounted = ~(~UnitSet() << kFirstSharedUnit);
        const auto count = static_cast<double>((units & kCounted).count());
        return count / (merged_ ? 8 : 4);
    }

    const Program& program_;
    Findings findings_;
    CheckedCode code_;
    const bool merged_;
    ValueFlow flow_;
};

} // namespace

ValueFlow value_flow(const Program& program, Revision revision) {
    return UseFinder(program, revision).run();
}

} // namespace jacquard::ir3
