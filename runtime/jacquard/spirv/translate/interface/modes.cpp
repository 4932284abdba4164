#include <jacquard/nir/build/ssa_repair.h>
#include <jacquard/spirv/module/print.h>
#include <jacquard/spirv/module/print_instruction.h>
#include <jacquard/spirv/module/report.h>
#include <jacquard/spirv/translate/interface/feedback.h>
#include <jacquard/spirv/translate/interface/modes.h>
#include <jacquard/spirv/translate/values/constants.h>
#include <jacquard/spirv/translate/values/float_assumptions.h>

#include <algorithm>

// Execution modes.
namespace jacquard::spirv {

void Modes::take_mode(const Instruction& mode) {
    const Words words = module().operands(mode);
    const Words operands = words.subspan(2);
    nir::FloatControls& floats = shader().info.float_controls;
    const std::uint32_t width = operands.empty() ? 0 : operands[0];
    const bool is_half = width == 16;
    const bool is_float = width == 32;
    const bool is_double = width == 64;
    switch (static_cast<ExecutionMode>(words[1])) {
    case ExecutionMode::LocalSize:
        for (std::size_t i = 0; i < 3 && i < operands.size(); ++i) {
            local_size_[i] = operands[i];
        }
        has_size_ = true;
        break;
    case ExecutionMode::LocalSizeId:
        for (std::size_t i = 0; i < 3 && i < operands.size(); ++i) {
            local_size_[i] = static_cast<std::uint32_t>(constants_.constant_number(operands[i]));
        }
        has_size_ = true;
        break;
    case ExecutionMode::DerivativeGroupQuadsKHR: groups_quads_ = true; break;
    case ExecutionMode::Xfb: feedback_.enable(); break;
    case ExecutionMode::DenormFlushToZero:
        floats.flush_denormals_16 = floats.flush_denormals_16 || is_half;
        floats.flush_denormals_32 = floats.flush_denormals_32 || is_float;
        floats.flush_denormals_64 = floats.flush_denormals_64 || is_double;
        break;
    case ExecutionMode::FPFastMathDefault:
        float_assumptions_.take_default(operands[0], operands[1]);
        break;
    case ExecutionMode::SignedZeroInfNanPreserve: float_assumptions_.keep_special(width); break;
    case ExecutionMode::RoundingModeRTZ:
        floats.round_to_zero_16 = floats.round_to_zero_16 || is_half;
        floats.round_to_zero_32 = floats.round_to_zero_32 || is_float;
        floats.round_to_zero_64 = floats.round_to_zero_64 || is_double;
        break;
    default: break;
    }
    const ModeFacts* facts = find_mode(words[1]);
    if (facts != nullptr && facts->use == NameUse::refused) {
        unsupported("the execution mode " + std::string(facts->name) + " is");
    }
    if (facts != nullptr && facts->use == NameUse::property) {
        const bool is_tessellation = shader().info.stage == nir::Stage::tess_control ||
                                     shader().info.stage == nir::Stage::tess_evaluation;
        shader().info.set_property(
            is_tessellation && !facts->tessellation_name.empty() ? facts->tessellation_name
                                                                 : facts->property,
            facts->value >= 0 ? std::vector{static_cast<std::uint32_t>(facts->value)}
                              : std::vector(operands.begin(), operands.end()));
    }
}

void Modes::take_size(const std::array<std::uint32_t, 3>& size) {
    if (context().is_kernel() && !has_size_) {
        local_size_ = size;
        has_size_ = true;
    }
}

void Modes::declare_workgroup_size() {
    for (const Instruction& instruction : module().instructions) {
        if (instruction.op() == Op::Function) {
            break;
        }
        const Constant* constant =
            instruction.result != 0 ? constants_.find(instruction.result) : nullptr;
        const auto built_in = constant != nullptr
                                  ? decorations().value(instruction.result, Decoration::BuiltIn)
                                  : std::nullopt;
        if (built_in == static_cast<std::uint32_t>(BuiltIn::WorkgroupSize)) {
            std::vector<nir::ConstantValue> sizes;
            constants_.flatten(*constant, sizes);
            for (std::size_t i = 0; i < 3 && i < sizes.size(); ++i) {
                local_size_[i] = sizes[i].u32;
            }
        }
    }
    if (context().is_kernel() && !has_size_) {
        return; // the launch says how large its groups are
    }
    shader().info.set_property("CS_FIXED_BLOCK_WIDTH", {local_size_[0]});
    shader().info.set_property("CS_FIXED_BLOCK_HEIGHT", {local_size_[1]});
    shader().info.set_property("CS_FIXED_BLOCK_DEPTH", {local_size_[2]});
}

std::uint64_t Modes::workgroup_invocations() const {
    std::uint64_t product = 1;
    for (const std::uint32_t size : local_size_) {
        product = std::min<std::uint64_t>(product * std::max(size, 1U), 0xffffffff);
    }
    return product;
}

} // namespace jacquard::spirv
