#pragma once

#include <jacquard/generated/nir/texture.h>
#include <jacquard/nir/ir/types.h>
#include <jacquard/support/api.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard::nir {

enum class TypeKind : std::uint8_t {
    void_type,
    vector, // a scalar is a vector of one component
    matrix,
    array,
    structure,
    texture,
    sampler,
    image,
};

struct Type;

// Returns true if a variable can hold such a scalar; without a width none can.
constexpr bool is_valid_scalar(AluType type) {
    switch (type.base) {
    case BaseType::float_type: return type.bit_size >= 16;
    case BaseType::bool_type: return type.bit_size != 0 && type.bit_size != 64;
    case BaseType::int_type:
    case BaseType::uint_type: break;
    }
    return type.bit_size >= 8;
}

inline constexpr std::uint32_t kNoOffset = 0xffffffff;
// Types nest no deeper, so that walking one needs little stack.
inline constexpr unsigned kMaxTypeDepth = 32;
// Members are found and laid out one after the other.
inline constexpr std::size_t kMaxMembers = 16383;

struct StructMember {
    std::string_view name;
    const Type* type = nullptr;
    std::uint32_t offset = kNoOffset; // explicit, in bytes; kNoOffset: the layout decides
    // Scalars of the members in front, once the structure is made; it is no part of what it is.
    std::uint64_t scalars_before = 0;

    friend bool operator==(const StructMember& a, const StructMember& b) {
        return a.name == b.name && a.type == b.type && a.offset == b.offset;
    }
};

// Describes how memory holds values.
enum class Layout : std::uint8_t {
    scalar,     // every scalar at the next multiple of its size
    std140,     // vectors aligned, elements and structures at multiples of 16
    std430,     // vectors aligned
    vec4_slots, // every vector at a multiple of 16, as inputs and outputs are
};
inline constexpr std::size_t kNumLayouts = 4;

struct SizeAndAlign {
    std::uint64_t size = 0; // bytes; the largest number where it would overflow
    std::uint32_t align = 1;

    friend bool operator==(const SizeAndAlign&, const SizeAndAlign&) = default;
};

// The type of a variable or dereference. Types are never changed once made, and equal types of one
// shader are the same object, so they are compared by address. Shader makes them.
struct Type {
    TypeKind kind = TypeKind::void_type;
    AluType scalar;                  // of vectors and matrices; what texels of textures are
    std::uint8_t num_components = 0; // of a vector; rows of a matrix
    std::uint8_t num_columns = 0;    // of a matrix
    std::uint32_t length = 0;        // elements of an array; 0 where the memory says how many
    std::uint32_t stride = 0;      // explicit, in bytes, of an array or a matrix's columns; 0: none
    const Type* element = nullptr; // of an array; the column of a matrix
    std::span<const StructMember> members;
    std::string_view name;               // of a structure, no other structure of the shader has it
    TextureDim dim = TextureDim::dim_2d; // of textures and images
    bool is_array = false;               // of textures and images: with layers
    bool is_shadow = false;              // of textures and samplers: compares

    std::uint32_t index = 0;        // place in Shader::types(); what it is made of stands before
    std::uint8_t depth = 0;         // arrays and structures that are nested
    bool contains_opaque = false;   // holds a texture, sampler or image
    std::uint64_t scalar_count = 0; // scalars of all elements and members
    std::array<SizeAndAlign, kNumLayouts> layouts{}; // by Layout; see type_layout.h

    [[nodiscard]] bool is_scalar() const { return kind == TypeKind::vector && num_components == 1; }
    [[nodiscard]] bool is_vector_or_scalar() const { return kind == TypeKind::vector; }
    [[nodiscard]] bool is_matrix() const { return kind == TypeKind::matrix; }
    [[nodiscard]] bool is_structure() const { return kind == TypeKind::structure; }
    [[nodiscard]] bool is_array_type() const { return kind == TypeKind::array; }
    [[nodiscard]] bool is_unsized() const { return kind == TypeKind::array && length == 0; }
    // Made of parts that a dereference can name.
    [[nodiscard]] bool is_aggregate() const {
        return kind == TypeKind::array || kind == TypeKind::structure || kind == TypeKind::matrix;
    }
    // Has elements that an index selects: an array, the columns of a matrix.
    [[nodiscard]] bool has_elements() const {
        return kind == TypeKind::array || kind == TypeKind::matrix;
    }
    // Textures, samplers and images have no bits that a shader can see.
    [[nodiscard]] bool is_opaque() const {
        return kind == TypeKind::texture || kind == TypeKind::sampler || kind == TypeKind::image;
    }
    // Elements of an array, columns of a matrix, components of a vector.
    [[nodiscard]] std::uint32_t num_elements() const {
        return kind == TypeKind::matrix   ? num_columns
               : kind == TypeKind::vector ? num_components
                                          : length;
    }
    // Slots of four components that an input or output of this type takes.
    [[nodiscard]] std::uint64_t slots() const {
        return layouts[static_cast<std::size_t>(Layout::vec4_slots)].size / 16;
    }
    // The number of a member, -1 where there is none of that name.
    [[nodiscard]] int find_member(std::string_view member_name) const;
    // The type without the arrays around it.
    [[nodiscard]] const Type* without_arrays() const;
};

// Goes through the scalars of a type, one after the other.
class ScalarWalk {
  public:
    explicit ScalarWalk(const Type* type) { enter(type); }
    // The width of the next scalar; 0 behind the last one.
    unsigned next_bit_size();

  private:
    struct Place {
        const Type* type;
        std::uint32_t part;
    };

    void enter(const Type* type);

    std::vector<Place> places_;
};

// Prints the type as in the text form: float32x4, float32x4x3, int32[8], struct "Light", texture 2d
// array float32.
[[nodiscard]] std::string print(const Type& type);
void print(const Type& type, std::string& out);

} // namespace jacquard::nir

JACQUARD_END_API
