#include "number_by_declaration.h"

#include <jacquard/library/program/slot_meaning.h>

#include <algorithm>
#include <optional>

namespace jacquard::testing {

namespace {

using driver::SlotMeaning;

std::optional<unsigned> declared_index(const tgsi::Program& source, tgsi::RegisterFile file,
                                       const SlotMeaning& meaning) {
    for (const tgsi::Declaration& declaration : source.declarations) {
        if (declaration.file != file || !declaration.semantic ||
            tgsi::name_of(*declaration.semantic) != meaning.semantic) {
            continue;
        }
        const auto first = static_cast<unsigned>(declaration.semantic_index);
        const auto count = static_cast<unsigned>(declaration.last - declaration.first);
        if (meaning.semantic_index >= first && meaning.semantic_index - first <= count) {
            return static_cast<unsigned>(declaration.first) + meaning.semantic_index - first;
        }
    }
    return std::nullopt;
}

} // namespace

void number_by_declaration(ir3::Program& program, const tgsi::Program& source) {
    for (ir3::ProgramInput& input : program.inputs) {
        if (const std::optional<SlotMeaning> meaning = driver::meaning_of_slot(input.name)) {
            input.index = meaning->semantic == "IN"
                              ? meaning->semantic_index
                              : declared_index(source, tgsi::RegisterFile::input, *meaning)
                                    .value_or(input.index);
        }
    }
    for (ir3::ProgramOutput& output : program.outputs) {
        if (const std::optional<SlotMeaning> meaning = driver::meaning_of_slot(output.name)) {
            output.index =
                declared_index(source, tgsi::RegisterFile::output, *meaning).value_or(output.index);
            output.source_component = static_cast<std::uint8_t>(meaning->first_component);
            output.num_components = static_cast<std::uint8_t>(
                std::min<unsigned>(output.num_components, meaning->num_components));
        }
    }
}

} // namespace jacquard::testing
