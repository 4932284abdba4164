#pragma once

#include <jacquard/nir/shader.h>
#include <jacquard/nir/type_layout.h>

#include <cstdint>
#include <optional>
#include <vector>

namespace jacquard::nir::interpreter {

// What an address that a dereference computes is counted in.
//
// Most are bytes of one memory. Buffers have their number above kBufferShift. Inputs and outputs
// are slots of 16 bytes, four to each component, whatever the width; with the vertex above
// kVertexShift where there is one. System values are counted from their first component.
enum class VariableSpace : std::uint8_t {
    none, // nothing that can be read: textures and images, whose address is their binding
    lane, // variables of the shader or a function, each lane has its own
    system_value,
    input,
    output,
    vertex_input,
    vertex_output,
    constant_buffer,
    storage_buffer,
    uniforms,
    push_constants,
    constant_data,
    shared,
    task_payload,
    global,
};

inline constexpr unsigned kBufferShift = 20;
inline constexpr unsigned kVertexShift = 20;

// Where the variables of a shader are.
class VariableMemory {
  public:
    explicit VariableMemory(const Shader& shader);

    [[nodiscard]] std::uint64_t address(const Variable& variable) const;
    // Bytes of one lane for space `lane`.
    [[nodiscard]] std::uint64_t lane_bytes() const { return lane_bytes_; }
    // Bytes of the variables that space `constant_data` holds.
    [[nodiscard]] std::uint64_t constant_bytes() const { return constant_bytes_; }

    [[nodiscard]] static VariableSpace space_of(const Variable& variable);
    // None where the modes do not tell one.
    [[nodiscard]] static VariableSpace space_of(const DerefInstruction& deref);
    [[nodiscard]] static Layout layout_of(VariableSpace space);
    // Bytes from one element, column or component to the next.
    [[nodiscard]] static std::uint64_t stride_of(const DerefInstruction& deref);
    [[nodiscard]] static std::uint64_t stride_of(const Type* type, VariableSpace space);
    // Bytes of one component where it is kept.
    [[nodiscard]] static unsigned component_bytes(unsigned bit_size, VariableSpace space);

  private:
    void place(const Variable& variable);

    std::vector<std::uint64_t> addresses_; // by Variable::index
    std::uint64_t lane_bytes_ = 0;
    std::uint64_t shared_bytes_ = 0;
    std::uint64_t constant_bytes_ = 0;
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
