#pragma once

#include <jacquard/generated/spirv/enums.h>
#include <jacquard/spirv/translate/interface/interface_place.h>
#include <jacquard/spirv/translate/values/concern.h>

#include <string_view>
#include <unordered_map>

namespace jacquard::spirv {

class Annotations;
class ClipDistances;
class Feedback;
class Types;

// Declares the variables of inputs and outputs, with their locations and interpolation.
class Varyings : Concern {
  public:
    Varyings(Context& context, Annotations& annotations, ClipDistances& clip_distances,
             Feedback& feedback, Types& types)
        : Concern(context), annotations_(annotations), clip_distances_(clip_distances),
          feedback_(feedback), types_(types) {}

    bool is_per_vertex(std::uint32_t id, bool is_input) const;
    void take_interpolation(nir::Variable& variable, std::uint32_t id, std::uint32_t member);
    nir::Variable* interface_variable(const Type& type, bool is_input, bool per_vertex,
                                      std::string_view name);
    void take_second_colour(InterfacePlace& place) const;
    const Interface* declare_part(const Type& type, InterfacePlace& place);
    void place_built_in(nir::Variable& variable, const BuiltInFacts& facts);

  private:
    nir::Variable* declare_member_variable(const Type& type, InterfacePlace& place);
    const Interface* declare_elements(const Type& type, InterfacePlace& place);
    const Interface* declare_structure(const Type& type, InterfacePlace& place);
    void place_varying(nir::Variable& variable, std::uint32_t location, std::uint32_t component);
    void check_overlap(const nir::Variable& variable);
    const Type& in_words(const Type& type);
    const Type& over_vertices(const Type& vertices, const Type& inner);

    Annotations& annotations_;
    ClipDistances& clip_distances_;
    Feedback& feedback_;
    Types& types_;
    std::unordered_map<std::uint32_t, const nir::Variable*> input_places_; // by component
};

} // namespace jacquard::spirv
