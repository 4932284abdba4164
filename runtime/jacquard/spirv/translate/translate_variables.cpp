#include <jacquard/nir/ir/type_layout.h>
#include <jacquard/spirv/translate/translator.h>

#include <algorithm>

// Variables of the module: resources, memory, built-in variables.
namespace jacquard::spirv {

namespace {

// Behind all locations, so that clip and cull distances share slots.
constexpr std::int32_t kClipLocation = 1000;

} // namespace

std::string Translator::name_of(std::uint32_t id) const {
    const auto found =
        std::lower_bound(names_.begin(), names_.end(), id,
                         [](const auto& named, std::uint32_t one) { return named.first < one; });
    std::string name;
    if (found != names_.end() && found->first == id) {
        name = text_of(module_.operands(*found->second).subspan(1));
    }
    return !name.empty() ? name : '_' + std::to_string(id);
}

nir::Access Translator::access_of(std::uint32_t id, std::uint32_t member) const {
    nir::Access access = nir::Access::nothing;
    decorations_.for_each(id, member, [&](const DecorationFact& fact) {
        switch (fact.decoration) {
        case Decoration::Coherent: access = access | nir::Access::coherent; break;
        case Decoration::Restrict: access = access | nir::Access::restrict; break;
        case Decoration::Volatile:
            access = access | nir::Access::volatile_ | nir::Access::coherent;
            break;
        case Decoration::NonReadable: access = access | nir::Access::non_readable; break;
        case Decoration::NonWritable: access = access | nir::Access::non_writeable; break;
        default: break;
        }
    });
    return access;
}

// What a pointer to a variable points at. A variable of nothing is valid as long as nothing is done
// with it.
const Type& Translator::variable_type(const Type& pointer) const {
    if (pointer.element->kind == TypeKind::void_type) {
        unsupported("accesses to variables of the type void are");
    }
    return value_type(pointer.element->id);
}

bool Translator::declare_variable(const Instruction& instruction) {
    const Words words = module_.operands(instruction);
    const Type& pointer_type = value_type(instruction.type);
    const auto storage = static_cast<StorageClass>(words[0]);
    if (pointer_type.kind != TypeKind::pointer || pointer_type.storage != storage) {
        malformed("its type is not a pointer into the storage class");
    }
    if (storage == StorageClass::Function) {
        malformed("variables of the storage class Function stand in functions");
    }
    const Type& pointee = variable_type(pointer_type);
    if (storage == StorageClass::Input || storage == StorageClass::Output) {
        if (!interface_ids_.contains(instruction.result)) {
            return true; // of another entry point
        }
        declare_interface(instruction, pointee, storage == StorageClass::Input);
    } else {
        declare_resource(instruction, pointee);
    }
    if (words.size() > 1) {
        const Value& value = *values_[instruction.result];
        initialisers_.emplace_back(*value.pointer, words[1]);
    }
    return true;
}

// Of variables for which the shader itself has the memory.
void Translator::count_own_memory(const Type& pointee) {
    if (pointee.holds_unsized) {
        malformed("only buffers hold arrays without a length");
    }
    own_scalars_ += pointee.scalars;
    if (own_scalars_ > options_.limits.registers) {
        own_scalars_ -= pointee.scalars;
        beyond(Limit::registers);
    }
}

void Translator::declare_resource(const Instruction& instruction, const Type& pointee) {
    const auto storage = static_cast<StorageClass>(module_.operands(instruction)[0]);
    const std::uint32_t id = instruction.result;
    if (pointee.holds_opaque != (storage == StorageClass::UniformConstant)) {
        unsupported(pointee.holds_opaque ? "images, samplers and pointers in memory are"
                                         : "values of the storage class UniformConstant are");
    }
    Pointer& made = *arena_.make<Pointer>();
    made.pointee = &pointee;
    made.storage = storage;
    made.modes = mode_of(storage, pointee);
    const bool is_own = storage == StorageClass::Private || storage == StorageClass::Workgroup;
    if (is_own) {
        count_own_memory(pointee);
    }
    const nir::Type* type = nir_type(pointee, layout_of(storage));
    if (storage == StorageClass::Workgroup && decorations_.has(pointee.id, Decoration::Block) &&
        are_blocks_one_memory()) {
        made.variable = shared_block(*type);
        made.block_type = type;
        made.access = access_of(id, DecorationFact::kWhole);
        Value& value = new_value(value_type(instruction.type));
        value.pointer = &made;
        values_[id] = &value;
        return;
    }
    nir::Variable* variable = shader_->add_variable(made.modes, type, name_of(id));
    variable->descriptor_set = decorations_.value(id, Decoration::DescriptorSet).value_or(0);
    variable->binding = decorations_.value(id, Decoration::Binding).value_or(0);
    const Type* inner = &pointee;
    while (inner->kind == TypeKind::array) {
        inner = inner->element;
    }
    variable->access = access_of(id, DecorationFact::kWhole);
    if (made.modes == nir::VariableMode::image && decorations_.has(id, Decoration::Aliased)) {
        // What is written by another name is as if another invocation had written it.
        variable->access = variable->access | nir::Access::coherent;
    }
    made.access = variable->access;
    made.variable = variable;
    Value& value = new_value(value_type(instruction.type));
    value.pointer = &made;
    values_[id] = &value;
}

// Blocks of the work group begin at the same place, so that they are views of one memory. A single
// one needs no view. Some of their types may not have been read yet.
bool Translator::are_blocks_one_memory() const {
    const auto is_block = [this](const Instruction& instruction) {
        if (instruction.op() != Op::Variable ||
            module_.operands(instruction)[0] !=
                static_cast<std::uint32_t>(StorageClass::Workgroup)) {
            return false;
        }
        const Instruction* pointer = module_.definition(instruction.type);
        return pointer != nullptr && pointer->op() == Op::TypePointer &&
               decorations_.has(module_.operands(*pointer)[1], Decoration::Block);
    };
    return std::count_if(module_.instructions.begin(), module_.instructions.end(), is_block) > 1;
}

// The memory of all blocks of the work group, large enough for one of this type.
nir::Variable* Translator::shared_block(const nir::Type& type) {
    constexpr std::uint64_t kVectorBytes = 16;
    const std::uint64_t bytes = nir::size_and_align(&type, nir::Layout::std430).size;
    const auto length = static_cast<std::uint32_t>(
        std::min<std::uint64_t>((bytes + kVectorBytes - 1) / kVectorBytes, 0xffffffff));
    if (shared_block_ == nullptr) {
        shared_block_ =
            shader_->add_variable(nir::VariableMode::mem_shared, &type, "shared_blocks");
        shared_block_->type = nullptr;
    }
    if (shared_block_->type == nullptr || shared_block_->type->length < length) {
        const nir::Type* vector = shader_->vector_type({nir::BaseType::uint_type, 32}, 4);
        shared_block_->type =
            shader_->array_type(vector, length, static_cast<std::uint32_t>(kVectorBytes));
    }
    return shared_block_;
}

void Translator::place_built_in(nir::Variable& variable, const BuiltInFacts& facts) {
    variable.semantic = *facts.varying;
    variable.component = facts.component;
    const bool is_input = variable.mode == nir::VariableMode::shader_in;
    if (facts.built_in == BuiltIn::ClipDistance || facts.built_in == BuiltIn::CullDistance) {
        variable.compact = true;
        variable.location = kClipLocation;
        (facts.is_after_clip_distances ? cull_distances_ : clip_distances_)[is_input ? 1 : 0] =
            &variable;
    }
    if (facts.built_in == BuiltIn::TessLevelOuter || facts.built_in == BuiltIn::TessLevelInner) {
        variable.compact = true;
        variable.patch = true;
    }
}

void Translator::declare_built_in(std::uint32_t id, std::uint32_t number, Pointer& made) {
    const BuiltInFacts* facts = find_built_in(number);
    const Type& pointee = *made.pointee;
    const bool is_input = made.storage == StorageClass::Input;
    const bool is_loaded = is_input && facts != nullptr && facts->load.has_value();
    if (facts == nullptr || (!is_loaded && !facts->varying)) {
        const Enumerant* name = find_enumerant(OperandKind::built_in, number);
        unsupported("the built-in " + std::string(name != nullptr ? name->name : "?") + " is");
    }
    if (is_loaded) {
        made.modes = nir::VariableMode::shader_temp;
        made.variable = shader_->add_variable(made.modes, nir_type(pointee), name_of(id));
        built_in_inputs_.push_back({facts, &pointee, made});
        return;
    }
    const bool per_vertex =
        is_per_vertex(id, is_input) && pointee.kind == TypeKind::array &&
        (pointee.element->kind == TypeKind::array || facts->built_in == BuiltIn::Position ||
         facts->built_in == BuiltIn::PointSize);
    made.variable = interface_variable(pointee, is_input, per_vertex, name_of(id));
    take_interpolation(*made.variable, id, DecorationFact::kWhole);
    place_built_in(*made.variable, *facts);
    InterfacePlace place;
    place.is_input = is_input;
    take_feedback_facts(id, DecorationFact::kWhole, place);
    note_feedback(*made.variable, place);
}

void Translator::finish_clip_distances() {
    for (unsigned i = 0; i < 2; ++i) {
        nir::Variable* clip = clip_distances_[i];
        nir::Variable* cull = cull_distances_[i];
        if (clip == nullptr || cull == nullptr || !are_clip_distances_used_[i]) {
            continue;
        }
        const nir::Type* type = clip->type;
        if (clip->per_vertex && type->is_array_type()) {
            type = type->element;
        }
        const std::uint32_t count = type->length;
        cull->location = kClipLocation + static_cast<std::int32_t>(count / 4);
        cull->component = count % 4;
        cull->semantic_index = count / 4;
    }
}

void Translator::load_built_ins() {
    for (const BuiltInInput& input : built_in_inputs_) {
        const Type& type = *input.type;
        const auto read = [&](nir::IntrinsicOp op, unsigned components, unsigned bits) {
            const unsigned own = nir::intrinsic_info(op).dest_components;
            const unsigned wanted = own != 0 ? own : components;
            return &b().intrinsic(op, wanted, bits, {})->value;
        };
        const Type* scalar = &type;
        while (scalar->kind == TypeKind::array) {
            scalar = scalar->element;
        }
        if (!scalar->is_vector_or_scalar() ||
            (type.kind == TypeKind::array && type.element->kind == TypeKind::array)) {
            unsupported("a built-in of this type is");
        }
        const unsigned count = type.kind == TypeKind::array ? type.count : type.components();
        const unsigned bits = scalar->scalar.bit_size == 1 ? 1 : 32;
        SsaDef* loaded = read(*input.facts->load, count, bits);
        if (input.facts->added) {
            loaded = b().iadd(loaded, read(*input.facts->added, count, bits));
        }
        const auto component = [&](unsigned c) -> SsaDef* {
            if (c >= loaded->num_components) {
                return b().imm_bits(0, loaded->bit_size);
            }
            return b().whole(nir::channel(loaded, c));
        };
        if (type.kind == TypeKind::array) {
            for (std::uint32_t i = 0; i < type.count && i < 32; ++i) {
                store(part(input.pointer, i), made(*type.element, component(i)),
                      nir::Access::nothing);
            }
            continue;
        }
        std::vector<nir::Operand> components;
        for (unsigned c = 0; c < type.components(); ++c) {
            SsaDef* one = component(c);
            const unsigned wanted = type.scalar.bit_size;
            components.emplace_back(one->bit_size == wanted ? one
                                    : wanted == 1 ? b().ine(one, b().imm_bits(0, one->bit_size))
                                                  : as_width(one, wanted));
        }
        store(input.pointer, made(type, b().vec(components)), nir::Access::nothing);
    }
}

bool Translator::declare_local(const Instruction& instruction) {
    const Words words = module_.operands(instruction);
    const Type& pointer_type = value_type(instruction.type);
    if (pointer_type.kind != TypeKind::pointer || pointer_type.storage != StorageClass::Function ||
        words[0] != static_cast<std::uint32_t>(StorageClass::Function)) {
        malformed("variables of functions are of the storage class Function");
    }
    const Type& pointee = variable_type(pointer_type);
    count_own_memory(pointee);
    if (pointee.holds_opaque) {
        unsupported("images, samplers and pointers in memory are");
    }
    Pointer& made = *arena_.make<Pointer>();
    made.pointee = &pointee;
    made.storage = StorageClass::Function;
    made.modes = nir::VariableMode::function_temp;
    made.variable = shader_->add_local(function_, nir_type(pointee), name_of(instruction.result));
    Value& value = new_value(pointer_type);
    value.pointer = &made;
    set_value(instruction.result, value);
    if (words.size() > 1) {
        initialise(made, words[1]);
    }
    return true;
}

} // namespace jacquard::spirv
