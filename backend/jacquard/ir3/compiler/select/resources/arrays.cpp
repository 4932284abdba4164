// Arrays and addresses of the translation to the machine graph.
//
// An array stands in registers or, where it is too long for them, in private memory. It keeps its
// place for good, so its accesses stay in the order of the program: a read
// comes after the last write, a write after everything before it.
// One that is given constants in the first block, before anything reads it, and is never written
// again stands in the constant file.

#include <jacquard/generated/ir3/roles.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/select/any_array.h>
#include <jacquard/ir3/compiler/select/resources/arrays.h>

#include <algorithm>
#include <bit>
#include <iterator>

namespace jacquard::ir3 {

namespace {

// Private memory of a lane.
constexpr std::int64_t kMostPrivateBytes = std::int64_t{1} << 20;

// Components of an array that may stand in the constant file.
constexpr std::int64_t kMostConstants = 512;

} // namespace

// Whether the array could be put into the constant file.
bool Arrays::place_in_constants(const nir::IntrinsicInstruction& declaration, std::int64_t elements,
                                std::int64_t components, State& state) {
    if (state.bytes != 4 || components > kMostConstants || elements > kMostConstants ||
        elements * components > kMostConstants) {
        return false;
    }
    std::vector<std::uint32_t>& values = graph_.immediates.values;
    const std::size_t first = graph_.immediates.base_vec4 * std::size_t{4} + values.size();
    const std::size_t end = first + static_cast<std::size_t>(elements * components);
    // Half of what is left remains for other constants.
    if (end > (graph_.immediates.base_vec4 + std::size_t{graph_.constant_limit}) * 2 ||
        !uniforms_.reaches_constant(static_cast<std::int64_t>(end) - 1)) {
        return false;
    }
    if (!constants_) {
        constants_.emplace(*shader_.entry->first_block());
    }
    const auto constants =
        constants_->values_of(declaration.value, static_cast<std::size_t>(elements),
                              static_cast<std::size_t>(components));
    if (!constants) {
        return false;
    }
    values.insert(values.end(), constants->begin(), constants->end());
    state.first_constant = static_cast<std::uint32_t>(first);
    return true;
}

void Arrays::declare(const nir::IntrinsicInstruction& declaration) {
    const auto elements = std::max<std::int64_t>(declaration.num_array_elems(), 1);
    const auto components =
        declaration.index_value(nir::IndexKind::num_components); // the member is the result's
    const auto bit_size = static_cast<unsigned>(declaration.bit_size());
    if (bit_size == 64) {
        refuse("64-bit types are");
        return;
    }
    State state(graph_.pool());
    state.num_components = static_cast<unsigned>(components);
    state.bytes = Selection::is_half_size(bit_size) ? 2 : 4;
    state.length = static_cast<std::uint32_t>(std::min<std::int64_t>(elements, ~0U));
    if (place_in_constants(declaration, elements, components, state)) {
        arrays_.emplace(&declaration.value, std::move(state));
        return;
    }
    const std::int64_t room = machine_.full_registers * 4;
    const bool fits = elements <= room && components <= room && elements * components <= room;
    const bool is_long = !fits || elements * components > context_.longest_array();
    if (is_long && machine_.private_memory && components <= std::int64_t{kMaxVectorLength} &&
        elements <= (kMostPrivateBytes - graph_.private_bytes) / (components * state.bytes)) {
        state.is_private = true;
        state.first_byte = (graph_.private_bytes + 3) / 4 * 4;
        state.length = static_cast<std::uint32_t>(elements);
        graph_.private_bytes = state.first_byte + state.length * state.stride();
    } else if (!fits) {
        refuse(machine_.private_memory
                   ? "an array of more than a megabyte is"
                   : "an array that does not fit into the registers of a part without private "
                     "memory is");
        return;
    } else {
        state.id = static_cast<std::uint32_t>(graph_.arrays.size());
        state.length = static_cast<std::uint32_t>(elements);
        RegisterArray array;
        array.length = static_cast<std::uint16_t>(elements * components);
        array.half = state.bytes == 2;
        graph_.arrays.push_back(array);
    }
    arrays_.emplace(&declaration.value, std::move(state));
}

// The array of an access; null after a diagnostic.
Arrays::State* Arrays::find(const nir::SsaDef& declaration, std::int64_t element,
                            unsigned components) {
    const auto found = arrays_.find(&declaration);
    if (found == arrays_.end()) {
        if (!context_.has_refusals()) {
            refuse("this kind of register is");
        }
        return nullptr;
    }
    State& array = found->second;
    if (element < 0 || element >= array.length || components > array.num_components) {
        refuse("an access outside of its array is");
        return nullptr;
    }
    return &array;
}

void Arrays::order_access(Node& node, State& state, bool writes) {
    NodeVector before(graph_.pool());
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
    graph_.set_dependencies(node, before);
}

void Arrays::load(const nir::IntrinsicInstruction& load, const nir::Source* index) {
    State* array = find(*load.sources()[0].ssa, load.base(), load.value.num_components);
    if (array == nullptr) {
        return;
    }
    if (array->is_private) {
        load_private(load, index, *array);
        return;
    }
    if (array->first_constant) {
        const std::int64_t first = *array->first_constant + load.base() * array->num_components;
        if (index == nullptr) {
            uniforms_.set_constants(load.value, first, first + load.value.num_components);
        } else {
            uniforms_.set_relative_constants(load.value, first, *index->ssa, array->num_components);
        }
        return;
    }
    const unsigned stride = array->num_components;
    Node* address =
        index != nullptr ? addresses_.address_of(component(*index->ssa, 0), stride, 0) : nullptr;
    for (unsigned i = 0; i < load.value.num_components; ++i) {
        Register source;
        source.kind = RegisterKind::array;
        source.number = static_cast<std::uint16_t>(array->id);
        source.value = static_cast<std::int32_t>(load.base() * stride + i);
        source.relative = address != nullptr;
        source.half = graph_.arrays[array->id].half;
        Node* copy = make_copy(graph_, source);
        copy->address = address;
        order_access(*copy, *array, false);
        selection_.set_node(load.value, i, selection_.append(copy));
    }
}

void Arrays::store(const nir::IntrinsicInstruction& store, const nir::Source* index) {
    const nir::SsaDef& value = *store.sources()[0].ssa;
    State* array = find(*store.sources()[1].ssa, store.base(), value.num_components);
    if (array == nullptr || array->first_constant) {
        return;
    }
    if (array->is_private) {
        store_private(store, index, *array);
        return;
    }
    const unsigned stride = array->num_components;
    Node* address =
        index != nullptr ? addresses_.address_of(component(*index->ssa, 0), stride, 0) : nullptr;
    for (unsigned i = 0; i < value.num_components; ++i) {
        if ((store.write_mask() >> i & 1) == 0) {
            continue;
        }
        Node* copy = make_copy(graph_, ssa_source(component(value, i)));
        copy->dst.kind = RegisterKind::array;
        copy->dst.number = static_cast<std::uint16_t>(array->id);
        copy->dst.value = static_cast<std::int32_t>(store.base() * stride + i);
        copy->dst.relative = address != nullptr;
        copy->address = address;
        order_access(*copy, *array, true);
        selection_.append(copy);
    }
}

// Returns the address of component 0 of an element: a register, and the offset that the instruction
// adds to it.
Arrays::PrivatePlace Arrays::private_place(const State& array, std::int64_t element,
                                           const nir::Source* index) {
    const auto first = array.first_byte + static_cast<std::uint32_t>(element) * array.stride();
    // The last component of an element is within reach as well.
    const std::uint32_t reach = kPrivateOffsets - kMaxVectorLength * 4;
    const std::uint32_t added = first / reach * reach;
    if (index == nullptr) {
        return {selection_.constant(added, false), first - added, first};
    }
    const std::uint32_t stride = array.stride();
    Node* scaled = selection_.emit(
        std::has_single_bit(stride) ? role::kShiftIndex : role::kMultiplyIndex, false, false,
        {ssa_source(component(*index->ssa, 0)),
         selection_.immediate(std::has_single_bit(stride)
                                  ? static_cast<std::uint32_t>(std::countr_zero(stride))
                                  : stride)});
    if (added != 0) {
        scaled = selection_.emit(role::kAddIndex, false, false,
                                 {ssa_source(scaled), selection_.immediate(added)});
    }
    return {scaled, first - added, first};
}

Node* Arrays::private_access(Opcode opcode, std::size_t num_sources, const State& array,
                             const PrivatePlace& place, unsigned first, unsigned count) {
    Node* node = graph_.make_machine(opcode, num_sources);
    node->sources()[0] = ssa_source(place.base);
    node->offset = static_cast<std::uint16_t>(place.offset + first * array.bytes);
    node->type = array.bytes == 2 ? DataType::u16 : DataType::u32;
    node->length = static_cast<std::uint8_t>(count);
    return node;
}

void Arrays::load_private(const nir::IntrinsicInstruction& load, const nir::Source* index,
                          State& array) {
    const PrivatePlace place = private_place(array, load.base(), index);
    const unsigned count = load.value.num_components;
    for (unsigned first = 0; first < count; first += kMostMoved) {
        const unsigned some = std::min(kMostMoved, count - first);
        Node* node = private_access(role::kLoadPrivate, 1, array, place, first, some);
        node->dst.kind = RegisterKind::ssa;
        node->dst.half = array.bytes == 2;
        node->write_mask = static_cast<std::uint16_t>((1U << some) - 1);
        order_access(*node, array, false);
        selection_.append(node);
        for (unsigned i = 0; i < some; ++i) {
            selection_.set_node(load.value, first + i, split(node, i));
        }
    }
}

void Arrays::store_private(const nir::IntrinsicInstruction& store, const nir::Source* index,
                           State& array) {
    const PrivatePlace place = private_place(array, store.base(), index);
    const nir::SsaDef& value = *store.sources()[0].ssa;
    const auto mask =
        static_cast<unsigned>(store.write_mask()) & ((1U << value.num_components) - 1);
    for (unsigned first = 0; first < value.num_components;) {
        const auto run = static_cast<unsigned>(std::countr_one(mask >> first));
        const unsigned some = std::min(kMostMoved, run);
        if (some == 0) {
            ++first;
            continue;
        }
        NodeVector nodes(graph_.pool());
        for (unsigned i = 0; i < some; ++i) {
            nodes.push_back(component(value, first + i));
        }
        // Storing one component after the other takes fewer registers where they are scarce.
        if (index == nullptr && value.num_components == 1 &&
            context_.longest_array() == kAnyArray && widen_store(array, place, nodes.front())) {
            return;
        }
        Node* node = private_access(role::kStorePrivate, 2, array, place, first, some);
        node->sources()[1] = ssa_source(collect(nodes));
        node->write_mask = 0;
        node->has_effect = true;
        order_access(*node, array, true);
        selection_.append(node);
        context_.add_effect(node);
        first += some;
        array.stored = index == nullptr && some < kMostMoved ? nodes : NodeVector(graph_.pool());
        array.stored_byte = place.byte + (first - some) * array.bytes;
    }
}

// Makes the last store of the array store one component more, beside those that it stores; false
// where that is not what it does, or they would not lie in the same four words.
bool Arrays::widen_store(State& array, const PrivatePlace& place, Node* value) {
    Node* store = array.last_write;
    if (array.stored.empty() || !array.reads.empty() || store->block != &block()) {
        return false;
    }
    const unsigned group = kMostMoved * array.bytes;
    const bool is_behind = place.byte == array.stored_byte + store->length * array.bytes;
    const bool is_in_front = place.byte + array.bytes == array.stored_byte;
    if ((!is_behind && !is_in_front) || place.byte / group != array.stored_byte / group) {
        return false;
    }
    array.stored.insert(is_behind ? array.stored.end() : array.stored.begin(), value);
    // It stands near the end: behind it there is only what makes the value.
    const auto place_of_store = std::find(block().nodes.rbegin(), block().nodes.rend(), store);
    block().nodes.erase(std::next(place_of_store).base());
    if (is_in_front) {
        store->sources()[0] = ssa_source(place.base);
        store->offset = static_cast<std::uint16_t>(place.offset);
        array.stored_byte = place.byte;
    }
    store->length = static_cast<std::uint8_t>(array.stored.size());
    store->sources()[1] = ssa_source(collect(array.stored));
    block().nodes.push_back(store);
    return true;
}

} // namespace jacquard::ir3
