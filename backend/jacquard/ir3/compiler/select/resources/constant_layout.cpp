// The layout of the constant file.
//
// The constant file holds what is read at known places, and small buffers that are read at computed
// ones; the rest is loaded from the buffers.

#include <jacquard/ir3/compiler/select/resources/constant_layout.h>
#include <jacquard/ir3/compiler/select/resources/descriptors.h>
#include <jacquard/ir3/compiler/select/resources/mapped_buffers.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace jacquard::ir3 {

namespace {

// Parts of a buffer that are so near one another are copied as one.
constexpr std::uint32_t kNearVec4 = 4;
constexpr std::uint32_t kParameterAlign = 4; // vec4

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

// The arguments of a kernel take at most this many bytes, which is what OpenCL promises.
constexpr std::uint32_t kMostKernelInputBytes = 1024;

// Returns the end of the bytes that a load of a kernel's arguments, which has no range, may read.
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

void ConstantLayout::map() {
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
    slots_.map(next_vec4_);
    numbered_.map_sample_bits(next_vec4_);
    numbered_.map_buffer_addresses(next_vec4_);
    map_driver_parameters(words);
    if (next_vec4_ > graph_.constant_limit) {
        refuse(std::to_string(next_vec4_) + " vectors of constants are");
    }
    graph_.immediates.base_vec4 = next_vec4_;
}

// Behind what the load reads of the driver's values, in words from the first; 0: it reads none.
std::uint32_t ConstantLayout::end_of_parameter(const nir::IntrinsicInstruction& load) {
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
std::uint32_t ConstantLayout::end_of_parameters() {
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
void ConstantLayout::map_driver_parameters(std::uint32_t words) {
    if (words != 0) {
        parameters_vec4_ = (next_vec4_ + kParameterAlign - 1) / kParameterAlign * kParameterAlign;
        next_vec4_ = parameters_vec4_ + (words + 3) / 4;
    }
}

int ConstantLayout::parameter_of(const SlotInfo& slot) const {
    return planes_make_way_ && slot.second_parameter >= 0 ? slot.second_parameter : slot.parameter;
}

std::uint32_t ConstantLayout::driver_parameter(Slot slot, unsigned num_components) {
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

void ConstantLayout::map_declared_buffers() {
    for (const nir::ConstantBuffer& buffer : shader_.info.constant_buffers) {
        if (next_vec4_ + buffer.num_vec4 <= graph_.constant_limit) {
            graph_.constant_buffers.push_back(
                {buffer.index, next_vec4_, 0, buffer.num_vec4 * kVec4Bytes});
            next_vec4_ += buffer.num_vec4;
        }
    }
}

void ConstantLayout::map_range(std::uint32_t block, std::uint32_t first_vec4,
                               std::uint32_t end_vec4) {
    if (next_vec4_ + (end_vec4 - first_vec4) > uniform_room_) {
        return; // loaded where it is read
    }
    MappedConstantBuffer mapped{block, next_vec4_, first_vec4 * kVec4Bytes, end_vec4 * kVec4Bytes};
    mapped.by_program = machine_.preamble && machine_.bindless_descriptors;
    if (mapped.by_program) {
        const Resource* resource =
            find_resource(graph_.resources, ResourceKind::uniform_buffer, block);
        if (resource == nullptr || resource->set > kMaxDescriptorSet) {
            return; // where it is read it is refused
        }
    }
    graph_.constant_buffers.push_back(mapped);
    next_vec4_ += end_vec4 - first_vec4;
}

void ConstantLayout::map_uniform_buffers() {
    for (const auto& [block, use] : uses_of_buffers(shader_)) {
        const Resource* resource =
            find_resource(graph_.resources, ResourceKind::uniform_buffer, block);
        if (resource == nullptr) {
            continue; // refused where it is read
        }
        const std::uint32_t size = (resource->size + kVec4Bytes - 1) / kVec4Bytes;
        if (use.is_indexed && size != 0 && next_vec4_ + std::uint64_t{size} <= uniform_room_) {
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

void ConstantLayout::map_push_constants() {
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
    const std::uint32_t most_vec4 = uniform_room_ - next_vec4_;
    if (!push.is_shared && end > most_vec4 * kVec4Bytes) {
        refuse(std::to_string(end) + " bytes of push constants are");
        push = {};
        return;
    }
    if (push.is_shared) {
        push.const_vec4 = machine_.shared_constant_vec4;
    } else {
        next_vec4_ += push.end / kVec4Bytes;
        push.by_program = machine_.copied_shared_words != 0;
    }
}

// The places of inputs stand in the order of declarations.
std::uint32_t ConstantLayout::location_parameter(std::uint32_t input) {
    return static_cast<std::uint32_t>(slot_info(Slot::INPUT_LOCATION_IR3).parameter) + input;
}

} // namespace jacquard::ir3
