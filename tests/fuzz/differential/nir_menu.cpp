#include "nir_menu.h"

#include <jacquard/generated/ir3/select.h>
#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/nir/build/builder.h>

#include "comparison.h"

#include <algorithm>
#include <array>
#include <bit>

namespace jacquard::fuzz {

namespace {

using nir::AluType;
using nir::BaseType;
using nir::Builder;
using nir::Opcode;
using nir::OpcodeInfo;
using nir::Operand;
using nir::SsaDef;

// A vertex shader that computes one operation from its inputs.
class OperationShader {
  public:
    std::unique_ptr<nir::Shader> make(const nir::Operation& operation) {
        auto shader = std::make_unique<nir::Shader>(nir::Stage::vertex);
        nir::Function* function = shader->add_function("main", true);
        Builder b(*function);
        b.exact = true;
        const OpcodeInfo& info = nir::opcode_info(operation.opcode);
        std::array<Operand, nir::kMaxComponents> operands;
        for (unsigned i = 0; i < info.num_sources; ++i) {
            const AluType type = info.source_types[i];
            const unsigned count = std::max<unsigned>(info.source_components[i], 1);
            const unsigned bits = type.bit_size != 0 ? type.bit_size : operation.bit_size;
            operands[i] = input(b, type.base, bits, count);
        }
        const unsigned bits =
            info.output_type.bit_size != 0 ? info.output_type.bit_size : operation.bit_size;
        const unsigned count = std::max<unsigned>(info.output_components, 1);
        SsaDef* value =
            b.alu(operation.opcode, std::span(operands).first(info.num_sources), count, bits);
        shader->info.inputs.resize(next_input_ / 4 + 1);
        for (std::size_t i = 0; i < shader->info.inputs.size(); ++i) {
            shader->info.inputs[i].semantic_index = static_cast<std::uint32_t>(i);
        }
        store(b, *shader, info.output_type.base, value);
        function->link_blocks();
        shader->number_values();
        return shader;
    }

  private:
    Operand input(Builder& b, BaseType base, unsigned bits, unsigned count) {
        std::array<Operand, nir::kMaxComponents> scalars;
        for (unsigned c = 0; c < count; ++c) {
            scalars[c] = narrowed(b, base, load(b), bits);
        }
        return count == 1 ? scalars[0] : b.vec(std::span<const Operand>(scalars.data(), count));
    }

    SsaDef* load(Builder& b) {
        constexpr unsigned kMostInputs = 16;
        const unsigned number = next_input_++ % (4 * kMostInputs);
        return &b.load_input(1, 32, b.imm_int(0))
                    ->set_base(number / 4)
                    ->set_component(number % 4)
                    ->set_dest_type({BaseType::float_type, 32})
                    ->value;
    }

    SsaDef* narrowed(Builder& b, BaseType base, SsaDef* value, unsigned bits) {
        const bool is_float = base == BaseType::float_type;
        if (base == BaseType::bool_type && bits > 1) {
            // All bits or none, as random shaders make them.
            SsaDef* truth = b.ine(value, b.imm_int(0));
            return bits == 8 ? b.b2b8(truth) : bits == 16 ? b.b2b16(truth) : b.b2b32(truth);
        }
        switch (bits) {
        case 1: return b.ine(value, b.imm_int(0));
        case 8: return b.u2u8(value);
        case 16: return is_float ? b.f2f16(value) : b.u2u16(value);
        case 64: return b.pack_64_2x32_split(value, load(b));
        default: return value;
        }
    }

    static void store(Builder& b, nir::Shader& shader, BaseType base, SsaDef* value) {
        const auto scalars = value->num_components;
        for (unsigned first = 0; first < scalars; first += 4) {
            Operand part(value);
            part.num_components = static_cast<std::uint8_t>(std::min(4U, scalars - first));
            for (unsigned c = 0; c < part.num_components; ++c) {
                part.swizzle[c] = static_cast<std::uint8_t>(first + c);
            }
            nir::IoSlot& slot = shader.info.outputs.emplace_back();
            slot.semantic_index = first / 4;
            SsaDef* wide = widened(b, base, part);
            b.store_output(wide, b.imm_int(0))
                ->set_base(first / 4)
                ->set_src_type({BaseType::float_type, 32})
                ->set_write_mask((1U << wide->num_components) - 1);
        }
    }

    static SsaDef* widened(Builder& b, BaseType base, const Operand& value) {
        switch (value.value->bit_size) {
        case 1: return b.b2i32(value);
        case 8: return b.u2u32(value);
        case 16: return base == BaseType::float_type ? b.f2f32(value) : b.u2u32(value);
        case 64: return b.unpack_64_2x32(nir::channel(value, 0));
        default: return b.whole(value);
        }
    }

    unsigned next_input_ = 0;
};

std::string refusal_of(const nir::Operation& operation, std::span<const std::uint32_t> gpus) {
    const std::unique_ptr<nir::Shader> shader = OperationShader().make(operation);
    std::string first;
    for (const std::uint32_t gpu : gpus) {
        std::string reason = Comparison::refusal_of(*shader, gpu, true);
        if (reason.empty()) {
            return {};
        }
        first = first.empty() ? std::move(reason) : first;
    }
    return first;
}

} // namespace

std::string name_of(const nir::Operation& operation) {
    return std::string(nir::opcode_info(operation.opcode).name) + '@' +
           std::to_string(operation.bit_size);
}

nir::MachineMenu supported_operations(std::span<const std::uint32_t> gpus, Refusals& refusals,
                                      Refusals& width_refusals) {
    nir::MachineMenu menu;
    for (std::size_t i = 0; i < nir::kNumOpcodes; ++i) {
        const auto opcode = static_cast<Opcode>(i);
        const OpcodeInfo& info = nir::opcode_info(opcode);
        std::string refusal;
        Refusals of_widths;
        bool is_taken = false;
        for (const unsigned bits : {32U, 16U, 8U, 1U, 64U, 0U}) {
            const bool exists = bits == 0 ? info.width_mask == 0
                                          : (info.width_mask >> std::countr_zero(bits) & 1) != 0;
            if (!exists) {
                continue;
            }
            const nir::Operation operation{opcode, static_cast<std::uint8_t>(bits)};
            std::string reason = refusal_of(operation, gpus);
            if (reason.empty()) {
                menu.operations.push_back(operation);
                is_taken = true;
                continue;
            }
            if (refusal.empty()) {
                refusal = reason;
            }
            of_widths.emplace(name_of(operation), std::move(reason));
        }
        if (is_taken) {
            width_refusals.merge(of_widths);
        } else {
            refusals.emplace(info.name, refusal);
        }
    }
    for (const ir3::SelectionRule& rule : ir3::selection_rules()) {
        menu.patterns.emplace_back(rule.pattern);
    }
    return menu;
}

} // namespace jacquard::fuzz
