#include "mutations.h"

#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/ir3/isa/instruction/revision.h>

#include <algorithm>
#include <functional>

namespace jacquard::ir3::testing {

namespace {

class Mutator {
  public:
    explicit Mutator(const Program& program)
        : program_(program), revision_(*revision_of_part(program.gpu)) {
        for (const std::uint64_t word : program.words) {
            code_.push_back(*decode(word, revision_));
        }
        unused_ = static_cast<std::uint16_t>(program.statistics.full_registers * 4);
        unused_half_ = static_cast<std::uint16_t>(
            std::max(program.statistics.half_registers, 2 * program.statistics.full_registers) * 4);
    }

    std::vector<Mutation> run() {
        for (std::size_t i = 0; i < code_.size(); ++i) {
            mutate(i);
        }
        return std::move(result_);
    }

  private:
    void mutate(std::size_t i) {
        const Instruction& original = code_[i];
        const auto change = [&](const std::string& what, auto&& apply) {
            Instruction changed = original;
            apply(changed);
            add(what, i, changed);
        };
        if (original.sync_short) {
            change("drop (ss)", [](Instruction& changed) { changed.sync_short = false; });
        }
        if (original.sync_long) {
            change("drop (sy)", [](Instruction& changed) { changed.sync_long = false; });
        }
        if (original.jump_target) {
            change("drop (jp)", [](Instruction& changed) { changed.jump_target = false; });
        }
        if (original.nop_count != 0) {
            change("shorten (nop)", [](Instruction& changed) { --changed.nop_count; });
        }
        if (original.opcode == Opcode::nop) {
            if (original.repeat != 0) {
                change("shorten (rpt)", [](Instruction& changed) { --changed.repeat; });
            } else if (!original.sync_short && !original.sync_long && !original.jump_target) {
                remove(i);
            }
        }
        for (Operand Instruction::*operand :
             {&Instruction::dst, &Instruction::src0, &Instruction::src1, &Instruction::src2}) {
            const Operand& now = original.*operand;
            if (now.kind != OperandKind::gpr || now.number >= kSharedRegisterFirst) {
                continue;
            }
            for (const std::uint16_t number :
                 {static_cast<std::uint16_t>(now.number + 1), now.half ? unused_half_ : unused_}) {
                if (number < kSharedRegisterFirst && number != now.number) {
                    change("renumber",
                           [&](Instruction& changed) { (changed.*operand).number = number; });
                }
            }
        }
    }

    void add(const std::string& what, std::size_t i, const Instruction& changed) {
        const EncodeResult encoded = encode(changed, revision_);
        if (encoded && encoded.word != program_.words[i]) {
            Mutation& mutation = result_.emplace_back();
            mutation.what = what + " of " + std::to_string(i);
            mutation.words = program_.words;
            mutation.words[i] = encoded.word;
        }
    }

    // Without instruction `i`; what jumps over it jumps less far.
    void remove(std::size_t i) {
        Mutation mutation;
        mutation.what = "remove " + std::to_string(i);
        const auto gone = static_cast<std::int64_t>(i);
        for (std::int64_t k = 0; k < static_cast<std::int64_t>(code_.size()); ++k) {
            if (k == gone) {
                continue;
            }
            Instruction changed = code_[static_cast<std::size_t>(k)];
            const std::int64_t target = k + changed.target;
            if (k < gone && target > gone) {
                --changed.target;
            } else if (k > gone && target <= gone && changed.target != 0) {
                ++changed.target;
            }
            mutation.words.push_back(encode(changed, revision_).word);
        }
        result_.push_back(std::move(mutation));
    }

    const Program& program_;
    Revision revision_;
    std::vector<Instruction> code_;
    std::uint16_t unused_ = 0;
    std::uint16_t unused_half_ = 0;
    std::vector<Mutation> result_;
};

} // namespace

std::vector<Mutation> mutations_of(const Program& program) {
    return Mutator(program).run();
}

} // namespace jacquard::ir3::testing
