#pragma once

#include <jacquard/spirv/module/module.h>

#include <algorithm>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace jacquard::spirv {

// A decoration of an id, or of a member of a structure.
struct DecorationFact {
    static constexpr std::uint32_t kWhole = 0xffffffff;
    struct Target {
        std::uint32_t id;
        std::uint32_t member;

        friend auto operator<=>(const Target&, const Target&) = default;
    };
    Target target;
    Decoration decoration{};
    std::span<const std::uint32_t> operands;
};

// The decorations of a module, those of groups too.
class Decorations {
  public:
    // The module must outlive the object.
    explicit Decorations(const Module& module);

    // Calls visit(const DecorationFact&) for what is said of `id` itself (kWhole) or of a member.
    template <typename Visitor>
    void for_each(std::uint32_t id, std::uint32_t member, Visitor&& visit) const {
        for_own(id, member, visit);
        for (const GroupUse& use : about(groups_, {id, member})) {
            for_own(use.group, DecorationFact::kWhole, visit);
        }
    }
    // Returns whether any id or member has the decoration.
    [[nodiscard]] bool has_any(Decoration decoration) const {
        return std::any_of(facts_.begin(), facts_.end(), [&](const DecorationFact& fact) {
            return fact.decoration == decoration;
        });
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
    using Target = DecorationFact::Target;
    struct GroupUse {
        Target target;
        std::uint32_t group;
    };

    // Returns the entries of one target in a list that is ordered by targets.
    template <typename Said>
    static std::span<const Said> about(const std::vector<Said>& list, Target target) {
        const auto first =
            std::lower_bound(list.begin(), list.end(), target,
                             [](const Said& said, Target wanted) { return said.target < wanted; });
        auto last = first;
        while (last != list.end() && last->target == target) {
            ++last;
        }
        return std::span(list).subspan(static_cast<std::size_t>(first - list.begin()),
                                       static_cast<std::size_t>(last - first));
    }
    template <typename Visitor>
    void for_own(std::uint32_t id, std::uint32_t member, Visitor& visit) const {
        for (const DecorationFact& fact : about(facts_, {id, member})) {
            visit(fact);
        }
    }

    // By target; what is said of one in the order of the module.
    std::vector<DecorationFact> facts_;
    std::vector<GroupUse> groups_;
};

} // namespace jacquard::spirv
