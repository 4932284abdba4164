#include <jacquard/runs/case/declared_outputs.h>
#include <jacquard/tgsi/read/parse.h>

#include <algorithm>
#include <optional>

namespace jacquard::driver {

std::vector<CaseOutput> declared_outputs(std::string_view tgsi_text, const Limits& limits) {
    std::vector<CaseOutput> outputs;
    Diagnostics ignored;
    const std::optional<tgsi::Program> shader = tgsi::parse(tgsi_text, ignored, limits);
    if (!shader) {
        return outputs;
    }
    for (const tgsi::Declaration& declaration : shader->declarations) {
        if (declaration.file != tgsi::RegisterFile::output || !declaration.semantic) {
            continue;
        }
        for (int i = declaration.first; i <= declaration.last; ++i) {
            CaseOutput& output = outputs.emplace_back();
            output.index = static_cast<unsigned>(i);
            output.semantic = tgsi::name_of(*declaration.semantic);
            output.semantic_index =
                static_cast<unsigned>(declaration.semantic_index + i - declaration.first);
        }
    }
    return outputs;
}

void add_unwritten(std::vector<CaseOutput>& outputs, const std::vector<CaseOutput>& declared) {
    for (const CaseOutput& output : declared) {
        const bool is_there =
            std::any_of(outputs.begin(), outputs.end(),
                        [&](const CaseOutput& written) { return written.index == output.index; });
        if (!is_there) {
            outputs.push_back(output);
        }
    }
    std::stable_sort(outputs.begin(), outputs.end(),
                     [](const CaseOutput& a, const CaseOutput& b) { return a.index < b.index; });
}

void drop_undeclared(std::vector<CaseOutput>& outputs, const std::vector<CaseOutput>& declared) {
    std::erase_if(outputs, [&](const CaseOutput& output) {
        return std::none_of(declared.begin(), declared.end(),
                            [&](const CaseOutput& known) { return known.index == output.index; });
    });
}

} // namespace jacquard::driver
