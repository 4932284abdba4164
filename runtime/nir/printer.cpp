#include <jacquard/nir/print_constant.h>
#include <jacquard/nir/printer.h>
#include <jacquard/nir/quote.h>
#include <jacquard/nir/words.h>

#include <charconv>
#include <string_view>

namespace jacquard::nir {
namespace {

class Printer {
  public:
    explicit Printer(std::string& out) : out_(out) {}

    void shader(const Shader& shader) {
        header(shader.info);
        for (const Type* type : shader.types()) {
            if (type->is_structure()) {
                structure(*type);
            }
        }
        for (const Variable& each : shader.variables()) {
            variable(each);
        }
        for (const Function& each : shader.functions()) {
            function(each);
        }
    }

    void instruction(const Instruction& instruction) {
        if (const SsaDef* value = instruction.def()) {
            define(*value);
            out_ += " = ";
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

  private:
    void header(const ShaderInfo& info) {
        out_ += "shader ";
        out_ += name_of(info.stage);
        out_ += '\n';
        if (!info.name.empty()) {
            out_ += "name ";
            quote(info.name);
            out_ += '\n';
        }
        if (info.float_controls != FloatControls{}) {
            out_ += "float_controls";
            for (const FloatControlWord& control : kFloatControlWords) {
                if (control.get(info.float_controls)) {
                    out_ += ' ';
                    out_ += control.word;
                }
            }
            out_ += '\n';
        }
        for (const IoSlot& slot : info.inputs) {
            io_slot("input", slot);
        }
        for (const IoSlot& slot : info.outputs) {
            io_slot("output", slot);
        }
        for (const ConstantBuffer& buffer : info.constant_buffers) {
            out_ += "constant_buffer ";
            number(buffer.index);
            out_ += " size ";
            number(buffer.num_vec4);
            out_ += '\n';
        }
        for (const TextureUnit& unit : info.textures) {
            texture_unit(unit);
        }
        for (const ShaderProperty& property : info.properties) {
            out_ += "property ";
            quote(property.name);
            for (const std::uint32_t value : property.values) {
                out_ += ' ';
                number(value);
            }
            out_ += '\n';
        }
    }

    void io_slot(std::string_view word, const IoSlot& slot) {
        out_ += word;
        out_ += ' ';
        out_ += name_of(slot.semantic);
        out_ += ' ';
        number(slot.semantic_index);
        if (slot.interpolation != Interpolation::none) {
            out_ += ' ';
            out_ += name_of(slot.interpolation);
        }
        if (slot.location != InterpolationLocation::center) {
            out_ += ' ';
            out_ += name_of(slot.location);
        }
        if (slot.invariant) {
            out_ += " invariant";
        }
        out_ += " mask ";
        mask(slot.mask);
        out_ += '\n';
    }

    void texture_unit(const TextureUnit& unit) {
        out_ += "texture ";
        number(unit.unit);
        out_ += ' ';
        out_ += texture_dim_info(unit.dim).name;
        out_ += unit.is_array ? " array" : "";
        out_ += unit.is_shadow ? " shadow" : "";
        out_ += ' ';
        out_ += kBaseTypeWords[static_cast<std::size_t>(unit.type)];
        out_ += '\n';
    }

    void function(const Function& function) {
        out_ += "\nfunction ";
        quote(function.name);
        out_ += function.is_entry ? " entry" : "";
        if (!function.parameters.empty()) {
            out_ += " (";
            std::string_view separator;
            for (const Parameter& parameter : function.parameters) {
                out_ += separator;
                print_parameter(parameter);
                separator = ", ";
            }
            out_ += ')';
        }
        out_ += " {\n";
        for (const Variable& each : function.variables()) {
            indent(1);
            variable(each);
        }
        list(function.body, 1);
        out_ += "}\n";
    }

    void print_parameter(const Parameter& parameter) {
        if (parameter.is_reference()) {
            out_ += parameter.is_return ? "return" : "reference";
            if (parameter.bit_size != 32) {
                out_ += ':';
                number(parameter.bit_size);
            }
            out_ += ' ';
            word_set(kVariableModeWords, static_cast<std::uint32_t>(parameter.modes));
            out_ += ' ';
            print(*parameter.type, out_);
            return;
        }
        shape(parameter.bit_size, parameter.num_components);
    }

    void structure(const Type& type) {
        out_ += kStructWord;
        out_ += ' ';
        quote(type.name);
        out_ += " {";
        std::string_view separator;
        for (const StructMember& member : type.members) {
            out_ += separator;
            member_name(member.name);
            out_ += ": ";
            print(*member.type, out_);
            if (member.offset != kNoOffset) {
                out_ += " @";
                number(member.offset);
            }
            separator = ", ";
        }
        out_ += "}\n";
    }

    // Quoted where it would not be read as one word.
    void member_name(std::string_view name) {
        if (is_word(name)) {
            out_ += name;
        } else {
            quote(name);
        }
    }

    void variable(const Variable& variable) {
        out_ += "decl_var ";
        word_set(kVariableModeWords, static_cast<std::uint32_t>(variable.mode));
        out_ += ' ';
        print(*variable.type, out_);
        out_ += ' ';
        quote(variable.name);
        fields_ = false;
        if (variable.location >= 0) {
            begin_field("location");
            number(variable.location);
        }
        for (const VariableNumber& each : kVariableNumbers) {
            if (variable.*each.field != 0) {
                begin_field(each.word);
                number(variable.*each.field);
            }
        }
        if (variable.semantic != Semantic::generic || variable.semantic_index != 0) {
            begin_field("semantic");
            out_ += name_of(variable.semantic);
            out_ += ' ';
            number(variable.semantic_index);
        }
        if (variable.interpolation != Interpolation::none) {
            begin_field("interpolation");
            out_ += name_of(variable.interpolation);
        }
        if (variable.interpolation_location != InterpolationLocation::center) {
            begin_field("place");
            out_ += name_of(variable.interpolation_location);
        }
        if (variable.access != Access::nothing) {
            begin_field("access");
            word_set(kAccessWords, static_cast<std::uint32_t>(variable.access));
        }
        for (const VariableFlag& each : kVariableFlags) {
            if (variable.*each.field) {
                out_ += fields_ ? ", " : " {";
                fields_ = true;
                out_ += each.word;
            }
        }
        if (!variable.initializer.empty()) {
            begin_field("initializer");
            initializer(variable);
        }
        out_ += fields_ ? "}\n" : "\n";
    }

    void begin_field(std::string_view word) {
        out_ += fields_ ? ", " : " {";
        fields_ = true;
        out_ += word;
        out_ += '=';
    }

    // The width of each scalar follows from the type.
    void initializer(const Variable& variable) {
        out_ += '[';
        std::string_view separator;
        ScalarWalk walk(variable.type);
        for (const ConstantValue& value : variable.initializer) {
            out_ += separator;
            print_constant(out_, value, walk.next_bit_size());
            separator = ", ";
        }
        out_ += ']';
    }

    // Nesting has no bound that the stack must hold: ends of lists are found through parents.
    void list(const ControlFlowList& body, unsigned depth) {
        const ControlFlowNode* node = body.first;
        while (node != nullptr) {
            if (const auto* block = node->as<Block>()) {
                print_block(*block, depth);
            } else if (const auto* branch = node->as<IfNode>()) {
                indent(depth);
                out_ += "if ";
                use(branch->condition);
                out_ += " {\n";
                ++depth;
                node = branch->then_list.first;
                continue;
            } else if (const auto* loop = node->as<LoopNode>()) {
                indent(depth);
                out_ += "loop {\n";
                ++depth;
                node = loop->body.first;
                continue;
            }
            node = after(node, body, depth);
        }
    }

    const ControlFlowNode* after(const ControlFlowNode* node, const ControlFlowList& body,
                                 unsigned& depth) {
        while (node->next == nullptr) {
            if (node->list == &body) {
                return nullptr;
            }
            const ControlFlowNode* parent = node->parent;
            indent(depth - 1);
            const auto* branch = parent->as<IfNode>();
            if (branch != nullptr && node->list == &branch->then_list) {
                out_ += "} else {\n";
                return branch->else_list.first;
            }
            out_ += "}\n";
            --depth;
            node = parent;
        }
        return node->next;
    }

    void print_block(const Block& block, unsigned depth) {
        indent(depth);
        block_name(&block);
        if (block.num_predecessors != 0) {
            out_ += " from";
            for (const Block* predecessor : block.predecessors()) {
                out_ += ' ';
                block_name(predecessor);
            }
        }
        out_ += ":\n";
        for (const Instruction& each : block.instructions()) {
            indent(depth + 1);
            instruction(each);
            out_ += '\n';
        }
    }

    void alu(const AluInstruction& alu) {
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

    void swizzle(const AluSource& source, unsigned count) {
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

    void intrinsic(const IntrinsicInstruction& intrinsic) {
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

    void index_value(IndexKind kind, std::int64_t value) {
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
            if (static_cast<std::uint64_t>(value) < kNumOpcodes) {
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

    void word_set(std::span<const EnumWord> words, std::uint32_t bits) {
        std::string_view separator;
        for (const EnumWord& entry : words) {
            if ((bits & entry.number) != 0) {
                out_ += separator;
                out_ += entry.word;
                separator = "|";
                bits &= ~entry.number;
            }
        }
        if (bits != 0) {
            out_ += separator;
            number(bits);
        }
    }

    void constant(const ConstantInstruction& constant) {
        out_ += "const";
        std::string_view separator = " ";
        for (const ConstantValue& value : constant.components()) {
            out_ += separator;
            print_constant(out_, value, constant.value.bit_size);
            separator = ", ";
        }
    }

    void phi(const PhiInstruction& phi) {
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

    void texture(const TextureInstruction& texture) {
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
        field(kTextureIndexWord, texture.texture_index);
        field(kSamplerIndexWord, texture.sampler_index);
        if (texture.component != 0) {
            field(kComponentWord, texture.component);
        }
        if (texture.backend_flags != 0) {
            field(kBackendFlagsWord, texture.backend_flags);
        }
        for (const TextureFlag& flag : kTextureFlags) {
            if (texture.*flag.field) {
                out_ += ", ";
                out_ += flag.word;
            }
        }
        if (texture.has_gather_offsets) {
            for (const auto& offset : texture.gather_offsets) {
                out_ += ' ';
                number(offset[0]);
                out_ += ' ';
                number(offset[1]);
            }
        }
        out_ += '}';
    }

    void field(std::string_view word, std::uint32_t value) {
        out_ += ", ";
        out_ += word;
        out_ += '=';
        number(value);
    }

    void call(const CallInstruction& call) {
        out_ += "call ";
        quote(call.callee->name);
        uses(call.sources());
    }

    void parallel_copy(const ParallelCopyInstruction& copy) {
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

    void variable_name(const Variable* variable) {
        if (variable != nullptr) {
            quote(variable->name);
        } else {
            out_ += '?';
        }
    }

    void deref(const DerefInstruction& deref) {
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

    void deref_member(const DerefInstruction& deref) {
        out_ += '.';
        const DerefInstruction* parent = deref.parent_deref();
        if (parent != nullptr && parent->type != nullptr &&
            deref.member < parent->type->members.size()) {
            member_name(parent->type->members[deref.member].name);
        } else {
            out_ += '?';
        }
    }

    void deref_cast(const DerefInstruction& deref) {
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

    void uses(std::span<const Source> sources) {
        std::string_view separator = " ";
        for (const Source& source : sources) {
            out_ += separator;
            use(source);
            separator = ", ";
        }
    }

    void use(const Source& source) {
        if (source.ssa == nullptr) {
            out_ += "%?";
            return;
        }
        out_ += '%';
        number(source.ssa->index);
    }

    void define(const SsaDef& value) {
        out_ += '%';
        number(value.index);
        out_ += ':';
        shape(value.bit_size, value.num_components);
    }

    void shape(unsigned bit_size, unsigned num_components) {
        number(bit_size);
        if (num_components != 1) {
            out_ += 'x';
            number(num_components);
        }
    }

    void alu_type(AluType type) {
        out_ += kBaseTypeWords[static_cast<std::size_t>(type.base)];
        if (type.bit_size != 0) {
            number(type.bit_size);
        }
    }

    void block_name(const Block* block) {
        out_ += 'b';
        if (block != nullptr) {
            number(block->index);
        } else {
            out_ += '?';
        }
    }

    void mask(unsigned bits) {
        for (unsigned c = 0; c < 4; ++c) {
            if ((bits >> c & 1) != 0) {
                out_ += kShortComponents[c];
            }
        }
        out_ += bits == 0 ? "none" : "";
    }

    void quote(std::string_view text) { nir::quote(out_, text); }

    template <typename Number>
    void number(Number value) {
        char digits[24];
        const auto end = std::to_chars(digits, digits + sizeof digits, value).ptr;
        out_.append(digits, end);
    }

    void indent(unsigned depth) { out_.append(std::size_t{4} * depth, ' '); }

    std::string& out_;
    bool fields_ = false; // whether a list of fields is open
};

} // namespace

std::string print(const Shader& shader) {
    std::string out;
    print(shader, out);
    return out;
}

void print(const Shader& shader, std::string& out) {
    Printer(out).shader(shader);
}

std::string print(const Instruction& instruction) {
    std::string out;
    Printer(out).instruction(instruction);
    return out;
}

} // namespace jacquard::nir
