#include <jacquard/tgsi/control_flow_map.h>
#include <jacquard/tgsi/translation_tables.h>

namespace jacquard::tgsi {

ControlFlowMap::ControlFlowMap(const Program& program)
    : closer_(program.instructions.size(), kNone), first_label_(program.instructions.size(), kNone),
      next_label_(program.instructions.size(), kNone),
      returns_from_block_(program.instructions.size()) {
    struct Open {
        std::uint32_t opener;
        std::uint32_t last_label;
    };
    std::vector<Open> open;
    for (std::uint32_t i = 0; i < program.instructions.size(); ++i) {
        const OpcodeInfo& opcode = info(program.instructions[i].opcode);
        const OpcodeTranslation& translation = translation_of(program.instructions[i].opcode);
        if (opcode.closes != 0 && !open.empty()) {
            closer_[open.back().opener] = i;
            open.pop_back();
        }
        if (translation.kind == Translation::jump && !open.empty()) {
            if (translation.jump == Jump::case_jump || translation.jump == Jump::default_jump) {
                Open& around = open.back();
                (around.last_label == kNone ? first_label_[around.opener]
                                            : next_label_[around.last_label]) = i;
                around.last_label = i;
            } else if (translation.jump == Jump::return_jump && open.size() > 1) {
                returns_from_block_[open.front().opener] = true;
            }
        }
        if (opcode.opens != BlockKind::none) {
            open.push_back({i, kNone});
            has_blocks_ = true;
        }
    }
}

std::uint32_t ControlFlowMap::end_of(std::uint32_t opener) const {
    std::uint32_t end = closer_[opener];
    while (closer_[end] != kNone) {
        end = closer_[end];
    }
    return end;
}

} // namespace jacquard::tgsi
