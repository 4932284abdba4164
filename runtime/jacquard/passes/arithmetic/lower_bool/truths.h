#pragma once

#include <jacquard/generated/nir/lowerings.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/passes/rewrite/rule_replacement.h>
#include <jacquard/passes/util/rewrite_alu.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace jacquard::nir {

// In pass_flags of an instruction: its value is a truth of the new form, or will be.
inline constexpr std::uint8_t kTruth = 1;

// Lowers an instruction by the group's lowerings for booleans in their form, which its operands
// have; returns null if none applies.
[[nodiscard]] inline SsaDef* lowered_truths(CoreBuilder& b, AluInstruction& alu,
                                            LoweringGroup group) {
    const auto is_truth = [](const SsaDef& value) {
        return value.instruction->pass_flags == kTruth;
    };
    const int first = alu.info().width_source;
    unsigned width = 0;
    if (first >= 0) {
        const SsaDef& source = *alu.first_source[static_cast<std::size_t>(first)].ssa;
        width = is_truth(source) ? 1 : source.bit_size;
    }
    for (const Lowering& lowering : lowerings_of(alu.opcode)) {
        if (lowering.group != group || (width != 0 && lowering.width != width)) {
            continue;
        }
        RuleMatch match;
        match.names[0] = &alu.value;
        for (unsigned i = 0; i < alu.num_sources; ++i) {
            match.names[i + 1] = operand_of(alu, i);
        }
        match.exact = alu.exact;
        match.relaxed = alu.value.relaxed;
        std::vector<Instruction*> made;
        return build_replacement(b, kRules[lowering.rule], match, made);
    }
    return nullptr;
}

// The common part of lowerings of booleans: they go through the instructions in order, and Form
// says how a boolean is represented and how ALU instructions compute with it.
//
// Form needs
//   ConstantValue constant(bool) and unsigned bit_size: a truth that an instruction other than an
//     ALU instruction makes;
//   SsaDef* from_bool(CoreBuilder&, Operand) and SsaDef* to_bool(CoreBuilder&, Operand);
//   SsaDef* lower(CoreBuilder&, AluInstruction&): what computes the same, from operands that are
//     brought into the form, for an instruction with truths of 1 bit; null when it must stay.
template <typename Form>
class TruthLowering {
  public:
    TruthLowering(Shader& shader, Form form) : shader_(shader), form_(std::move(form)) {}

    bool run() {
        for (Function& function : shader_.functions()) {
            mark(function);
            for (Block& block : function.blocks()) {
                for (Instruction& instruction : block.instructions()) {
                    lower(instruction);
                }
                if (IfNode* node = block.next != nullptr ? block.next->as<IfNode>() : nullptr) {
                    if (is_truth(*node->condition.ssa)) {
                        CoreBuilder b(shader_, Cursor::at_end(&block));
                        node->condition.set(form_.to_bool(b, node->condition.ssa));
                        changed_ = true;
                    }
                }
            }
            connect_phis();
        }
        return changed_;
    }

  private:
    static bool is_truth(const SsaDef& value) { return value.instruction->pass_flags == kTruth; }

    static void mark(Function& function) {
        for (Block& block : function.blocks()) {
            for (Instruction& instruction : block.instructions()) {
                const SsaDef* value = instruction.def();
                instruction.pass_flags = value != nullptr && value->bit_size == 1 ? kTruth : 0;
            }
        }
    }

    void lower(Instruction& instruction) {
        switch (instruction.kind) {
        case InstructionKind::alu: lower_alu(*instruction.as<AluInstruction>()); break;
        case InstructionKind::constant:
            lower_constant(*instruction.as<ConstantInstruction>());
            break;
        case InstructionKind::undef:
            if (instruction.pass_flags == kTruth) {
                resize(*instruction.def());
            }
            break;
        case InstructionKind::phi:
            if (instruction.pass_flags == kTruth) {
                resize(*instruction.def());
                phis_.push_back(instruction.as<PhiInstruction>());
            }
            break;
        default: convert_around(instruction); break;
        }
    }

    void resize(SsaDef& value) {
        shader_.set_bit_size(value, form_.bit_size);
        changed_ = true;
    }

    void lower_constant(ConstantInstruction& constant) {
        if (constant.pass_flags == kTruth) {
            for (unsigned i = 0; i < constant.value.num_components; ++i) {
                constant.values[i] = form_.constant(constant.values[i].b);
            }
            resize(constant.value);
        }
    }

    bool reads_truths(AluInstruction& alu) {
        for (const AluSource& source : alu.sources()) {
            if (is_truth(*source.ssa)) {
                return true;
            }
        }
        return false;
    }

    static bool reads(AluInstruction& alu, const SsaDef& value) {
        return std::any_of(alu.sources().begin(), alu.sources().end(),
                           [&value](const AluSource& source) { return source.ssa == &value; });
    }

    void lower_alu(AluInstruction& alu) {
        const bool makes_truth = alu.pass_flags == kTruth;
        if (!makes_truth && !reads_truths(alu)) {
            return;
        }
        changed_ = true;
        CoreBuilder b(shader_, Cursor::before_instruction(&alu));
        b.exact = alu.exact;
        b.relaxed = alu.value.relaxed;
        SsaDef* replacement = form_.lower(b, alu);
        if (replacement == nullptr) {
            convert_around(alu);
            return;
        }
        if (makes_truth) {
            // A replacement that is only a source, and no boolean to its other readers, must not be
            // marked as one.
            if (reads(alu, *replacement) && !is_truth(*replacement)) {
                replacement = b.mov(replacement);
            }
            replacement->instruction->pass_flags = kTruth;
        } else if (is_truth(*replacement)) {
            replacement = b.mov(replacement); // the same bits, but no truth any more
        }
        alu.value.rewrite_uses(replacement);
        alu.remove();
    }

    // For an instruction that knows truths of 1 bit only.
    void convert_around(Instruction& instruction) {
        instruction.for_each_source([&](Source& source) {
            if (is_truth(*source.ssa)) {
                CoreBuilder b(shader_, Cursor::before_instruction(&instruction));
                source.set(form_.to_bool(b, source.ssa));
                changed_ = true;
            }
        });
        instruction.for_each_def([&](SsaDef& value) {
            if (value.bit_size != 1) {
                return;
            }
            SsaDef uses_before;
            value.rewrite_uses(&uses_before);
            CoreBuilder b(shader_, Cursor::after_instruction(&instruction));
            SsaDef* converted = form_.from_bool(b, &value);
            converted->instruction->pass_flags = kTruth;
            instruction.pass_flags = 0;
            uses_before.rewrite_uses(converted);
            changed_ = true;
        });
    }

    // Truths that meet have the width of the phi.
    void connect_phis() {
        for (PhiInstruction* phi : phis_) {
            for (PhiSource* source = phi->first_source; source != nullptr; source = source->next) {
                if (source->ssa->bit_size != phi->value.bit_size) {
                    CoreBuilder b(shader_, Cursor::before_jump(source->predecessor));
                    source->set(form_.resized(b, source->ssa));
                }
            }
        }
        phis_.clear();
    }

    Shader& shader_;
    Form form_;
    std::vector<PhiInstruction*> phis_;
    bool changed_ = false;
};

} // namespace jacquard::nir
