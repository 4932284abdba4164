#include <jacquard/ir3/check/findings.h>

#include <algorithm>

namespace jacquard::ir3 {

void Findings::add(const Hazard& hazard, std::uint32_t instruction) {
    const std::uint32_t other = hazard.other_instruction;
    add(fault_kind(hazard.kind), instruction, other == Hazard::kBeforeProgram ? 0 : other,
        [&] { return describe_hazard(hazard, name(instruction), name(other)); });
}

void Findings::required_flag(std::uint32_t instruction, Sync flags, std::uint32_t because) {
    add(FaultKind::required_flag, instruction, because, [&] {
        std::string text = name(instruction) + " must carry " + flag_names(flags);
        if (because != instruction) {
            text += ", because it follows " + name(because);
        }
        return text;
    });
}

std::vector<Fault> Findings::sorted() && {
    std::stable_sort(faults_.begin(), faults_.end(),
                     [](const Fault& a, const Fault& b) { return a.instruction < b.instruction; });
    return std::move(faults_);
}

} // namespace jacquard::ir3
