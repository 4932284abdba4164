#include <jacquard/generated/ir3/parts.h>
#include <jacquard/library/program/cost_rows.h>
#include <jacquard/tool/cost/compare/comparison_words.h>

#include <array>

namespace jacquard::driver {

std::string form_name(const ChangedShader& shader) {
    const auto& [file, gpu, form] = shader.key;
    return file + (shader.was.empty() ? "" : " (" + shader.was + ')') + ' ' + ir3::part_label(gpu) +
           (form == "main" ? "" : ' ' + form);
}

std::string value_text(const std::optional<double>& value) {
    return value ? number_text(*value) : "no bound";
}

std::string percent_text(const CostChange& change) {
    if (!change.percent) {
        return {};
    }
    return (*change.percent > 0 ? "+" : "") + number_text(*change.percent) + " %";
}

std::string_view verdict_text(CostVerdict verdict) {
    constexpr std::array<std::string_view, 4> kWords = {"unchanged", "better", "worse",
                                                        "worse, within the threshold"};
    return kWords[static_cast<std::size_t>(verdict)];
}

std::string totals_text(const CostComparison& comparison) {
    return "worse " + std::to_string(comparison.worse) + ", better " +
           std::to_string(comparison.better) + ", unchanged " +
           std::to_string(comparison.unchanged) +
           (comparison.added != 0 ? ", new " + std::to_string(comparison.added) : "") +
           (comparison.gone != 0 ? ", gone " + std::to_string(comparison.gone) : "");
}

} // namespace jacquard::driver
