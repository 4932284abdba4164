#include "random_run.h"

#include <jacquard/generated/ir3/slots.h>
#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/generated/tgsi/names.h>
#include <jacquard/generated/tgsi/translation_tables.h>
#include <jacquard/library/program/slot_meaning.h>
#include <jacquard/runs/engines/nir_groups.h>

#include "differential/random_textures.h"
#include "generator/machine/machine_memory.h"
#include "generator/machine/machine_vertices.h"

#include <algorithm>
#include <array>
#include <bit>

namespace jacquard::fuzz {

namespace {

using driver::Vector4;

constexpr std::array<std::uint32_t, 20> kEdges = {
    0x00000000, 0x80000000, 0x3f800000, 0xbf800000, 0x7f800000, 0xff800000, 0x7fc00000,
    0xffc00123, 0x7fa00000, 0x00000001, 0x807fffff, 0x00800000, 0x7f7fffff, 0x7fffffff,
    0xffffffff, 0x80000001, 0x0000001f, 0x00000020, 0x0000ffff, 0x4f000000};

// Describes how the words of one vector are chosen.
class Words {
  public:
    Words(nir::Choices& choices, bool is_moderate) : choices_(choices), is_moderate_(is_moderate) {}

    Vector4 vector(unsigned number) {
        const bool is_float = number % 2 == 0;
        Vector4 result{};
        for (std::uint32_t& component : result) {
            component = word(choices_.one_in(16) ? !is_float : is_float);
        }
        return result;
    }

    std::uint32_t word(bool is_float) {
        const unsigned what = choices_.below(16);
        if (is_float) {
            return what < 9 || is_moderate_ ? fraction()
                   : what < 13              ? kEdges[choices_.below(kEdges.size())]
                                            : static_cast<std::uint32_t>(choices_.bits());
        }
        return what < 8    ? choices_.below(8)
               : what < 12 ? kEdges[choices_.below(kEdges.size())]
                           : static_cast<std::uint32_t>(choices_.bits());
    }

    // A multiple of 1/16 between -16 and 16.
    std::uint32_t fraction() {
        const auto steps = static_cast<int>(choices_.below(512)) - 256;
        return std::bit_cast<std::uint32_t>(static_cast<float>(steps) / 16.0F);
    }

