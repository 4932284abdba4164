#include <jacquard/spirv/translate/interface/feedback.h>
#include <jacquard/spirv/translate/interface/varyings.h>
#include <jacquard/spirv/translate/pointers/clip_distances.h>
#include <jacquard/spirv/translate/values/annotations.h>
#include <jacquard/spirv/translate/values/types.h>

#include <algorithm>
#include <utility>

// Variables between stages: their types, locations and interpolation.
namespace jacquard::spirv {

namespace {

constexpr std::uint32_t kMaxLocation = 255;

} // namespace

bool Varyings::is_per_vertex(std::uint32_t id, bool is_input) const {
    if (decorations().has(id, Decoration::Patch)) {
        return false;
    }
    switch (shader().info.stage) {
    case nir::Stage::geometry: return is_input;
    case nir::Stage::tess_control: return true;
    case nir::Stage::tess_evaluation: return is_input;
    default: return false;
    }
}

void Varyings::take_interpolation(nir::Variable& variable, std::uint32_t id, std::uint32_t member) {
    decorations().for_each(id, member, [&](const DecorationFact& fact) {
        switch (fact.decoration) {
        case Decoration::Flat: variable.interpolation = nir::Interpolation::flat; break;
        case Decoration::NoPerspective:
            variable.interpolation = nir::Interpolation::noperspective;
            break;
        case Decoration::Centroid:
            variable.interpolation_location = nir::InterpolationLocation::centroid;
            break;
        case Decoration::Sample:
            variable.interpolation_location = nir::InterpolationLocation::sample;
            break;
        case Decoration::Invariant: variable.invariant = true; break;
        case Decoration::Patch: variable.patch = true; break;
        default: break;
        }
    });
}

nir::Variable* Varyings::interface_variable(const Type& type, bool is_input, bool per_vertex,
                                            std::string_view name) {
    const Type& inner = type.without_arrays();
    if (type.scalars > 4 * (kMaxLocation + 1) * 32 || inner.is_opaque()) {
        unsupported("inputs and outputs of this type are");
    }
    const unsigned bits = inner.scalar.bit_size;
    if (bits == 8) {
        unsupported(std::string(is_input ? "inputs" : "outputs") + " of 8 bits are");
    }
    // The parts have half colours; other stages and what lies between them know words.
    const bool is_fragment = shader().info.stage == nir::Stage::fragment;
    const bool is_of_words = bits != 16 || (is_fragment && !is_input);
    nir::Variable* made = shader().add_variable(
        is_input ? nir::VariableMode::shader_in : nir::VariableMode::shader_out,
        types_.nir_type(is_of_words ? type : in_words(type)), name);
    made->per_vertex = per_vertex;
    if (is_fragment && is_input) {
        const bool is_float =
            inner.scalar.base == nir::BaseType::float_type && inner.scalar.bit_size <= 32;
        made->interpolation = is_float ? nir::Interpolation::smooth : nir::Interpolation::flat;
    }
    return made;
}

// The second colour of what is blended from two stands in the register behind the first.
void Varyings::take_second_colour(InterfacePlace& place) const {
    const std::uint32_t index = decorations().value(place.id, Decoration::Index).value_or(0);
    if (index == 0) {
        return;
    }
    if (place.is_input || shader().info.stage != nir::Stage::fragment || place.location != 0 ||
        index != 1) {
        unsupported("the decoration Index of anything but the second colour of location 0 is");
    }
    place.location = 1;
}

// Declares the variables of inputs or outputs, or of a part of them, and takes their locations.
const Interface* Varyings::declare_part(const Type& type, InterfacePlace& place) {
    if (type.without_arrays().kind == TypeKind::structure) {
        return type.kind == TypeKind::array ? declare_elements(type, place)
                                            : declare_structure(type, place);
    }
    if (place.location > kMaxLocation) {
        unsupported("locations above " + std::to_string(kMaxLocation) + " are");
    }
    Interface& made = *arena().make<Interface>();
    made.type = &type;
    made.variable = declare_member_variable(type, place);
    place_varying(*made.variable, place.location, place.component);
    feedback_.note_feedback(*made.variable, place);
    const auto slots = static_cast<std::uint32_t>(
        std::min<std::uint64_t>(types_.nir_type(type)->slots(), kMaxLocation + 1));
    place.taken.first = std::min(place.taken.first, place.location);
    place.location += slots;
    place.taken.end = std::max(place.taken.end, place.location);
    return &made;
}

nir::Variable* Varyings::declare_member_variable(const Type& type, InterfacePlace& place) {
    place.holds_halves = type.without_arrays().scalar.bit_size == 16;
    const Type& whole = place.vertices != nullptr ? over_vertices(*place.vertices, type) : type;
    nir::Variable* made = interface_variable(whole, place.is_input, place.vertices != nullptr,
                                             annotations_.name_of(place.id));
    take_interpolation(*made, place.id, DecorationFact::kWhole);
    for (const auto& [structure, member] : place.members) {
        take_interpolation(*made, structure, member);
    }
    return made;
}

// Each element takes as many locations as the first one, and those behind the one before.
const Interface* Varyings::declare_elements(const Type& type, InterfacePlace& place) {
    if (type.count > kMaxLocation + 1) {
        unsupported("locations above " + std::to_string(kMaxLocation) + " are");
    }
    Interface& made = *arena().make<Interface>();
    made.type = &type;
    made.parts = arena().make_array<const Interface*>(type.count);
    const LocationRange around = std::exchange(place.taken, {});
    const std::uint32_t before = place.before;
    std::uint32_t locations = 0; // of an element
    for (std::uint32_t i = 0; i < made.parts.size(); ++i) {
        place.before = before + i * locations;
        made.parts[i] = declare_part(*type.element, place);
        if (i == 0) {
            locations = place.taken.end - std::min(place.taken.first, place.taken.end);
        }
    }
    place.before = before;
    place.taken = {std::min(place.taken.first, around.first),
                   std::max(place.taken.end, around.end)};
    return &made;
}

const Interface* Varyings::declare_structure(const Type& type, InterfacePlace& place) {
    Interface& made = *arena().make<Interface>();
    made.type = &type;
    made.parts = arena().make_array<const Interface*>(type.members.size());
    const bool feeds_back_as_whole = place.feedback_offset.has_value();
    for (std::uint32_t i = 0; i < type.members.size(); ++i) {
        place.members.emplace_back(type.id, i);
        if (!feeds_back_as_whole) {
            place.feedback_offset.reset();
        }
        feedback_.take_feedback_facts(type.id, i, place);
        if (const auto built_in = decorations().value(type.id, Decoration::BuiltIn, i)) {
            const BuiltInFacts* facts = find_built_in(*built_in);
            // Others are an error where they are used.
            if (facts != nullptr && facts->varying) {
                Interface& part = *arena().make<Interface>();
                part.type = type.members[i];
                part.variable = declare_member_variable(*type.members[i], place);
                place_built_in(*part.variable, *facts);
                feedback_.note_feedback(*part.variable, place);
                made.parts[i] = &part;
            }
        } else {
            const auto location = decorations().value(type.id, Decoration::Location, i);
            place.location = location ? *location + place.before : place.location;
            place.component = decorations().value(type.id, Decoration::Component, i).value_or(0);
            made.parts[i] = declare_part(*type.members[i], place);
        }
        place.members.pop_back();
    }
    place.component = 0;
    return &made;
}

void Varyings::place_varying(nir::Variable& variable, std::uint32_t location,
                             std::uint32_t component) {
    const bool is_wide = variable.type->without_arrays()->scalar.bit_size == 64;
    if (component > 3 || (is_wide && component % 2 != 0)) {
        malformed("no variable of its type begins at component " + std::to_string(component));
    }
    const bool is_colour = shader().info.stage == nir::Stage::fragment &&
                           variable.mode == nir::VariableMode::shader_out;
    variable.location = static_cast<std::int32_t>(location);
    variable.component = component;
    variable.semantic = variable.patch ? nir::Semantic::patch
                        : is_colour    ? nir::Semantic::color
                                       : nir::Semantic::generic;
    variable.semantic_index = location;
    check_overlap(variable);
}

// A register that a fragment reads is filled in one way.
void Varyings::check_overlap(const nir::Variable& variable) {
    if (shader().info.stage != nir::Stage::fragment ||
        variable.mode != nir::VariableMode::shader_in) {
        return;
    }
    const nir::Type& inner = *variable.type->without_arrays();
    const std::uint32_t components =
        inner.num_components * std::max(inner.scalar.bit_size / 32U, 1U);
    const auto first = static_cast<std::uint32_t>(variable.location);
    const auto end = first + static_cast<std::uint32_t>(
                                 std::min<std::uint64_t>(variable.type->slots(), kMaxLocation));
    for (std::uint32_t slot = first; slot < end; ++slot) {
        for (std::uint32_t c = variable.component;
             c < std::min(variable.component + components, 4U); ++c) {
            const nir::Variable* other =
                input_places_.emplace(4 * slot + c, &variable).first->second;
            if (other->interpolation != variable.interpolation) {
                malformed("it shares a location with " + std::string(other->name) +
                          ", which is interpolated in another way");
            }
        }
    }
}

// A type of halves with a word for each.
const Type& Varyings::in_words(const Type& type) {
    Type& made = *arena().make<Type>(type);
    made.scalar.bit_size = 32;
    if (type.element != nullptr) {
        made.element = &in_words(*type.element);
    }
    return made;
}

// Returns the type of an array that has one `inner` for each vertex.
const Type& Varyings::over_vertices(const Type& vertices, const Type& inner) {
    Type& made = *arena().make<Type>(vertices);
    made.element = &inner;
    made.scalars = inner.scalars * made.count;
    made.depth = inner.depth + 1;
    if (made.depth > nir::kMaxTypeDepth) {
        unsupported("types that nest so deep are");
    }
    return made;
}

void Varyings::place_built_in(nir::Variable& variable, const BuiltInFacts& facts) {
    variable.semantic = *facts.varying;
    variable.component = facts.component;
    if (facts.built_in == BuiltIn::ClipDistance || facts.built_in == BuiltIn::CullDistance) {
        variable.compact = true;
        clip_distances_.place(variable, facts.is_after_clip_distances);
    }
    if (facts.built_in == BuiltIn::TessLevelOuter || facts.built_in == BuiltIn::TessLevelInner) {
        variable.compact = true;
        variable.patch = true;
    }
}

} // namespace jacquard::spirv
