#pragma once

#include <jacquard/tgsi/program.h>

#include "generator/choices.h"
#include "menu.h"

#include <array>
#include <cstdint>
#include <map>
#include <vector>

namespace jacquard::tgsi {

// Describes how much storage a program has.
struct RegisterPlan {
    unsigned inputs = 2;
    unsigned outputs = 2;
    unsigned constants = 4; // of the first buffer; others have less
    unsigned temporaries = 4;
    unsigned constant_buffers = 1;
    std::vector<unsigned> arrays; // elements of each
    bool has_flat_inputs = false;
    bool has_memory = false;  // storage buffers, as nir::MemoryOfMachine has them
    bool is_simple = false;   // operands are whole inputs, results whole temporaries
    bool is_moderate = false; // immediates that float arithmetic stays accurate with
};

// The registers of one program, which choose the operands of its instructions. By convention the
// even ones of each file hold floats and the odd ones integers, and most instructions keep to it;
// whatever has just been written is read more often, so that chains grow.
class Registers {
  public:
    // Declares inputs, outputs, constants and temporaries, and makes some immediates.
    Registers(nir::Choices& choices, const Menu& menu, const RegisterPlan& plan, Program& program);

    [[nodiscard]] const RegisterPlan& plan() const { return plan_; }
    [[nodiscard]] Source source(OperandType type);
    [[nodiscard]] Destination destination(OperandType type);
    // A source that holds one component only, without modifiers.
    [[nodiscard]] Source scalar(OperandType type);

    [[nodiscard]] Source immediate(std::array<std::uint32_t, 4> words);
    // For the moment: read at once, then free.
    [[nodiscard]] Register scratch() const { return temporary(first_scratch_); }
    // A register that nothing else writes.
    [[nodiscard]] Register reserve();
    [[nodiscard]] Register address() const;
    [[nodiscard]] Register loop_counter();
    // A buffer in memory.
    [[nodiscard]] Register resource(unsigned number = 0);
    [[nodiscard]] Register system_value(Semantic semantic);
    [[nodiscard]] Register temporary(unsigned number) const;
    [[nodiscard]] Register input(unsigned number) const;
    [[nodiscard]] Register output(unsigned number) const;
    // An element of an array that nothing chooses.
    [[nodiscard]] Register element(unsigned array, unsigned number) const;
    [[nodiscard]] bool has_arrays() const { return !arrays_.empty(); }
    // Some element of some array, most of the time one that an address chooses.
    [[nodiscard]] Register array_element();
    // The components of an output that mean something.
    [[nodiscard]] std::uint8_t output_mask(unsigned number) const;
    // Returns the register that was written `ago` instructions before, or any temporary.
    [[nodiscard]] Register recent(unsigned ago) const;

    // The unit for a target, which is declared with the first one that asks; negative: there are
    // units with other targets only.
    [[nodiscard]] int unit_for(TextureTarget target);
    void note_written(const Register& reg);
    // Declares what is known at the end only.
    void finish();

  private:
    void declare_inputs();
    void declare_outputs();
    void declare_constants();
    void plan_temporaries();
    void make_immediates();
    void declare(RegisterFile file, std::int32_t first, std::int32_t last);
    [[nodiscard]] Register next_input(OperandType type);
    [[nodiscard]] Register any_to_read(OperandType type);
    [[nodiscard]] Register relative_to_read();
    [[nodiscard]] Register system_value();
    [[nodiscard]] Index chosen(std::int32_t first);
    [[nodiscard]] std::array<std::uint8_t, 4> swizzle();
    [[nodiscard]] std::uint32_t word(bool is_float);
    [[nodiscard]] unsigned number_for(OperandType type, unsigned count);

    struct Array {
        std::int32_t first;
        std::int32_t count;
    };

    nir::Choices& choices_;
    const Menu& menu_;
    RegisterPlan plan_;
    Program& program_;
    std::vector<Array> arrays_;
    std::vector<Register> recent_;
    std::vector<TextureTarget> units_;
    std::map<Semantic, std::int32_t> system_values_;
    unsigned first_scratch_ = 0;
    unsigned num_reserved_ = 0;
    unsigned num_read_ = 0;
    bool uses_loop_counter_ = false;
    bool uses_predicate_ = false;
    unsigned num_resources_ = 0;
};

[[nodiscard]] Source source_of(const Register& reg);
[[nodiscard]] Source component_of(const Register& reg, unsigned component);
[[nodiscard]] Destination whole(const Register& reg);
[[nodiscard]] Destination component_to(const Register& reg, unsigned component);
[[nodiscard]] bool is_float(OperandType type);

} // namespace jacquard::tgsi
