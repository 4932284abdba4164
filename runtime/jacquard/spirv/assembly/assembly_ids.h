#pragma once

#include <jacquard/spirv/assembly/assembly_scanner.h>
#include <jacquard/spirv/module/module.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <span>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace jacquard::spirv {

// Numbers for names. Ids that are written as numbers keep them, the others take what is left.
class AssemblyIds {
  public:
    void reserve(std::span<const AssemblyToken> tokens) {
        for (const AssemblyToken& token : tokens) {
            if (const std::uint32_t number = token.is_id() ? number_of(token.word) : 0) {
                ids_.emplace(token.word, number);
                taken_.insert(number);
                bound_ = std::max(bound_, number + 1);
            }
        }
    }

    std::uint32_t id(std::string_view word) {
        const auto found = ids_.find(word);
        if (found != ids_.end()) {
            return found->second;
        }
        while (taken_.contains(next_)) {
            ++next_;
        }
        bound_ = std::max(bound_, next_ + 1);
        return ids_.emplace(word, next_++).first->second;
    }

    [[nodiscard]] std::uint32_t bound() const { return bound_; }

  private:
    // 0 for a name, as an id is that would be too large.
    static std::uint32_t number_of(std::string_view word) {
        std::uint32_t number = 0;
        const char* const last = word.data() + word.size();
        const auto [end, fault] = std::from_chars(word.data() + 1, last, number);
        const bool is_number = fault == std::errc{} && end == last && word[1] != '0';
        return is_number && number < kMaxBound ? number : 0;
    }

    std::unordered_map<std::string_view, std::uint32_t> ids_;
    std::unordered_set<std::uint32_t> taken_;
    std::uint32_t next_ = 1;
    std::uint32_t bound_ = 1;
};

} // namespace jacquard::spirv
