#pragma once

#include <jacquard/generated/nir/texel_formats.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver::amber {

enum class ScalarKind : std::uint8_t { signed_integer, unsigned_integer, floating };

// A number within an element of a buffer.
struct Component {
    std::size_t offset = 0; // bytes from the element's start
    ScalarKind kind = ScalarKind::floating;
    unsigned bits = 32;

    [[nodiscard]] std::size_t bytes() const { return bits / 8; }
};

// How the elements of a buffer lie in memory.
struct ElementLayout {
    std::vector<Component> components; // by offset
    std::size_t size = 0;
    std::size_t alignment = 1;
    std::size_t stride = 0; // from one element to the next
    // The layout of an element that is a texel. One whose components are no whole bytes has one
    // component, the texel as an unsigned integer.
    std::optional<nir::TexelFormat> format;
};

enum class Packing : std::uint8_t { std140, std430 };

// The type of an element, as scripts write it; structures have members.
struct DataType {
    struct Member {
        std::string name;
        std::size_t type = 0; // in the script's list of types
        std::optional<std::size_t> offset;
        std::optional<std::size_t> array_stride;
        std::optional<std::size_t> matrix_stride;
    };

    ScalarKind kind = ScalarKind::floating;
    unsigned bits = 32;
    unsigned rows = 1;
    unsigned columns = 1;
    std::optional<std::size_t> array; // how many; 0: a list that lies as the members of an array do
    std::optional<nir::TexelFormat> format;
    std::vector<Member> members;       // of a structure
    std::optional<std::size_t> stride; // of a structure
};

// The layout that a member of a structure gives itself.
struct LayoutOverrides {
    std::optional<std::size_t> array_stride;
    std::optional<std::size_t> matrix_stride;
};

[[nodiscard]] ElementLayout lay_out(std::span<const DataType> types, std::size_t type,
                                    Packing packing, const LayoutOverrides& overrides = {});

// The layout of texels of a format.
[[nodiscard]] ElementLayout lay_out(nir::TexelFormat format);

// The first byte that two components of an element take, or a component and the next element;
// nothing where each has its own bytes.
[[nodiscard]] std::optional<std::size_t> overlap_of(const ElementLayout& layout);

// A number: what a component holds, and what a script compares it with.
struct Number {
    ScalarKind kind = ScalarKind::signed_integer;
    double floating = 0.0;
    std::int64_t integer = 0; // bits of an unsigned one

    [[nodiscard]] double as_double() const;
    [[nodiscard]] std::string text() const;
};

// False where the text is no number that a component of that kind and width holds: decimal, with a
// fraction for floats alone, or hexadecimal with `0x`.
[[nodiscard]] bool read_number(std::string_view text, ScalarKind kind, unsigned bits,
                               Number& number);

[[nodiscard]] Number load(const Component& component, std::span<const std::byte> element);
void store(const Component& component, const Number& number, std::span<std::byte> element);

} // namespace jacquard::driver::amber
