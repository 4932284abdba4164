#pragma once

#include <jacquard/spirv/module/operand_walk.h>

#include <cstdint>
#include <random>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::fuzzing {

// Changes modules where the tables of SPIR-V say what stands: an id becomes another, an opcode one
// with operands of the same kinds, a name another of its enumeration. Most of what comes out is
// taken apart by the reader without a fault, so that what is behind it is reached.
//
// Any bytes may go in; what is not a module as far as lengths tell is left as it is.
class ModuleMutator {
  public:
    ModuleMutator(std::string_view bytes, std::uint32_t seed);

    // Returns true if there is an instruction that can be changed.
    [[nodiscard]] bool has_instructions() const { return !module_.instructions.empty(); }

    // One change, whatever `seed` makes it.
    void mutate();
    // Takes some instructions of another module in.
    void splice(const ModuleMutator& other);

    // In the order of this machine.
    [[nodiscard]] std::string bytes() const;

  private:
    using Words = std::vector<std::uint32_t>;

    void find_instructions();
    [[nodiscard]] std::uint32_t below(std::size_t count);
    [[nodiscard]] bool one_in(std::uint32_t count) { return below(count) == 0; }
    [[nodiscard]] const spirv::Instruction& any_instruction();
    [[nodiscard]] std::span<const std::uint32_t> words_of(const spirv::Instruction& taken) const;
    [[nodiscard]] std::uint32_t any_id();
    [[nodiscard]] std::uint32_t id_like(std::uint32_t id);
    [[nodiscard]] std::uint32_t any_number(std::uint32_t before);
    [[nodiscard]] std::uint32_t any_name(spirv::OperandKind kind);
    [[nodiscard]] std::uint32_t new_id();
    void insert(std::uint32_t at_word, std::span<const std::uint32_t> words);
    void erase(std::uint32_t first_word, std::uint32_t count);
    void add_operand(Words& words, spirv::OperandKind kind);
    void add_operands(Words& words, std::span<const spirv::OperandSpec> specs);

    void change_operand();
    void change_opcode();
    void remove_instruction();
    void repeat_instruction();
    void move_instruction();
    void swap_ids();
    void add_instruction();
    void change_length();
    void change_header();

    spirv::Module module_; // the words, and what they look like: nothing of it is checked
    std::minstd_rand random_;
};

} // namespace jacquard::fuzzing
