#pragma once

#include <jacquard/generated/nir/enums.h>
#include <jacquard/generated/nir/intrinsics.h>
#include <jacquard/generated/nir/opcode_info.h>
#include <jacquard/generated/nir/texture.h>
#include <jacquard/nir/ir/ssa.h>
#include <jacquard/nir/ir/type.h>
#include <jacquard/nir/ir/types.h>
#include <jacquard/nir/ir/variable.h>
#include <jacquard/support/api.h>
#include <jacquard/support/text/source_line.h>

#include <array>
#include <cstdint>
#include <span>

JACQUARD_BEGIN_API

namespace jacquard::nir {

struct Block;
struct Function;

// The common part of all instructions. Instructions live in the arena of their shader, in the list
// of one block. They are made by the functions of Shader (or a CoreBuilder) and belong to no block
// until they are inserted.
struct alignas(std::int64_t) Instruction {
    Block* block = nullptr;
    Instruction* previous = nullptr;
    Instruction* next = nullptr;
    std::uint32_t index = 0; // free for passes; Function::number_instructions() makes it the order
    InstructionKind kind;
    std::uint8_t pass_flags = 0; // free for passes
    // The line that it was made from, in ShaderInfo::source_files. An instruction without an origin
    // gets that of its neighbour when it is inserted. The origin does not affect the meaning of the
    // instruction.
    SourceLine origin;

    explicit Instruction(InstructionKind which) : kind(which) {}
    Instruction(const Instruction&) = delete;
    Instruction& operator=(const Instruction&) = delete;

    // T is one of the structs below; null when the instruction is of another kind.
    template <typename T>
    [[nodiscard]] T* as() {
        return kind == T::kKind ? static_cast<T*>(this) : nullptr;
    }
    template <typename T>
    [[nodiscard]] const T* as() const {
        return kind == T::kKind ? static_cast<const T*>(this) : nullptr;
    }

    // The value written; null where there is none. A parallel copy may write several and is asked
    // itself.
    [[nodiscard]] inline SsaDef* def();
    [[nodiscard]] inline const SsaDef* def() const;

    // Calls visit(Source&) for every value read, in order.
    template <typename Visitor>
    void for_each_source(Visitor&& visit);
    template <typename Visitor>
    void for_each_source(Visitor&& visit) const;
    // Calls visit(SsaDef&) for every value written.
    template <typename Visitor>
    void for_each_def(Visitor&& visit);

    // Takes the instruction out of its block and detaches its sources. Its values must have no uses
    // left (the caller may still look at the object; the memory goes with the shader).
    void remove();
    // Only takes it out of its block, to be inserted elsewhere.
    void unlink();
};

// Source of an ALU instruction: component c of the operand is component swizzle[c] of the value.
struct AluSource : Source {
    using Swizzle = std::array<std::uint8_t, kMaxComponents>;
    Swizzle swizzle{};

    AluSource() = default;
    AluSource(Instruction* parent, SsaDef* value, const Swizzle& components)
        : Source(parent, value), swizzle(components) {}
};

struct AluInstruction : Instruction {
    static constexpr InstructionKind kKind = InstructionKind::alu;
    Opcode opcode;
    bool exact = false; // inexact rewrites leave it alone
    std::uint8_t num_sources;
    SsaDef value;
    AluSource* first_source = nullptr; // num_sources of them, in the arena

    explicit AluInstruction(Opcode op)
        : Instruction(kKind), opcode(op), num_sources(opcode_info(op).num_sources) {
        value.instruction = this;
    }
    [[nodiscard]] const OpcodeInfo& info() const { return opcode_info(opcode); }
    [[nodiscard]] std::span<AluSource> sources() { return {first_source, num_sources}; }
    [[nodiscard]] std::span<const AluSource> sources() const { return {first_source, num_sources}; }

    // Components of source `i` that are read: its declared count, or that of the result.
    [[nodiscard]] unsigned source_components(unsigned i) const {
        const unsigned declared = info().source_components[i];
        return declared != 0 ? declared : value.num_components;
    }
    // Width of the operands whose type has none.
    [[nodiscard]] unsigned unsized_bit_size() const;
};

struct IntrinsicInstruction : Instruction, IntrinsicIndices<IntrinsicInstruction> {
    static constexpr InstructionKind kKind = InstructionKind::intrinsic;
    IntrinsicOp op;
    std::uint8_t num_sources;
    std::uint8_t component_count = 0; // stands where the table has 0 components
    SsaDef value;                     // num_components 0 where there is no result
    Source* first_source = nullptr;
    std::int64_t* indices = nullptr;     // by slot; the accessors of IntrinsicIndices name them
    Variable** first_variable = nullptr; // as many as the table says

