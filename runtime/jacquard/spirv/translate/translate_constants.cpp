#include <jacquard/nir/fold/constant_evaluator.h>
#include <jacquard/spirv/translate/translator.h>

#include <algorithm>

// Constants, specialised ones, and operations on them.
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

} // namespace

const Constant& Translator::constant(std::uint32_t id) const {
    if (id >= constants_.size() || constants_[id] == nullptr) {
        tell_postponed(id);
        malformed('%' + std::to_string(id) + " is not a constant defined before it");
    }
    return *constants_[id];
}

std::uint64_t Translator::constant_number(std::uint32_t id) const {
    const Constant& found = constant(id);
    if (found.type->kind != TypeKind::scalar) {
        malformed('%' + std::to_string(id) + " is not a number");
    }
    return found.is_null ? 0 : found.values[0].u64;
}

const Constant* Translator::null_constant(const Type& type) {
    Constant& made = *arena_.make<Constant>();
    made.type = &type;
    made.is_null = true;
    return &made;
}

const Constant* Translator::specialised(const Instruction& instruction, std::uint64_t bits) {
    const Type& type = value_type(instruction.type);
    if (type.kind != TypeKind::scalar) {
        malformed("its type is not a scalar");
    }
    if (const auto id = decorations_.value(instruction.result, Decoration::SpecId)) {
        if (const auto given = specialisations_.find(*id); given != specialisations_.end()) {
            bits = type.scalar.bit_size == 1 ? (given->second != 0 ? 1 : 0) : given->second;
        }
    }
    Constant& made = *arena_.make<Constant>();
    made.type = &type;
    made.values = arena_.make_array<nir::ConstantValue>(1);
    made.values[0] = nir::constant_from_bits(bits, type.scalar.bit_size);
    return &made;
}

