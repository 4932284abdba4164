#include <jacquard/nir/text/print/print_constant.h>
#include <jacquard/nir/text/print/print_instruction.h>
#include <jacquard/nir/text/print/printer.h>
#include <jacquard/nir/text/print/quote.h>
#include <jacquard/nir/text/print/words.h>

#include <string_view>

namespace jacquard::nir {
namespace {

class ShaderPrinter : public InstructionPrinter {
  public:
    explicit ShaderPrinter(std::string& out, LineOrigins* origins = nullptr)
        : InstructionPrinter(out), origins_(origins) {}

    void shader(const Shader& shader) {
        header(shader.info);
        for (const Type* type : shader.types.all()) {
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
            if (origins_ != nullptr) {
                origins_->mark(out_, each.origin);
            }
            indent(depth + 1);
            instruction(each);
            out_ += '\n';
        }
    }

    LineOrigins* origins_; // null: nobody asks
};

} // namespace

std::string print(const Shader& shader) {
    std::string out;
    print(shader, out);
    return out;
}

void print(const Shader& shader, std::string& out) {
    ShaderPrinter(out).shader(shader);
}

std::string print(const Shader& shader, std::vector<SourceLine>& origins) {
    std::string out;
    LineOrigins marks;
    ShaderPrinter(out, &marks).shader(shader);
    origins = marks.take(out);
    return out;
}

std::string print(const Instruction& instruction) {
    std::string out;
    InstructionPrinter(out).instruction(instruction);
    return out;
}

} // namespace jacquard::nir
