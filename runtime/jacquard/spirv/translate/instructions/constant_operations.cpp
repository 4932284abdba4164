#include <jacquard/nir/fold/constant_evaluator.h>
#include <jacquard/spirv/translate/instructions/constant_operations.h>
#include <jacquard/spirv/translate/instructions/instructions.h>
#include <jacquard/spirv/translate/values/types.h>
#include <jacquard/spirv/translate/values/values.h>

#include <algorithm>

// Operations on constants.
namespace jacquard::spirv {

// The operation is translated into a function of its own, whose instructions are then evaluated.
const Constant* ConstantOperations::operate(const Instruction& instruction) {
    const Words words = module().operands(instruction);
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
    const Type& type = types_.value_type(instruction.type);
    const auto outer = context().begin_scratch(*function);
    context().set_now({info, &type, instruction.result, words.subspan(1)});
    const auto restore = [&] { context().end_scratch(outer); };
    try {
        instructions_.translate_current();
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
    const Value* result = values_.find(instruction.result);
    const Constant* made = result != nullptr ? evaluated(*result, known) : nullptr;
    values_.clear(instruction.result);
    restore();
    if (made == nullptr) {
        malformed("it has no value");
    }
    return made;
}

const Constant* ConstantOperations::evaluated(
    const Value& value,
    const std::unordered_map<const SsaDef*, std::vector<nir::ConstantValue>>& known) {
    Constant& made = *arena().make<Constant>();
    made.type = value.type;
    if (value.type->is_vector_or_scalar()) {
        made.values = arena().make_array<nir::ConstantValue>(value.type->components());
        if (const auto found = known.find(value.def); found != known.end()) {
            std::copy_n(found->second.begin(), std::min(found->second.size(), made.values.size()),
                        made.values.begin());
        }
    }
    made.parts = arena().make_array<const Constant*>(value.parts.size());
    for (std::size_t i = 0; i < made.parts.size(); ++i) {
        made.parts[i] = evaluated(*value.parts[i], known);
    }
    return &made;
}

} // namespace jacquard::spirv
