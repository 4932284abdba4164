#include <jacquard/generated/ir3/roles.h>
#include <jacquard/generated/nir/core_opcodes.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/select/resources/descriptors.h>

namespace jacquard::ir3 {

// The array of which a number that is computed names an element. Where there are several it is the
// one of whose numbers a constant is added.
const Resource* Descriptors::resource_array(const ScalarValue& number, ResourceKind kind) const {
    const Resource* found = nullptr;
    unsigned num_arrays = 0;
    for (const Resource& resource : graph_.resources) {
        if (resource.kind == kind && resource.count > 1) {
            found = &resource;
            ++num_arrays;
        }
    }
    if (num_arrays <= 1) {
        return found;
    }
    const auto* alu = number.def->instruction->as<nir::AluInstruction>();
    const Resource* named = nullptr;
    std::uint32_t added = 0;
    if (alu != nullptr && alu->opcode == nir::core::iadd) {
        for (unsigned i = 0; i < 2; ++i) {
            const ScalarValue source = Selection::source({alu, number.component}, i);
            added += Selection::is_constant(source) ? Selection::constant_bits(source) : 0;
        }
    }
    named = find_resource(graph_.resources, kind, added);
    return named != nullptr && named->count > 1 ? named : nullptr;
}

// The descriptor of a buffer that may be any of its kind; null where these are not all in one set.
// From the first number of a resource on, its distance to the descriptor holds, and no longer that
// of the resource before.
Node* Descriptors::chosen_descriptor(const ScalarValue& number, ResourceKind kind, unsigned view,
                                     std::uint32_t& set) {
    const Resource* before = nullptr;
    Node* unit = nullptr;
    for (const Resource& resource : graph_.resources) {
        if (resource.kind != kind) {
            continue;
        }
        // All buffers of one kind have the same number of descriptors.
        if ((before != nullptr && resource.set != before->set) ||
            resource.set > kMaxDescriptorSet) {
            return nullptr;
        }
        std::uint32_t distance = resource.unit - resource.first * resource.stride;
        Node* added = nullptr;
        if (before == nullptr) {
            unit = descriptor_at(selection_.node(number), resource.stride, 0);
            distance += view;
        } else {
            distance -= before->unit - before->first * before->stride;
            if (distance != 0) {
                added =
                    selection_.emit(role::kCompare, false, false,
                                    {selection_.use(number), selection_.immediate(resource.first)});
                added->condition = Condition::ge;
            }
        }
        if (added != nullptr && distance != 1) {
            added = selection_.emit(role::kMultiplyIndex, false, false,
                                    {ssa_source(added), selection_.immediate(distance)});
        }
        if (distance != 0) {
            unit = selection_.emit(role::kAddIndex, false, false,
                                   {ssa_source(unit), added != nullptr
                                                          ? ssa_source(added)
                                                          : selection_.immediate(distance)});
        }
        set = resource.set;
        before = &resource;
    }
    return unit;
}

bool Descriptors::name_buffer(const nir::SsaDef& buffer, ResourceKind kind, Node& access,
                              std::size_t source, unsigned view) {
    const ScalarValue number = Selection::resolve({&buffer, 0});
    if (graph_.resources.empty() || !machine_.bindless_descriptors) {
        return slots_.name_slot(number, kind, access, source);
    }
    access.resource.bindless = true;
    if (Selection::is_constant(number)) {
        const std::uint32_t value = Selection::constant_bits(number);
        const Resource* resource = find_resource(graph_.resources, kind, value);
        const std::uint32_t unit =
            resource == nullptr
                ? 0
                : resource->unit + (value - resource->first) * resource->stride + view;
        if (resource == nullptr || resource->set > kMaxDescriptorSet ||
            !fits_bits(static_cast<std::int32_t>(unit),
                       opcode_info(access).sources[source].immediate_bits)) {
            refuse("this number of buffers is");
            return false;
        }
        access.resource.set = static_cast<std::uint8_t>(resource->set);
        access.sources()[source] = immediate_source(unit);
        return true;
    }
    const bool is_any = kind == ResourceKind::storage_buffer &&
                        shader_.info.property(nir::kChosenBuffersProperty) != nullptr;
    const Resource* resource = is_any ? nullptr : resource_array(number, kind);
    if (resource == nullptr) {
        std::uint32_t set = 0;
        Node* unit = chosen_descriptor(number, kind, view, set);
        if (unit == nullptr) {
            refuse("a buffer that a value chooses among those of several sets is");
            return false;
        }
        access.resource.set = static_cast<std::uint8_t>(set);
        access.resource.mode = ResourceMode::nonuniform;
        access.sources()[source] = ssa_source(unit);
        return true;
    }
    if (resource->set > kMaxDescriptorSet) {
        refuse("this number of descriptor sets is");
        return false;
    }
    access.resource.set = static_cast<std::uint8_t>(resource->set);
    access.resource.mode = ResourceMode::nonuniform;
    const std::uint32_t first = resource->unit + view - resource->first * resource->stride;
    access.sources()[source] =
        ssa_source(descriptor_at(selection_.node(number), resource->stride, first));
    return true;
}

Node* Descriptors::descriptor_at(Node* number, std::uint32_t stride, std::uint32_t first) {
    Node* place = number;
    if (stride == 2) {
        Node* shifted = graph_.make_machine(role::kShiftIndex, 2);
        shifted->sources()[0] = ssa_source(number);
        shifted->sources()[1] = selection_.immediate(1);
        shifted->dst.kind = RegisterKind::ssa;
        place = selection_.append(shifted);
    }
    return first == 0 ? place
                      : selection_.emit(role::kAddIndex, false, false,
                                        {selection_.use(place), selection_.immediate(first)});
}

} // namespace jacquard::ir3