    explicit IntrinsicInstruction(IntrinsicOp operation)
        : Instruction(kKind), op(operation), num_sources(intrinsic_info(operation).num_sources) {
        value.instruction = this;
    }
    [[nodiscard]] const IntrinsicInfo& info() const { return intrinsic_info(op); }
    [[nodiscard]] std::span<Source> sources() { return {first_source, num_sources}; }
    [[nodiscard]] std::span<const Source> sources() const { return {first_source, num_sources}; }
    [[nodiscard]] std::span<Variable*> variables() {
        return {first_variable, info().num_variables};
    }
    [[nodiscard]] std::span<Variable* const> variables() const {
        return {first_variable, info().num_variables};
    }
    // Components source `i` must have; 0 when any number will do.
    [[nodiscard]] unsigned source_components(unsigned i) const;
};

struct ConstantInstruction : Instruction {
    static constexpr InstructionKind kKind = InstructionKind::constant;
    SsaDef value;
    ConstantValue* values; // one for each component of `value`

    explicit ConstantInstruction(ConstantValue* components)
        : Instruction(kKind), values(components) {
        value.instruction = this;
    }
    [[nodiscard]] std::span<const ConstantValue> components() const {
        return {values, value.num_components};
    }
};

// Any bits at each use.
struct UndefInstruction : Instruction {
    static constexpr InstructionKind kKind = InstructionKind::undef;
    SsaDef value;

    UndefInstruction() : Instruction(kKind) { value.instruction = this; }
};

struct PhiSource : Source {
    Block* predecessor = nullptr;
    PhiSource* next = nullptr;
};

// Phis stand first in their block and have one source for each predecessor.
struct PhiInstruction : Instruction {
    static constexpr InstructionKind kKind = InstructionKind::phi;
    SsaDef value;
    PhiSource* first_source = nullptr;
    PhiSource* last_source = nullptr;

    PhiInstruction() : Instruction(kKind) { value.instruction = this; }
    [[nodiscard]] PhiSource* source_from(const Block* predecessor) const;
    void remove_source(PhiSource* source);
};

struct TextureSource : Source {
    TextureSourceType type = TextureSourceType::coord;
};

struct TextureInstruction : Instruction, TextureFields {
    static constexpr InstructionKind kKind = InstructionKind::texture;
    TextureOp op = TextureOp::tex;
    TextureDim dim = TextureDim::dim_2d;
    AluType dest_type{BaseType::float_type, 32};
    std::uint8_t coord_components = 0; // those of the source, where there is one
    std::uint8_t num_sources = 0;
    SsaDef value;
    TextureSource* first_source = nullptr;

    TextureInstruction() : Instruction(kKind) { value.instruction = this; }
    [[nodiscard]] std::span<TextureSource> sources() { return {first_source, num_sources}; }
    [[nodiscard]] std::span<const TextureSource> sources() const {
        return {first_source, num_sources};
    }
    [[nodiscard]] const TextureFields& fields() const { return *this; }
    void set_fields(const TextureFields& fields) { static_cast<TextureFields&>(*this) = fields; }
    // Null when there is no source of that type; there is at most one.
    [[nodiscard]] TextureSource* source(TextureSourceType type);
    [[nodiscard]] const TextureSource* source(TextureSourceType type) const;
    [[nodiscard]] int source_index(TextureSourceType type) const; // -1: none
    [[nodiscard]] AluType source_type(unsigned i) const;
    // Components source `i` must have; 0 when any number will do.
    [[nodiscard]] unsigned source_size(unsigned i) const;

    // Components of the result, without and with the residency code.
    [[nodiscard]] unsigned result_size() const;
    [[nodiscard]] unsigned dest_size() const { return result_size() + (is_sparse ? 1U : 0U); }
    [[nodiscard]] bool needs_sampler() const { return texture_op_info(op).needs_sampler; }
    [[nodiscard]] bool is_query() const { return texture_op_info(op).is_query; }
    [[nodiscard]] bool has_implicit_derivative() const;
};

enum class JumpKind : std::uint8_t { break_loop, continue_loop, return_function, halt };

// The last instruction of its block.
struct JumpInstruction : Instruction {
    static constexpr InstructionKind kKind = InstructionKind::jump;
    JumpKind jump;

