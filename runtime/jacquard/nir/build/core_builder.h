#pragma once

#include <jacquard/generated/nir/core_builder_methods.h>
#include <jacquard/generated/nir/intrinsic_builder_methods.h>
#include <jacquard/nir/build/operand.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/support/api.h>

#include <array>
#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>

JACQUARD_BEGIN_API

namespace jacquard::nir {

// A place where instructions are inserted.
struct Cursor {
    Block* block = nullptr;
    Instruction* before = nullptr; // null: at the end of the block

    [[nodiscard]] static Cursor at_end(Block* block) { return {block, nullptr}; }
    // Before the jump where there is one.
    [[nodiscard]] static Cursor before_jump(Block* block) { return {block, block->jump()}; }
    [[nodiscard]] static Cursor after_phis(Block* block) {
        return {block, block->first_after_phis()};
    }
    [[nodiscard]] static Cursor before_instruction(Instruction* instruction) {
        return {instruction->block, instruction};
    }
    [[nodiscard]] static Cursor after_instruction(Instruction* instruction) {
        return {instruction->block, instruction->next};
    }
};

// Makes instructions at a cursor, one after the other.
//
// It has a method for each ALU opcode of the core, `b.iadd(x, y)`, and one for every intrinsic,
// `b.load_input(4, 32, offset)->set_base(3)`. The result of an ALU method has as many components as
// its widest per-component operand; scalars are spread over the others' components. Its width is
// that of the operands. Builder, of builder.h, has methods for all other opcodes as well; what does
// without them is not compiled again where an opcode is added.
class CoreBuilder : public CoreBuilderMethods, public IntrinsicBuilderMethods<CoreBuilder> {
  public:
    Cursor cursor;
    bool exact = false;   // given to every ALU instruction made that is no copy
    bool relaxed = false; // given to every value of 32 bits made that is computed or read
    SourceLine origin;    // given to every instruction made, where it is known

    CoreBuilder(Shader& shader, Cursor at) : cursor(at), shader_(&shader) {}
    // At the end of the function's last block.
    explicit CoreBuilder(Function& function)
        : cursor(Cursor::at_end(function.body.last_block())), shader_(function.shader) {}

    [[nodiscard]] Shader& shader() const { return *shader_; }

    // Inserts an instruction made elsewhere.
    void insert(Instruction* instruction) {
        if (!instruction->origin.exists()) {
            instruction->origin = origin;
        }
        if (relaxed) {
            relax(*instruction);
        }
        cursor.block->insert_before(cursor.before, instruction);
    }

    // Any opcode; operands in order.
    SsaDef* alu(Opcode opcode, std::span<const Operand> operands);
    SsaDef* alu(Opcode opcode, std::initializer_list<Operand> operands) {
        return alu(opcode, std::span<const Operand>(operands.begin(), operands.size()));
    }
    // For the few opcodes whose count or width does not follow from the operands (0: it does).
    SsaDef* alu(Opcode opcode, std::span<const Operand> operands, unsigned num_components,
                unsigned bit_size);
    IntrinsicInstruction* intrinsic(IntrinsicOp op, unsigned num_components, unsigned bit_size,
                                    std::span<SsaDef* const> sources);
    IntrinsicInstruction* intrinsic(IntrinsicOp op, unsigned num_components, unsigned bit_size,
                                    std::initializer_list<SsaDef*> sources) {
        return intrinsic(op, num_components, bit_size,
                         std::span<SsaDef* const>(sources.begin(), sources.size()));
    }
    // Sets the variables that an intrinsic names beside its sources.
    static IntrinsicInstruction* naming(IntrinsicInstruction* intrinsic,
                                        std::initializer_list<Variable*> variables);
    // Sets the write mask of a store to all components that it is given.
    static IntrinsicInstruction* writing_all(IntrinsicInstruction* store);

