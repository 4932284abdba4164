#include <jacquard/nir/text/print/print_constant.h>
#include <jacquard/nir/text/print/print_instruction.h>
#include <jacquard/nir/text/print/words.h>

#include <bit>

namespace jacquard::nir {

void InstructionPrinter::instruction(const Instruction& instruction) {
    if (const SsaDef* value = instruction.def()) {
        define(*value);
        out_ += value->relaxed ? " = relaxed " : " = ";
    }
    switch (instruction.kind) {
    case InstructionKind::alu: alu(*instruction.as<AluInstruction>()); break;
    case InstructionKind::intrinsic: intrinsic(*instruction.as<IntrinsicInstruction>()); break;
    case InstructionKind::constant: constant(*instruction.as<ConstantInstruction>()); break;
    case InstructionKind::undef: out_ += "undef"; break;
    case InstructionKind::phi: phi(*instruction.as<PhiInstruction>()); break;
    case InstructionKind::texture: texture(*instruction.as<TextureInstruction>()); break;
    case InstructionKind::jump:
        out_ += kJumpWords[static_cast<std::size_t>(instruction.as<JumpInstruction>()->jump)];
        break;
    case InstructionKind::call: call(*instruction.as<CallInstruction>()); break;
    case InstructionKind::parallel_copy:
        parallel_copy(*instruction.as<ParallelCopyInstruction>());
        break;
    case InstructionKind::deref: deref(*instruction.as<DerefInstruction>()); break;
    }
}

void InstructionPrinter::alu(const AluInstruction& alu) {
    out_ += alu.exact ? "exact " : "";
    out_ += alu.info().name;
    std::string_view separator = " ";
    for (unsigned i = 0; i < alu.num_sources; ++i) {
        out_ += separator;
        const AluSource& source = alu.first_source[i];
        use(source);
        if (source.ssa != nullptr) {
            swizzle(source, alu.source_components(i));
        }
        separator = ", ";
    }
}

void InstructionPrinter::swizzle(const AluSource& source, unsigned count) {
    bool whole = count == source.ssa->num_components;
    for (unsigned c = 0; c < count && whole; ++c) {
        whole = source.swizzle[c] == c;
    }
    if (whole) {
        return;
    }
    const std::string_view letters =
        source.ssa->num_components > 4 ? kLongComponents : kShortComponents;
    out_ += '.';
    for (unsigned c = 0; c < count; ++c) {
        out_ += source.swizzle[c] < letters.size() ? letters[source.swizzle[c]] : '?';
    }
}

void InstructionPrinter::intrinsic(const IntrinsicInstruction& intrinsic) {
    const IntrinsicInfo& info = intrinsic.info();
    out_ += info.name;
    std::string_view separator = " ";
    for (const Variable* each : intrinsic.variables()) {
        out_ += separator;
        variable_name(each);
        separator = ", ";
    }
    if (!intrinsic.variables().empty() && intrinsic.num_sources != 0) {
        out_ += ',';
    }
    uses(intrinsic.sources());
    bool open = false;
    for (unsigned slot = 0; slot < info.num_indices; ++slot) {
        const std::int64_t value = intrinsic.indices[slot];
        if (value == 0) {
            continue;
        }
        out_ += open ? ", " : " {";
        open = true;
        const IndexKind kind = info.indices[slot];
        out_ += index_info(kind).name;
        out_ += '=';
        index_value(kind, value);
    }
    out_ += open ? "}" : "";
}

void InstructionPrinter::index_value(IndexKind kind, std::int64_t value) {
    const IndexInfo& info = index_info(kind);
    switch (info.type) {
    case IndexType::signed_number: number(value); break;
    case IndexType::unsigned_number:
        if (kind == IndexKind::write_mask && value > 0 && value < 16) {
            mask(static_cast<unsigned>(value));
        } else {
            number(static_cast<std::uint64_t>(value));
        }
        break;
    case IndexType::truth: out_ += value != 0 ? "true" : "false"; break;
    case IndexType::alu_type:
        alu_type(
            {static_cast<BaseType>((value >> 8) & 3), static_cast<std::uint8_t>(value & 0xff)});
        break;
    case IndexType::opcode:
        if (static_cast<std::uint64_t>(value) < opcode_infos().size()) {
            out_ += opcode_info(static_cast<Opcode>(value)).name;
        } else {
            number(value);
        }
        break;
    case IndexType::io_semantics: {
        const auto semantics = std::bit_cast<IoSemantics>(value);
        out_ += name_of(semantics.semantic);
        out_ += ' ';
        number(semantics.semantic_index);
        out_ += ' ';
        number(semantics.num_slots);
        break;
    }
    case IndexType::transform_feedback: {
        std::string_view separator;
        for (const auto& part : std::bit_cast<IoTransformFeedback>(value).parts) {
            out_ += separator;
            number(part.num_components);
            out_ += ' ';
            number(part.buffer);
            out_ += ' ';
            number(part.offset);
            separator = "|";
        }
        break;
    }
    case IndexType::cooperative_matrix: {
        const auto matrix = std::bit_cast<CooperativeMatrix>(value);
        alu_type(matrix.element);
        out_ += ' ';
        number(matrix.rows);
        out_ += ' ';
        number(matrix.columns);
        out_ += ' ';
        out_ += name_of(matrix.scope);
        out_ += ' ';
        out_ += name_of(matrix.use);
        break;
    }
    case IndexType::word: {
        const std::string_view word = find_word(info.words, static_cast<std::uint32_t>(value));
        if (word.empty()) {
            number(value);
        } else {
            out_ += word;
        }
        break;
    }
    case IndexType::word_set: word_set(info.words, static_cast<std::uint32_t>(value)); break;
    }
}

void InstructionPrinter::constant(const ConstantInstruction& constant) {
    out_ += "const";
    std::string_view separator = " ";
    for (const ConstantValue& value : constant.components()) {
        out_ += separator;
        print_constant(out_, value, constant.value.bit_size);
        separator = ", ";
    }
}

void InstructionPrinter::phi(const PhiInstruction& phi) {
    out_ += "phi";
    std::string_view separator = " ";
    for (const PhiSource* source = phi.first_source; source != nullptr; source = source->next) {
        out_ += separator;
        block_name(source->predecessor);
        out_ += ": ";
        use(*source);
        separator = ", ";
    }
}

void InstructionPrinter::texture(const TextureInstruction& texture) {
    out_ += "texture ";
    out_ += texture_op_info(texture.op).name;
    out_ += ' ';
    out_ += texture_dim_info(texture.dim).name;
    std::string_view separator = " ";
    for (const TextureSource& source : texture.sources()) {
        out_ += separator;
        out_ += texture_source_info(source.type).name;
        out_ += ' ';
        use(source);
        separator = ", ";
    }
    out_ += " {";
    out_ += kDestTypeWord;
    out_ += '=';
    alu_type(texture.dest_type);
    for (const TextureNumber& number : kTextureNumbers) {
        if (number.is_always_printed || texture.*number.field != 0) {
            field(number.word, texture.*number.field);
        }
    }
    for (const TextureFlag& flag : kTextureFlags) {
        if (texture.*flag.field) {
            out_ += ", ";
            out_ += flag.word;
            texture_offsets(texture, flag);
        }
    }
    out_ += '}';
}

// The offsets that stand where the flag is set, if any do.
void InstructionPrinter::texture_offsets(const TextureFields& fields, const TextureFlag& flag) {
    for (const TextureOffsets& offsets : kTextureOffsets) {
        if (offsets.flag != flag.field) {
            continue;
        }
        for (const auto& offset : fields.*offsets.field) {
            for (const std::int8_t part : offset) {
                out_ += ' ';
                number(part);
            }
        }
    }
}

void InstructionPrinter::field(std::string_view word, std::uint32_t value) {
    out_ += ", ";
    out_ += word;
    out_ += '=';
    number(value);
}

void InstructionPrinter::call(const CallInstruction& call) {
    out_ += "call ";
    quote(call.callee->name);
    uses(call.sources());
}

void InstructionPrinter::parallel_copy(const ParallelCopyInstruction& copy) {
    out_ += "parallel_copy";
    std::string_view separator = " ";
    for (const ParallelCopyEntry& entry : copy.entries()) {
        out_ += separator;
        if (entry.to_register) {
            out_ += "register ";
            use(entry.register_value);
        } else {
            define(entry.value);
        }
        out_ += " = ";
        use(entry.source);
        separator = ", ";
    }
}

void InstructionPrinter::deref(const DerefInstruction& deref) {
    out_ += kDerefWords[static_cast<std::size_t>(deref.deref)];
    out_ += ' ';
    if (deref.deref == DerefKind::var) {
        variable_name(deref.variable);
        return;
    }
    use(deref.parent);
    switch (deref.deref) {
    case DerefKind::array:
    case DerefKind::ptr_as_array:
        out_ += '[';
        use(deref.index);
        out_ += ']';
        out_ += deref.in_bounds ? " {in_bounds}" : "";
        break;
    case DerefKind::array_wildcard: out_ += "[*]"; break;
    case DerefKind::structure: deref_member(deref); break;
    case DerefKind::cast: deref_cast(deref); break;
    case DerefKind::var: break;
    }
}

void InstructionPrinter::deref_member(const DerefInstruction& deref) {
    out_ += '.';
    const DerefInstruction* parent = deref.parent_deref();
    if (parent != nullptr && parent->type != nullptr &&
        deref.member < parent->type->members.size()) {
        member_name(parent->type->members[deref.member].name);
    } else {
        out_ += '?';
    }
}

void InstructionPrinter::deref_cast(const DerefInstruction& deref) {
    fields_ = false;
    begin_field("type");
    print(*deref.type, out_);
    begin_field("modes");
    word_set(kVariableModeWords, static_cast<std::uint32_t>(deref.modes));
    if (deref.cast_stride != 0) {
        begin_field("stride");
        number(deref.cast_stride);
    }
    if (deref.align_mul != 0) {
        begin_field("align_mul");
        number(deref.align_mul);
        begin_field("align_offset");
        number(deref.align_offset);
    }
    out_ += '}';
}

} // namespace jacquard::nir
