#include <jacquard/nir/binary_format.h>
#include <jacquard/nir/serialise.h>
#include <jacquard/nir/words.h>

#include <unordered_map>

namespace jacquard::nir {
namespace {

using binary::Item;

class Serialiser {
  public:
    explicit Serialiser(const Shader& shader) : shader_(shader) {}

    std::vector<std::uint8_t> run() {
        bytes_.assign(binary::kMagic.begin(), binary::kMagic.end());
        byte(binary::kVersion);
        fixed(binary::table_fingerprint(), 8);
        info(shader_.info);
        types();
        variable_numbers_.resize(shader_.num_variables());
        variables(shader_.variables());
        for (const Function& function : shader_.functions()) {
            function_numbers_.emplace(&function, function_numbers_.size());
        }
        number(function_numbers_.size());
        for (const Function& function : shader_.functions()) {
            head(function);
        }
        for (const Function& function : shader_.functions()) {
            body(function);
        }
        return std::move(bytes_);
    }

  private:
    void byte(unsigned value) { bytes_.push_back(static_cast<std::uint8_t>(value)); }
    void number(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) {
            byte(static_cast<unsigned>(value & 0x7f) | 0x80U);
        }
        byte(static_cast<unsigned>(value));
    }
    void signed_number(std::int64_t value) { number(binary::fold_sign(value)); }
    void fixed(std::uint64_t value, unsigned count) {
        for (unsigned i = 0; i < count; ++i) {
            byte(static_cast<unsigned>(value >> (8 * i) & 0xff));
        }
    }
    template <typename Enum>
    void word(Enum value) {
        number(static_cast<std::uint64_t>(value));
    }
    void text(std::string_view value) {
        number(value.size());
        bytes_.insert(bytes_.end(), value.begin(), value.end());
    }
    void scalar(AluType type) {
        byte(static_cast<unsigned>(type.base));
        byte(type.bit_size);
    }

    void info(const ShaderInfo& info) {
        word(info.stage);
        text(info.name);
        unsigned controls = 0;
        for (std::size_t i = 0; i < kFloatControlWords.size(); ++i) {
            controls |= kFloatControlWords[i].get(info.float_controls) ? 1U << i : 0U;
        }
        number(controls);
        for (const auto* slots : {&info.inputs, &info.outputs}) {
            number(slots->size());
            for (const IoSlot& slot : *slots) {
                word(slot.semantic);
                number(slot.semantic_index);
                word(slot.interpolation);
                word(slot.location);
                byte(slot.mask);
                byte(slot.invariant);
            }
        }
        number(info.constant_buffers.size());
        for (const ConstantBuffer& buffer : info.constant_buffers) {
            number(buffer.index);
            number(buffer.num_vec4);
        }
        number(info.textures.size());
        for (const TextureUnit& unit : info.textures) {
            number(unit.unit);
            word(unit.dim);
            byte(unit.is_array);
            byte(unit.is_shadow);
            word(unit.type);
        }
        number(info.properties.size());
        for (const ShaderProperty& property : info.properties) {
            text(property.name);
            number(property.values.size());
            for (const std::uint32_t value : property.values) {
                number(value);
            }
        }
    }

    // Types that nothing uses are no part of the shader; the others are numbered as they are met.
    // What a type is made of comes before it, and types nest no deeper than kMaxTypeDepth.
    void meet(const Type* type) {
        if (type == nullptr || type_numbers_[type->index] != kUnmet) {
            return;
        }
        meet(type->element);
        for (const StructMember& member : type->members) {
            meet(member.type);
        }
        type_numbers_[type->index] = static_cast<std::uint32_t>(types_.size());
        types_.push_back(type);
    }

    void meet_types() {
        type_numbers_.assign(shader_.types().size(), kUnmet);
        for (const Type* type : shader_.types()) {
            if (type->is_structure()) {
                meet(type);
            }
        }
        for (const Variable& variable : shader_.variables()) {
            meet(variable.type);
        }
        for (const Function& function : shader_.functions()) {
            for (const Parameter& parameter : function.parameters) {
                meet(parameter.type);
            }
            for (const Variable& variable : function.variables()) {
                meet(variable.type);
            }
            for (const Block& block : function.blocks()) {
                for (const Instruction& each : block.instructions()) {
                    if (const auto* deref = each.as<DerefInstruction>()) {
                        meet(deref->type);
                    }
                }
            }
        }
    }

