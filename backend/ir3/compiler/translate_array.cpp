// Arrays and addresses of the translation to the machine graph.
//
// An array keeps its registers for good, so its accesses stay in the order of the program: a read
// comes after the last write, a write after everything before it.

#include <jacquard/ir3/compiler/opcode_facts.h>
#include <jacquard/ir3/compiler/translate.h>
#include <jacquard/ir3/roles.h>

#include <algorithm>
#include <bit>

namespace jacquard::ir3 {

void Translator::declare_array(const nir::IntrinsicInstruction& declaration) {
    const auto elements = std::max<std::int64_t>(declaration.num_array_elems(), 1);
    const auto components =
        declaration.index_value(nir::IndexKind::num_components); // the member is the result's
    const auto bit_size = declaration.bit_size();
    if (bit_size == 64) {
        refuse("64-bit types are");
        return;
    }
    const std::int64_t room = machine_.full_registers * 4;
    if (elements > room || components > room || elements * components > room) {
        refuse("an array that does not fit into the registers is");
        return;
    }
    ArrayState state;
    state.id = static_cast<std::uint32_t>(graph_.arrays.size());
    state.num_components = static_cast<unsigned>(components);
    RegisterArray array;
    array.length = static_cast<std::uint16_t>(elements * components);
    array.half = Selection::is_half_size(static_cast<unsigned>(bit_size));
    graph_.arrays.push_back(array);
    arrays_.emplace_back(&declaration.value, std::move(state));
}

bool Translator::is_inside(std::uint32_t array, std::int64_t element, unsigned components) const {
    const unsigned stride = arrays_[array].second.num_components;
    return element >= 0 && element < graph_.arrays[array].length && components <= stride &&
           element * stride + components <= graph_.arrays[array].length;
}

void Translator::order_access(Node& node, std::uint32_t array, bool writes) {
    ArrayState& state = arrays_[array].second;
    std::vector<Node*> before;
    if (writes) {
        before = std::move(state.reads);
        state.reads.clear();
    } else {
        state.reads.push_back(&node);
    }
    if (state.last_write != nullptr) {
        before.push_back(state.last_write);
    }
    if (writes) {
        state.last_write = &node;
    }
    node.dependencies = graph_.make_list(before);
}

void Translator::load_array(const nir::IntrinsicInstruction& load, const nir::Source* index) {
    const nir::SsaDef* declaration = load.sources()[0].ssa;
    for (std::uint32_t array = 0; array < arrays_.size(); ++array) {
        if (arrays_[array].first != declaration) {
            continue;
        }
        const unsigned stride = arrays_[array].second.num_components;
        if (!is_inside(array, load.base(), load.value.num_components)) {
            refuse("an access outside of its array is");
            return;
        }
        Node* address =
            index != nullptr ? address_of(component(*index->ssa, 0), stride, 0) : nullptr;
        for (unsigned i = 0; i < load.value.num_components; ++i) {
            Register source;
            source.kind = RegisterKind::array;
            source.number = static_cast<std::uint16_t>(array);
            source.value = static_cast<std::int32_t>(load.base() * stride + i);
            source.relative = address != nullptr;
            source.half = graph_.arrays[array].half;
            Node* copy = make_copy(graph_, source);
            copy->address = address;
            order_access(*copy, array, false);
            selection_.set_node(load.value, i, selection_.append(copy));
        }
        return;
    }
    refuse("this kind of register is");
}

void Translator::store_array(const nir::IntrinsicInstruction& store, const nir::Source* index) {
    const nir::SsaDef* declaration = store.sources()[1].ssa;
    const nir::SsaDef& value = *store.sources()[0].ssa;
    for (std::uint32_t array = 0; array < arrays_.size(); ++array) {
        if (arrays_[array].first != declaration) {
            continue;
        }
        const unsigned stride = arrays_[array].second.num_components;
        if (!is_inside(array, store.base(), value.num_components)) {
            refuse("an access outside of its array is");
            return;
        }
        Node* address =
            index != nullptr ? address_of(component(*index->ssa, 0), stride, 0) : nullptr;
        for (unsigned i = 0; i < value.num_components; ++i) {
            if ((store.write_mask() >> i & 1) == 0) {
                continue;
            }
            Node* copy = make_copy(graph_, ssa_source(component(value, i)));
            copy->dst.kind = RegisterKind::array;
            copy->dst.number = static_cast<std::uint16_t>(array);
            copy->dst.value = static_cast<std::int32_t>(store.base() * stride + i);
            copy->dst.relative = address != nullptr;
            copy->address = address;
            order_access(*copy, array, true);
            selection_.append(copy);
        }
        return;
    }
    refuse("this kind of register is");
}

Node* Translator::address_of(Node* index, unsigned scale, std::int64_t bias) {
    Register value = ssa_source(index);
    if (bias != 0) {
        value = ssa_source(
            selection_.emit(role::kAddIndex, false, false,
                            {value, selection_.immediate(static_cast<std::uint32_t>(bias))}));
    }
    Node* scaled = nullptr;
    if (std::has_single_bit(scale) && scale > 1) {
        const auto shift = static_cast<std::uint32_t>(std::countr_zero(scale));
        scaled =
            selection_.emit(role::kShiftIndex, true, false, {value, selection_.immediate(shift)});
    } else if (scale > 1) {
        scaled = selection_.emit(role::kMultiplyIndex, true, false,
                                 {value, selection_.immediate(scale)});
    } else {
        scaled = selection_.emit(role::kConvert, true, false, {value});
        scaled->source_type = DataType::s32;
        scaled->type = DataType::s16;
    }
    Node* address = graph_.make_machine(role::kSetAddress, 1);
    address->sources[0] = ssa_source(scaled);
    address->dst.kind = RegisterKind::address;
    address->dst.half = true;
    address->source_type = DataType::s16;
    address->type = DataType::s16;
    return selection_.append(address);
}

} // namespace jacquard::ir3
