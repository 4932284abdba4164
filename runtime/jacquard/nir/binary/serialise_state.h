#pragma once

#include <jacquard/nir/binary/binary_format.h>
#include <jacquard/nir/ir/shader.h>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace jacquard::nir {

// The writer of the binary form: serialise.cpp has what surrounds functions and their control
// flow, serialise_instruction.cpp the instructions.
class Serialiser {
  public:
    explicit Serialiser(const Shader& shader) : shader_(shader) {}

    std::vector<std::uint8_t> run();

  private:
    void byte(unsigned value) { bytes_.push_back(static_cast<std::uint8_t>(value)); }
    void number(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) {
            byte(static_cast<unsigned>(value & 0x7f) | 0x80U);
        }
        byte(static_cast<unsigned>(value));
    }
    void signed_number(std::int64_t value) { number(binary::fold_sign(value)); }
    void fixed(std::uint64_t value, unsigned count) {
        for (unsigned i = 0; i < count; ++i) {
            byte(static_cast<unsigned>(value >> (8 * i) & 0xff));
        }
    }
    template <typename Enum>
    void word(Enum value) {
        number(static_cast<std::uint64_t>(value));
    }
    void text(std::string_view value) {
        number(value.size());
        bytes_.insert(bytes_.end(), value.begin(), value.end());
    }
    void scalar(AluType type) {
        byte(static_cast<unsigned>(type.base));
        byte(type.bit_size);
    }
    void shape(const SsaDef& value) {
        byte(value.num_components);
        byte(value.bit_size);
    }
    [[nodiscard]] std::uint32_t type_number(const Type* type) const {
        return type_numbers_[type->index];
    }

    // These functions write the parts outside of instructions.
    void info(const ShaderInfo& info);
    void meet(const Type* type);
    void meet_types();
    void types();
    void variables(const VariableList& list);
    void variable(const Variable& variable);
    void head(const Function& function);
    void body(const Function& function);
    const ControlFlowNode* after(const ControlFlowNode* node, const Function& function);
    void number_values(const Function& function);

    // Instructions.
    void use(const Source& source);
    void instruction(const Instruction& instruction);
    void alu(const AluInstruction& alu);
    void intrinsic(const IntrinsicInstruction& intrinsic);
    void constant(const ConstantInstruction& constant);
    void phi(const PhiInstruction& phi);
    void texture(const TextureInstruction& texture);
    void call(const CallInstruction& call);
    void parallel_copy(const ParallelCopyInstruction& copy);
    void deref(const DerefInstruction& deref);

    static constexpr std::uint32_t kUnmet = 0xffffffff;

    const Shader& shader_;
    std::vector<std::uint8_t> bytes_;
    std::vector<const Type*> types_;
    std::vector<std::uint32_t> type_numbers_;     // by Type::index
    std::vector<std::uint32_t> variable_numbers_; // by Variable::index
    std::uint32_t next_variable_ = 0;
    std::unordered_map<const Function*, std::size_t> function_numbers_;
    std::vector<std::uint32_t> value_numbers_; // by SsaDef::index, of the function at hand
    std::uint32_t next_value_ = 0;
};

} // namespace jacquard::nir
