#pragma once

#include <jacquard/nir/ir/type.h>
#include <jacquard/support/api.h>

#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard {
class Arena;
}

namespace jacquard::nir {

// The types of a shader.
class TypeTable {
  public:
    explicit TypeTable(Arena& arena) : arena_(&arena) {}
    TypeTable(const TypeTable&) = delete;
    TypeTable& operator=(const TypeTable&) = delete;

    // The one type like `wanted`, made if need be. Its parts must be of this table; index and what
    // is computed from the parts need not be set. Null when it would nest too deeply. A structure
    // whose name another has gets a name made from it.
    const Type* intern(const Type& wanted);
    [[nodiscard]] const Type* find_structure(std::string_view name) const;
    // In the order they were made.
    [[nodiscard]] std::span<const Type* const> all() const { return all_; }

  private:
    const Type* find(const Type& wanted, std::uint64_t hash) const;

    Arena* arena_;
    std::vector<const Type*> all_;
    // A tree, since whoever writes a text can choose lengths of arrays that share a bucket.
    std::multimap<std::uint64_t, const Type*> by_hash_;
    std::map<std::string_view, const Type*> structures_;
};

} // namespace jacquard::nir

JACQUARD_END_API
