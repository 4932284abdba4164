#pragma once

#include <jacquard/generated/spirv/enums.h>
#include <jacquard/nir/ir/shader.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

// The types, constants, values and pointers for which the ids of a module stand during its
// translation. All of them are in an arena.
namespace jacquard::spirv {

enum class TypeKind : std::uint8_t {
    void_type,
    scalar,
    vector,
    matrix,
    array,
    structure,
    image,
    sampler,
    sampled_image,
    pointer,
    function,
};

struct Type;

struct MemberFacts {
    std::string_view name;
    std::uint32_t offset = nir::kNoOffset;
    std::uint32_t matrix_stride = 0;
    bool is_row_major = false;
    nir::Access access = nir::Access::nothing;
};

struct ImageFacts {
    Dim dim{};
    bool is_array = false;
    bool is_multisample = false;
    bool is_storage = false; // read and written without a sampler
    std::uint32_t format = 0;
    AccessQualifier access{}; // of a kernel's
};

struct Type {
    TypeKind kind = TypeKind::void_type;
    std::uint32_t id = 0;
    nir::AluType scalar;        // of scalars, vectors, matrices and addresses
    std::uint32_t count = 0;    // components, columns, elements (0: the memory says) or parameters
    std::uint32_t stride = 0;   // explicit, of an array
    unsigned depth = 0;         // of nesting
    std::uint64_t scalars = 1;  // in all of it
    bool holds_opaque = false;  // an image, a sampler, or a pointer that is no address
    bool holds_unsized = false; // an array whose length the memory says
    // The scalar of a vector, column of a matrix, element of an array, pointee of a pointer, image
    // of a sampled image, texel component of an image, result of a function.
    const Type* element = nullptr;
    std::span<const Type*> members; // of a structure; parameters of a function
    std::span<MemberFacts> facts;   // of a structure's members
    StorageClass storage{};         // of a pointer
    ImageFacts image;
    std::uint64_t bytes = 0;     // that a value takes in the memory of a kernel
    std::uint32_t alignment = 1; // that it has there
    bool has_address = false;    // a pointer that is a number of 64 bits
    // The number of words of `scalar` that represent a variable pointer, which states its place in
    // memory. 0 means that the pointer only names memory.
    std::uint8_t place_words = 0;

    [[nodiscard]] bool is_address() const { return has_address; }
    [[nodiscard]] const Type& without_arrays() const {
        return kind == TypeKind::array ? element->without_arrays() : *this;
    }
    // Returns whether one value of NIR holds a value of this type.
    [[nodiscard]] bool is_one_value() const {
        return is_vector_or_scalar() || is_address() || is_place();
    }
    [[nodiscard]] bool is_place() const { return place_words != 0; }

    [[nodiscard]] bool is_vector_or_scalar() const {
        return kind == TypeKind::scalar || kind == TypeKind::vector;
    }
    [[nodiscard]] bool is_opaque() const {
        return kind == TypeKind::image || kind == TypeKind::sampler ||
               kind == TypeKind::sampled_image;
    }
    [[nodiscard]] bool is_composite() const {
        return kind == TypeKind::matrix || kind == TypeKind::array || kind == TypeKind::structure;
    }
    [[nodiscard]] unsigned components() const {
        return kind == TypeKind::vector ? count : is_place() ? place_words : 1;
    }
    // Columns, elements or members.
    [[nodiscard]] std::uint32_t num_parts() const {
        return kind == TypeKind::structure ? static_cast<std::uint32_t>(members.size()) : count;
    }
    [[nodiscard]] const Type* part(std::uint32_t i) const {
        return kind == TypeKind::structure ? members[i] : element;
    }
};

// A constant, the specialised ones with the values that they have.
struct Constant {
    const Type* type = nullptr;
    std::span<nir::ConstantValue> values; // of a vector or scalar
    std::span<const Constant*> parts;     // of a composite
    bool is_null = false;                 // all of it is zero; no values and parts are given
};

// A choice of a part of memory: a member, or an element by number or value.
struct Step {
    std::uint32_t number = 0;
    nir::SsaDef* index = nullptr;
    bool is_member = false;
    const Step* before = nullptr; // of the path that it ends
};

struct Pointer;

// Inputs or outputs that structures group. Each part that holds no structure is a variable with
// locations of its own.
struct Interface {
    const Type* type = nullptr;        // without the array of vertices that it may stand in
    nir::Variable* variable = nullptr; // null: the part is a structure
    // Members, or elements of an array of structures; null: a built-in that is not supported.
    std::span<const Interface*> parts;
};

// One of several places, which a value chooses.
struct Choice {
    nir::SsaDef* index = nullptr;
    std::span<const Pointer*> places;
};

struct Value;

// Memory that a pointer names, or an image or sampler. The path is kept and not its dereferences,
// which are made where memory is accessed. It has no more steps than types nest.
struct Pointer {
    const Type* pointee = nullptr;
    StorageClass storage{};
    nir::Variable* variable = nullptr;
    const nir::Type* block_type = nullptr; // as which the variable is read; null: as what it is
    nir::DerefInstruction* parameter = nullptr; // made where the function begins
    const Pointer* cast_from = nullptr;         // the same memory, which points at something else
    nir::SsaDef* reference = nullptr;           // an address, or where a result goes
    const nir::Type* reference_type = nullptr;  // and what it points at
    std::uint32_t alignment = 0;                // that an address is known to have; 0: no address
    nir::VariableMode modes = nir::VariableMode::nothing;
    const Interface* interface = nullptr; // the variable is not chosen yet
    const Choice* choice = nullptr;       // it is, by a value; the path is part of each place
    const Step* path = nullptr;           // its last step
    // The pointer that a variable of the function holds, which is set once; null before that. No
    // such variable has memory.
    const Value** held = nullptr;
    nir::Access access = nir::Access::nothing;
    bool is_row_major = false;  // matrices in it are transposed in memory
    std::optional<Step> column; // of a matrix that is transposed in memory, which the steps lead to
    // A texel of an image.
    const Pointer* image = nullptr;
    nir::SsaDef* coordinate = nullptr;
    nir::SsaDef* sample = nullptr;
};

struct Value {
    const Type* type = nullptr;
    nir::SsaDef* def = nullptr;       // of a vector, scalar, address or place
    std::span<const Value*> parts;    // of a composite
    const Pointer* pointer = nullptr; // a pointer, or where an image or sampler comes from
    const Pointer* sampler = nullptr; // of an image with a sampler
};

} // namespace jacquard::spirv
