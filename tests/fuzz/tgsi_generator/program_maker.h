#pragma once

#include "registers.h"

#include <optional>
#include <span>
#include <vector>

namespace jacquard::tgsi {

// Writes the instructions of one random program. Whatever it chooses, the program is valid, ends
// after a bounded number of steps and computes the same wherever it runs: derivatives are taken
// where all lanes are together.
class ProgramMaker {
  public:
    ProgramMaker(nir::Choices& choices, const Menu& menu, const RegisterPlan& plan);

    // About that many statements, then outputs that take what was computed last.
    [[nodiscard]] Program make(unsigned num_statements);
    // The opcode in as little around it as it needs. Nothing when there is no way to write it.
    [[nodiscard]] std::optional<Program> sample(Opcode opcode, TextureTarget target);
    // Reads a system value.
    [[nodiscard]] Program sample(Semantic semantic);

  private:
    // program_maker.cpp
    void begin();
    void finish(bool is_wide);
    void statements(unsigned most);
    void statement();
    void compute(Opcode opcode);
    void compute_any();
    void chain();
    void aim();
    void call_texture(TextureCall call);
    [[nodiscard]] std::optional<Source> texture_source(TextureCall call, unsigned source, int unit);
    void add_texel_offset(Instruction& instruction, TextureTarget target);
    void act(Action action);
    void kill();
    void use_stack();
    [[nodiscard]] Source resource_source(OperandType type);
    [[nodiscard]] std::optional<Source> special_source(Opcode opcode, unsigned index);
    void write_plainly(Opcode opcode);

    // memory.cpp
    [[nodiscard]] bool has_memory() const;
    void begin_memory();
    void use_memory();
    [[nodiscard]] Source address_to_read();
    [[nodiscard]] Source own_address(std::uint32_t bytes);
    void load(unsigned buffer, const Source& address);
    void store(const Source& address);
    void change_own();
    void change_cell();
    void ask_size();

    // flow.cpp
    void flow_statement();
    void choose(Opcode opener, bool has_else);
    void loop();
    void carry_in_array();
    void repeat(Opcode opener);
    void count(Opcode opener);
    void select(Opcode opener);
    void call(Opcode opcode);
    void leave();
    void jump_out();
    bool return_early();
    bool branch(Opcode opcode);
    void block();
    void subroutines();
    bool write_block(BlockKind kind, Opcode opcode);
    bool write_jump(Opcode opcode);
    [[nodiscard]] Source condition_for(Opcode opcode);
    [[nodiscard]] Source small_count(bool is_float);

    Instruction& emit(Opcode opcode, std::optional<Destination> destination,
                      std::span<const Source> sources);
    Instruction& emit(Opcode opcode, std::optional<Destination> destination,
                      std::initializer_list<Source> sources) {
        return emit(opcode, destination, std::span(sources.begin(), sources.size()));
    }
    [[nodiscard]] Opcode any_of(const std::vector<Opcode>& opcodes) {
        return opcodes[choices_.below(static_cast<std::uint32_t>(opcodes.size()))];
    }

    struct OpenLoop {
        BlockKind kind;
        bool may_continue;
    };
    // A call gets its label when the subroutine is written.
    struct Call {
        std::size_t instruction;
        unsigned subroutine;
    };

    nir::Choices& choices_;
    const Menu& menu_;
    Program program_;
    Registers registers_;
    std::vector<OpenLoop> loops_; // loops and switches of the text around
    std::vector<Call> calls_;
    std::optional<Register> own_; // where in memory the place of a vertex begins
    unsigned num_subroutines_ = 0;
    unsigned first_callable_ = 0; // a subroutine calls later ones only
    unsigned left_ = 0;           // statements that may still be written
    unsigned depth_ = 0;
    unsigned pushed_ = 0;
    bool in_subroutine_ = false;
    bool is_together_ = true; // all lanes are here, but for those that have left
    bool have_left_ = false;  // some lanes may have
    bool is_sample_ = false;  // nothing but what was asked for
    bool is_dead_ = false;    // nothing comes here
};

} // namespace jacquard::tgsi
