#pragma once

#include <jacquard/support/api.h>
#include <jacquard/support/memory/arena_allocator.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string_view>
#include <utility>

JACQUARD_BEGIN_API

namespace jacquard::nir {

// The names that variables of one shader have, or had.
class VariableNames {
  public:
    explicit VariableNames(Arena& arena) : arena_(&arena), taken_(Allocator(arena)) {}

    // The name or, where that is taken, the next free one with a number behind it. The text is in
    // the arena.
    [[nodiscard]] std::string_view take(std::string_view wanted);

  private:
    // Ordered by hash, so that texts are seldom looked at.
    struct Name {
        std::size_t hash;
        std::string_view text;

        friend bool operator<(const Name& a, const Name& b) {
            return a.hash != b.hash ? a.hash < b.hash : a.text < b.text;
        }
    };
    using Allocator = ArenaAllocator<std::pair<const Name, std::uint32_t>>;

    Arena* arena_;
    // With the last number that was put behind each. A tree, since whoever writes a shader can
    // choose names whose hashes share a bucket.
    std::map<Name, std::uint32_t, std::less<Name>, Allocator> taken_;
};

} // namespace jacquard::nir

JACQUARD_END_API
