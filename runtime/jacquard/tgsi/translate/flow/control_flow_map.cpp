#include <jacquard/generated/tgsi/translation_tables.h>
#include <jacquard/tgsi/translate/flow/control_flow_map.h>

namespace jacquard::tgsi {

ControlFlowMap::ControlFlowMap(const Program& program) : parts_(program.instructions.size()) {
    struct Open {
        std::uint32_t opener;
        std::uint32_t last_label;
    };
    std::vector<Open> open;
    for (std::uint32_t i = 0; i < program.instructions.size(); ++i) {
        const OpcodeInfo& opcode = info(program.instructions[i].opcode);
        const OpcodeTranslation& translation = translation_of(program.instructions[i].opcode);
        if (opcode.closes != 0 && !open.empty()) {
            parts_[open.back().opener].closer = i;
            open.pop_back();
        }
        if (translation.kind == Translation::jump && !open.empty()) {
            if (translation.jump == Jump::case_jump || translation.jump == Jump::default_jump) {
                Open& around = open.back();
                (around.last_label == kNone ? parts_[around.opener].first_label
                                            : parts_[around.last_label].next_label) = i;
                around.last_label = i;
            } else if (translation.jump == Jump::return_jump && open.size() > 1) {
                parts_[open.front().opener].returns_from_block = true;
            }
        }
        if (opcode.opens != BlockKind::none) {
            open.push_back({i, kNone});
            has_blocks_ = true;
        }
    }
}

std::uint32_t ControlFlowMap::end_of(std::uint32_t opener) const {
    std::uint32_t end = closer(opener);
    while (closer(end) != kNone) {
        end = closer(end);
    }
    return end;
}

} // namespace jacquard::tgsi
