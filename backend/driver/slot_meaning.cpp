#include <jacquard/driver/slot_meaning.h>
#include <jacquard/ir3/slots.h>
#include <jacquard/tgsi/names.h>

#include <string>

namespace jacquard::driver {

namespace {

constexpr std::string_view kSystemValue = "SYSTEM_VALUE_";

} // namespace

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

std::string_view case_name_of_slot(std::string_view name) {
    if (const std::optional<SlotMeaning> meaning = meaning_of_slot(name)) {
        return meaning->semantic;
    }
    return name.starts_with(kSystemValue) ? name.substr(kSystemValue.size()) : std::string_view();
}

bool is_case_name(std::string_view name) {
    const ir3::SlotInfo* slot = ir3::find_slot(std::string(kSystemValue) + std::string(name));
    return tgsi::find_semantic(name) ||
           (slot != nullptr && slot->parameter >= 0 && !slot->has_semantic);
}

} // namespace jacquard::driver
