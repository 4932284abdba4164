#pragma once

#include <jacquard/spirv/translate/values/concern.h>
#include <jacquard/spirv/translate/values/place_reader.h>

namespace jacquard::spirv {

class Constants;
class Pointers;
class Types;
class Values;
class Widths;

// Translates pointers that are values: addresses of memory without a variable, and places within
// variables.
class Addresses final : Concern, public PlaceReader {
  public:
    Addresses(Context& context, Constants& constants, Pointers& pointers, Types& types,
              Values& values, Widths& widths)
        : Concern(context), constants_(constants), pointers_(pointers), types_(types),
          values_(values), widths_(widths) {}

    const Value& placed(const Value& pointer) override;
    void translate_compare_pointers();
    void translate_pointer_difference();
    const Pointer& aligned(const Pointer& pointer, std::uint32_t alignment);
    const Pointer& naturally_aligned(const Pointer& pointer);
    void translate_access_chain();
    void translate_pointer_access_chain();
    void translate_address_to_integer();
    void translate_integer_to_address();
    void translate_pointer_cast();
    void translate_generic_pointer();
    void translate_generic_memory();
    // The same memory as a pointer to another type.
    Pointer viewed_as(const Pointer& pointer, const Type& wanted);
    // The element of an array that stands so many behind the one that the pointer leads to.
    Pointer stepped(const Pointer& pointer, SsaDef* count);

  private:
    const Value& base_pointer();
    Pointer chained(const Value& base);
    bool is_zero(std::uint32_t id) const;
    SsaDef* step_over(const Value& base, const Pointer& first);
    std::uint64_t stride_of(const Type& pointer);
    void define_pointer(const Pointer& pointer);

    Constants& constants_;
    Pointers& pointers_;
    Types& types_;
    Values& values_;
    Widths& widths_;
};

} // namespace jacquard::spirv