    explicit JumpInstruction(JumpKind which) : Instruction(kKind), jump(which) {}
};

struct CallInstruction : Instruction {
    static constexpr InstructionKind kKind = InstructionKind::call;
    Function* callee;
    std::uint8_t num_sources;
    Source* first_source = nullptr;

    CallInstruction(Function* function, std::uint8_t count)
        : Instruction(kKind), callee(function), num_sources(count) {}
    [[nodiscard]] std::span<Source> sources() { return {first_source, num_sources}; }
    [[nodiscard]] std::span<const Source> sources() const { return {first_source, num_sources}; }
};

enum class DerefKind : std::uint8_t {
    var,            // a variable
    array,          // an element of an array, a column of a matrix, a component of a vector
    array_wildcard, // every element; only in copies
    ptr_as_array,   // an element of the array that a pointer is taken to point into
    structure,      // a member
    cast,           // a pointer, taken to point at something of another type
};

// The numbers of a dereference, which copies of it have in common wherever they are.
struct DerefFields {
    VariableMode modes = VariableMode::nothing; // memory that it may point into
    std::uint32_t member = 0;                   // of structure
    std::uint32_t cast_stride = 0; // of cast: bytes between elements for ptr_as_array; 0: unknown
    std::uint32_t align_mul = 0;   // of cast: the address is align_offset modulo this; 0: unknown
    std::uint32_t align_offset = 0;
    bool in_bounds = false; // of array and ptr_as_array: the index is known to be one

    friend bool operator==(const DerefFields&, const DerefFields&) = default;
    // Calls visit(number) for each of them.
    template <typename Visit>
    void for_each_field(Visit&& visit) const {
        visit(static_cast<std::uint64_t>(modes));
        for (const std::uint32_t number : {member, cast_stride, align_mul, align_offset}) {
            visit(std::uint64_t{number});
        }
        visit(std::uint64_t{in_bounds});
    }
};

// Names a part of what its parent names. The value stands for the place and is read by
// dereferences below it and by what loads, stores or copies.
struct DerefInstruction : Instruction, DerefFields {
    static constexpr InstructionKind kKind = InstructionKind::deref;
    DerefKind deref;
    const Type* type = nullptr;   // of what is named
    Variable* variable = nullptr; // of var
    Source parent;                // of all but var
    Source index;                 // of array and ptr_as_array
    SsaDef value; // one component of 32 bits, or of 64 where memory has such addresses

    explicit DerefInstruction(DerefKind which) : Instruction(kKind), deref(which) {
        value.instruction = this;
        parent.set_parent(this);
        index.set_parent(this);
    }
    [[nodiscard]] const DerefFields& fields() const { return *this; }
    void set_fields(const DerefFields& fields) { static_cast<DerefFields&>(*this) = fields; }
    [[nodiscard]] bool has_parent() const { return deref != DerefKind::var; }
    [[nodiscard]] bool has_index() const {
        return deref == DerefKind::array || deref == DerefKind::ptr_as_array;
    }
    // The dereference that made the parent; null for var, and for a cast of something else.
    [[nodiscard]] DerefInstruction* parent_deref() const {
        return has_parent() && parent.ssa != nullptr
                   ? parent.ssa->instruction->as<DerefInstruction>()
                   : nullptr;
    }
    // Returns true if all the memory that it may point into is of these kinds.
    [[nodiscard]] bool is_in(VariableMode wanted) const { return (modes & wanted) == modes; }
};

// One copy of a parallel copy, into a new value or into a declared register.
struct ParallelCopyEntry {
    Source source;
    bool to_register = false;
    SsaDef value;          // when not to_register
    Source register_value; // when to_register: the result of decl_reg
};

// All sources are read before any destination is written.
struct ParallelCopyInstruction : Instruction {
    static constexpr InstructionKind kKind = InstructionKind::parallel_copy;
    std::uint32_t num_entries;
    ParallelCopyEntry* first_entry;

