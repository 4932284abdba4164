#pragma once

#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/analysis/memory/per_deref.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/nir/ir/type_layout.h>

#include <cstdint>
#include <vector>

namespace jacquard::nir {

// The representation of an address.
enum class AddressFormat : std::uint8_t {
    index_offset_32, // the number of a buffer and the bytes from its start
    offset_32,       // bytes from the start of the memory
    global_64,       // 64 bits, for all memory
};

// The space that accesses to variables of one mode go to when they are lowered; nothing for modes
// of what is not memory.
[[nodiscard]] inline const MemorySpaceInfo* lowered_space(VariableMode mode) {
    const std::optional<MemorySpace> space = space_of_mode(mode);
    return space ? &memory_space_info(memory_space_info(*space).lowered) : nullptr;
}

[[nodiscard]] inline Layout layout_of_mode(VariableMode mode) {
    const MemorySpaceInfo* space = lowered_space(mode);
    const bool has_bytes = space != nullptr && space->unit == 1 &&
                           space->addressing != Addressing::slot &&
                           space->addressing != Addressing::value;
    return has_bytes ? space->layout : Layout::std430;
}

// Turns accesses through dereferences into accesses by byte offset, for the passes that lower
// memory. Explicit strides and offsets of types hold; where there are none, those of the usual
// layout do.
class MemoryDerefs {
  public:
    // `is_lowered` has a truth for every variable; what casts make of other values is lowered where
    // it points into `cast_modes`.
    MemoryDerefs(Function& function, AddressFormat storage_format,
                 const std::vector<bool>& is_lowered, VariableMode cast_modes)
        : function_(function), shader_(*function.shader), storage_format_(storage_format),
          is_lowered_(is_lowered), cast_modes_(cast_modes) {}

    bool run();

  private:
    struct Address {
        VariableMode mode = VariableMode::nothing; // nothing: not lowered
        SsaDef* buffer = nullptr;                  // null: the constant alone
        std::uint64_t buffer_constant = 0;
        bool selects_buffer = false; // indices still choose a buffer
        SsaDef* offset = nullptr;    // null: the constant alone
        std::uint64_t constant = 0;
        std::uint64_t range = 0;  // bytes of the variable; 0: unknown
        std::uint64_t stride = 0; // from one element of what was indexed last to the next
        std::uint32_t align_mul = 1;
        Access access = Access::nothing; // the variable's flags for all accesses
        std::uint32_t align_offset = 0;
        Instruction* last = nullptr; // behind which all of it is there; null: the dereference
    };

    void see(DerefInstruction& deref);
    [[nodiscard]] Address address_of(const SsaDef& value) const;
    Address of_variable(const Variable& variable) const;
    Address of_cast(DerefInstruction& cast);
    Address of_step(const Address& parent, DerefInstruction& deref);
    void step_by(Address& address, DerefInstruction& deref, std::uint64_t stride);
    static void add_constant(Address& address, std::uint64_t bytes);

    bool has_buffer(const Address& address) const;
    bool is_wide(const Address& address) const;
    SsaDef* buffer_of(CoreBuilder& b, const Address& address) const;
    SsaDef* offset_of(CoreBuilder& b, const Address& address) const;

    // The operands of an access beside its address; null if it has none.
    struct Operands {
        SsaDef* value = nullptr;
        SsaDef* data = nullptr;
        SsaDef* compare = nullptr;
    };

    const VariableLowering& lowering_of(const Address& address) const;
    bool visit(IntrinsicInstruction& intrinsic);
    bool load(IntrinsicInstruction& intrinsic, const Address& address);
    bool store(IntrinsicInstruction& intrinsic, const VariableAccess& access,
               const Address& address);
    bool atomic(IntrinsicInstruction& intrinsic, const VariableAccess& access,
                const Address& address);
    bool place(IntrinsicInstruction& query);
    bool length(IntrinsicInstruction& query, const Address& address);
    IntrinsicInstruction* make(CoreBuilder& b, IntrinsicOp op, const Address& address,
                               unsigned count, unsigned bits, const Operands& operands) const;
    void describe(IntrinsicInstruction& made, const Address& address, Access access) const;
    bool hand_out_addresses();
    bool hand_out(const Address& address, DerefInstruction& deref);

    Function& function_;
    Shader& shader_;
    AddressFormat storage_format_;
    const std::vector<bool>& is_lowered_;
    VariableMode cast_modes_;
    PerDeref<Address> addresses_;
};

} // namespace jacquard::nir