bool Translator::make_constant(const Instruction& instruction) {
    const Words words = module_.operands(instruction);
    const Constant* made = nullptr;
    switch (instruction.op()) {
    case Op::ConstantTrue:
    case Op::SpecConstantTrue: made = specialised(instruction, 1); break;
    case Op::ConstantFalse:
    case Op::SpecConstantFalse: made = specialised(instruction, 0); break;
    case Op::Constant:
    case Op::SpecConstant: made = specialised(instruction, number_of(words)); break;
    case Op::ConstantNull: made = null_constant(value_type(instruction.type)); break;
    case Op::SpecConstantOp: made = operate(instruction); break;
    default: {
        const Type& type = value_type(instruction.type);
        Constant& composite = *arena_.make<Constant>();
        composite.type = &type;
        const std::uint32_t wanted = type.kind == TypeKind::vector ? type.count : type.num_parts();
        if (words.size() != wanted || !(type.is_composite() || type.kind == TypeKind::vector)) {
            malformed("it has " + std::to_string(words.size()) + " parts, and its type " +
                      std::to_string(wanted));
        }
        if (type.kind == TypeKind::vector) {
            composite.values = arena_.make_array<nir::ConstantValue>(words.size());
        } else {
            composite.parts = arena_.make_array<const Constant*>(words.size());
        }
        for (std::uint32_t i = 0; i < words.size(); ++i) {
            const Instruction* definition = module_.definition(words[i]);
            const bool is_undef = definition != nullptr && definition->op() == Op::Undef;
            const Constant& part =
                is_undef ? *null_constant(value_type(definition->type)) : constant(words[i]);
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
    return true;
}

const Constant* Translator::part_of(const Constant& constant, std::uint32_t i) {
    return constant.is_null ? null_constant(*constant.type->part(i)) : constant.parts[i];
}

void Translator::flatten(const Constant& constant, std::vector<nir::ConstantValue>& scalars) {
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

const Value& Translator::materialise(const Constant& constant) {
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
        if (anchor_ != nullptr) {
            b().cursor = nir::Cursor::before_instruction(anchor_);
        }
        SsaDef* def =
            b().constant(type.scalar.bit_size, std::span(values).first(type.components()));
        b().cursor = before;
        return made(type, def);
    }
    if (!type.is_composite()) {
        unsupported("constants of this type are");
    }
    if (type.scalars > kMaxConstantScalars) {
        unsupported("constants of more than 1,048,576 scalars are");
    }
    const std::span<const Value*> parts = arena_.make_array<const Value*>(type.num_parts());
    for (std::uint32_t i = 0; i < parts.size(); ++i) {
        parts[i] = &materialise(*part_of(constant, i));
    }
    return made(type, parts);
}

// The operation is translated into a function of its own, whose instructions are then evaluated.
const Constant* Translator::operate(const Instruction& instruction) {
    const Words words = module_.operands(instruction);
    const InstructionInfo* info = find_instruction(words[0]);
    if (info == nullptr) {
        malformed("there is no such operation");
    }
    switch (info->handling) {
    case Handling::formula:
    case Handling::alu:
    case Handling::select:
    case Handling::convert:
    case Handling::bitcast:
    case Handling::shuffle:
    case Handling::extract:
    case Handling::insert:
    case Handling::copy: break;
    default: unsupported("Op" + std::string(info->name) + " of constants is");
    }
    nir::Shader scratch(nir::Stage::compute);
    nir::Function* function = scratch.add_function("constants", true);
    const auto outer = std::move(builder_);
    nir::Instruction* const outer_anchor = anchor_;
    builder_.emplace(*function);
    anchor_ = nullptr;
    is_scratch_ = true;
    now_ = {info, &value_type(instruction.type), instruction.result, words.subspan(1)};
    const auto restore = [&] {
        builder_ = outer;
        anchor_ = outer_anchor;
        is_scratch_ = false;
    };
    try {
        translate_current();
    } catch (const TranslationFault&) {
        restore();
        throw;
    }
    std::unordered_map<const SsaDef*, std::vector<nir::ConstantValue>> known;
    for (nir::Instruction& step : function->first_block()->instructions()) {
        if (const auto* given = step.as<nir::ConstantInstruction>()) {
            known[&given->value].assign(given->components().begin(), given->components().end());
            continue;
        }
        auto* alu = step.as<nir::AluInstruction>();
        if (alu == nullptr) {
            continue; // undef: any bits, so zeros
        }
        std::array<std::array<nir::ConstantValue, nir::kMaxComponents>, 16> sources{};
        std::array<const nir::ConstantValue*, 16> places{};
        for (unsigned i = 0; i < alu->num_sources && i < 16; ++i) {
            const std::vector<nir::ConstantValue>& from = known[alu->sources()[i].ssa];
            for (unsigned c = 0; c < alu->source_components(i); ++c) {
                const unsigned which = alu->sources()[i].swizzle[c];
                sources[i][c] = which < from.size() ? from[which] : nir::ConstantValue{};
            }
            places[i] = sources[i].data();
        }
        std::vector<nir::ConstantValue>& result = known[&alu->value];
        result.resize(nir::kMaxComponents);
        static_cast<void>(nir::evaluate(alu->opcode, alu->unsized_bit_size(),
                                        alu->value.num_components, places.data(), result.data()));
        result.resize(alu->value.num_components);
    }
    const Value* result = values_[instruction.result];
    const Constant* made = result != nullptr ? evaluated(*result, known) : nullptr;
    values_[instruction.result] = nullptr;
    restore();
    if (made == nullptr) {
        malformed("it has no value");
    }
    return made;
}

const Constant* Translator::evaluated(
    const Value& value,
    const std::unordered_map<const SsaDef*, std::vector<nir::ConstantValue>>& known) {
    Constant& made = *arena_.make<Constant>();
    made.type = value.type;
    if (value.type->is_vector_or_scalar()) {
        made.values = arena_.make_array<nir::ConstantValue>(value.type->components());
        if (const auto found = known.find(value.def); found != known.end()) {
            std::copy_n(found->second.begin(), std::min(found->second.size(), made.values.size()),
                        made.values.begin());
        }
    }
    made.parts = arena_.make_array<const Constant*>(value.parts.size());
    for (std::size_t i = 0; i < made.parts.size(); ++i) {
        made.parts[i] = evaluated(*value.parts[i], known);
    }
    return &made;
}

} // namespace jacquard::spirv
