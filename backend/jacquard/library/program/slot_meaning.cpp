#include <jacquard/generated/ir3/slots.h>
#include <jacquard/generated/tgsi/names.h>
#include <jacquard/library/program/slot_meaning.h>

#include <algorithm>
#include <span>

namespace jacquard::driver {

namespace {

// "USER_CLIP_PLANE0" of SYSTEM_VALUE_USER_CLIP_PLANE0, "VIEW_INDEX" of VARYING_SLOT_VIEW_INDEX.
std::string_view own_name(const ir3::SlotInfo& slot) {
    const std::string_view name = slot.name;
    for (const std::string_view prefix : {"SYSTEM_VALUE_", "VARYING_SLOT_"}) {
        if (name.starts_with(prefix)) {
            return name.substr(prefix.size());
        }
    }
    return name;
}

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
    const ir3::SlotInfo* slot = ir3::find_slot(name);
    return slot != nullptr && slot->in_cases ? own_name(*slot) : std::string_view();
}

std::vector<std::string_view> case_names() {
    const std::span<const std::string_view> semantics = tgsi::semantic_names();
    std::vector<std::string_view> names(semantics.begin(), semantics.end());
    for (const ir3::SlotInfo& slot : ir3::slot_infos()) {
        // One that fragments read as a varying is a system value of vertices.
        if (slot.in_cases && std::find(names.begin(), names.end(), own_name(slot)) == names.end()) {
            names.push_back(own_name(slot));
        }
    }
    return names;
}

} // namespace jacquard::driver
