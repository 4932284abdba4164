// Varyings in fewer slots.
//
// Before: each component stands where the shader declares it. After: it stands where the places
// say, in both stages.

#include <jacquard/library/link/passes.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/nir/build/operand_list.h>

#include <algorithm>
#include <set>

namespace jacquard::driver {

namespace {

using nir::IntrinsicInstruction;
using nir::SsaDef;

// The places to which the components of a load go, for each load in the order of the first of them.
struct MovedLoad {
    IntrinsicInstruction* load = nullptr;
    std::vector<VaryingComponent> to;
};

void add(std::vector<MovedLoad>& loads, IntrinsicInstruction* load, const VaryingComponent& to) {
    const auto found = std::find_if(loads.begin(), loads.end(),
                                    [load](const MovedLoad& each) { return each.load == load; });
    if (found != loads.end()) {
        found->to.push_back(to);
    } else {
        loads.push_back({load, {to}});
    }
}

} // namespace

bool pack_inputs(nir::Shader& reader, const VaryingPlaces& places) {
    const ReadComponents read = read_components(reader);
    std::vector<nir::IoSlot>& listed = reader.info.inputs;
    std::vector<MovedLoad> loads;
    std::map<std::uint32_t, nir::IoSlot> packed;
    for (const auto& [component, each] : read) {
        const auto place = places.find(component);
        if (place == places.end()) {
            continue;
        }
        for (IntrinsicInstruction* load : each.loads) {
            add(loads, load, place->second);
        }
        nir::IoSlot& slot = packed[place->second.index];
        slot.interpolation = each.interpolation;
        slot.location = each.location;
    }
    for (const auto& [load, components] : loads) {
        nir::CoreBuilder b(reader, nir::Cursor::before_instruction(load));
        b.origin = load->origin;
        nir::OperandList parts;
        for (const VaryingComponent& component : components) {
            parts.add(&access_like(b, *load, nullptr, listed, component)->value);
        }
        load->value.rewrite_uses(b.vec(parts.all()));
        load->remove();
    }
    for (nir::IoSlot& slot : listed) {
        const auto found = packed.find(slot.semantic_index);
        if (slot.semantic == nir::Semantic::generic && found != packed.end()) {
            slot.interpolation = found->second.interpolation;
            slot.location = found->second.location;
        }
    }
    list_accessed_components(reader);
    return !loads.empty();
}

bool pack_outputs(nir::Shader& writer, const VaryingPlaces& places) {
    const WrittenComponents written = written_components(writer);
    std::set<IntrinsicInstruction*> moved;
    for (const auto& [component, each] : written) {
        const auto place = places.find(component);
        if (place == places.end()) {
            continue;
        }
        for (const StoredValue& stored : each.stores) {
            nir::CoreBuilder b(writer, nir::Cursor::before_instruction(stored.store));
            b.origin = stored.store->origin;
            SsaDef* value = b.whole(nir::channel(stored.value, stored.component));
            access_like(b, *stored.store, value, writer.info.outputs, place->second);
            moved.insert(stored.store);
        }
    }
    for (IntrinsicInstruction* store : moved) {
        store->remove();
    }
    list_accessed_components(writer);
    return !moved.empty();
}

} // namespace jacquard::driver
