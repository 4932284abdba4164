#pragma once

#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/nir/ir/type_layout.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace jacquard::nir::interpreter {

// The space that an address which a dereference computes is counted in; nothing where there is
// nothing that can be read: textures and images, whose address is their binding.
//
// Most are bytes of one memory. Buffers have their number above kBufferShift. Inputs and outputs
// are slots of 16 bytes, four to each component, whatever the width; with the vertex above
// kVertexShift where there is one. System values are counted from their first component.
using VariableSpace = std::optional<MemorySpace>;

inline constexpr unsigned kBufferShift = 20;
inline constexpr unsigned kVertexShift = 20;

// The layout of the variables of a shader in memory.
class VariableMemory {
  public:
    explicit VariableMemory(const Shader& shader);

    [[nodiscard]] std::uint64_t address(const Variable& variable) const;
    // Bytes that the variables of a space take.
    [[nodiscard]] std::uint64_t bytes(MemorySpace space) const {
        return bytes_[static_cast<std::size_t>(space)];
    }

    [[nodiscard]] static VariableSpace space_of(const Variable& variable);
    // Returns nothing if the modes do not determine one.
    [[nodiscard]] static VariableSpace space_of(const DerefInstruction& deref);
    [[nodiscard]] static Layout layout_of(VariableSpace space);
    // Bytes from one element, column or component to the next.
    [[nodiscard]] static std::uint64_t stride_of(const DerefInstruction& deref);
    [[nodiscard]] static std::uint64_t stride_of(const Type* type, VariableSpace space);
    // Whether the variables of a space have an element for each vertex.
    [[nodiscard]] static bool has_vertices(VariableSpace space) {
        return space && memory_space_info(*space).has_parts;
    }
    // Bytes of one component where it is kept.
    [[nodiscard]] static unsigned component_bytes(unsigned bit_size, VariableSpace space);

  private:
    void place(const Variable& variable);

    std::vector<std::uint64_t> addresses_; // by Variable::index
    std::array<std::uint64_t, kNumMemorySpaces> bytes_{};
};

// A scalar of a value that is copied as a whole, by its distance from the beginning.
struct CopiedPart {
    std::uint64_t to = 0;
    std::uint64_t from = 0;
    std::uint8_t bit_size = 32;
};

// A variable of a function or the shader with what it begins with.
struct InitialVariable {
    const Variable* variable = nullptr;
    std::vector<std::uint64_t> addresses; // of its scalars
    std::vector<std::uint8_t> bit_sizes;
};

} // namespace jacquard::nir::interpreter
