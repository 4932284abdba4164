// Outputs that nobody reads.
//
// Before: outputs are stored by slots. After: components that neither the next stage nor the fixed
// function behind it reads are not stored; what was computed for them is left to be removed as
// dead.

#include <jacquard/generated/ir3/slots.h>
#include <jacquard/library/link/passes.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>

namespace jacquard::driver {

namespace {

// Returns true if hardware reads what a stage before the rasteriser stores there.
bool is_for_hardware(const VaryingComponent& component) {
    const ir3::SlotInfo* slot =
        ir3::find_slot(ir3::SlotKind::varying, component.semantic, component.index);
    return slot == nullptr || slot->fixed_function != ir3::FixedFunction::none;
}

// The component as which the next stage reads one: that of a front colour for a back colour.
std::set<std::pair<unsigned, unsigned>> slots_read(const ReadComponents& read) {
    std::set<std::pair<unsigned, unsigned>> slots;
    for (const auto& [component, loads] : read) {
        const ir3::SlotInfo* slot =
            ir3::find_slot(ir3::SlotKind::varying, component.semantic, component.index);
        if (slot != nullptr) {
            slots.emplace(slot->number, component.component);
        }
    }
    return slots;
}

} // namespace

bool drop_outputs(nir::Shader& writer, StagePair& pair) {
    const ReadComponents read = read_components(pair.reader);
    const std::set<std::pair<unsigned, unsigned>> slots = slots_read(read);
    const bool is_last = pair.reader.info.stage == nir::Stage::fragment;
    // The report says more of what was taken over.
    std::set<std::string> noted;
    for (const LinkNote& each : pair.report) {
        noted.insert(each.component);
    }
    bool changed = false;
    for (const auto& [component, written] : written_components(writer)) {
        const ir3::SlotInfo* slot =
            ir3::find_slot(ir3::SlotKind::varying, component.semantic, component.index);
        const bool is_read =
            read.contains(component) ||
            (slot != nullptr && slots.contains({slot->read_as, component.component}));
        if (is_read || written.is_open ||
            (is_last ? is_for_hardware(component) : slot == nullptr)) {
            continue;
        }
        for (const StoredValue& stored : written.stores) {
            const unsigned rest = stored.store->write_mask() & ~(1U << stored.component);
            stored.store->set_write_mask(rest);
            if (rest == 0) {
                stored.store->remove();
            }
        }
        if (!noted.contains(name_of(component))) {
            note(pair, LinkAction::unread, component);
        }
        changed = true;
    }
    return changed;
}

} // namespace jacquard::driver
