// Buffers, images, and the memory of workgroups and lanes in the translation to the machine graph.

#include <jacquard/generated/ir3/instruction.h>
#include <jacquard/generated/ir3/parts.h>
#include <jacquard/generated/ir3/roles.h>
#include <jacquard/generated/ir3/select_memory.h>
#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/generated/nir/core_opcodes.h>
#include <jacquard/ir3/compiler/contract/images_as_textures.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/select/resources/memory_accesses.h>
#include <jacquard/nir/analysis/memory/counted_access.h>

#include <algorithm>
#include <bit>

namespace jacquard::ir3 {

namespace {

DataType integer_type(bool is_signed, unsigned bits) {
    if (bits == 8) {
        return DataType::u8;
    }
    if (bits == 16) {
        return is_signed ? DataType::s16 : DataType::u16;
    }
    return is_signed ? DataType::s32 : DataType::u32;
}

DataType texel_type(nir::AluType type) {
    const bool half = type.bit_size == 16;
    switch (type.base) {
    case nir::BaseType::float_type: return half ? DataType::f16 : DataType::f32;
    case nir::BaseType::int_type: return half ? DataType::s16 : DataType::s32;
    default: return half ? DataType::u16 : DataType::u32;
    }
}

const nir::SsaDef* source_of(const nir::IntrinsicInstruction& access, int number) {
    return number < 0 ? nullptr : access.sources()[static_cast<std::size_t>(number)].ssa;
}

} // namespace

// False where there is no more to say than the name of the operation.
bool MemoryAccesses::refuse_access(const nir::IntrinsicInstruction& access,
                                   const AccessParts& parts) {
    const nir::IntrinsicOp op = access.op;
    const nir::MemoryAccess* memory = nir::memory_access(op);
    const bool is_image = parts.coordinate != nullptr || parts.kind == ResourceKind::image;
    const bool is_buffer = memory != nullptr ? memory->space == nir::MemorySpace::ssbo
                                             : parts.kind == ResourceKind::storage_buffer;
    if (memory != nullptr && memory->space == nir::MemorySpace::scratch) {
        refuse("private memory is, on this part,");
    } else if (parts.address != nullptr && !machine_.bindless_descriptors) {
        refuse("this access to memory by address is, on " + part_label(context_.target().gpu) +
               ',');
    } else if ((is_image || is_buffer) && !machine_.bindless_descriptors && !machine_.slot_memory) {
        refuse("storage buffers and images are, on this part,");
    } else if (op == nir::IntrinsicOp::image_load && nir::is_counted(access)) {
        refuse("reading an image that others may write is, on this part,");
    } else if (op == nir::IntrinsicOp::image_load || op == nir::IntrinsicOp::image_size) {
        refuse("reading an image that is written or chosen by a value is, on this part,");
    } else {
        return false;
    }
    return true;
}

bool MemoryAccesses::translate(const nir::IntrinsicInstruction& access) {
    const nir::MemoryAccess* memory = nir::memory_access(access.op);
    const nir::ImageAccess* image = nir::image_access(access.op);
    MemoryRequest asked;
    asked.op = access.op;
    AccessParts parts;
    if (memory != nullptr) {
        parts.offset = source_of(access, memory->offset_source);
        parts.resource = source_of(access, memory->resource_source);
        parts.value = source_of(access, memory->value_source);
        parts.data = source_of(access, memory->data_source);
        parts.compare = source_of(access, memory->compare_source);
        parts.address = source_of(access, memory->address_source);
        parts.kind = ResourceKind::storage_buffer;
    } else if (image != nullptr) {
        parts.coordinate = source_of(access, image->coordinate_source);
        parts.resource = source_of(access, image->image_source);
        parts.value = source_of(access, image->value_source);
        parts.data = source_of(access, image->data_source);
        parts.compare = source_of(access, image->compare_source);
        parts.kind = ResourceKind::image;
        // The instructions have coordinates of texels and no place for the number of a sample.
        if (parts.coordinate != nullptr && access.image_dim() == nir::TextureDim::dim_ms) {
            refuse("reading and writing storage images of several samples is");
            return true;
        }
        const nir::SsaDef* moved = parts.data != nullptr ? parts.data : parts.value;
        if (moved != nullptr && moved->bit_size == 8) { // the words have no such type
            refuse("writing components of 8 bits to storage images is");
            return true;
        }
    } else if (access.op == nir::IntrinsicOp::get_ssbo_size) {
        parts.resource = access.sources()[0].ssa;
        parts.kind = ResourceKind::storage_buffer;
    }
    if (parts.data != nullptr) {
        asked.operation = access.atomic_op();
    }
    const nir::SsaDef& moved = parts.value != nullptr ? *parts.value : access.value;
    asked.bits = moved.bit_size;
    asked.one_word = image != nullptr && access.has_format() && is_one_word(access.format());
    const MemoryForm* form = select_memory(selection_, asked);
    if (form == nullptr) {
        return refuse_access(access, parts);
    }
    if (moved.bit_size != 32 && moved.bit_size != 16 && moved.bit_size != 8) {
        refuse(std::to_string(moved.bit_size) + "-bit accesses to memory are");
        return true;
    }
    if (parts.data != nullptr) {
        emit_atomic(access, *form, parts);
    } else if (parts.value != nullptr) {
        store_parts(access, *form, parts);
    } else {
        load_parts(access, *form, parts);
    }
    return true;
}

// The sources of one instruction, `first` components from where the access begins. Null after a
// diagnostic.
Node* MemoryAccesses::make_access(const nir::IntrinsicInstruction& access, const MemoryForm& form,
                                  const AccessParts& parts, unsigned first, Node* value) {
    std::size_t count = 0;
    while (count < form.sources.size() && form.sources[count] != MemorySource::none) {
        ++count;
    }
    const unsigned bits = parts.value != nullptr ? parts.value->bit_size : access.value.bit_size;
    const std::size_t hidden = form.data_in_destination ? (parts.compare != nullptr ? 2U : 1U) : 0U;
    Node* node = graph_.make_machine(form.opcode, count + hidden);
    for (std::size_t i = 0; i < count; ++i) {
        switch (form.sources[i]) {
        case MemorySource::none: break;
        case MemorySource::address: {
            NodeVector words(graph_.pool());
            for (unsigned word = 0; word < machine_.address_registers; ++word) {
                words.push_back(component(*parts.address, word));
            }
            node->sources()[i] = ssa_source(collect(words));
            if (parts.offset == nullptr) { // what the instruction adds to the address
                node->resource.displacement = static_cast<std::int16_t>(first * bits / 8);
            }
            break;
        }
        case MemorySource::index:
            node->sources()[i] =
                ssa_source(offsets_.index_node(form.opcode, *parts.offset, first, bits));
            break;
        case MemorySource::offset:
            node->sources()[i] = ssa_source(
                form.displacement_bits != 0
                    ? offsets_.displaced_node(*parts.offset, form.displacement_bits,
                                              first * bits / 8, access, node->resource.displacement)
                    : offsets_.offset_node(*parts.offset, form.counts_elements ? bits / 8 : 1,
                                           first, bits / 8, access));
            break;
        case MemorySource::coordinate: {
            NodeVector coordinates(graph_.pool());
            for (unsigned c = 0; c < num_coordinates(access); ++c) {
                coordinates.push_back(component(*parts.coordinate, c));
            }
            node->resource.dimensions = static_cast<std::uint8_t>(coordinates.size());
            node->sources()[i] = ssa_source(collect(coordinates));
            break;
        }
        case MemorySource::resource:
            if (!descriptors_.name_buffer(*parts.resource, parts.kind, *node, i,
                                          form.views_bytes ? 1 : 0)) {
                return nullptr;
            }
            // Atomics want the number of a descriptor in a register.
            if (form.data_in_destination && node->sources()[i].kind == RegisterKind::immediate) {
                node->sources()[i] = ssa_source(selection_.constant(
                    static_cast<std::uint32_t>(node->sources()[i].value), false));
                node->resource.mode = ResourceMode::uniform;
            }
            break;
        case MemorySource::place: {
            // The slot is the first source of such instructions.
            Node* place = slots_.place_in_slot(access, parts, first, node->sources()[0]);
            if (place == nullptr) {
                return nullptr;
            }
            node->sources()[i] = ssa_source(place);
            break;
        }
        case MemorySource::value: node->sources()[i] = ssa_source(value); break;
        case MemorySource::data: {
            std::vector<Node*> data{component(*parts.data, 0)};
            if (parts.compare != nullptr) {
                data.push_back(component(*parts.compare, 0));
            }
            node->sources()[i] = ssa_source(collect(data));
            break;
        }
        }
    }
    switch (form.type) {
    case MemoryType::is_signed: node->type = integer_type(true, bits); break;
    case MemoryType::is_unsigned: node->type = integer_type(false, bits); break;
    case MemoryType::texel:
        node->type = texel_type(parts.value != nullptr ? access.src_type() : access.dest_type());
        break;
    }
    node->resource.typed = form.typed;
    if (form.dimensions != 0) {
        node->resource.dimensions = form.dimensions;
    }
    node->has_effect = parts.value != nullptr || parts.data != nullptr || nir::is_counted(access);
    return node;
}

// Returns the value of a component that texels of the format do not have.
Node* MemoryAccesses::absent_component(const nir::IntrinsicInstruction& load, unsigned component) {
    const bool is_float = load.dest_type().base == nir::BaseType::float_type;
    const std::uint32_t one = is_float ? std::bit_cast<std::uint32_t>(1.0F) : 1;
    return selection_.constant(component == 3 ? one : 0, false);
}

void MemoryAccesses::load_parts(const nir::IntrinsicInstruction& access, const MemoryForm& form,
                                const AccessParts& parts) {
    const bool is_query =
        parts.offset == nullptr && parts.coordinate == nullptr && parts.address == nullptr;
    const unsigned count = access.value.num_components;
    for (unsigned first = 0; first < count; first += kMostMoved) {
        Node* node = make_access(access, form, parts, first, nullptr);
        if (node == nullptr) {
            return;
        }
        const bool is_whole = is_query || form.typed;
        const unsigned some = std::min(kMostMoved, count - first);
        node->dst.kind = RegisterKind::ssa;
        node->dst.half = Selection::is_half_size(access.value.bit_size);
        // A query gives three numbers, or the halves of one; a texel has four components.
        const bool gives_halves = is_query && form.dimensions != 0;
        node->length = static_cast<std::uint8_t>(gives_halves ? 2
                                                 : is_query   ? 3
                                                 : is_whole   ? form.components
                                                              : some);
        node->resource.num_components = is_query ? 1 : is_whole ? node->length : std::uint8_t{0};
        node->resource.dimensions = is_query && parts.kind == ResourceKind::image
                                        ? static_cast<std::uint8_t>(num_coordinates(access))
                                        : std::max<std::uint8_t>(node->resource.dimensions, 1);
        node->write_mask = static_cast<std::uint16_t>((1U << node->length) - 1);
        order_.order(*node, parts.kind, access, false);
        selection_.append(node);
        if (node->has_effect) {
            context_.add_effect(node);
        }
        for (unsigned i = 0; i < some; ++i) {
            if (form.typed && i >= node->length) {
                selection_.set_node(access.value, first + i, absent_component(access, i));
                continue;
            }
            Node* value = split(node, i);
            if (gives_halves) {
                Node* high =
                    selection_.emit(role::kShiftIndex, false, false,
                                    {ssa_source(split(node, 1)), selection_.immediate(16)});
                value = selection_.emit(role::kAddIndex, false, false,
                                        {ssa_source(value), ssa_source(high)});
            }
            if (is_query && parts.kind == ResourceKind::storage_buffer) {
                const auto shift =
                    static_cast<std::uint32_t>(std::countr_zero(machine_.buffer_size_unit));
                value = selection_.emit(role::kShiftIndex, false, false,
                                        {ssa_source(value), selection_.immediate(shift)});
            }
            selection_.set_node(access.value, first + i, value);
        }
    }
}

void MemoryAccesses::store_parts(const nir::IntrinsicInstruction& access, const MemoryForm& form,
                                 const AccessParts& parts) {
    const unsigned count = parts.value->num_components;
    const unsigned mask =
        access.has_write_mask() ? static_cast<unsigned>(access.write_mask()) : (1U << count) - 1;
    for (unsigned first = 0; first < count;) {
        if ((mask >> first & 1U) == 0) {
            ++first;
            continue;
        }
        const auto run = static_cast<unsigned>(std::countr_one(mask >> first));
        const unsigned some = std::min(kMostMoved, run);
        NodeVector nodes(graph_.pool());
        for (unsigned i = 0; i < some; ++i) {
            nodes.push_back(component(*parts.value, first + i));
        }
        Node* node = make_access(access, form, parts, first, collect(nodes));
        if (node == nullptr) {
            return;
        }
        node->length = static_cast<std::uint8_t>(some);
        node->write_mask = 0;
        node->resource.num_components = node->length;
        node->resource.dimensions = std::max<std::uint8_t>(node->resource.dimensions, 1);
        order_.order(*node, parts.kind, access, true);
        selection_.append(node);
        context_.add_effect(node);
        first += some;
    }
}

// An atomic reads its data from the registers after that of the result, so these registers are an
// array that belongs to the instruction.
void MemoryAccesses::emit_atomic(const nir::IntrinsicInstruction& access, const MemoryForm& form,
                                 const AccessParts& parts) {
    if (access.value.bit_size != 32) {
        refuse("atomics of other than 32 bits are");
        return;
    }
    Node* node = make_access(access, form, parts, 0, nullptr);
    if (node == nullptr) {
        return;
    }
    node->length = 1;
    node->resource.num_components = 1;
    node->resource.dimensions = std::max<std::uint8_t>(node->resource.dimensions, 1);
    order_.order(*node, parts.kind, access, true);
    context_.add_effect(node);
    if (!form.data_in_destination) {
        node->dst.kind = RegisterKind::ssa;
        node->write_mask = 1;
        selection_.append(node);
        selection_.set_node(access.value, 0, node);
        return;
    }
    const auto array = static_cast<std::uint32_t>(graph_.arrays.size());
    const std::size_t hidden = parts.compare != nullptr ? 2 : 1;
    graph_.arrays.push_back({static_cast<std::uint16_t>(hidden + 1), false});
    std::vector<Node*> before(node->dependencies().begin(), node->dependencies().end());
    for (std::size_t i = 0; i < hidden; ++i) {
        Register place;
        place.kind = RegisterKind::array;
        place.number = static_cast<std::uint16_t>(array);
        place.value = static_cast<std::int32_t>(i + 1);
        node->sources()[node->sources().size() - hidden + i] = place;
        const nir::SsaDef& given = i == 0 ? *parts.data : *parts.compare;
        Node* copy = make_copy(graph_, ssa_source(component(given, 0)));
        copy->dst = place;
        before.push_back(selection_.append(copy));
    }
    node->dst.kind = RegisterKind::array;
    node->dst.number = static_cast<std::uint16_t>(array);
    node->dst.value = 0;
    graph_.set_dependencies(*node, before);
    selection_.append(node);
    Register result;
    result.kind = RegisterKind::array;
    result.number = static_cast<std::uint16_t>(array);
    Node* copy = make_copy(graph_, result);
    graph_.set_dependencies(*copy, std::vector<Node*>{node});
    selection_.append(copy);
    selection_.set_node(access.value, 0, copy);
}

} // namespace jacquard::ir3
