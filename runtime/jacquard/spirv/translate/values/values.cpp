#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/nir/ir/width_mask.h>
#include <jacquard/spirv/translate/values/constant_reader.h>
#include <jacquard/spirv/translate/values/faults.h>
#include <jacquard/spirv/translate/values/place_reader.h>
#include <jacquard/spirv/translate/values/types.h>
#include <jacquard/spirv/translate/values/values.h>

// Values by id.
namespace jacquard::spirv {

namespace {

// Parts of all composites of a module together, so that a short one cannot fill the memory.
constexpr std::uint64_t kMaxParts = std::uint64_t{1} << 24;

} // namespace

const Value& Values::select(SsaDef* condition, const Value& yes, const Value& no) {
    if (yes.type != no.type) {
        malformed("its values are of different types");
    }
    if (yes.def != nullptr) {
        if (condition->num_components != 1 &&
            condition->num_components != yes.def->num_components) {
            malformed("its condition has another number of components");
        }
        return made(*yes.type, b().bcsel(condition, yes.def, no.def));
    }
    if (!yes.type->is_composite() || condition->num_components != 1) {
        unsupported("choosing among pointers, images and samplers is");
    }
    const std::span<const Value*> parts = arena().make_array<const Value*>(yes.parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        parts[i] = &select(condition, *yes.parts[i], *no.parts[i]);
    }
    return made(*yes.type, parts);
}

// The two results of an instruction, as the structure that it makes.
void Values::define_pair(SsaDef* first, SsaDef* second) {
    if (now().type == nullptr || now().type->kind != TypeKind::structure ||
        now().type->members.size() != 2 || !now().type->members[0]->is_vector_or_scalar() ||
        !now().type->members[1]->is_vector_or_scalar()) {
        malformed("its type is not a structure of two values");
    }
    const std::span<const Value*> parts = arena().make_array<const Value*>(2);
    parts[0] = &made(*now().type->members[0], first);
    parts[1] = &made(*now().type->members[1], second);
    define(made(*now().type, parts));
}

Value& Values::new_value(const Type& type) {
    Value& value = *arena().make<Value>();
    value.type = &type;
    return value;
}

const Value& Values::made(const Type& type, SsaDef* def) {
    if (def->num_components != type.components() || def->bit_size != type.scalar.bit_size) {
        malformed("what it makes has " + std::to_string(def->num_components) + " components of " +
                  std::to_string(def->bit_size) + " bits, which its type has not");
    }
    Value& value = new_value(type);
    value.def = def;
    return value;
}

const Value& Values::made(const Type& type, std::span<const Value*> parts) {
    num_parts_ += parts.size();
    if (num_parts_ > kMaxParts) {
        unsupported("composites of so many parts are");
    }
    Value& value = new_value(type);
    value.parts = parts;
    return value;
}

std::span<const Value*> Values::parts_of(const Type& type) {
    if (num_parts_ + type.num_parts() > kMaxParts) {
        unsupported("composites of so many parts are");
    }
    return arena().make_array<const Value*>(type.num_parts());
}

const Value& Values::undefined(const Type& type) {
    if (type.is_one_value()) {
        return made(type, b().undef(type.components(), type.scalar.bit_size));
    }
    if (!type.is_composite() || type.num_parts() == 0) {
        unsupported("values of this type that are undefined are");
    }
    const std::span<const Value*> parts = parts_of(type);
    for (std::uint32_t i = 0; i < parts.size(); ++i) {
        // Elements of an array are all alike.
        parts[i] = i > 0 && type.kind != TypeKind::structure ? parts[0] : &undefined(*type.part(i));
    }
    return made(type, parts);
}

void Values::set_value(std::uint32_t id, const Value& value) {
    values_[id] = &value;
    if (context().function() != nullptr && !context().is_scratch()) {
        local_ids_.push_back(id);
    }
}

void Values::define(const Value& value) {
    set_value(now().result, value);
}

void Values::define(SsaDef* def) {
    if (now().type == nullptr || !now().type->is_vector_or_scalar()) {
        malformed("its type is not a scalar or vector");
    }
    define(made(*now().type, def));
}

void Values::define(nir::IntrinsicInstruction& made) {
    const nir::IntrinsicInfo& info = nir::intrinsic_info(made.op);
    if (!nir::mask_allows(info.bit_size_mask, made.value.bit_size)) {
        unsupported("results of " + std::to_string(made.value.bit_size) + " bits for " +
                    std::string(now().info->name) + " are");
    }
    define(&made.value);
}

const Value& Values::value(std::uint32_t id) {
    const Value& found = known_value(id);
    // The type of a pointer does not say how a matrix lies.
    if (found.type->is_address() && found.def == nullptr) {
        unsupported(context().is_kernel()
                        ? "addresses of tables of constants that the module itself has are"
                        : "values that point into matrices that lie row by row are");
    }
    return found.type->is_place() && found.def == nullptr ? places_.placed(found) : found;
}

const Value& Values::known_value(std::uint32_t id) {
    if (id < values_.size() && values_[id] != nullptr) {
        return *values_[id];
    }
    if (const Value* constant = constants_.constant_value(id)) {
        if (!context().is_scratch()) {
            set_value(id, *constant);
        }
        return *constant;
    }
    const Instruction* definition = module().definition(id);
    if (definition != nullptr && definition->op() == Op::Undef && definition->type != 0) {
        return undefined(types_.value_type(definition->type));
    }
    if (failed_ids_.contains(id)) {
        throw TranslationFault{{}, false, true};
    }
    faults_.tell_postponed(id);
    malformed('%' + std::to_string(id) + " has no value here");
}

const Value& Values::operand(std::size_t i) {
    return value(word(i));
}

nir::SsaDef* Values::def(std::uint32_t id) {
    const Value& found = value(id);
    if (found.def == nullptr || !found.type->is_vector_or_scalar()) {
        malformed('%' + std::to_string(id) + " is not a scalar or vector");
    }
    return found.def;
}

void Values::forget_locals() {
    for (const std::uint32_t id : local_ids_) {
        values_[id] = nullptr;
    }
    local_ids_.clear();
}

} // namespace jacquard::spirv