    void types() {
        meet_types();
        number(types_.size());
        for (const Type* type : types_) {
            word(type->kind);
            switch (type->kind) {
            case TypeKind::void_type: break;
            case TypeKind::vector:
                scalar(type->scalar);
                byte(type->num_components);
                break;
            case TypeKind::matrix:
                scalar(type->scalar);
                byte(type->num_components);
                byte(type->num_columns);
                number(type->stride);
                break;
            case TypeKind::array:
                number(type_number(type->element));
                number(type->length);
                number(type->stride);
                break;
            case TypeKind::structure:
                text(type->name);
                number(type->members.size());
                for (const StructMember& member : type->members) {
                    text(member.name);
                    number(type_number(member.type));
                    number(member.offset);
                }
                break;
            case TypeKind::texture:
            case TypeKind::image:
                word(type->dim);
                byte(type->is_array);
                byte(type->is_shadow);
                scalar(type->scalar);
                break;
            case TypeKind::sampler: byte(type->is_shadow); break;
            }
        }
    }

    void variables(const VariableList& list) {
        std::size_t count = 0;
        for (const Variable& each : list) {
            static_cast<void>(each);
            ++count;
        }
        number(count);
        for (const Variable& each : list) {
            variable_numbers_[each.index] = next_variable_++;
            variable(each);
        }
    }

    void variable(const Variable& variable) {
        text(variable.name);
        number(type_number(variable.type));
        word(variable.mode);
        signed_number(variable.location);
        for (const std::uint32_t each :
             {variable.driver_location, variable.component, variable.descriptor_set,
              variable.binding, variable.offset, variable.semantic_index}) {
            number(each);
        }
        word(variable.semantic);
        word(variable.interpolation);
        word(variable.interpolation_location);
        word(variable.access);
        unsigned flags = 0;
        for (const bool each :
             {variable.per_vertex, variable.patch, variable.invariant, variable.precise,
              variable.compact, variable.bindless, variable.read_only}) {
            flags = flags << 1 | (each ? 1U : 0U);
        }
        byte(flags);
        number(variable.initializer.size());
        for (const ConstantValue& value : variable.initializer) {
            number(value.u64);
        }
    }

    void head(const Function& function) {
        text(function.name);
        byte((function.is_entry ? 1U : 0U) | (&function == shader_.entry ? 2U : 0U));
        number(function.parameters.size());
        for (const Parameter& parameter : function.parameters) {
            byte(parameter.num_components);
            byte(parameter.bit_size);
            byte(parameter.is_return);
            word(parameter.modes);
            number(parameter.type != nullptr ? type_number(parameter.type) + 1U : 0);
        }
        variables(function.variables());
    }

    // Nested lists end where their parents go on, so no stack is needed.
    void body(const Function& function) {
        number_values(function);
        const ControlFlowNode* node = function.body.first;
        while (node != nullptr) {
            if (const auto* block = node->as<Block>()) {
                word(Item::block);
                for (const Instruction& each : block->instructions()) {
                    instruction(each);
                }
            } else if (const auto* branch = node->as<IfNode>()) {
                word(Item::branch);
                use(branch->condition);
                node = branch->then_list.first;
                continue;
            } else if (const auto* loop = node->as<LoopNode>()) {
                word(Item::loop);
                node = loop->body.first;
                continue;
            }
            node = after(node, function);
        }
    }

    const ControlFlowNode* after(const ControlFlowNode* node, const Function& function) {
        while (node->next == nullptr) {
            word(Item::end);
            if (node->list == &function.body) {
                return nullptr;
            }
            const ControlFlowNode* parent = node->parent;
            const auto* branch = parent->as<IfNode>();
            if (branch != nullptr && node->list == &branch->then_list) {
                return branch->else_list.first;
            }
            node = parent;
        }
        return node->next;
    }

