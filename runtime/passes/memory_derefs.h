#pragma once

#include <jacquard/nir/builder.h>
#include <jacquard/nir/type_layout.h>

#include <cstdint>
#include <vector>

namespace jacquard::nir {

// What an address is made of.
enum class AddressFormat : std::uint8_t {
    index_offset_32, // the number of a buffer and the bytes from its start
    offset_32,       // bytes from the start of the memory
    global_64,       // 64 bits, for all memory
};

[[nodiscard]] inline Layout layout_of_mode(VariableMode mode) {
    return mode == VariableMode::mem_ubo ? Layout::std140 : Layout::std430;
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
        std::uint32_t align_offset = 0;
        Instruction* last = nullptr; // behind which all of it is there; null: the dereference
    };

    void see(DerefInstruction& deref);
    Address address_of(const SsaDef& value) const;
    Address of_variable(const Variable& variable) const;
    Address of_cast(DerefInstruction& cast);
    Address of_step(const Address& parent, DerefInstruction& deref);
    void step_by(Address& address, DerefInstruction& deref, std::uint64_t stride);
    static void add_constant(Address& address, std::uint64_t bytes);

    bool has_buffer(const Address& address) const;
    bool is_wide(const Address& address) const;
    SsaDef* buffer_of(Builder& b, const Address& address) const;
    SsaDef* offset_of(Builder& b, const Address& address) const;

    bool visit(IntrinsicInstruction& access);
    bool load(IntrinsicInstruction& access, const Address& address);
    bool store(IntrinsicInstruction& access, const Address& address);
    bool atomic(IntrinsicInstruction& access, const Address& address);
    bool length(IntrinsicInstruction& query, const Address& address);
    IntrinsicInstruction* make_load(Builder& b, const Address& address, unsigned count,
                                    unsigned bits, Access access) const;
    IntrinsicInstruction* make_store(Builder& b, const Address& address, SsaDef* value) const;
    void describe(IntrinsicInstruction& made, const Address& address, Access access) const;
    bool hand_out_addresses();

    Function& function_;
    Shader& shader_;
    AddressFormat storage_format_;
    const std::vector<bool>& is_lowered_;
    VariableMode cast_modes_;
    std::vector<Address> addresses_; // by value
};

} // namespace jacquard::nir
