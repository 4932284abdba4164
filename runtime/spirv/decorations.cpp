#include <jacquard/spirv/decorations.h>

namespace jacquard::spirv {

Decorations::Decorations(const Module& module) {
    for (const Instruction& instruction : module.instructions) {
        const std::span<const std::uint32_t> words = module.operands(instruction);
        switch (instruction.op()) {
        case Op::Decorate:
        case Op::DecorateId:
            facts_[key(words[0], DecorationFact::kWhole)].push_back(
                {DecorationFact::kWhole, static_cast<Decoration>(words[1]), words.subspan(2)});
            break;
        case Op::MemberDecorate:
            facts_[key(words[0], words[1])].push_back(
                {words[1], static_cast<Decoration>(words[2]), words.subspan(3)});
            break;
        case Op::GroupDecorate:
            for (const std::uint32_t target : words.subspan(1)) {
                groups_[target].push_back({words[0], DecorationFact::kWhole});
            }
            break;
        case Op::GroupMemberDecorate:
            for (std::size_t i = 1; i + 1 < words.size(); i += 2) {
                groups_[words[i]].push_back({words[0], words[i + 1]});
            }
            break;
        case Op::Function: return; // nothing is decorated behind the first one
        default: break;
        }
    }
}

} // namespace jacquard::spirv
