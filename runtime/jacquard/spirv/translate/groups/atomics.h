#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <cstddef>

namespace jacquard::spirv {

class Addresses;
class Constants;
class Memory;
class Pointers;
class StorageImages;
class Values;

// The scope and memory semantics of an atomic.
struct AtomicOrder {
    nir::Scope scope = nir::Scope::none;
    std::uint32_t semantics = 0;
    nir::Access access = nir::Access::coherent; // of the atomic itself
};

// Translates atomics and barriers.
class Atomics : Concern {
  public:
    Atomics(Context& context, Addresses& addresses, Constants& constants, Memory& memory,
            Pointers& pointers, StorageImages& storage_images, Values& values)
        : Concern(context), addresses_(addresses), constants_(constants), memory_(memory),
          pointers_(pointers), storage_images_(storage_images), values_(values) {}

    void translate_atomic();
    void translate_atomic_load();
    void translate_atomic_store();
    void translate_atomic_swap();
    void translate_flag(bool is_set);
    void translate_barrier(bool is_control);
    // All of a work group wait, and see what the others have written.
    void add_group_barrier();
    nir::Scope scope_of(std::uint32_t id) const;

  private:
    SsaDef* atomic(const Pointer& pointer, nir::AtomicOp op, SsaDef* data, SsaDef* compare,
                   nir::Access access);
    AtomicOrder order_of(std::size_t scope, std::size_t num_semantics = 1) const;
    void release_before(const AtomicOrder& order);
    void acquire_behind(const AtomicOrder& order);
    std::uint32_t semantics_of(std::uint32_t id) const;
    void add_barrier(nir::Scope execution, nir::Scope memory, std::uint32_t semantics);
    nir::VariableMode ordered_modes(std::uint32_t semantics) const;

    Addresses& addresses_;
    Constants& constants_;
    Memory& memory_;
    Pointers& pointers_;
    StorageImages& storage_images_;
    Values& values_;
};

} // namespace jacquard::spirv
