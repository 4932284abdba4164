#include <jacquard/nir/binary/serialise_state.h>
#include <jacquard/nir/text/print/words.h>

namespace jacquard::nir {

using binary::Item;

void Serialiser::use(const Source& source) {
    signed_number(std::int64_t{next_value_} - std::int64_t{value_numbers_[source.ssa->index]});
}

void Serialiser::instruction(const Instruction& instruction) {
    const SsaDef* value = instruction.def();
    const bool relaxed = value != nullptr && value->relaxed;
    number(static_cast<std::uint64_t>(Item::first_instruction) +
           static_cast<std::uint64_t>(instruction.kind) + (relaxed ? binary::kRelaxed : 0));
    switch (instruction.kind) {
    case InstructionKind::alu: alu(*instruction.as<AluInstruction>()); break;
    case InstructionKind::intrinsic: intrinsic(*instruction.as<IntrinsicInstruction>()); break;
    case InstructionKind::constant: constant(*instruction.as<ConstantInstruction>()); break;
    case InstructionKind::undef: shape(instruction.as<UndefInstruction>()->value); break;
    case InstructionKind::phi: phi(*instruction.as<PhiInstruction>()); break;
    case InstructionKind::texture: texture(*instruction.as<TextureInstruction>()); break;
    case InstructionKind::jump: word(instruction.as<JumpInstruction>()->jump); break;
    case InstructionKind::call: call(*instruction.as<CallInstruction>()); break;
    case InstructionKind::parallel_copy:
        parallel_copy(*instruction.as<ParallelCopyInstruction>());
        return;
    case InstructionKind::deref: deref(*instruction.as<DerefInstruction>()); break;
    }
    next_value_ += value != nullptr ? 1 : 0;
}

void Serialiser::alu(const AluInstruction& alu) {
    word(alu.opcode);
    byte(alu.exact);
    shape(alu.value);
    for (unsigned i = 0; i < alu.num_sources; ++i) {
        const AluSource& source = alu.first_source[i];
        use(source);
        // Four bits a component, two a byte.
        for (unsigned c = 0; c < alu.source_components(i); c += 2) {
            const bool pair = c + 1 < alu.source_components(i);
            const unsigned second = pair ? source.swizzle[c + 1] : 0U;
            byte(source.swizzle[c] | second << 4U);
        }
    }
}

void Serialiser::intrinsic(const IntrinsicInstruction& intrinsic) {
    word(intrinsic.op);
    // Only where it is not the table's.
    const IntrinsicInfo& info = intrinsic.info();
    const bool counts = (info.has_dest && info.dest_components == 0) || info.counted_source >= 0;
    byte(counts ? intrinsic.component_count : 0U);
    byte(intrinsic.value.bit_size);
    for (const Variable* each : intrinsic.variables()) {
        number(variable_numbers_[each->index]);
    }
    for (const Source& source : intrinsic.sources()) {
        use(source);
    }
    for (unsigned i = 0; i < intrinsic.info().num_indices; ++i) {
        signed_number(intrinsic.indices[i]);
    }
}

void Serialiser::constant(const ConstantInstruction& constant) {
    shape(constant.value);
    for (const ConstantValue& value : constant.components()) {
        fixed(value.u64, (constant.value.bit_size + 7U) / 8U);
    }
}

void Serialiser::phi(const PhiInstruction& phi) {
    shape(phi.value);
    std::size_t count = 0;
    for (const PhiSource* source = phi.first_source; source != nullptr; source = source->next) {
        ++count;
    }
    number(count);
    for (const PhiSource* source = phi.first_source; source != nullptr; source = source->next) {
        number(source->predecessor->index);
        use(*source);
    }
}

void Serialiser::texture(const TextureInstruction& texture) {
    word(texture.op);
    word(texture.dim);
    scalar(texture.dest_type);
    byte(texture.value.bit_size);
    unsigned flags = 0;
    for (const TextureFlag& flag : kTextureFlags) {
        flags = flags << 1 | (texture.*flag.field ? 1U : 0U);
    }
    number(flags);
    for (const TextureNumber& field : kTextureNumbers) {
        number(texture.*field.field);
    }
    const bool has_coord = texture.source(TextureSourceType::coord) != nullptr;
    byte(has_coord ? texture.coord_components : 0U);
    for (const TextureOffsets& offsets : kTextureOffsets) {
        if (!(texture.*offsets.flag)) {
            continue;
        }
        for (const auto& offset : texture.*offsets.field) {
            byte(static_cast<std::uint8_t>(offset[0]));
            byte(static_cast<std::uint8_t>(offset[1]));
        }
    }
    number(texture.num_sources);
    for (const TextureSource& source : texture.sources()) {
        word(source.type);
        use(source);
    }
}

void Serialiser::call(const CallInstruction& call) {
    number(function_numbers_.at(call.callee));
    number(call.num_sources);
    for (const Source& source : call.sources()) {
        use(source);
    }
}

void Serialiser::parallel_copy(const ParallelCopyInstruction& copy) {
    number(copy.num_entries);
    for (const ParallelCopyEntry& entry : copy.entries()) {
        byte(entry.to_register);
        use(entry.source);
        if (entry.to_register) {
            use(entry.register_value);
        } else {
            shape(entry.value);
        }
    }
    for (const ParallelCopyEntry& entry : copy.entries()) {
        next_value_ += entry.to_register ? 0 : 1;
    }
}

void Serialiser::deref(const DerefInstruction& deref) {
    word(deref.deref);
    byte(deref.value.bit_size);
    if (deref.deref == DerefKind::var) {
        number(variable_numbers_[deref.variable->index]);
        return;
    }
    number(type_number(deref.type));
    word(deref.modes);
    use(deref.parent);
    if (deref.has_index()) {
        use(deref.index);
        byte(deref.in_bounds);
    } else if (deref.deref == DerefKind::structure) {
        number(deref.member);
    } else if (deref.deref == DerefKind::cast) {
        number(deref.cast_stride);
        number(deref.align_mul);
        number(deref.align_offset);
    }
}

} // namespace jacquard::nir
