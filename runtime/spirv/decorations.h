#pragma once

#include <jacquard/spirv/module.h>

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace jacquard::spirv {

// What a module says of one id, or of one member of a structure.
struct DecorationFact {
    static constexpr std::uint32_t kWhole = 0xffffffff;
    std::uint32_t member = kWhole;
    Decoration decoration{};
    std::span<const std::uint32_t> operands;
};

// The decorations of a module, those of groups too.
class Decorations {
  public:
    explicit Decorations(const Module& module);

    // Calls visit(const DecorationFact&) for what is said of `id` itself (kWhole) or of a member.
    template <typename Visitor>
    void for_each(std::uint32_t id, std::uint32_t member, Visitor&& visit) const {
        for_own(id, member, visit);
        if (const auto groups = groups_.find(id); groups != groups_.end()) {
            for (const GroupUse& use : groups->second) {
                if (use.member == member) {
                    for_own(use.group, DecorationFact::kWhole, visit);
                }
            }
        }
    }
    [[nodiscard]] bool has(std::uint32_t id, Decoration decoration,
                           std::uint32_t member = DecorationFact::kWhole) const {
        bool found = false;
        for_each(id, member, [&](const DecorationFact& fact) {
            found = found || fact.decoration == decoration;
        });
        return found;
    }
    // The first operand of a decoration.
    [[nodiscard]] std::optional<std::uint32_t>
    value(std::uint32_t id, Decoration decoration,
          std::uint32_t member = DecorationFact::kWhole) const {
        std::optional<std::uint32_t> found;
        for_each(id, member, [&](const DecorationFact& fact) {
            if (fact.decoration == decoration && !fact.operands.empty()) {
                found = fact.operands[0];
            }
        });
        return found;
    }

  private:
    struct GroupUse {
        std::uint32_t group;
        std::uint32_t member;
    };

    static std::uint64_t key(std::uint32_t id, std::uint32_t member) {
        return std::uint64_t{id} << 32 | member;
    }
    template <typename Visitor>
    void for_own(std::uint32_t id, std::uint32_t member, Visitor& visit) const {
        if (const auto facts = facts_.find(key(id, member)); facts != facts_.end()) {
            for (const DecorationFact& fact : facts->second) {
                visit(fact);
            }
        }
    }

    std::unordered_map<std::uint64_t, std::vector<DecorationFact>> facts_;
    std::unordered_map<std::uint32_t, std::vector<GroupUse>> groups_;
};

} // namespace jacquard::spirv
