#pragma once

#include <jacquard/nir/build/core_builder.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/passes/util/each.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

// Inputs and outputs that are colours.
namespace jacquard::nir {

// The component that is no colour.
inline constexpr unsigned kAlpha = 3;

[[nodiscard]] inline bool is_color(const IoSlot& slot) {
    return slot.semantic == Semantic::color || slot.semantic == Semantic::bcolor;
}

// The distance of an access to an input or output from the slot that it names; nothing where only
// the program knows it.
[[nodiscard]] inline std::optional<std::uint32_t> known_distance(const Source& offset) {
    const auto constant = constant_components(*offset.ssa);
    return constant.empty() ? std::nullopt : std::optional(constant[0].u32);
}

// Calls change(store, slot) for every store of float colours; whether one call was true. The slot
// is the first where only the program knows which it is.
template <typename Change>
bool change_color_stores(Shader& shader, const Change& change) {
    return change_instructions<IntrinsicInstruction>(shader, [&](IntrinsicInstruction& store) {
        if (store.op != IntrinsicOp::store_output ||
            store.src_type().base != BaseType::float_type) {
            return false;
        }
        const auto number =
            static_cast<std::size_t>(store.base()) + known_distance(store.sources()[1]).value_or(0);
        return number < shader.info.outputs.size() && is_color(shader.info.outputs[number]) &&
               change(store, shader.info.outputs[number]);
    });
}

// Replaces what is stored by component(b, value of a component, its number of the four) for each.
template <typename Component>
void change_stored(Shader& shader, IntrinsicInstruction& store, const Component& component) {
    CoreBuilder b(shader, Cursor::before_instruction(&store));
    b.origin = store.origin;
    SsaDef* value = store.sources()[0].ssa;
    std::array<Operand, kMaxComponents> parts;
    for (unsigned i = 0; i < value->num_components; ++i) {
        parts[i] = component(b, channel(value, i), static_cast<unsigned>(store.component()) + i);
    }
    store.sources()[0].set(b.vec(std::span(parts).first(value->num_components)));
}

} // namespace jacquard::nir
