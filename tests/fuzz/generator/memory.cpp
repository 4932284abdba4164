#include "memory.h"

#include <jacquard/nir/build/builder.h>

#include <array>

namespace jacquard::nir {

namespace {

constexpr AluType kUint{BaseType::uint_type, 32};
constexpr std::uint64_t kGlobalAddress = 0x10000; // of the interpreter's memory
constexpr std::uint64_t kWrittenAddress = kGlobalAddress + 512;
constexpr std::uint64_t kPointedAddress = kGlobalAddress + 1024; // written through pointers

constexpr std::uint32_t kSharedBytes = 512;
constexpr std::uint32_t kScratchBytes = 128;

constexpr std::array<AtomicOp, 6> kAtomics = {AtomicOp::iadd, AtomicOp::umax, AtomicOp::imin,
                                              AtomicOp::ior,  AtomicOp::xchg, AtomicOp::ixor};

// A multiple of four below 64.
SsaDef* word_offset(Values& values) {
    SsaDef* number = values.index(16);
    Builder& b = values.builder();
    return b.imul(number, b.imm_int(4));
}

// Returns the offset of the 16 bytes of the lane.
SsaDef* own_offset(Values& values) {
    Builder& b = values.builder();
    return b.imul(values.lane(), b.imm_int(16));
}

// Returns an alignment in words for accesses of `count` words at addresses: some claim less than
// holds.
unsigned known_alignment(unsigned count) {
    return count == 1 ? 2 : count == 3 ? 1 : 4;
}

} // namespace

Memory::Memory(Values& values, Shader& shader, bool has_variables) : stage_(shader.info.stage) {
    shader.info.properties.push_back({"scratch_size", {kScratchBytes}});
    if (has_variables) {
        declare(values, shader);
    }
}

void Memory::declare(Values& values, Shader& shader) {
    // The layouts place the members of this type at different offsets.
    const Type* pair = shader.vector_type(kUint, 2);
    const std::array<StructMember, 4> members = {
        StructMember{"first", shader.vector_type({BaseType::float_type, 32}, 1), kNoOffset},
        StructMember{"wide", shader.vector_type(kUint, 3), kNoOffset},
        StructMember{"pairs", shader.array_type(pair, 4), kNoOffset},
        StructMember{"flag", shader.vector_type({BaseType::bool_type, 1}, 1), kNoOffset}};
    const Type* block = shader.structure_type("Block", members);
    const auto add = [&](VariableMode mode, const Type* type, const char* name,
                         std::uint32_t binding) {
        Variable* variable = shader.add_variable(mode, type, name);
        variable->binding = binding;
        return variable;
    };
    read_ = {add(VariableMode::mem_ubo, block, "constants", 1),
             add(VariableMode::mem_ubo, shader.array_type(block, 2), "blocks", 2),
             add(VariableMode::mem_ssbo, block, "buffer", 0),
             add(VariableMode::mem_push_const, block, "pushed", 0)};
    const Type* tables[] = {shader.array_type(pair, 4), random_type(values.choices(), shader, 2)};
    for (const Type* table : tables) {
        Variable* variable = add(VariableMode::mem_constant, table, "table", 0);
        variable->initializer = random_initializer(values, shader, table);
        read_.push_back(variable);
    }
    const Type* own = shader.array_type(shader.vector_type(kUint, 4), 32);
    own_ = {add(VariableMode::mem_ssbo, own, "own", 4)};
    if (stage_ == Stage::compute) {
        // The variables are after the memory that is accessed by offset.
        shader.info.properties.push_back({"shared_size", {kSharedBytes}});
        own_.push_back(add(VariableMode::mem_shared, own, "shared", 0));
        own_.back()->offset = kSharedBytes;
    }
    counters_ = add(VariableMode::mem_ssbo, shader.array_type(shader.vector_type(kUint, 1), 16),
                    "counters", 5);
}

void Memory::load_constant_buffer(Values& values) {
    Builder& b = values.builder();
    Choices& choices = values.choices();
    const ValueClass kind = choices.one_in(2) ? ValueClass::floats : ValueClass::integers;
    const unsigned count = 1 + choices.below(4);
    SsaDef* buffer = b.imm_int(choices.below(3));
    if (choices.one_in(2)) {
        IntrinsicInstruction* load = b.load_ubo_vec4(count, 32, buffer, values.index(8));
        load->set_component(choices.below(5 - count));
        values.know(&load->value, kind);
        return;
    }
    if (choices.one_in(4)) {
        IntrinsicInstruction* load = b.load_ubo(count, 16, buffer, word_offset(values));
        load->set_align_mul(4)->set_range(256);
        values.know(b.u2u32(&load->value), ValueClass::integers);
        return;
    }
    IntrinsicInstruction* load = b.load_ubo(count, 32, buffer, word_offset(values));
    load->set_align_mul(4)->set_range(256);
    values.know(&load->value, kind);
}

void Memory::access(Values& values) {
    switch (values.choices().below(8)) {
    case 0:
    case 1: access_by_offset(values); break;
    case 2: access_address(values); break;
    case 3: access_neighbours(values); break;
    case 4: access_scratch(values); break;
    default: access_variable(values); break;
    }
}

void Memory::access_by_offset(Values& values) {
    Builder& b = values.builder();
    Choices& choices = values.choices();
    const unsigned count = 1 + choices.below(4);
    switch (choices.below(5)) {
    case 0: {
        SsaDef* buffer = b.imm_int(choices.below(2));
        IntrinsicInstruction* load = b.load_ssbo(count, 32, buffer, word_offset(values));
        values.know(&load->set_align_mul(4)->value, ValueClass::integers);
        break;
    }
    case 1: {
        SsaDef* value = values.whole(ValueClass::integers, 32, count);
        b.store_ssbo(value, b.imm_int(2), own_offset(values))
            ->set_align_mul(4)
            ->set_write_mask(1 + choices.below((1U << count) - 1));
        break;
    }
    case 2: {
        SsaDef* offset = word_offset(values);
        SsaDef* data = values.whole(ValueClass::integers, 32, 1);
        IntrinsicInstruction* atomic = b.ssbo_atomic(32, b.imm_int(3), offset, data);
        values.know(&atomic->set_atomic_op(kAtomics[choices.below(6)])->value,
                    ValueClass::integers);
        break;
    }
    case 3: {
        IntrinsicInstruction* load = b.load_push_constant(count, 32, word_offset(values));
        values.know(&load->set_range(256)->value, ValueClass::integers);
        break;
    }
    default: {
        // Narrow and wide words.
        const unsigned bits = choices.one_in(2) ? 64 : 16;
        SsaDef* offset = b.imul(values.index(8), b.imm_int(8));
        IntrinsicInstruction* load = b.load_ssbo(count, bits, b.imm_int(1), offset);
        values.know(&load->set_align_mul(8)->value, ValueClass::integers);
        break;
    }
    }
}

void Memory::access_address(Values& values) {
    Builder& b = values.builder();
    Choices& choices = values.choices();
    const unsigned count = 1 + choices.below(4);
    SsaDef* offset = b.u2u64(word_offset(values));
    switch (choices.below(4)) {
    case 0: {
        SsaDef* address = b.iadd(b.imm_int(kGlobalAddress, 64), offset);
        IntrinsicInstruction* load = b.load_global(count, 32, address);
        values.know(&load->set_align_mul(known_alignment(count))->value, ValueClass::integers);
        break;
    }
    case 1: {
        SsaDef* own = b.u2u64(own_offset(values));
        SsaDef* address = b.iadd(b.imm_int(kWrittenAddress, 64), own);
        b.store_global(values.whole(ValueClass::integers, 32, count), address)
            ->set_align_mul(known_alignment(count))
            ->set_write_mask((1U << count) - 1);
        break;
    }
    case 2: {
        // A pointer to vectors, and steps from it.
        const Type* type = b.shader().vector_type(kUint, count);
        DerefInstruction* pointer =
            b.deref_cast(b.imm_int(kGlobalAddress, 64), VariableMode::mem_global, type, 16);
        pointer = b.deref_ptr_as_array(pointer, b.u2u64(values.index(8)));
        if (choices.one_in(2)) {
            pointer = b.deref_ptr_as_array(pointer, b.imm_int(choices.below(3), 64));
        }
        values.know(b.load_deref(pointer), ValueClass::integers);
        break;
    }
    default: {
        const Type* type = b.shader().vector_type(kUint, 4);
        DerefInstruction* pointer =
            b.deref_cast(b.imm_int(kPointedAddress, 64), VariableMode::mem_global, type, 16);
        pointer = b.deref_ptr_as_array(pointer, b.u2u64(values.lane()));
        SsaDef* value = values.whole(ValueClass::integers, 32, 4);
        b.store_deref(pointer, value, 1 + choices.below(15));
        break;
    }
    }
}

void Memory::access_variable(Values& values) {
    Builder& b = values.builder();
    Choices& choices = values.choices();
    if (read_.empty()) {
        access_by_offset(values);
        return;
    }
    const unsigned what = choices.below(6);
    if (what < 3) {
        Variable* variable = read_[choices.below(static_cast<std::uint32_t>(read_.size()))];
        DerefInstruction* leaf = random_leaf(values, b.deref_var(variable));
        values.know(b.load_deref(leaf), leaf_class(*leaf));
        return;
    }
    if (what == 3) {
        DerefInstruction* counter = b.deref_array(b.deref_var(counters_), values.index(16));
        SsaDef* data = values.whole(ValueClass::integers, 32, 1);
        IntrinsicInstruction* atomic = b.deref_atomic(32, &counter->value, data);
        values.know(&atomic->set_atomic_op(kAtomics[choices.below(6)])->value,
                    ValueClass::integers);
        return;
    }
    Variable* variable = own_[choices.below(static_cast<std::uint32_t>(own_.size()))];
    DerefInstruction* own = b.deref_array(b.deref_var(variable), values.lane());
    if (choices.one_in(3)) {
        own = b.deref_array(own, values.index(4)); // a component
    }
    const unsigned count = own->type->num_components;
    if (what == 4) {
        SsaDef* value = values.whole(ValueClass::integers, 32, count);
        b.store_deref(own, value, 1 + choices.below((1U << count) - 1));
    } else {
        values.know(b.load_deref(own), ValueClass::integers);
    }
}

// Accesses neighbouring words, which a pass may join into wide accesses.
void Memory::access_neighbours(Values& values) {
    Builder& b = values.builder();
    Choices& choices = values.choices();
    const unsigned kind = choices.below(stage_ == Stage::compute ? 5 : 4);
    const bool is_own = kind >= 3;
    const unsigned count = 2 + choices.below(3);
    SsaDef* start = is_own ? own_offset(values) : word_offset(values);
    const bool writes = is_own && choices.one_in(2);
    for (unsigned i = 0; i < count; ++i) {
        SsaDef* offset = b.iadd(start, b.imm_int(4 * i));
        IntrinsicInstruction* load = nullptr;
        if (writes) {
            SsaDef* value = values.whole(ValueClass::integers, 32, 1);
            if (kind == 3) {
                b.store_ssbo(value, b.imm_int(2), offset)->set_align_mul(4)->set_write_mask(1);
            } else {
                b.store_shared(value, offset)->set_align_mul(4)->set_write_mask(1);
            }
            continue;
        }
        switch (kind) {
        case 0: load = b.load_ubo(1, 32, b.imm_int(1), offset)->set_range(256); break;
        case 1: load = b.load_ssbo(1, 32, b.imm_int(0), offset); break;
        case 2: load = b.load_constant(1, 32, offset)->set_range(256); break;
        case 3: load = b.load_ssbo(1, 32, b.imm_int(2), offset); break;
        default: load = b.load_shared(1, 32, offset); break;
        }
        values.know(&load->set_align_mul(4)->value, ValueClass::integers);
    }
}

void Memory::access_scratch(Values& values) {
    Builder& b = values.builder();
    Choices& choices = values.choices();
    const unsigned count = 1 + choices.below(4);
    // The words that are read must have been written before.
    SsaDef* offset = word_offset(values);
    SsaDef* value = values.whole(ValueClass::integers, 32, count);
    b.store_scratch(value, offset)->set_align_mul(4)->set_write_mask((1U << count) - 1);
    values.know(&b.load_scratch(1 + choices.below(count), 32, offset)->set_align_mul(4)->value,
                ValueClass::integers);
}

} // namespace jacquard::nir
