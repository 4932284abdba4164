#pragma once

#include <jacquard/spirv/translate/values/concern.h>

namespace jacquard::spirv {

class Addresses;
class Constants;
class Memory;
class Pointers;
class Types;
class Values;
class Widths;

// Translates the accesses of kernels that say themselves how much they reach: copies of so many
// bytes, and vectors of an array of scalars.
class KernelMemory : Concern {
  public:
    KernelMemory(Context& context, Addresses& addresses, Constants& constants, Memory& memory,
                 Pointers& pointers, Types& types, Values& values, Widths& widths)
        : Concern(context), addresses_(addresses), constants_(constants), memory_(memory),
          pointers_(pointers), types_(types), values_(values), widths_(widths) {}

    void translate_copy_sized();
    void translate_vector_load();
    void translate_vector_store();

  private:
    const Type* common_type(const Pointer& to, const Pointer& from, std::uint64_t bytes) const;
    void copy_words(const Pointer& to, const Pointer& from, std::uint64_t bytes,
                    std::uint32_t alignment);
    Pointer vector_at(std::size_t pointer_word, SsaDef* offset, const Type& scalar, unsigned count);
    nir::DerefInstruction* place_of(const Pointer& first, unsigned c, unsigned left,
                                    unsigned& length);
    SsaDef* load_components(const Pointer& first, unsigned count);
    void store_components(const Pointer& first, SsaDef* value);
    SsaDef* narrowed(SsaDef* value);

    Addresses& addresses_;
    Constants& constants_;
    Memory& memory_;
    Pointers& pointers_;
    Types& types_;
    Values& values_;
    Widths& widths_;
};

} // namespace jacquard::spirv
