#include <jacquard/spirv/module/decorations.h>

namespace jacquard::spirv {

namespace {

template <typename Said>
void order_by_target(std::vector<Said>& list) {
    const auto is_before = [](const Said& a, const Said& b) { return a.target < b.target; };
    // Many compilers write them in order.
    if (!std::is_sorted(list.begin(), list.end(), is_before)) {
        std::stable_sort(list.begin(), list.end(), is_before);
    }
}

} // namespace

Decorations::Decorations(const Module& module) {
    constexpr std::uint32_t kWhole = DecorationFact::kWhole;
    for (const Instruction& instruction : module.instructions) {
        if (instruction.op() == Op::Function) {
            break; // decorations come before the first function
        }
        if (instruction.info->handling != Handling::decoration) {
            continue;
        }
        const std::span<const std::uint32_t> words = module.operands(instruction);
        switch (instruction.op()) {
        case Op::Decorate:
        case Op::DecorateId:
            facts_.push_back(
                {{words[0], kWhole}, static_cast<Decoration>(words[1]), words.subspan(2)});
            break;
        case Op::MemberDecorate:
            facts_.push_back(
                {{words[0], words[1]}, static_cast<Decoration>(words[2]), words.subspan(3)});
            break;
        case Op::GroupDecorate:
            for (const std::uint32_t target : words.subspan(1)) {
                groups_.push_back({{target, kWhole}, words[0]});
            }
            break;
        case Op::GroupMemberDecorate:
            for (std::size_t i = 1; i + 1 < words.size(); i += 2) {
                groups_.push_back({{words[i], words[i + 1]}, words[0]});
            }
            break;
        default: break;
        }
    }
    order_by_target(facts_);
    order_by_target(groups_);
}

} // namespace jacquard::spirv
