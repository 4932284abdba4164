#pragma once

#include <jacquard/spirv/translate/values/concern.h>

#include <cstddef>

namespace jacquard::spirv {

class Addresses;
class NamedPlaces;
class Pointers;
class Values;
class Widths;

// An access of memory outside of the function has no more components.
inline constexpr unsigned kMaxAccessComponents = 4;

// The memory operands of an access, which end before word `end`.
struct MemoryOperands {
    nir::Access access = nir::Access::nothing;
    std::uint32_t alignment = 0; // 0: not stated
    std::size_t end = 0;
};

// Translates loads and stores.
class Memory : Concern {
  public:
    Memory(Context& context, Addresses& addresses, NamedPlaces& named_places, Pointers& pointers,
           Values& values, Widths& widths)
        : Concern(context), addresses_(addresses), named_places_(named_places), pointers_(pointers),
          values_(values), widths_(widths) {}

    static nir::Access access_to(const Pointer& pointer, nir::Access access);
    const Value& load(const Pointer& pointer, nir::Access access);
    static void check_writable(const Pointer& to);
    void store(const Pointer& pointer, const Value& value, nir::Access access);
    void translate_load();
    void translate_store();
    void translate_copy_memory();
    void translate_array_length();
    // Reads the memory operands that stand at a word of the current instruction.
    MemoryOperands memory_operands(std::size_t word) const;

  private:
    // The image, sampler or both that a place names.
    const Value& handle_of(const Pointer& place);
    const Value& load_row_major(const Pointer& pointer, nir::Access access);
    void store_row_major(const Pointer& pointer, const Value& value, nir::Access access);
    const Value& load_choice(const Choice& choice, nir::Access access);
    void store_choice(const Choice& choice, const Value& value, nir::Access access);
    const Value& load_long_vector(const Pointer& from, nir::Access access);
    void store_long_vector(const Pointer& to, const Value& value, nir::Access access);
    SsaDef* load_vector(nir::DerefInstruction* from, nir::Access access);
    void store_vector(nir::DerefInstruction* to, SsaDef* value, nir::Access access);

    Addresses& addresses_;
    NamedPlaces& named_places_;
    Pointers& pointers_;
    Values& values_;
    Widths& widths_;
};

} // namespace jacquard::spirv
