// Uniform buffers and push constants of the translation to the machine graph.
//
// What is read at known places, and small buffers that are read at computed ones, stand in the
// constant file; the rest is loaded from the buffers.

#include <jacquard/generated/ir3/instruction.h>
#include <jacquard/generated/ir3/roles.h>
#include <jacquard/generated/nir/core_opcodes.h>
#include <jacquard/ir3/compiler/graph/opcode_facts.h>
#include <jacquard/ir3/compiler/select/translate.h>

#include <algorithm>
#include <map>
#include <set>

namespace jacquard::ir3 {

namespace {

constexpr std::uint32_t kVec4Bytes = 16;
// Parts of a buffer that are so near one another are copied as one.
constexpr std::uint32_t kNearVec4 = 4;
constexpr std::uint32_t kParameterAlign = 4; // vec4
constexpr std::uint32_t kMaxSet = (1U << kBaseBits) - 1;

// How a shader reads one buffer.
struct BufferUse {
    std::set<std::uint32_t> vec4s; // at known places
    bool is_indexed = false;
};

template <typename Visit>
void for_each_load(const nir::Shader& shader, nir::IntrinsicOp op, Visit&& visit) {
    if (!shader.may_have(op)) {
        return;
    }
    for (const nir::Block& block : shader.entry->blocks()) {
        for (const nir::Instruction& instruction : block.instructions()) {
            const auto* load = instruction.as<nir::IntrinsicInstruction>();
            if (load != nullptr && load->op == op) {
                visit(*load);
            }
        }
    }
}

// What all arguments of a kernel may take; as many as OpenCL promises.
constexpr std::uint32_t kMostKernelInputBytes = 1024;

// Where the bytes end that a load of a kernel's arguments may read, which tells no range.
std::uint32_t end_of_kernel_inputs(const nir::IntrinsicInstruction& load) {
    const ScalarValue offset = Selection::resolve({load.sources()[0].ssa, 0});
    if (!Selection::is_constant(offset)) {
        return kMostKernelInputBytes;
    }
    const std::uint64_t end = std::uint64_t{Selection::constant_bits(offset)} +
                              static_cast<std::uint32_t>(load.base()) +
                              std::uint64_t{load.value.num_components} * load.value.bit_size / 8;
    return static_cast<std::uint32_t>(std::min<std::uint64_t>(end, kMostKernelInputBytes));
}

std::map<std::uint32_t, BufferUse> uses_of_buffers(const nir::Shader& shader) {
    std::map<std::uint32_t, BufferUse> uses;
    for_each_load(shader, nir::IntrinsicOp::load_ubo_vec4,
                  [&uses](const nir::IntrinsicInstruction& load) {
                      const ScalarValue buffer = Selection::resolve({load.sources()[0].ssa, 0});
                      const ScalarValue index = Selection::resolve({load.sources()[1].ssa, 0});
                      if (!Selection::is_constant(buffer)) {
                          return;
                      }
                      BufferUse& use = uses[Selection::constant_bits(buffer)];
                      if (Selection::is_constant(index)) {
                          use.vec4s.insert(Selection::constant_bits(index) +
                                           static_cast<std::uint32_t>(load.base()));
                      } else {
                          use.is_indexed = true;
                      }
                  });
    return uses;
}

} // namespace

void Translator::load_clip_plane(const nir::IntrinsicInstruction& load) {
    const std::optional<Slot> slot = clip_plane_slot(load.ucp_id());
    if (!slot) {
        refuse("clip plane " + std::to_string(load.ucp_id()) + " is");
        return;
    }
    const std::uint32_t first = driver_parameter(*slot, load.value.num_components);
    set_constants(load.value, first, std::int64_t{first} + load.value.num_components);
}

void Translator::map_constants() {
    const std::uint32_t words = end_of_parameters();
    // The driver's values are aligned, whatever precedes them.
    const std::uint32_t reserved = words == 0 ? 0 : (words + 3) / 4 + kParameterAlign - 1;
    uniform_room_ = std::min<std::uint32_t>(
        machine_.uniform_vec4, graph_.constant_limit - std::min(graph_.constant_limit, reserved));
    map_push_constants();
    if (graph_.resources.empty()) {
        map_declared_buffers();
    } else {
        map_uniform_buffers();
    }
    map_slots();
    map_sample_bits();
    map_buffer_addresses();
    map_driver_parameters(words);
    if (next_constant_vec4_ > graph_.constant_limit) {
        refuse(std::to_string(next_constant_vec4_) + " vectors of constants are");
    }
    graph_.immediates.base_vec4 = next_constant_vec4_;
}

namespace {

// Whether such a load may read what the driver gives.
bool may_read_parameter(nir::IntrinsicOp op) {
    switch (op) {
    case nir::IntrinsicOp::load_user_clip_plane:
    case nir::IntrinsicOp::load_primitive_location_ir3:
    case nir::IntrinsicOp::load_workgroup_id:
    case nir::IntrinsicOp::load_vertex_id: return true;
    default: {
        const std::optional<Slot> slot = ir3::slot_of(op);
        return slot && slot_info(*slot).parameter >= 0;
    }
    }
}

} // namespace

// Behind what the load reads of the driver's values, in words from the first; 0: it reads none.
std::uint32_t Translator::end_of_parameter(const nir::IntrinsicInstruction& load) {
    const auto end_of = [&load](Slot slot) {
        const int place = slot_info(slot).parameter;
        return place < 0 ? 0U : static_cast<std::uint32_t>(place) + load.value.num_components;
    };
    switch (load.op) {
    case nir::IntrinsicOp::load_primitive_location_ir3:
        return location_parameter(static_cast<std::uint32_t>(load.driver_location())) + 1;
    case nir::IntrinsicOp::load_workgroup_id:
        return std::max(
            end_of(Slot::SYSTEM_VALUE_BASE_WORKGROUP_ID),
            machine_.shared_registers == 0
                ? static_cast<std::uint32_t>(slot_info(Slot::SYSTEM_VALUE_WORKGROUP_ID).parameter) +
                      3
                : 0U);
    case nir::IntrinsicOp::load_vertex_id:
        return machine_.vertex_ids_from_zero ? end_of(Slot::SYSTEM_VALUE_BASE_VERTEX) : 0;
    default: {
        const std::optional<Slot> slot = slot_of(load.op);
        return slot ? end_of(*slot) : 0;
    }
    }
}

// Returns the end of the driver's values that the shader reads, in words from the first, or 0 if it
// reads none. Clip planes use their second place if values precede them that only later stages, or
// a vertex shader in front of those, receive.
std::uint32_t Translator::end_of_parameters() {
    std::uint32_t end = 0;
    const nir::IntrinsicInstruction* last_plane = nullptr;
    if (!shader_.may_have_intrinsic(may_read_parameter)) {
        return end;
    }
    for (const nir::Block& block : shader_.entry->blocks()) {
        for (const nir::Instruction& instruction : block.instructions()) {
            const auto* load = instruction.as<nir::IntrinsicInstruction>();
            if (load != nullptr && load->op == nir::IntrinsicOp::load_user_clip_plane) {
                last_plane = last_plane == nullptr || last_plane->ucp_id() < load->ucp_id()
                                 ? load
                                 : last_plane;
            } else if (load != nullptr) {
                end = std::max(end, end_of_parameter(*load));
            }
        }
    }
    const std::optional<Slot> plane =
        last_plane != nullptr ? clip_plane_slot(last_plane->ucp_id()) : std::nullopt;
    if (plane) {
        const SlotInfo& first = slot_info(Slot::SYSTEM_VALUE_USER_CLIP_PLANE0);
        planes_make_way_ = end > static_cast<std::uint32_t>(first.parameter);
        end = std::max(end, static_cast<std::uint32_t>(parameter_of(slot_info(*plane))) +
                                last_plane->value.num_components);
    }
    return end;
}

// Reserves the constants that the driver writes. Their order is the same for all programs, so that
// the driver can copy them as one block.
void Translator::map_driver_parameters(std::uint32_t words) {
    if (words != 0) {
        parameters_vec4_ =
            (next_constant_vec4_ + kParameterAlign - 1) / kParameterAlign * kParameterAlign;
        next_constant_vec4_ = parameters_vec4_ + (words + 3) / 4;
    }
}

int Translator::parameter_of(const SlotInfo& slot) const {
    return planes_make_way_ && slot.second_parameter >= 0 ? slot.second_parameter : slot.parameter;
}

std::uint32_t Translator::driver_parameter(Slot slot, unsigned num_components) {
    const SlotInfo& info = slot_info(slot);
    const std::uint32_t constant =
        parameters_vec4_ * 4 + static_cast<std::uint32_t>(parameter_of(info));
    std::vector<DriverParameter>& known = graph_.driver_parameters;
    const auto found =
        std::find_if(known.begin(), known.end(), [&info](const DriverParameter& parameter) {
            return parameter.name == info.name;
        });
    if (found == known.end()) {
        known.push_back({std::string(info.name), constant, num_components});
    }
    return constant;
}

void Translator::map_declared_buffers() {
    for (const nir::ConstantBuffer& buffer : shader_.info.constant_buffers) {
        if (next_constant_vec4_ + buffer.num_vec4 <= graph_.constant_limit) {
            graph_.constant_buffers.push_back(
                {buffer.index, next_constant_vec4_, 0, buffer.num_vec4 * kVec4Bytes});
            next_constant_vec4_ += buffer.num_vec4;
        }
    }
}

void Translator::map_range(std::uint32_t block, std::uint32_t first_vec4, std::uint32_t end_vec4) {
    if (next_constant_vec4_ + (end_vec4 - first_vec4) > uniform_room_) {
        return; // loaded where it is read
    }
    MappedConstantBuffer mapped{block, next_constant_vec4_, first_vec4 * kVec4Bytes,
                                end_vec4 * kVec4Bytes};
    mapped.by_program = machine_.preamble && machine_.bindless_descriptors;
    if (mapped.by_program) {
        const Resource* resource =
            find_resource(graph_.resources, ResourceKind::uniform_buffer, block);
        if (resource == nullptr || resource->set > kMaxSet) {
            return; // where it is read it is refused
        }
    }
    graph_.constant_buffers.push_back(mapped);
    next_constant_vec4_ += end_vec4 - first_vec4;
}

void Translator::map_uniform_buffers() {
    for (const auto& [block, use] : uses_of_buffers(shader_)) {
        const Resource* resource =
            find_resource(graph_.resources, ResourceKind::uniform_buffer, block);
        if (resource == nullptr) {
            continue; // refused where it is read
        }
        const std::uint32_t size = (resource->size + kVec4Bytes - 1) / kVec4Bytes;
        if (use.is_indexed && size != 0 &&
            next_constant_vec4_ + std::uint64_t{size} <= uniform_room_) {
            map_range(block, 0, size);
            continue;
        }
        for (auto vec4 = use.vec4s.begin(); vec4 != use.vec4s.end();) {
            const std::uint32_t first = *vec4;
            std::uint32_t end = first + 1;
            for (++vec4; vec4 != use.vec4s.end() && *vec4 - end <= kNearVec4; ++vec4) {
                end = *vec4 + 1;
            }
            map_range(block, first, end);
        }
    }
}

void Translator::map_push_constants() {
    std::uint32_t end = 0;
    for_each_load(shader_, nir::IntrinsicOp::load_push_constant,
                  [&end](const nir::IntrinsicInstruction& load) {
                      end = std::max({end, static_cast<std::uint32_t>(load.base() + load.range()),
                                      static_cast<std::uint32_t>(load.base()) + 4});
                  });
    // A kernel has its arguments there.
    for_each_load(shader_, nir::IntrinsicOp::load_kernel_input,
                  [&end](const nir::IntrinsicInstruction& load) {
                      end = std::max(end, end_of_kernel_inputs(load));
                  });
    if (end == 0) {
        return;
    }
    PushConstants& push = graph_.push_constants;
    push.end = (end + kVec4Bytes - 1) / kVec4Bytes * kVec4Bytes;
    push.is_shared = machine_.shared_constant_vec4 != 0 && end <= machine_.shared_constant_bytes;
    const std::uint32_t most_vec4 = uniform_room_ - next_constant_vec4_;
    if (!push.is_shared && end > most_vec4 * kVec4Bytes) {
        refuse(std::to_string(end) + " bytes of push constants are");
        push = {};
        return;
    }
    if (push.is_shared) {
        push.const_vec4 = machine_.shared_constant_vec4;
    } else {
        next_constant_vec4_ += push.end / kVec4Bytes;
        push.by_program = machine_.copied_shared_words != 0;
    }
}

// Copies of constants from number `first` on; from `end` on stands nothing, so zero is as good as
// any value.
void Translator::set_constants(const nir::SsaDef& def, std::int64_t first, std::int64_t end) {
    for (unsigned i = 0; i < def.num_components; ++i) {
        const std::int64_t number = first + i;
        const Register source = number >= 0 && number < end
                                    ? constant_source(static_cast<std::uint32_t>(number))
                                    : immediate_source(0);
        selection_.set_node(def, i, selection_.append(make_copy(graph_, source)));
    }
}

// Whether a copy can name the constant so far behind a0.x.
bool Translator::reaches_constant(std::int64_t offset) const {
    const SourceInfo& source = opcode_info(graph_.revision, role::kCopy).sources[0];
    return fits_bits(static_cast<std::int32_t>(offset), source.relative_bits);
}

void Translator::set_relative_constants(const nir::SsaDef& def, std::int64_t first,
                                        const nir::SsaDef& index, unsigned scale) {
    const bool is_far = !reaches_constant(first + def.num_components - 1);
    Node* address = address_of(component(index, 0), scale, is_far ? first / scale : 0);
    for (unsigned i = 0; i < def.num_components; ++i) {
        Register source;
        source.kind = RegisterKind::relative_constant;
        source.value = static_cast<std::int32_t>((is_far ? first % scale : first) + i);
        Node* copy = make_copy(graph_, source);
        copy->address = address;
        selection_.set_node(def, i, selection_.append(copy));
    }
}

void Translator::load_constant(const nir::IntrinsicInstruction& load) {
    const ScalarValue buffer = Selection::resolve({load.sources()[0].ssa, 0});
    const ScalarValue index = Selection::resolve({load.sources()[1].ssa, 0});
    if (load.value.bit_size != 32) {
        refuse(std::to_string(load.value.bit_size) + "-bit uniforms are");
        return;
    }
    if (!Selection::is_constant(buffer)) {
        load_uniform(load);
        return;
    }
    const bool is_known = Selection::is_constant(index);
    const std::int64_t vec4 =
        load.base() + (is_known ? static_cast<std::int32_t>(Selection::constant_bits(index)) : 0);
    const MappedConstantBuffer* mapped = mapped_part(load);
    if (mapped == nullptr) {
        load_uniform(load);
        return;
    }
    const std::int64_t start = mapped->start / kVec4Bytes;
    const std::int64_t first = (mapped->const_vec4 + vec4 - start) * 4 + load.component();
    if (is_known) {
        const bool is_inside = vec4 >= 0 && vec4 * kVec4Bytes < mapped->end;
        set_constants(load.value, first, is_inside ? first + 4 : 0);
    } else {
        set_relative_constants(load.value, first, *load.sources()[1].ssa, 4);
    }
}

const MappedConstantBuffer* Translator::mapped_part(const nir::IntrinsicInstruction& load) const {
    const ScalarValue index = Selection::resolve({load.sources()[1].ssa, 0});
    const std::uint32_t block =
        Selection::constant_bits(Selection::resolve({load.sources()[0].ssa, 0}));
    const bool is_known = Selection::is_constant(index);
    const std::int64_t vec4 =
        load.base() + (is_known ? static_cast<std::int32_t>(Selection::constant_bits(index)) : 0);
    const bool is_declared = graph_.resources.empty();
    const auto mapped = std::find_if(
        graph_.constant_buffers.begin(), graph_.constant_buffers.end(),
        [&](const MappedConstantBuffer& known) {
            if (known.block != block) {
                return false;
            }
            // All of a declared buffer is there, so what is not is outside of it.
            if (is_declared) {
                return true;
            }
            const Resource* resource =
                find_resource(graph_.resources, ResourceKind::uniform_buffer, block);
            return is_known
                       ? vec4 * kVec4Bytes >= known.start && vec4 * kVec4Bytes < known.end
                       : known.start == 0 && known.end >= resource->size && resource->size != 0;
        });
    return mapped != graph_.constant_buffers.end() ? &*mapped : nullptr;
}

void Translator::load_push_constant(const nir::IntrinsicInstruction& load) {
    if (load.value.bit_size != 32) {
        refuse(std::to_string(load.value.bit_size) + "-bit push constants are");
        return;
    }
    const PushConstants& push = graph_.push_constants;
    const ScalarValue offset = Selection::resolve({load.sources()[0].ssa, 0});
    const std::int64_t start = std::int64_t{push.const_vec4} * 4;
    const std::int64_t base = start + load.base() / 4;
    if (Selection::is_constant(offset)) {
        const std::int64_t first = base + Selection::constant_bits(offset) / 4;
        set_constants(load.value, first, start + push.end / 4);
        return;
    }
    Node* words = selection_.emit(role::kShiftOffset, false, false,
                                  {selection_.use(offset), selection_.immediate(2)});
    const bool is_far = !reaches_constant(base + load.value.num_components - 1);
    Node* address = address_of(words, 1, is_far ? base : 0);
    for (unsigned i = 0; i < load.value.num_components; ++i) {
        Register source;
        source.kind = RegisterKind::relative_constant;
        source.value = static_cast<std::int32_t>((is_far ? 0 : base) + i);
        Node* copy = make_copy(graph_, source);
        copy->address = address;
        selection_.set_node(load.value, i, selection_.append(copy));
    }
}

void Translator::load_uniform(const nir::IntrinsicInstruction& load) {
    if (!machine_.uniform_buffer_loads) {
        load_uniform_by_address(load);
        return;
    }
    const ScalarValue index = Selection::resolve({load.sources()[1].ssa, 0});
    Node* node = graph_.make_machine(role::kLoadUniform, 2);
    if (!name_buffer(*load.sources()[0].ssa, ResourceKind::uniform_buffer, *node, 1)) {
        return;
    }
    const auto base = static_cast<std::uint32_t>(load.base());
    Node* place = nullptr;
    if (Selection::is_constant(index)) {
        place = selection_.constant(Selection::constant_bits(index) + base, false);
    } else {
        place = selection_.node(index);
        if (base != 0) {
            place = selection_.emit(role::kAddIndex, false, false,
                                    {ssa_source(place), selection_.immediate(base)});
        }
    }
    node->sources()[0] = ssa_source(place);
    node->resource.component = static_cast<std::uint8_t>(load.component());
    node->type = DataType::u32;
    node->dst.kind = RegisterKind::ssa;
    node->length = static_cast<std::uint8_t>(load.value.num_components);
    node->write_mask = static_cast<std::uint16_t>((1U << node->length) - 1);
    set_components(load.value, selection_.append(node));
}

// The array of which a number that is computed names an element. Where there are several it is the
// one of whose numbers a constant is added.
const Resource* Translator::array_of(const ScalarValue& number, ResourceKind kind) const {
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
Node* Translator::chosen_descriptor(const ScalarValue& number, ResourceKind kind, unsigned view,
                                    std::uint32_t& set) {
    const Resource* before = nullptr;
    Node* unit = nullptr;
    for (const Resource& resource : graph_.resources) {
        if (resource.kind != kind) {
            continue;
        }
        // All buffers of one kind have the same number of descriptors.
        if ((before != nullptr && resource.set != before->set) || resource.set > kMaxSet) {
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

bool Translator::name_buffer(const nir::SsaDef& buffer, ResourceKind kind, Node& access,
                             std::size_t source, unsigned view) {
    const ScalarValue number = Selection::resolve({&buffer, 0});
    if (graph_.resources.empty() || !machine_.bindless_descriptors) {
        return name_slot(number, kind, access, source);
    }
    access.resource.bindless = true;
    if (Selection::is_constant(number)) {
        const std::uint32_t value = Selection::constant_bits(number);
        const Resource* resource = find_resource(graph_.resources, kind, value);
        const std::uint32_t unit =
            resource == nullptr
                ? 0
                : resource->unit + (value - resource->first) * resource->stride + view;
        if (resource == nullptr || resource->set > kMaxSet ||
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
    const Resource* resource = is_any ? nullptr : array_of(number, kind);
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
    if (resource->set > kMaxSet) {
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

Node* Translator::descriptor_at(Node* number, std::uint32_t stride, std::uint32_t first) {
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