    // Constants.
    SsaDef* constant(unsigned bit_size, std::span<const ConstantValue> values);
    SsaDef* imm_bits(std::uint64_t bits, unsigned bit_size);
    SsaDef* imm_int(std::int64_t value, unsigned bit_size = 32) {
        return imm_bits(static_cast<std::uint64_t>(value), bit_size);
    }
    SsaDef* imm_bool(bool value) { return imm_bits(value ? 1 : 0, 1); }
    // Rounded to the width: 16, 32 or 64.
    SsaDef* imm_float(double value, unsigned bit_size = 32);
    SsaDef* imm_vec4(float x, float y, float z, float w);
    SsaDef* undef(unsigned num_components, unsigned bit_size);

    // Components. whole() makes a mov only when the operand is not a value as it stands.
    SsaDef* whole(const Operand& operand);
    SsaDef* vec(std::span<const Operand> scalars); // 1 to 5, 8 or 16 of them
    SsaDef* vec(std::initializer_list<Operand> scalars) {
        return vec(std::span<const Operand>(scalars.begin(), scalars.size()));
    }
    SsaDef* spread(const Operand& scalar, unsigned num_components);

    // Registers.
    SsaDef* decl_register(unsigned num_components, unsigned bit_size,
                          unsigned num_array_elements = 0);

    // Sums of products for vectors of 2, 3 or 4 components.
    SsaDef* fdot(const Operand& x, const Operand& y);

    // Control flow. push_if() moves the cursor into the then list, push_else() into the else list,
    // pop_if() behind the if; the same for loops. Call Function::link_blocks() when all is built.
    IfNode* push_if(SsaDef* condition);
    void push_else(IfNode* node);
    void pop_if(IfNode* node);
    LoopNode* push_loop();
    void pop_loop(LoopNode* node);
    void jump(JumpKind kind);
    // The value of `then_value` or `else_value`, by the way control came. The cursor is right
    // behind the if.
    SsaDef* if_phi(IfNode* node, SsaDef* then_value, SsaDef* else_value);
    void call(Function* callee, std::span<SsaDef* const> arguments);

    // Dereferences. Types and modes follow from the variable or the parent.
    DerefInstruction* deref_var(Variable* variable);
    DerefInstruction* deref_array(DerefInstruction* parent, SsaDef* index);
    DerefInstruction* deref_array(DerefInstruction* parent, std::uint32_t index);
    DerefInstruction* deref_array_wildcard(DerefInstruction* parent);
    DerefInstruction* deref_ptr_as_array(DerefInstruction* parent, SsaDef* index);
    DerefInstruction* deref_struct(DerefInstruction* parent, unsigned member);
    DerefInstruction* deref_cast(SsaDef* pointer, VariableMode modes, const Type* type,
                                 std::uint32_t stride = 0);
    // The same step as `step` from another parent.
    DerefInstruction* deref_like(DerefInstruction* parent, const DerefInstruction& step);

    // Loads and stores of vectors and scalars; the shape follows from the type.
    using IntrinsicBuilderMethods<CoreBuilder>::load_deref;
    using IntrinsicBuilderMethods<CoreBuilder>::store_deref;
    using IntrinsicBuilderMethods<CoreBuilder>::copy_deref;
    SsaDef* load_deref(DerefInstruction* deref);
    void store_deref(DerefInstruction* deref, SsaDef* value); // all components
    void store_deref(DerefInstruction* deref, SsaDef* value, unsigned write_mask);
    void copy_deref(DerefInstruction* to, DerefInstruction* from);
    using IntrinsicBuilderMethods<CoreBuilder>::load_var;
    SsaDef* load_var(Variable* variable);

    // Textures: make, set the fields and sources, then finish.
    TextureInstruction* texture(TextureOp op);
    SsaDef* finish_texture(TextureInstruction* instruction, unsigned bit_size = 32);

  private:
    static void relax(Instruction& instruction);

    DerefInstruction* child_deref(DerefKind kind, DerefInstruction* parent, const Type* type);

    Shader* shader_;
};

} // namespace jacquard::nir

JACQUARD_END_API
