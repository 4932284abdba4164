#include <jacquard/nir/ir/width_mask.h>
#include <jacquard/spirv/translate/translator.h>

// Values by id.
namespace jacquard::spirv {

namespace {

// Parts of all composites of a module together, so that a short one cannot fill the memory.
constexpr std::uint64_t kMaxParts = std::uint64_t{1} << 24;

} // namespace

std::uint32_t Translator::word(std::size_t i) const {
    if (i >= now_.words.size()) {
        malformed("it ends before its operands do");
    }
    return now_.words[i];
}

Value& Translator::new_value(const Type& type) {
    Value& value = *arena_.make<Value>();
    value.type = &type;
    return value;
}

const Value& Translator::made(const Type& type, SsaDef* def) {
    if (def->num_components != type.components() || def->bit_size != type.scalar.bit_size) {
        malformed("what it makes has " + std::to_string(def->num_components) + " components of " +
                  std::to_string(def->bit_size) + " bits, which its type has not");
    }
    Value& value = new_value(type);
    value.def = def;
    return value;
}

const Value& Translator::made(const Type& type, std::span<const Value*> parts) {
    num_parts_ += parts.size();
    if (num_parts_ > kMaxParts) {
        unsupported("composites of so many parts are");
    }
    Value& value = new_value(type);
    value.parts = parts;
    return value;
}

const Value& Translator::undefined(const Type& type) {
    if (type.is_one_value()) {
        return made(type, b().undef(type.components(), type.scalar.bit_size));
    }
    if (!type.is_composite() || type.num_parts() == 0) {
        unsupported("values of this type that are undefined are");
    }
    if (num_parts_ + type.num_parts() > kMaxParts) {
        unsupported("composites of so many parts are");
    }
    const std::span<const Value*> parts = arena_.make_array<const Value*>(type.num_parts());
    for (std::uint32_t i = 0; i < parts.size(); ++i) {
        // Elements of an array are all alike.
        parts[i] = i > 0 && type.kind != TypeKind::structure ? parts[0] : &undefined(*type.part(i));
    }
    return made(type, parts);
}

void Translator::set_value(std::uint32_t id, const Value& value) {
    values_[id] = &value;
    if (function_ != nullptr && !is_scratch_) {
        local_ids_.push_back(id);
    }
}

void Translator::define(const Value& value) {
    set_value(now_.result, value);
}

void Translator::define(SsaDef* def) {
    if (now_.type == nullptr || !now_.type->is_vector_or_scalar()) {
        malformed("its type is not a scalar or vector");
    }
    define(made(*now_.type, def));
}

void Translator::define(nir::IntrinsicInstruction& made) {
    const nir::IntrinsicInfo& info = nir::intrinsic_info(made.op);
    if (!nir::mask_allows(info.bit_size_mask, made.value.bit_size)) {
        unsupported("results of " + std::to_string(made.value.bit_size) + " bits for " +
                    std::string(now_.info->name) + " are");
    }
    define(&made.value);
}

const Value& Translator::value(std::uint32_t id) {
    const Value& found = known_value(id);
    // The type of a pointer does not say how a matrix lies.
    if (found.type->is_address() && found.def == nullptr) {
        unsupported("values that point into matrices that lie row by row are");
    }
    return found.type->is_place() && found.def == nullptr ? placed(found) : found;
}

const Value& Translator::known_value(std::uint32_t id) {
    if (id < values_.size() && values_[id] != nullptr) {
        return *values_[id];
    }
    if (id < constants_.size() && constants_[id] != nullptr) {
        const Value& constant = materialise(*constants_[id]);
        if (!is_scratch_) {
            set_value(id, constant);
        }
        return constant;
    }
    const Instruction* definition = module_.definition(id);
    if (definition != nullptr && definition->op() == Op::Undef && definition->type != 0) {
        return undefined(value_type(definition->type));
    }
    if (failed_ids_.contains(id)) {
        throw TranslationFault{{}, false, true};
    }
    tell_postponed(id);
    malformed('%' + std::to_string(id) + " has no value here");
}

const Value& Translator::operand(std::size_t i) {
    return value(word(i));
}

nir::SsaDef* Translator::def(std::uint32_t id) {
    const Value& found = value(id);
    if (found.def == nullptr || !found.type->is_vector_or_scalar()) {
        malformed('%' + std::to_string(id) + " is not a scalar or vector");
    }
    return found.def;
}

nir::SsaDef* Translator::scalar_integer(std::size_t i) {
    SsaDef* given = operand_def(i);
    if (given->num_components != 1 || given->bit_size == 1) {
        malformed('%' + std::to_string(word(i)) + " is not a single integer");
    }
    return as_width(given, 32);
}

nir::SsaDef* Translator::as_width(SsaDef* integer, unsigned bits, bool is_signed) {
    if (integer->bit_size == bits) {
        return integer;
    }
    if (integer->bit_size == 1) {
        malformed("an integer is expected, not a truth");
    }
    if (bits == 64) {
        return is_signed ? b().i2i64(integer) : b().u2u64(integer);
    }
    return is_signed ? b().i2i32(integer) : b().u2u32(integer);
}

} // namespace jacquard::spirv
