#include <jacquard/driver/slot_meaning.h>
#include <jacquard/ir3/slots.h>
#include <jacquard/tgsi/names.h>

namespace jacquard::driver {

std::optional<SlotMeaning> meaning_of_slot(std::string_view name) {
    const ir3::SlotInfo* slot = ir3::find_slot(name);
    if (slot == nullptr || !slot->has_semantic) {
        return std::nullopt;
    }
    SlotMeaning meaning;
    meaning.semantic_index = slot->semantic_index;
    meaning.first_component = slot->component;
    meaning.num_components = slot->component == 0 ? 4 : 1;
    if (slot->kind == ir3::SlotKind::vertex_input) {
        meaning.semantic = "IN";
        return meaning;
    }
    const std::optional<tgsi::Semantic> semantic =
        tgsi::find_semantic(nir::name_of(slot->semantic));
    if (!semantic) {
        return std::nullopt;
    }
    meaning.semantic = tgsi::name_of(*semantic);
    return meaning;
}

} // namespace jacquard::driver