  private:
    nir::Choices& choices_;
    bool is_moderate_;
};

void note_system_value(nir::IntrinsicOp op, std::vector<std::string>& names) {
    for (unsigned i = 0; i < tgsi::kNumSemantic; ++i) {
        const auto semantic = static_cast<tgsi::Semantic>(i);
        const tgsi::SystemValueInfo& value = tgsi::system_value_info(semantic);
        if (value.components == 0 || value.intrinsic != op) {
            continue;
        }
        std::string name(tgsi::name_of(semantic));
        if (std::find(names.begin(), names.end(), name) == names.end()) {
            names.push_back(std::move(name));
        }
    }
}

// One that cases give by the name of its slot.
void note_slot(std::optional<ir3::Slot> slot, std::vector<std::string>& names) {
    if (!slot || !ir3::slot_info(*slot).in_cases) {
        return;
    }
    std::string name(driver::case_name_of_slot(ir3::slot_info(*slot).name));
    if (std::find(names.begin(), names.end(), name) == names.end()) {
        names.push_back(std::move(name));
    }
}

} // namespace

ShaderInterface interface_of(const nir::Shader& shader) {
    ShaderInterface interface;
    interface.num_inputs = static_cast<unsigned>(shader.info.inputs.size());
    interface.is_fragment = shader.info.stage == nir::Stage::fragment;
    if (nir::MachineVertices::is_for(shader.info.stage)) {
        interface.num_vertices = nir::MachineVertices::kInputVertices;
        interface.has_third_coordinate = !nir::MachineVertices::has_quads(shader);
    }
    if (shader.info.stage == nir::Stage::compute) {
        const std::array<std::uint32_t, 3> size = driver::workgroup_size(shader);
        interface.group_size = size[0] * size[1] * size[2];
    }
    for (const nir::ConstantBuffer& buffer : shader.info.constant_buffers) {
        if (interface.constants.size() <= buffer.index) {
            interface.constants.resize(std::size_t{buffer.index} + 1);
        }
        interface.constants[buffer.index] = buffer.num_vec4;
    }
    for (const nir::Function& function : shader.functions()) {
        for (const nir::Block& block : function.blocks()) {
            for (const nir::Instruction& instruction : block.instructions()) {
                const auto* intrinsic = instruction.as<nir::IntrinsicInstruction>();
                if (intrinsic == nullptr) {
                    continue;
                }
                interface.asks_for_helpers |=
                    intrinsic->op == nir::IntrinsicOp::load_helper_invocation ||
                    intrinsic->op == nir::IntrinsicOp::is_helper_invocation;
                if (intrinsic->op == nir::IntrinsicOp::load_helper_invocation) {
                    continue;
                }
                if (intrinsic->op == nir::IntrinsicOp::load_user_clip_plane) {
                    note_slot(ir3::clip_plane_slot(intrinsic->ucp_id()), interface.system_values);
                } else if (intrinsic->info().is_system_value) {
                    note_system_value(intrinsic->op, interface.system_values);
                    note_slot(ir3::slot_of(intrinsic->op), interface.system_values);
                }
                const nir::MemoryAccess* access = nir::memory_access(intrinsic->op);
                interface.has_buffers |=
                    access != nullptr && access->space == nir::MemorySpace::ssbo;
                interface.has_addresses |=
                    access != nullptr && access->space == nir::MemorySpace::global;
                interface.has_images |= nir::image_access(intrinsic->op) != nullptr;
            }
        }
    }
    return interface;
}

namespace {

driver::CaseSystemValue* find(std::vector<driver::CaseSystemValue>& values,
                              tgsi::Semantic semantic) {
    const auto found = std::find_if(values.begin(), values.end(),
                                    [semantic](const driver::CaseSystemValue& value) {
                                        return value.name == tgsi::name_of(semantic);
                                    });
    return found == values.end() ? nullptr : &*found;
}

// The number of a vertex without the base vertex is that with it, less the base.
void relate_vertex_numbers(std::vector<driver::CaseSystemValue>& values) {
    const driver::CaseSystemValue* vertex = find(values, tgsi::Semantic::vertex_id);
    driver::CaseSystemValue* without_base = find(values, tgsi::Semantic::vertex_id_zero_base);
    if (vertex == nullptr || without_base == nullptr) {
        return;
    }
    const driver::CaseSystemValue* base = find(values, tgsi::Semantic::base_vertex);
    for (std::size_t lane = 0; lane < driver::kCaseLanes; ++lane) {
        without_base->lanes[lane] = vertex->lanes[lane] - (base != nullptr ? base->lanes[0] : 0);
    }
}

// Returns true if one of the slots that a system value stands for is such a one.
template <typename Kind>
bool has_slot(std::string_view name, Kind kind) {
    const auto slots = ir3::slot_infos();
    return std::any_of(slots.begin(), slots.end(), [&](const ir3::SlotInfo& slot) {
        return kind(slot) && driver::case_name_of_slot(slot.name) == name;
    });
}

using Plan = nir::MemoryOfMachine;

void add_groups(nir::Choices& choices, const ShaderInterface& interface, driver::CaseRun& run) {
    if (interface.group_size != 0) {
        run.groups = {1 + choices.below(3), 1 + choices.below(2), 1};
    }
}

void add_buffers(Words& words, unsigned invocations, driver::CaseRun& run) {
    static constexpr std::size_t kVectorBytes = sizeof(Vector4);
    driver::CaseMemory memory{nir::MemorySpace::ssbo, {}};
    memory.buffers.resize(Plan::kBuffers);
    memory.buffers[Plan::kRead].resize(Plan::kReadBytes / kVectorBytes);
    memory.buffers[Plan::kOwn].resize(invocations * (Plan::kOwnBytes / kVectorBytes));
    memory.buffers[Plan::kCells].resize(Plan::kNumCells * 4 / kVectorBytes);
    memory.buffers[Plan::kHanded].resize(invocations * (Plan::kHandedBytes / kVectorBytes));
    for (std::vector<Vector4>& buffer : memory.buffers) {
        for (unsigned i = 0; i < buffer.size(); ++i) {
            buffer[i] = words.vector(i);
        }
    }
    run.memories.push_back(std::move(memory));
}

void add_addresses(Words& words, unsigned invocations, driver::CaseRun& run) {
    static constexpr std::size_t kVectorBytes = sizeof(Vector4);
    std::vector<Vector4> bytes((Plan::kReadBytes + invocations * Plan::kOwnBytes) / kVectorBytes);
    for (unsigned i = 0; i < bytes.size(); ++i) {
        bytes[i] = words.vector(i);
    }
    run.memories.push_back({nir::MemorySpace::global, {std::move(bytes)}});
}

void add_images(Words& words, unsigned invocations, driver::CaseRun& run) {
    for (unsigned number = 0; number < Plan::kImages; ++number) {
        driver::RecordedTexture image;
        image.dim = "2D";
        image.format = nir::TexelFormat::rgba32ui;
        const unsigned rows = number == Plan::kRead
                                  ? Plan::kReadRows
                                  : (invocations + Plan::kImageWidth - 1) / Plan::kImageWidth;
        image.size = {Plan::kImageWidth, rows, 1};
        for (unsigned i = 0; i < Plan::kImageWidth * rows; ++i) {
            const Vector4 texel = words.vector(1);
            image.texels.insert(image.texels.end(), texel.begin(), texel.end());
        }
        run.images.push_back({number, std::move(image)});
    }
}

void add_memory(Words& words, const ShaderInterface& interface, driver::CaseRun& run) {
    const unsigned invocations = interface.group_size == 0 ? Plan::kLanes
                                                           : interface.group_size * run.groups[0] *
                                                                 run.groups[1] * run.groups[2];
    if (interface.has_buffers) {
        add_buffers(words, invocations, run);
    }
    if (interface.has_addresses) {
        add_addresses(words, invocations, run);
    }
    if (interface.has_images) {
        add_images(words, invocations, run);
    }
}

// Each lane has a place in memory by its number.
void tell_vertices_apart(std::vector<driver::CaseSystemValue>& values) {
    for (driver::CaseSystemValue& value : values) {
        if (value.name == tgsi::name_of(tgsi::Semantic::vertex_id) ||
            value.name == tgsi::name_of(tgsi::Semantic::vertex_id_zero_base)) {
            for (std::uint32_t lane = 1; lane < driver::kCaseLanes; ++lane) {
                value.lanes[lane] = value.lanes[0] + lane;
            }
        }
    }
}

// A place in the patch, which machines have the first two coordinates of, and its levels; and the
// numbers of invocations, for which a header has few bits.
void set_up_patch(nir::Choices& choices, Words& words, const ShaderInterface& interface,
                  driver::CaseRun& run) {
    constexpr unsigned kSteps = 128;
    const auto fraction = [](unsigned steps) {
        return std::bit_cast<std::uint32_t>(static_cast<float>(steps) / (2 * kSteps));
    };
    if (driver::CaseSystemValue* place =
            find(run.system_values, tgsi::Semantic::tessellation_coordinate)) {
        for (unsigned lane = 0; lane < driver::kCaseLanes; ++lane) {
            const unsigned first = choices.below(kSteps);
            const unsigned second = choices.below(kSteps);
            const unsigned third = interface.has_third_coordinate ? 2 * kSteps - first - second : 0;
            place->lanes[lane] = fraction(first);
            place->more[0][lane] = fraction(second);
            place->more[1][lane] = fraction(third);
        }
    }
    for (const tgsi::Semantic semantic :
         {tgsi::Semantic::tessellation_outer, tgsi::Semantic::tessellation_inner}) {
        if (driver::CaseSystemValue* levels = find(run.system_values, semantic)) {
            for (auto& component : levels->more) {
                std::generate(component.begin(), component.end(), [&] { return words.fraction(); });
            }
        }
    }
    if (driver::CaseSystemValue* number = find(run.system_values, tgsi::Semantic::invocation_id)) {
        for (std::uint32_t& word : number->lanes) {
            word %= 32;
        }
    }
}

// No lane starts as a helper.
void cover_samples(std::vector<driver::CaseSystemValue>& values) {
    const std::string name(tgsi::name_of(tgsi::Semantic::sample_mask));
    std::erase_if(values, [&](const driver::CaseSystemValue& value) { return value.name == name; });
    values.emplace_back().name = name;
    values.back().lanes.fill(~0U);
}

} // namespace

driver::CaseRun random_run(nir::Choices& choices, const ShaderInterface& interface,
                           bool is_moderate) {
    Words words(choices, is_moderate);
    driver::CaseRun run;
    run.inputs.resize(interface.num_inputs);
    for (unsigned i = 0; i < interface.num_inputs; ++i) {
        const bool is_uniform = choices.one_in(4);
        for (unsigned lane = 0; lane < driver::kCaseLanes; ++lane) {
            run.inputs[i][lane] = lane != 0 && is_uniform ? run.inputs[i][0] : words.vector(i);
        }
    }
    if (interface.num_vertices != 0) {
        run.vertex_inputs.assign(interface.num_inputs,
                                 std::vector<driver::LaneVectors>(interface.num_vertices));
        for (unsigned i = 0; i < interface.num_inputs; ++i) {
            for (driver::LaneVectors& vertex : run.vertex_inputs[i]) {
                std::generate(vertex.begin(), vertex.end(), [&] { return words.vector(i); });
            }
        }
    }
    for (const unsigned count : interface.constants) {
        std::vector<Vector4>& buffer = run.constants.emplace_back(count);
        for (unsigned i = 0; i < count; ++i) {
            buffer[i] = words.vector(i);
        }
    }
    for (const std::string& name : interface.system_values) {
        driver::CaseSystemValue& value = run.system_values.emplace_back();
        value.name = name;
        const bool is_half = has_slot(name, [](const ir3::SlotInfo& slot) { return slot.half; });
        const bool is_uniform =
            has_slot(name, [](const ir3::SlotInfo& slot) { return slot.parameter >= 0; });
        for (std::uint32_t& word : value.lanes) {
            word = words.word(false) & (is_half ? 0xffffU : ~0U);
        }
        if (is_uniform) {
            value.lanes.fill(value.lanes[0]);
        }
        if (!tgsi::find_semantic(name)) { // a vector of the driver's
            for (auto& component : value.more) {
                component.fill(words.word(true));
            }
        }
    }
    if (interface.has_buffers || interface.has_images || interface.has_addresses) {
        tell_vertices_apart(run.system_values);
    }
    relate_vertex_numbers(run.system_values);
    if (interface.num_vertices != 0) {
        set_up_patch(choices, words, interface, run);
    }
    if (interface.asks_for_helpers) {
        cover_samples(run.system_values);
    }
    add_groups(choices, interface, run);
    add_memory(words, interface, run);
    add_random_textures(choices, interface.textures, run);
    if (interface.is_fragment) {
        // The centre of a pixel, which reaches a program in sixteenths.
        for (unsigned c = 0; c < 2; ++c) {
            const float centre = static_cast<float>(choices.below(64)) + 0.5F;
            run.fragment_position[c] = std::bit_cast<std::uint32_t>(centre);
        }
        run.fragment_position[2] = words.fraction();
        run.fragment_position[3] = words.fraction();
        run.has_fragment_position = true;
        run.front_facing = choices.one_in(2);
        run.has_facing = true;
    }
    return run;
}

} // namespace jacquard::fuzz