    ParallelCopyInstruction(std::uint32_t count, ParallelCopyEntry* entries)
        : Instruction(kKind), num_entries(count), first_entry(entries) {}
    [[nodiscard]] std::span<ParallelCopyEntry> entries() { return {first_entry, num_entries}; }
    [[nodiscard]] std::span<const ParallelCopyEntry> entries() const {
        return {first_entry, num_entries};
    }
};

inline SsaDef* Instruction::def() {
    switch (kind) {
    case InstructionKind::alu: return &static_cast<AluInstruction*>(this)->value;
    case InstructionKind::intrinsic: {
        auto* intrinsic = static_cast<IntrinsicInstruction*>(this);
        return intrinsic->value.num_components != 0 ? &intrinsic->value : nullptr;
    }
    case InstructionKind::constant: return &static_cast<ConstantInstruction*>(this)->value;
    case InstructionKind::undef: return &static_cast<UndefInstruction*>(this)->value;
    case InstructionKind::phi: return &static_cast<PhiInstruction*>(this)->value;
    case InstructionKind::texture: return &static_cast<TextureInstruction*>(this)->value;
    case InstructionKind::deref: return &static_cast<DerefInstruction*>(this)->value;
    case InstructionKind::jump:
    case InstructionKind::call:
    case InstructionKind::parallel_copy: break;
    }
    return nullptr;
}

inline const SsaDef* Instruction::def() const {
    return const_cast<Instruction*>(this)->def();
}

template <typename Visitor>
void Instruction::for_each_source(Visitor&& visit) {
    switch (kind) {
    case InstructionKind::alu:
        for (AluSource& source : static_cast<AluInstruction*>(this)->sources()) {
            visit(static_cast<Source&>(source));
        }
        break;
    case InstructionKind::intrinsic:
        for (Source& source : static_cast<IntrinsicInstruction*>(this)->sources()) {
            visit(source);
        }
        break;
    case InstructionKind::phi:
        for (PhiSource* source = static_cast<PhiInstruction*>(this)->first_source;
             source != nullptr;) {
            PhiSource* next = source->next;
            visit(static_cast<Source&>(*source));
            source = next;
        }
        break;
    case InstructionKind::texture:
        for (TextureSource& source : static_cast<TextureInstruction*>(this)->sources()) {
            visit(static_cast<Source&>(source));
        }
        break;
    case InstructionKind::call:
        for (Source& source : static_cast<CallInstruction*>(this)->sources()) {
            visit(source);
        }
        break;
    case InstructionKind::parallel_copy:
        for (ParallelCopyEntry& entry : static_cast<ParallelCopyInstruction*>(this)->entries()) {
            visit(entry.source);
            if (entry.to_register) {
                visit(entry.register_value);
            }
        }
        break;
    case InstructionKind::deref: {
        auto* deref = static_cast<DerefInstruction*>(this);
        if (deref->has_parent()) {
            visit(deref->parent);
        }
        if (deref->has_index()) {
            visit(deref->index);
        }
        break;
    }
    case InstructionKind::constant:
    case InstructionKind::undef:
    case InstructionKind::jump: break;
    }
}

template <typename Visitor>
void Instruction::for_each_source(Visitor&& visit) const {
    const_cast<Instruction*>(this)->for_each_source(
        [&visit](Source& source) { visit(static_cast<const Source&>(source)); });
}

template <typename Visitor>
void Instruction::for_each_def(Visitor&& visit) {
    if (auto* copy = as<ParallelCopyInstruction>()) {
        for (ParallelCopyEntry& entry : copy->entries()) {
            if (!entry.to_register) {
                visit(entry.value);
            }
        }
    } else if (SsaDef* value = def()) {
        visit(*value);
    }
}

// Whether the result may be marked as one of which 16 bits would do.
[[nodiscard]] inline bool can_be_relaxed(const Instruction& instruction) {
    switch (instruction.kind) {
    case InstructionKind::alu: {
        const auto& alu = static_cast<const AluInstruction&>(instruction);
        return alu.value.bit_size == 32 && !alu.info().is_copy;
    }
    case InstructionKind::intrinsic:
    case InstructionKind::texture:
    case InstructionKind::phi: {
        const SsaDef* value = instruction.def();
        return value != nullptr && value->bit_size == 32;
    }
    default: return false;
    }
}

// The components of a constant; empty when the value comes from anything else.
[[nodiscard]] inline std::span<const ConstantValue> constant_components(const SsaDef& value) {
    const auto* constant = value.instruction->as<ConstantInstruction>();
    return constant != nullptr ? constant->components() : std::span<const ConstantValue>();
}

} // namespace jacquard::nir

JACQUARD_END_API
