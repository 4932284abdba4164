#include <jacquard/spirv/translator.h>

#include <algorithm>

// Variables between stages: what each is, where it stands and how it is interpolated.
namespace jacquard::spirv {

namespace {

constexpr std::uint32_t kMaxLocation = 255;

} // namespace

bool Translator::is_per_vertex(std::uint32_t id, bool is_input) const {
    if (decorations_.has(id, Decoration::Patch)) {
        return false;
    }
    switch (shader_->info.stage) {
    case nir::Stage::geometry: return is_input;
    case nir::Stage::tess_control: return true;
    case nir::Stage::tess_evaluation: return is_input;
    default: return false;
    }
}

void Translator::take_interpolation(nir::Variable& variable, std::uint32_t id,
                                    std::uint32_t member) {
    decorations_.for_each(id, member, [&](const DecorationFact& fact) {
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

nir::Variable* Translator::interface_variable(const Type& type, std::uint32_t id,
                                              std::uint32_t member, bool is_input, bool per_vertex,
                                              std::string_view name) {
    const Type* inner = &type;
    while (inner->kind == TypeKind::array) {
        inner = inner->element;
    }
    if (type.scalars > 4 * (kMaxLocation + 1) * 32 || inner->is_opaque()) {
        unsupported("inputs and outputs of this type are");
    }
    // The parts have half colours; other stages and memory between them know words.
    const unsigned bits = inner->scalar.bit_size;
    const bool is_colour = shader_->info.stage == nir::Stage::fragment && !is_input;
    if (bits == 8 || (bits == 16 && !is_colour)) {
        unsupported(std::string(is_input ? "inputs" : "outputs") + " of " + std::to_string(bits) +
                    " bits are");
    }
    nir::Variable* made = shader_->add_variable(is_input ? nir::VariableMode::shader_in
                                                         : nir::VariableMode::shader_out,
                                                nir_type(type), name);
    made->per_vertex = per_vertex;
    const bool is_fragment = shader_->info.stage == nir::Stage::fragment;
    if (is_fragment && is_input) {
        const bool is_float =
            inner->scalar.base == nir::BaseType::float_type && inner->scalar.bit_size <= 32;
        made->interpolation = is_float ? nir::Interpolation::smooth : nir::Interpolation::flat;
    }
    take_interpolation(*made, id, member);
    return made;
}

void Translator::declare_interface(const Instruction& instruction, const Type& pointee,
                                   bool is_input) {
    const std::uint32_t id = instruction.result;
    const bool per_vertex = is_per_vertex(id, is_input) && pointee.kind == TypeKind::array;
    Pointer& made = *arena_.make<Pointer>();
    made.pointee = &pointee;
    made.storage = is_input ? StorageClass::Input : StorageClass::Output;
    made.modes = is_input ? nir::VariableMode::shader_in : nir::VariableMode::shader_out;
    Value& value = new_value(value_type(instruction.type));
    value.pointer = &made;
    values_[id] = &value;
    if (const auto built_in = decorations_.value(id, Decoration::BuiltIn)) {
        declare_built_in(id, *built_in, made);
        return;
    }
    const Type* inner = &pointee;
    while (inner->kind == TypeKind::array) {
        inner = inner->element;
    }
    const std::uint32_t location = decorations_.value(id, Decoration::Location).value_or(0);
    if (location > kMaxLocation) {
        unsupported("locations above " + std::to_string(kMaxLocation) + " are");
    }
    if (inner->kind != TypeKind::structure) {
        made.variable = interface_variable(pointee, id, DecorationFact::kWhole, is_input,
                                           per_vertex, name_of(id));
        place_varying(*made.variable, location,
                      decorations_.value(id, Decoration::Component).value_or(0));
        return;
    }
    declare_block(id, made, *inner, is_input, per_vertex, location);
}

void Translator::place_varying(nir::Variable& variable, std::uint32_t location,
                               std::uint32_t component) {
    const bool is_wide = variable.type->without_arrays()->scalar.bit_size == 64;
    if (component > 3 || (is_wide && component % 2 != 0)) {
        malformed("no variable of its type begins at component " + std::to_string(component));
    }
    const bool is_colour = shader_->info.stage == nir::Stage::fragment &&
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
void Translator::check_overlap(const nir::Variable& variable) {
    if (shader_->info.stage != nir::Stage::fragment ||
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

void Translator::declare_block(std::uint32_t id, Pointer& made, const Type& structure,
                               bool is_input, bool per_vertex, std::uint32_t location) {
    Interface& interface = *arena_.make<Interface>();
    interface.structure = &structure;
    interface.members = arena_.make_array<nir::Variable*>(structure.members.size());
    for (std::uint32_t i = 0; i < structure.members.size(); ++i) {
        const Type& type = with_arrays(*made.pointee, *structure.members[i]);
        nir::Variable*& variable = interface.members[i];
        if (const auto built_in = decorations_.value(structure.id, Decoration::BuiltIn, i)) {
            const BuiltInFacts* facts = find_built_in(*built_in);
            if (facts == nullptr || !facts->varying) {
                continue; // an error where it is used
            }
            variable = interface_variable(type, structure.id, i, is_input, per_vertex, name_of(id));
            place_built_in(*variable, *facts);
            continue;
        }
        variable = interface_variable(type, structure.id, i, is_input, per_vertex, name_of(id));
        take_interpolation(*variable, id, DecorationFact::kWhole);
        location = decorations_.value(structure.id, Decoration::Location, i).value_or(location);
        if (location > kMaxLocation) {
            unsupported("locations above " + std::to_string(kMaxLocation) + " are");
        }
        place_varying(*variable, location,
                      decorations_.value(structure.id, Decoration::Component, i).value_or(0));
        const nir::Type* one = per_vertex && variable->type->is_array_type()
                                   ? variable->type->element
                                   : variable->type;
        location += static_cast<std::uint32_t>(std::min<std::uint64_t>(one->slots(), 256));
    }
    made.interface = &interface;
}

// A member's type within the arrays that the block stands in.
const Type& Translator::with_arrays(const Type& arrays, const Type& inner) {
    if (arrays.kind != TypeKind::array) {
        return inner;
    }
    const Type& element = with_arrays(*arrays.element, inner);
    Type& made = *arena_.make<Type>(arrays);
    made.element = &element;
    made.scalars = element.scalars * made.count;
    made.depth = element.depth + 1;
    if (made.depth > nir::kMaxTypeDepth) {
        unsupported("types that nest so deep are");
    }
    return made;
}

} // namespace jacquard::spirv
