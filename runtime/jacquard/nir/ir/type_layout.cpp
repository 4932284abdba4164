#include <jacquard/nir/ir/type_layout.h>

#include <algorithm>
#include <bit>
#include <limits>

namespace jacquard::nir {
namespace {

constexpr std::uint64_t kLargest = std::numeric_limits<std::uint64_t>::max();
constexpr std::uint32_t kSlot = 16;

std::uint64_t add(std::uint64_t a, std::uint64_t b) {
    return a > kLargest - b ? kLargest : a + b;
}

std::uint64_t multiply(std::uint64_t a, std::uint64_t b) {
    return b != 0 && a > kLargest / b ? kLargest : a * b;
}

std::uint64_t round_up(std::uint64_t size, std::uint32_t align) {
    const std::uint64_t up = add(size, align - 1);
    return up == kLargest ? kLargest : up & ~std::uint64_t{align - 1};
}

// A boolean takes as much as an integer of 32 bits.
std::uint32_t scalar_size(AluType scalar) {
    return scalar.bit_size == 1 ? 4 : scalar.bit_size / 8U;
}

SizeAndAlign vector_layout(const Type& type, Layout layout) {
    const std::uint32_t one = scalar_size(type.scalar);
    const std::uint32_t size = one * type.num_components;
    switch (layout) {
    case Layout::scalar: return {size, one};
    case Layout::vec4_slots: return {round_up(size, kSlot), kSlot};
    case Layout::std140:
    case Layout::std430: break;
    }
    return {size, one * std::bit_ceil(std::uint32_t{type.num_components})};
}

std::uint32_t part_align(std::uint32_t align, Layout layout) {
    return layout == Layout::std140 || layout == Layout::vec4_slots ? std::max(align, kSlot)
                                                                    : align;
}

SizeAndAlign layout_of(const Type& type, Layout layout) {
    switch (type.kind) {
    case TypeKind::vector: return vector_layout(type, layout);
    case TypeKind::matrix:
    case TypeKind::array:
        return {multiply(element_stride(&type, layout), type.num_elements()),
                part_align(size_and_align(type.element, layout).align, layout)};
    case TypeKind::structure: {
        std::uint32_t align = part_align(1, layout);
        std::uint64_t end = 0;
        std::uint64_t furthest = 0;
        for (const StructMember& member : type.members) {
            const SizeAndAlign part = size_and_align(member.type, layout);
            align = std::max(align, part.align);
            const bool is_explicit = member.offset != kNoOffset && layout != Layout::vec4_slots;
            end = add(is_explicit ? member.offset : round_up(end, part.align), part.size);
            furthest = std::max(furthest, end);
        }
        return {round_up(furthest, align), align};
    }
    case TypeKind::void_type:
    case TypeKind::texture:
    case TypeKind::sampler:
    case TypeKind::image: break;
    }
    return {};
}

} // namespace

std::uint64_t element_stride(const Type* type, Layout layout) {
    if (type->kind == TypeKind::vector) {
        return scalar_size(type->scalar);
    }
    // Slots are counted, not laid out in bytes.
    if (type->stride != 0 && layout != Layout::vec4_slots) {
        return type->stride;
    }
    const SizeAndAlign element = size_and_align(type->element, layout);
    return round_up(element.size, part_align(element.align, layout));
}

std::uint64_t member_offset(const Type* structure, unsigned member, Layout layout) {
    std::uint64_t offset = 0;
    for (unsigned i = 0;; ++i) {
        const StructMember& at = structure->members[i];
        const SizeAndAlign part = size_and_align(at.type, layout);
        const bool is_explicit = at.offset != kNoOffset && layout != Layout::vec4_slots;
        offset = is_explicit ? at.offset : round_up(offset, part.align);
        if (i == member) {
            return offset;
        }
        offset = add(offset, part.size);
    }
}

void compute_layouts(Type& type) {
    for (std::size_t i = 0; i < kNumLayouts; ++i) {
        type.layouts[i] = layout_of(type, static_cast<Layout>(i));
    }
}

} // namespace jacquard::nir