    void number_values(const Function& function) {
        value_numbers_.assign(shader_.next_ssa_index, 0);
        next_value_ = 0;
        std::uint32_t count = 0;
        for (Block& block : function.blocks()) {
            for (Instruction& each : block.instructions()) {
                each.for_each_def([&](const SsaDef& value) {
                    if (value.index >= value_numbers_.size()) {
                        value_numbers_.resize(value.index + std::size_t{1});
                    }
                    value_numbers_[value.index] = count++;
                });
            }
        }
    }

    void use(const Source& source) {
        signed_number(std::int64_t{next_value_} - std::int64_t{value_numbers_[source.ssa->index]});
    }
    void shape(const SsaDef& value) {
        byte(value.num_components);
        byte(value.bit_size);
    }

    void instruction(const Instruction& instruction) {
        number(static_cast<std::uint64_t>(Item::first_instruction) +
               static_cast<std::uint64_t>(instruction.kind));
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
        next_value_ += instruction.def() != nullptr ? 1 : 0;
    }

    void alu(const AluInstruction& alu) {
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

    void intrinsic(const IntrinsicInstruction& intrinsic) {
        word(intrinsic.op);
        // Only where it is not the table's.
        const IntrinsicInfo& info = intrinsic.info();
        const bool counts =
            (info.has_dest && info.dest_components == 0) || info.counted_source >= 0;
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

    void constant(const ConstantInstruction& constant) {
        shape(constant.value);
        for (const ConstantValue& value : constant.components()) {
            fixed(value.u64, (constant.value.bit_size + 7U) / 8U);
        }
    }

    void phi(const PhiInstruction& phi) {
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

    void texture(const TextureInstruction& texture) {
        word(texture.op);
        word(texture.dim);
        scalar(texture.dest_type);
        byte(texture.value.bit_size);
        unsigned flags = 0;
        for (const bool each : {texture.is_array, texture.is_shadow, texture.is_new_style_shadow,
                                texture.is_sparse, texture.is_gather_implicit_lod,
                                texture.array_is_lowered_cube, texture.texture_non_uniform,
                                texture.sampler_non_uniform, texture.has_gather_offsets}) {
            flags = flags << 1 | (each ? 1U : 0U);
        }
        number(flags);
        byte(texture.component);
        const bool has_coord = texture.source(TextureSourceType::coord) != nullptr;
        byte(has_coord ? texture.coord_components : 0U);
        if (texture.has_gather_offsets) {
            for (const auto& offset : texture.gather_offsets) {
                byte(static_cast<std::uint8_t>(offset[0]));
                byte(static_cast<std::uint8_t>(offset[1]));
            }
        }
        number(texture.texture_index);
        number(texture.sampler_index);
        number(texture.backend_flags);
        number(texture.num_sources);
        for (const TextureSource& source : texture.sources()) {
            word(source.type);
            use(source);
        }
    }

    void call(const CallInstruction& call) {
        number(function_numbers_.at(call.callee));
        number(call.num_sources);
        for (const Source& source : call.sources()) {
            use(source);
        }
    }

    void parallel_copy(const ParallelCopyInstruction& copy) {
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

    void deref(const DerefInstruction& deref) {
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

    [[nodiscard]] std::uint32_t type_number(const Type* type) const {
        return type_numbers_[type->index];
    }

    static constexpr std::uint32_t kUnmet = 0xffffffff;

    const Shader& shader_;
    std::vector<std::uint8_t> bytes_;
    std::vector<const Type*> types_;
    std::vector<std::uint32_t> type_numbers_;     // by Type::index
    std::vector<std::uint32_t> variable_numbers_; // by Variable::index
    std::uint32_t next_variable_ = 0;
    std::unordered_map<const Function*, std::size_t> function_numbers_;
    std::vector<std::uint32_t> value_numbers_; // by SsaDef::index, of the function at hand
    std::uint32_t next_value_ = 0;
};

} // namespace

std::vector<std::uint8_t> serialise(const Shader& shader) {
    return Serialiser(shader).run();
}

} // namespace jacquard::nir
