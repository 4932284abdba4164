#include <jacquard/generated/ir3/slots.h>
#include <jacquard/library/link/stage_pair.h>

#include <array>
#include <string_view>
#include <utility>

namespace jacquard::driver {

std::string name_of(const VaryingComponent& component) {
    const ir3::SlotInfo* slot =
        ir3::find_slot(ir3::SlotKind::varying, component.semantic, component.index);
    std::string name = slot != nullptr ? std::string(std::string_view(slot->name))
                                       : std::string(nir::name_of(component.semantic)) + ' ' +
                                             std::to_string(component.index);
    return name + '.' + "xyzw"[component.component];
}

void note(StagePair& pair, LinkAction action, const VaryingComponent& component,
          std::string detail) {
    pair.report.push_back({action, name_of(component), std::move(detail)});
}

std::string_view to_string(LinkAction action) {
    constexpr std::array<std::string_view, 6> kNames = {"constant",  "uniform", "same",
                                                        "unwritten", "unread",  "moved"};
    return kNames[static_cast<std::size_t>(action)];
}

} // namespace jacquard::driver
