#pragma once

#include <jacquard/spirv/translate/values/concern.h>

namespace jacquard::spirv {

class ClipDistances;
class Constants;
class NamedPlaces;
class Types;
class Values;
class Widths;

// Follows pointers to parts of what they point at, and makes the dereferences of NIR for accesses.
class Pointers : Concern {
  public:
    Pointers(Context& context, ClipDistances& clip_distances, Constants& constants,
             NamedPlaces& named_places, Types& types, Values& values, Widths& widths)
        : Concern(context), clip_distances_(clip_distances), constants_(constants),
          named_places_(named_places), types_(types), values_(values), widths_(widths) {}

    const Pointer& pointer(std::uint32_t id);
    // The memory that begins at an address, or at a place that is a value.
    const Pointer& at_address(const Value& address);
    nir::DerefInstruction* deref(const Pointer& pointer);
    nir::DerefInstruction* step(nir::DerefInstruction* from, const Step& step);
    Pointer part(const Pointer& pointer, std::uint32_t number);
    Pointer element(const Pointer& pointer, std::uint32_t id);
    Pointer chosen(const Pointer& pointer, const Step& step);
    SsaDef* index_value(std::uint32_t id, unsigned most_bits = 32);

  private:
    nir::Access access_to_places() const;
    nir::DerefInstruction* follow(nir::DerefInstruction* from, const Step* path, bool& is_named);
    void append(Pointer& pointer, const Step& step);
    Pointer past_end(const Pointer& pointer, std::uint64_t number);
    Pointer chosen_variable(const Pointer& pointer, const Step& step);
    Pointer chosen_of_each(const Pointer& pointer, const Step& step);

    ClipDistances& clip_distances_;
    Constants& constants_;
    NamedPlaces& named_places_;
    Types& types_;
    Values& values_;
    Widths& widths_;
};

} // namespace jacquard::spirv
