#include <jacquard/nir/ir/type_layout.h>
#include <jacquard/nir/ir/type_table.h>
#include <jacquard/support/memory/arena.h>

#include <algorithm>
#include <limits>

namespace jacquard::nir {
namespace {

constexpr std::uint64_t kHashStart = 0xcbf29ce484222325;

std::uint64_t add_to_hash(std::uint64_t hash, std::uint64_t value) {
    hash = (hash ^ value) * 0x9e3779b97f4a7c15;
    return hash ^ (hash >> 29);
}

std::uint64_t add_to_hash(std::uint64_t hash, std::string_view text) {
    for (const char c : text) {
        hash = add_to_hash(hash, static_cast<unsigned char>(c));
    }
    return add_to_hash(hash, text.size());
}

// A structure is found by its name, so its members need not be looked at.
std::uint64_t hash_of(const Type& type) {
    std::uint64_t hash = add_to_hash(kHashStart, static_cast<std::uint64_t>(type.kind));
    hash =
        add_to_hash(hash, static_cast<std::uint64_t>(type.scalar.base) << 8 | type.scalar.bit_size);
    hash =
        add_to_hash(hash, static_cast<std::uint64_t>(type.num_components) << 8 | type.num_columns);
    hash = add_to_hash(hash, static_cast<std::uint64_t>(type.length) << 32 | type.stride);
    hash = add_to_hash(hash, type.element != nullptr ? type.element->index + 1 : 0);
    hash = add_to_hash(hash, static_cast<std::uint64_t>(type.dim) << 2 |
                                 static_cast<std::uint64_t>(type.is_array) << 1 |
                                 static_cast<std::uint64_t>(type.is_shadow));
    return add_to_hash(hash, type.name);
}

bool equal(const Type& a, const Type& b) {
    return a.kind == b.kind && a.scalar == b.scalar && a.num_components == b.num_components &&
           a.num_columns == b.num_columns && a.length == b.length && a.stride == b.stride &&
           a.element == b.element && a.dim == b.dim && a.is_array == b.is_array &&
           a.is_shadow == b.is_shadow && a.name == b.name &&
           std::equal(a.members.begin(), a.members.end(), b.members.begin(), b.members.end());
}

std::uint64_t saturated_sum(std::uint64_t a, std::uint64_t b) {
    return a + b < a ? std::numeric_limits<std::uint64_t>::max() : a + b;
}

std::uint64_t saturated_product(std::uint64_t a, std::uint64_t b) {
    constexpr std::uint64_t kLargest = std::numeric_limits<std::uint64_t>::max();
    return b != 0 && a > kLargest / b ? kLargest : a * b;
}

// Computes the members that follow from the parts.
void summarise(Type& type) {
    unsigned depth = 0;
    switch (type.kind) {
    case TypeKind::vector: type.scalar_count = type.num_components; break;
    case TypeKind::matrix:
        type.scalar_count = std::uint64_t{type.num_components} * type.num_columns;
        break;
    case TypeKind::array:
        depth = type.element->depth + 1U;
        type.scalar_count = saturated_product(type.element->scalar_count, type.length);
        type.contains_opaque = type.element->contains_opaque;
        break;
    case TypeKind::structure:
        type.scalar_count = 0;
        for (const StructMember& member : type.members) {
            depth = std::max(depth, member.type->depth + 1U);
            type.scalar_count = saturated_sum(type.scalar_count, member.type->scalar_count);
            type.contains_opaque |= member.type->contains_opaque;
        }
        break;
    case TypeKind::texture:
    case TypeKind::sampler:
    case TypeKind::image: type.contains_opaque = true; break;
    case TypeKind::void_type: break;
    }
    type.depth = static_cast<std::uint8_t>(depth);
    compute_layouts(type);
}

unsigned depth_of_parts(const Type& type) {
    unsigned depth = type.kind == TypeKind::array ? type.element->depth : 0U;
    for (const StructMember& member : type.members) {
        depth = std::max<unsigned>(depth, member.type->depth);
    }
    return depth;
}

} // namespace

const Type* TypeTable::find(const Type& wanted, std::uint64_t hash) const {
    const auto [first, last] = by_hash_.equal_range(hash);
    for (auto at = first; at != last; ++at) {
        if (equal(*at->second, wanted)) {
            return at->second;
        }
    }
    return nullptr;
}

const Type* TypeTable::find_structure(std::string_view name) const {
    const auto found = structures_.find(name);
    return found != structures_.end() ? found->second : nullptr;
}

const Type* TypeTable::intern(const Type& wanted) {
    Type type = wanted;
    std::string unique;
    if (type.kind == TypeKind::structure) {
        if (type.name.empty()) {
            type.name = "struct";
        }
        // Another structure of that name has other members: the next free name with a number.
        const std::string base(type.name);
        unsigned number = 0;
        for (const Type* other = find_structure(type.name); other != nullptr;
             other = find_structure(type.name)) {
            if (equal(*other, type)) {
                return other;
            }
            unique = base + "_" + std::to_string(++number);
            type.name = unique;
        }
    }
    const std::uint64_t hash = hash_of(type);
    if (const Type* known = find(type, hash)) {
        return known;
    }
    if (depth_of_parts(type) >= kMaxTypeDepth) {
        return nullptr;
    }
    auto* made = arena_->make<Type>(type);
    made->name = arena_->copy_string(type.name);
    const std::span<StructMember> members = arena_->copy_array(type.members);
    std::uint64_t scalars = 0;
    for (StructMember& member : members) {
        member.name = arena_->copy_string(member.name);
        member.scalars_before = scalars;
        scalars = saturated_sum(scalars, member.type->scalar_count);
    }
    made->members = members;
    made->index = static_cast<std::uint32_t>(all_.size());
    summarise(*made);
    all_.push_back(made);
    by_hash_.emplace(hash, made);
    if (made->kind == TypeKind::structure) {
        structures_.emplace(made->name, made);
    }
    return made;
}

} // namespace jacquard::nir
