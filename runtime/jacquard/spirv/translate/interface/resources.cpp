#include <jacquard/nir/ir/type_layout.h>
#include <jacquard/spirv/translate/interface/resources.h>
#include <jacquard/spirv/translate/values/annotations.h>
#include <jacquard/spirv/translate/values/types.h>
#include <jacquard/spirv/translate/values/values.h>

#include <algorithm>

// Variables in memory that the module declares.
namespace jacquard::spirv {

void Resources::declare_resource(const Instruction& instruction, const Type& pointee) {
    const auto storage = static_cast<StorageClass>(module().operands(instruction)[0]);
    const std::uint32_t id = instruction.result;
    const bool is_table = types_.is_table(storage, pointee);
    if (!is_table && pointee.holds_opaque != (storage == StorageClass::UniformConstant)) {
        unsupported(pointee.holds_opaque ? "images, samplers and pointers in memory are"
                                         : "values of the storage class UniformConstant are");
    }
    Pointer& made = *arena().make<Pointer>();
    made.pointee = &pointee;
    made.storage = storage;
    // A table is a variable of the invocation's own, which begins with its values.
    made.modes = is_table ? nir::VariableMode::shader_temp : types_.mode_of(storage, pointee);
    const bool is_own =
        is_table || storage == StorageClass::Private || storage == StorageClass::Workgroup;
    if (is_own) {
        context().count_own_memory(pointee);
    }
    const nir::Type* type = types_.nir_type(pointee, types_.layout_of(storage));
    if (storage == StorageClass::Workgroup && decorations().has(pointee.id, Decoration::Block) &&
        are_blocks_one_memory()) {
        made.variable = shared_block(*type);
        made.block_type = type;
        made.access = annotations_.access_of(id, DecorationFact::kWhole);
        Value& value = values_.new_value(types_.value_type(instruction.type));
        value.pointer = &made;
        values_.set_global(id, value);
        return;
    }
    nir::Variable* variable = shader().add_variable(made.modes, type, annotations_.name_of(id));
    variable->descriptor_set = decorations().value(id, Decoration::DescriptorSet).value_or(0);
    variable->binding = decorations().value(id, Decoration::Binding).value_or(0);
    const Type* inner = &pointee;
    while (inner->kind == TypeKind::array) {
        inner = inner->element;
    }
    variable->access = annotations_.access_of(id, DecorationFact::kWhole);
    if (made.modes == nir::VariableMode::image && decorations().has(id, Decoration::Aliased)) {
        // A write through another name is like a write by another invocation.
        variable->access = variable->access | nir::Access::coherent;
    }
    made.access = variable->access;
    made.variable = variable;
    Value& value = values_.new_value(types_.value_type(instruction.type));
    value.pointer = &made;
    values_.set_global(id, value);
}

// Blocks of the work group begin at the same place, so that they are views of one memory. A single
// one needs no view. Some of their types may not have been read yet.
bool Resources::are_blocks_one_memory() const {
    const auto is_block = [this](const Instruction& instruction) {
        if (instruction.op() != Op::Variable ||
            module().operands(instruction)[0] !=
                static_cast<std::uint32_t>(StorageClass::Workgroup)) {
            return false;
        }
        const Instruction* pointer = module().definition(instruction.type);
        return pointer != nullptr && pointer->op() == Op::TypePointer &&
               decorations().has(module().operands(*pointer)[1], Decoration::Block);
    };
    return std::count_if(module().instructions.begin(), module().instructions.end(), is_block) > 1;
}

// The memory of all blocks of the work group, large enough for one of this type.
nir::Variable* Resources::shared_block(const nir::Type& type) {
    constexpr std::uint64_t kVectorBytes = 16;
    const std::uint64_t bytes = nir::size_and_align(&type, nir::Layout::std430).size;
    const auto length = static_cast<std::uint32_t>(
        std::min<std::uint64_t>((bytes + kVectorBytes - 1) / kVectorBytes, 0xffffffff));
    if (shared_block_ == nullptr) {
        shared_block_ =
            shader().add_variable(nir::VariableMode::mem_shared, &type, "shared_blocks");
        shared_block_->type = nullptr;
    }
    if (shared_block_->type == nullptr || shared_block_->type->length < length) {
        const nir::Type* vector = shader().vector_type({nir::BaseType::uint_type, 32}, 4);
        shared_block_->type =
            shader().array_type(vector, length, static_cast<std::uint32_t>(kVectorBytes));
    }
    return shared_block_;
}

} // namespace jacquard::spirv
