#include <jacquard/ir3/check/checked_code.h>
#include <jacquard/ir3/check/findings.h>
#include <jacquard/ir3/check/unit_liveness.h>
#include <jacquard/ir3/check/value_flow.h>
#include <jacquard/ir3/isa/instruction/register_units.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

using Kind = RegisterEffect::Kind;

constexpr std::uint32_t kNoWriter = ~0U;
constexpr unsigned kNumPlaces = kNumRegisterUnits + kNoRegister - kAddressRegister;

class UseFinder {
  public:
    UseFinder(const Program& program, Revision revision)
        : program_(program), findings_(program.words, revision, 0),
          code_(program, revision, {}, findings_) {}

    ValueFlow run() {
        flow_.blocks = find_flow(code_, false, findings_);
        flow_.live.resize(code_.instructions().size());
        find_uses();
        find_live();
        return std::move(flow_);
    }

  private:
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
            for_each_unit(effect, code_.machine().merged_registers, touch);
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
        const UnitLiveness liveness(program_, code_, flow_.blocks);
        for (const FlowBlock& block : flow_.blocks) {
            liveness.for_each_word(
                block, [&](std::uint32_t at, const UnitSet& before, const UnitSet& behind) {
                    flow_.live[at] = std::max(liveness.vec4_of(behind), liveness.vec4_of(before));
                });
        }
    }

    const Program& program_;
    Findings findings_;
    CheckedCode code_;
    ValueFlow flow_;
};

} // namespace

ValueFlow value_flow(const Program& program, Revision revision) {
    return UseFinder(program, revision).run();
}

} // namespace jacquard::ir3
