#include "nir_runner.h"

#include <jacquard/nir/control_flow.h>

namespace jacquard::tgsi {
namespace {

using nir::ConstantValue;
using nir::IntrinsicOp;
using Value = std::array<ConstantValue, nir::kMaxComponents>;

class Runner {
  public:
    explicit Runner(const Surroundings& around) : around_(around) {}

    void run(const nir::Instruction& instruction) {
        switch (instruction.kind) {
        case nir::InstructionKind::alu: alu(*instruction.as<nir::AluInstruction>()); break;
        case nir::InstructionKind::constant: {
            const auto& constant = *instruction.as<nir::ConstantInstruction>();
            Value& value = values_[&constant.value];
            for (std::size_t i = 0; i < constant.components().size(); ++i) {
                value[i] = constant.components()[i];
            }
            break;
        }
        case nir::InstructionKind::intrinsic:
            intrinsic(*instruction.as<nir::IntrinsicInstruction>());
            break;
        default: ++outcome.unknown; break;
        }
    }

    Outcome outcome;

  private:
    void alu(const nir::AluInstruction& instruction) {
        std::array<Value, 16> sources{};
        std::array<const ConstantValue*, 16> pointers{};
        for (unsigned i = 0; i < instruction.num_sources; ++i) {
            const nir::AluSource& source = instruction.sources()[i];
            const Value& from = values_[source.ssa];
            for (unsigned c = 0; c < instruction.source_components(i); ++c) {
                sources[i][c] = from[source.swizzle[c]];
            }
            pointers[i] = sources[i].data();
        }
        Value& result = values_[&instruction.value];
        if (!nir::evaluate(instruction.opcode, instruction.unsized_bit_size(),
                           instruction.value.num_components, pointers.data(), result.data(), {})) {
            ++outcome.unknown;
        }
    }

    std::uint32_t number(const nir::IntrinsicInstruction& instruction, unsigned source) {
        return values_[instruction.sources()[source].ssa][0].u32;
    }

    std::vector<Value>& elements(const nir::IntrinsicInstruction& instruction, unsigned source) {
        return registers_[instruction.sources()[source].ssa];
    }

    void intrinsic(const nir::IntrinsicInstruction& instruction) {
        Value& result = values_[&instruction.value];
        switch (instruction.op) {
        case IntrinsicOp::decl_reg:
            registers_[&instruction.value].resize(
                std::max<std::size_t>(1, std::size_t(instruction.num_array_elems())));
            break;
        case IntrinsicOp::load_reg:
            result = elements(instruction, 0).at(std::size_t(instruction.base()));
            break;
        case IntrinsicOp::load_reg_indirect:
            result = elements(instruction, 0)
                         .at(std::size_t(instruction.base()) + number(instruction, 1));
            break;
        case IntrinsicOp::store_reg:
            elements(instruction, 1).at(std::size_t(instruction.base())) =
                values_[instruction.sources()[0].ssa];
            break;
        case IntrinsicOp::store_reg_indirect:
            elements(instruction, 1).at(std::size_t(instruction.base()) + number(instruction, 2)) =
                values_[instruction.sources()[0].ssa];
            break;
        case IntrinsicOp::load_input:
        case IntrinsicOp::load_interpolated_input:
            for (unsigned c = 0; c < instruction.value.num_components; ++c) {
                result[c].u32 = around_.inputs.at(std::size_t(instruction.base()))
                                    .at(std::size_t(instruction.component()) + c);
            }
            break;
        case IntrinsicOp::load_barycentric_pixel:
        case IntrinsicOp::load_barycentric_centroid:
        case IntrinsicOp::load_barycentric_sample: break;
        case IntrinsicOp::load_ubo_vec4:
            for (unsigned c = 0; c < instruction.value.num_components; ++c) {
                result[c].u32 = around_.constants.at(number(instruction, 0))
                                    .at(std::size_t(instruction.base()) + number(instruction, 1))
                                    .at(std::size_t(instruction.component()) + c);
            }
            break;
        case IntrinsicOp::load_front_face: result[0].u8 = around_.is_front ? 1 : 0; break;
        case IntrinsicOp::load_instance_id: result[0].u32 = around_.instance; break;
        case IntrinsicOp::terminate: outcome.is_discarded = true; break;
        case IntrinsicOp::terminate_if:
            outcome.is_discarded =
                outcome.is_discarded || values_[instruction.sources()[0].ssa][0].b;
            break;
        case IntrinsicOp::store_output: {
            Words& words = outcome.outputs[instruction.base()];
            for (unsigned c = 0; c < 4; ++c) {
                words[c] = values_[instruction.sources()[0].ssa][c].u32;
            }
            break;
        }
        default: ++outcome.unknown; break;
        }
    }

    const Surroundings& around_;
    std::map<const nir::SsaDef*, Value> values_;
    std::map<const nir::SsaDef*, std::vector<Value>> registers_;
};

} // namespace

Outcome run_straight_line(const nir::Shader& shader, const Surroundings& around) {
    Runner runner(around);
    for (nir::Block& block : shader.entry->blocks()) {
        for (nir::Instruction& instruction : block.instructions()) {
            runner.run(instruction);
        }
    }
    return runner.outcome;
}

} // namespace jacquard::tgsi
