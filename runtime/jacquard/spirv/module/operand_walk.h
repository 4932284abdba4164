#pragma once

#include <jacquard/spirv/module/module.h>

#include <span>
#include <string>
#include <vector>

namespace jacquard::spirv {

// A literal or an id of an instruction.
struct Operand {
    OperandKind kind;
    std::uint32_t first = 0; // word of the module
    std::uint32_t count = 1; // words
};

// Returns whether an operand is the id of something that the module defines.
[[nodiscard]] inline bool is_id(OperandKind kind) {
    return kind == OperandKind::type_operand || kind == OperandKind::id_operand ||
           kind == OperandKind::scope_id_operand || kind == OperandKind::semantics_id_operand;
}

// Takes the words of an instruction apart, as the tables say. A mask or a name is followed by the
// operands that it asks for; pairs are two operands.
class OperandWalk {
  public:
    explicit OperandWalk(const Module& module) : module_(module) {}

    // Every operand in order, type and result included. False where the words do not fit; fault()
    // then says why. What comes before the fault is there. Literals as wide as a type need its
    // definition.
    bool take_apart(const Instruction& instruction);

    [[nodiscard]] std::span<const Operand> operands() const { return operands_; }
    [[nodiscard]] const std::string& fault() const { return fault_; }
    // The fault is a number that the tables do not know.
    [[nodiscard]] bool is_newer() const { return is_newer_; }

  private:
    bool take(const OperandSpec& spec);
    bool take_one(OperandKind kind);
    bool take_text();
    bool take_number(std::uint32_t type);
    bool take_name(OperandKind kind);
    bool take_extended();
    bool take_inner_instruction();
    bool take_list(std::span<const OperandSpec> specs);
    bool fail(std::string message);
    // A number that the tables do not know.
    bool fail_as_newer(std::string message);
    void add(OperandKind kind, std::uint32_t count);
    [[nodiscard]] std::uint32_t words_left() const { return end_ - at_; }
    [[nodiscard]] std::uint32_t type_of(std::uint32_t id) const;
    [[nodiscard]] std::uint32_t words_of_number(std::uint32_t type) const;

    const Module& module_;
    const Instruction* instruction_ = nullptr;
    std::uint32_t at_ = 0;
    std::uint32_t end_ = 0;
    std::vector<Operand> operands_;
    std::string fault_;
    bool is_newer_ = false;
};

} // namespace jacquard::spirv
