#include <jacquard/fossilize/stage_words.h>
#include <jacquard/generated/nir/enums.h>
#include <jacquard/generated/spirv/names.h>

namespace jacquard::fossilize {

namespace {

using spirv::ExecutionModel;

constexpr std::uint32_t number_of(ExecutionModel model) {
    return static_cast<std::uint32_t>(model);
}

} // namespace

std::string_view word_of_model(std::uint32_t model) {
    // The stages of the compiler have the numbers of SPIR-V.
    static_assert(static_cast<std::uint32_t>(nir::Stage::compute) ==
                  number_of(ExecutionModel::GLCompute));
    if (const std::string_view word = nir::find_word(nir::kStageWords, model); !word.empty()) {
        return word;
    }
    for (const spirv::NamedNumber& each : spirv::names_of(spirv::OperandKind::execution_model)) {
        if (each.number == model) {
            return each.name;
        }
    }
    return {};
}

std::optional<std::uint32_t> model_of_word(std::string_view word) {
    if (const std::optional<std::uint32_t> stage = nir::find_number(nir::kStageWords, word)) {
        return stage;
    }
    for (const spirv::NamedNumber& each : spirv::names_of(spirv::OperandKind::execution_model)) {
        if (each.name == word) {
            return each.number;
        }
    }
    return std::nullopt;
}

std::optional<std::uint32_t> model_of_stage_bit(std::uint32_t bit) {
    // The bits of the oldest stages stand in the order of SPIR-V's models.
    for (std::uint32_t model = 0; model <= number_of(ExecutionModel::GLCompute); ++model) {
        if (bit == std::uint32_t{1} << model) {
            return model;
        }
    }
    switch (bit) {
    case 0x40: return number_of(ExecutionModel::TaskEXT);
    case 0x80: return number_of(ExecutionModel::MeshEXT);
    default: return std::nullopt;
    }
}

bool is_model_of(std::uint32_t wanted, std::uint32_t model) {
    return model == wanted ||
           (wanted == number_of(ExecutionModel::TaskEXT) &&
            model == number_of(ExecutionModel::TaskNV)) ||
           (wanted == number_of(ExecutionModel::MeshEXT) &&
            model == number_of(ExecutionModel::MeshNV));
}

} // namespace jacquard::fossilize
