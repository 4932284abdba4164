#include <jacquard/nir/fold/constant_evaluator.h>
#include <jacquard/spirv/translate/values/annotations.h>
#include <jacquard/spirv/translate/values/constants.h>
#include <jacquard/spirv/translate/values/faults.h>
#include <jacquard/spirv/translate/values/types.h>
#include <jacquard/spirv/translate/values/values.h>
#include <jacquard/support/expression/half.h>

#include <algorithm>
#include <bit>

// Constants, specialised ones included.
namespace jacquard::spirv {

namespace {

// A constant whose scalars are more is not made.
constexpr std::uint64_t kMaxConstantScalars = 1U << 20;

std::uint64_t number_of(std::span<const std::uint32_t> words) {
    std::uint64_t bits = words.empty() ? 0 : words[0];
    if (words.size() > 1) {
        bits |= std::uint64_t{words[1]} << 32;
    }
    return bits;
}

// A word of what is null. Byte 0 of a buffer is a place like any other, and so the null of places
// is one that no buffer reaches.
nir::ConstantValue null_word(const Type& type, unsigned component) {
    nir::ConstantValue word{};
    if (type.is_place() && component + 1 == type.components()) {
        word.u32 = 0xffffffff;
    }
    return word;
}

std::uint64_t float_bits(double value, unsigned width) {
    switch (width) {
    case 16: return double_to_half(value);
    case 32: return std::bit_cast<std::uint32_t>(static_cast<float>(value));
    default: return std::bit_cast<std::uint64_t>(value);
    }
}

// Returns the bits that a constant of a type has for a value that is given.
std::uint64_t bits_for(const Specialisation& given, nir::AluType type) {
    if (given.given_as == SpecialisedAs::bits || type.base != nir::BaseType::float_type) {
        if (given.given_as == SpecialisedAs::number) {
            malformed("the specialisation constant " + std::to_string(given.id) +
                      " is not a float, as the value given for it is");
        }
        return type.bit_size == 1 ? (given.bits != 0 ? 1 : 0) : given.bits;
    }
    const double value = given.given_as == SpecialisedAs::number
                             ? std::bit_cast<double>(given.bits)
                             : static_cast<double>(static_cast<std::int64_t>(given.bits));
    return float_bits(value, type.bit_size);
}

} // namespace

const Constant& Constants::constant(std::uint32_t id) const {
    if (id >= constants_.size() || constants_[id] == nullptr) {
        faults_.tell_postponed(id);
        malformed('%' + std::to_string(id) + " is not a constant defined before it");
    }
    return *constants_[id];
}

std::uint64_t Constants::constant_number(std::uint32_t id) const {
    const Constant& found = constant(id);
    if (found.type->kind != TypeKind::scalar) {
        malformed('%' + std::to_string(id) + " is not a number");
    }
    return found.is_null ? 0 : found.values[0].u64;
}

const Constant* Constants::null_constant(const Type& type) {
    Constant& made = *arena().make<Constant>();
    made.type = &type;
    made.is_null = true;
    return &made;
}

const Constant* Constants::specialised(const Instruction& instruction, std::uint64_t bits) {
    const Type& type = types_.value_type(instruction.type);
    if (type.kind != TypeKind::scalar) {
        malformed("its type is not a scalar");
    }
    if (const auto id = decorations().value(instruction.result, Decoration::SpecId)) {
        specialisable_.emplace(*id, instruction.result);
        if (const auto given = specialisations_.find(*id); given != specialisations_.end()) {
            bits = bits_for(given->second, type.scalar);
        }
    }
    Constant& made = *arena().make<Constant>();
    made.type = &type;
    made.values = arena().make_array<nir::ConstantValue>(1);
    made.values[0] = nir::constant_from_bits(bits, type.scalar.bit_size);
    return &made;
}

void Constants::warn_of_missing(const Annotations& names) {
    std::string known;
    for (const auto& [id, constant] : specialisable_) {
        const std::string name = names.name_of(constant);
        const bool is_named = name != '_' + std::to_string(constant);
        known += known.empty() ? "" : ", ";
        known += std::to_string(id) + (is_named ? " ('" + name + "')" : "");
    }
    for (const auto& [id, given] : std::map(specialisations_.begin(), specialisations_.end())) {
        if (!specialisable_.contains(id)) {
            faults_.warn("S205", "the module has no specialisation constant " + std::to_string(id))
                .notes.push_back({{}, "it has " + (known.empty() ? "none" : known)});
        }
    }
}

void Constants::make_constant(const Instruction& instruction) {
    const Words words = module().operands(instruction);
    const Constant* made = nullptr;
    switch (instruction.op()) {
    case Op::ConstantTrue:
    case Op::SpecConstantTrue: made = specialised(instruction, 1); break;
    case Op::ConstantFalse:
    case Op::SpecConstantFalse: made = specialised(instruction, 0); break;
    case Op::Constant:
    case Op::SpecConstant: made = specialised(instruction, number_of(words)); break;
    case Op::ConstantNull: {
        const Type& type = types_.value_type(instruction.type);
        const bool is_generic =
            type.kind == TypeKind::pointer && type.storage == StorageClass::Generic;
        made = null_constant(is_generic ? types_.pointer_into(StorageClass::CrossWorkgroup, type)
                                        : type);
        break;
    }
    default: {
        const Type& type = types_.value_type(instruction.type);
        Constant& composite = *arena().make<Constant>();
        composite.type = &type;
        const std::uint32_t wanted = type.kind == TypeKind::vector ? type.count : type.num_parts();
        const bool is_repeated = instruction.info->has(HandlingFlag::replicate);
        const std::size_t count = is_repeated ? wanted : words.size();
        if (count != wanted || (is_repeated && wanted == 0) ||
            !(type.is_composite() || type.kind == TypeKind::vector)) {
            malformed("it has " + std::to_string(words.size()) + " parts, and its type " +
                      std::to_string(wanted));
        }
        if (type.is_composite() && type.scalars > kMaxConstantScalars) {
            unsupported("constants of more than 1,048,576 scalars are");
        }
        if (type.kind == TypeKind::vector) {
            composite.values = arena().make_array<nir::ConstantValue>(count);
        } else {
            composite.parts = arena().make_array<const Constant*>(count);
        }
        for (std::uint32_t i = 0; i < count; ++i) {
            const std::uint32_t id = words[is_repeated ? 0 : i];
            const Instruction* definition = module().definition(id);
            const bool is_undef = definition != nullptr && definition->op() == Op::Undef;
            const Constant& part =
                is_undef ? *null_constant(types_.value_type(definition->type)) : constant(id);
            if (part.type != (type.kind == TypeKind::vector ? type.element : type.part(i))) {
                malformed("part " + std::to_string(i) + " is of another type");
            }
            if (type.kind == TypeKind::vector) {
                composite.values[i] = part.is_null ? nir::ConstantValue{} : part.values[0];
            } else {
                composite.parts[i] = &part;
            }
        }
        made = &composite;
    }
    }
    constants_[instruction.result] = made;
}

const Constant* Constants::part_of(const Constant& constant, std::uint32_t i) {
    return constant.is_null ? null_constant(*constant.type->part(i)) : constant.parts[i];
}

void Constants::flatten(const Constant& constant, std::vector<nir::ConstantValue>& scalars) {
    if (constant.type->is_one_value()) {
        for (unsigned c = 0; c < constant.type->components(); ++c) {
            scalars.push_back(constant.is_null ? null_word(*constant.type, c) : constant.values[c]);
        }
        return;
    }
    if (constant.type->scalars > kMaxConstantScalars) {
        unsupported("constants of more than 1,048,576 scalars are");
    }
    for (std::uint32_t i = 0; i < constant.type->num_parts(); ++i) {
        flatten(*part_of(constant, i), scalars);
    }
}

const Value* Constants::constant_value(std::uint32_t id) {
    const Constant* known = find(id);
    return known != nullptr ? &materialise(*known) : nullptr;
}

const Value& Constants::materialise(const Constant& constant) {
    const Type& type = *constant.type;
    if (type.is_one_value()) {
        std::array<nir::ConstantValue, nir::kMaxComponents> values{};
        if (constant.is_null) {
            for (unsigned c = 0; c < type.components(); ++c) {
                values[c] = null_word(type, c);
            }
        }
        std::copy(constant.values.begin(), constant.values.end(), values.begin());
        const nir::Cursor before = b().cursor;
        if (context().anchor() != nullptr) {
            b().cursor = nir::Cursor::before_instruction(context().anchor());
        }
        SsaDef* def =
            b().constant(type.scalar.bit_size, std::span(values).first(type.components()));
        b().cursor = before;
        return values_.made(type, def);
    }
    if (!type.is_composite()) {
        unsupported("constants of this type are");
    }
    if (type.scalars > kMaxConstantScalars) {
        unsupported("constants of more than 1,048,576 scalars are");
    }
    const std::span<const Value*> parts = arena().make_array<const Value*>(type.num_parts());
    for (std::uint32_t i = 0; i < parts.size(); ++i) {
        parts[i] = &materialise(*part_of(constant, i));
    }
    return values_.made(type, parts);
}

} // namespace jacquard::spirv
