#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/library/link/varying_places.h>

#include <algorithm>
#include <tuple>
#include <vector>

namespace jacquard::driver {

namespace {

// The components of one slot that both stages have.
struct Group {
    std::uint32_t index = 0;
    std::vector<std::uint8_t> components;
    std::tuple<nir::Interpolation, nir::InterpolationLocation, unsigned> kind;
};

// A slot that is being filled.
struct Place {
    std::uint32_t index = 0;
    std::size_t filled = 0;
    decltype(Group::kind) kind;
};

std::vector<Group> movable_groups(nir::Shader& writer, nir::Shader& reader) {
    const WrittenComponents written = written_components(writer);
    std::map<std::uint32_t, Group> groups;
    std::vector<std::uint32_t> fixed;
    for (const auto& [component, write] : written) {
        if (is_plain(component) && write.is_open) {
            fixed.push_back(component.index);
        }
    }
    for (const auto& [component, read] : read_components(reader)) {
        if (!is_plain(component)) {
            continue;
        }
        const auto found = written.find(component);
        if (read.is_open || found == written.end()) {
            fixed.push_back(component.index);
            continue;
        }
        Group& group = groups[component.index];
        const decltype(Group::kind) kind = {read.interpolation, read.location,
                                            read.loads[0]->value.bit_size};
        if (!group.components.empty() && group.kind != kind) {
            fixed.push_back(component.index);
        }
        group.index = component.index;
        group.kind = kind;
        group.components.push_back(component.component);
    }
    std::vector<Group> movable;
    for (auto& [index, group] : groups) {
        if (std::find(fixed.begin(), fixed.end(), index) == fixed.end()) {
            movable.push_back(std::move(group));
        }
    }
    return movable;
}

} // namespace

VaryingPlaces packed_places(nir::Shader& writer, nir::Shader& reader) {
    std::vector<Group> groups = movable_groups(writer, reader);
    std::vector<std::uint32_t> free;
    for (const Group& group : groups) {
        free.push_back(group.index);
    }
    std::stable_sort(groups.begin(), groups.end(), [](const Group& a, const Group& b) {
        return a.components.size() > b.components.size();
    });
    std::vector<Place> taken;
    VaryingPlaces places;
    for (const Group& group : groups) {
        const auto room = std::find_if(taken.begin(), taken.end(), [&group](const Place& place) {
            return place.kind == group.kind &&
                   place.filled + group.components.size() <= kSlotComponents;
        });
        const auto at = room != taken.end()
                            ? room
                            : taken.insert(taken.end(), {free[taken.size()], 0, group.kind});
        for (const std::uint8_t component : group.components) {
            const VaryingComponent from{nir::Semantic::generic, group.index, component};
            const VaryingComponent to{nir::Semantic::generic, at->index,
                                      static_cast<std::uint8_t>(at->filled++)};
            places.emplace(from, to);
        }
    }
    return taken.size() < groups.size() ? places : VaryingPlaces();
}

nir::IntrinsicInstruction* access_like(nir::CoreBuilder& b, nir::IntrinsicInstruction& like,
                                       nir::SsaDef* stored, const std::vector<nir::IoSlot>& listed,
                                       const VaryingComponent& place) {
    const nir::MemoryAccess& memory = *nir::memory_access(like.op);
    std::vector<nir::SsaDef*> sources;
    for (const nir::Source& source : like.sources()) {
        sources.push_back(source.ssa);
    }
    sources[static_cast<std::size_t>(memory.offset_source)] = b.imm_int(0);
    if (stored != nullptr) {
        sources[static_cast<std::size_t>(memory.value_source)] = stored;
    }
    nir::IntrinsicInstruction* made =
        b.intrinsic(like.op, 1, stored != nullptr ? 0 : like.value.bit_size, sources);
    std::copy_n(like.indices, like.info().num_indices, made->indices);
    made->value.relaxed = like.value.relaxed;
    const auto slot = std::find_if(listed.begin(), listed.end(), [&](const nir::IoSlot& each) {
        return each.semantic == place.semantic && each.semantic_index == place.index;
    });
    made->set_base(slot - listed.begin());
    made->set_component(place.component);
    if (made->has_range()) {
        made->set_range(1);
    }
    if (made->has_write_mask()) {
        made->set_write_mask(1);
    }
    if (made->has_io_semantics()) {
        nir::IoSemantics semantics = made->io_semantics();
        semantics.semantic = place.semantic;
        semantics.semantic_index = static_cast<std::uint16_t>(place.index);
        semantics.num_slots = 1;
        made->set_io_semantics(semantics);
    }
    return made;
}

} // namespace jacquard::driver
