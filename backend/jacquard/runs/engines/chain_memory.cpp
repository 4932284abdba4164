#include <jacquard/runs/engines/chain_memory.h>

#include <algorithm>
#include <cstring>

namespace jacquard::driver {

namespace {

using ir3::ShaderStage;

constexpr std::uint32_t kSlotBytes = 16;
constexpr std::uint32_t kSlotWords = 4;
constexpr std::uint32_t kWordBytes = 4;

constexpr std::string_view kOuter = "VARYING_SLOT_TESS_LEVEL_OUTER";
constexpr std::string_view kInner = "VARYING_SLOT_TESS_LEVEL_INNER";

std::uint32_t outer_levels(ir3::PatchKind patches) {
    return patches == ir3::PatchKind::quads ? 4 : patches == ir3::PatchKind::triangles ? 3 : 2;
}
std::uint32_t inner_levels(ir3::PatchKind patches) {
    return patches == ir3::PatchKind::quads ? 2 : patches == ir3::PatchKind::triangles ? 1 : 0;
}
std::uint32_t factor_words(ir3::PatchKind patches) {
    return 1 + outer_levels(patches) + inner_levels(patches);
}

bool is_patch_input(const ir3::ProgramInput& input) {
    return input.name.starts_with("VARYING_SLOT_PATCH");
}

Vector4 components_of(const CaseSystemValue& value, unsigned lane) {
    return {value.lanes[lane], value.more[0][lane], value.more[1][lane], value.more[2][lane]};
}

} // namespace

unsigned num_stored(const ir3::ProgramOutput& output, ir3::PatchKind patches) {
    if (output.stored.in != ir3::StoredIn::factors) {
        return output.num_components;
    }
    return output.name == kOuter ? outer_levels(patches) : inner_levels(patches);
}

bool is_chained(const ir3::Program& program) {
    return program.feeds != ir3::NextStage::rasteriser ||
           program.stage == ShaderStage::tess_control ||
           program.stage == ShaderStage::tess_evaluation || program.stage == ShaderStage::geometry;
}

// Inputs of vertices stand at 16 bytes for each of their numbers. A patch that comes from memory
// has the inputs of its vertices first, a slot's vertices together, then those of its own.
void ChainMemory::set_up(const CaseRun& run, std::uint64_t global_address) {
    global_address_ = global_address;
    vertices_ = std::max(1U, run.num_vertices());
    slots_ = static_cast<std::uint32_t>(std::max(run.inputs.size(), run.vertex_inputs.size()));
    for (const ir3::ProgramInput& input : program_->inputs) {
        slots_ = std::max(slots_, std::min(input.index, kMaxCaseIndex) + 1);
    }
    const bool is_control = program_->stage == ShaderStage::tess_control;
    if (program_->feeds != ir3::NextStage::rasteriser) {
        vertex_stride_ = program_->stored_bytes;
        primitive_stride_ = vertex_stride_ * kCaseLanes;
        stage_.assign(primitive_stride_, std::byte{0});
    } else {
        vertex_stride_ = slots_ * kSlotBytes;
        primitive_stride_ = vertex_stride_ * vertices_;
        stage_.assign(std::size_t{primitive_stride_} * kCaseLanes, std::byte{0});
    }
    patch_words_ =
        is_control ? program_->stored_bytes / kWordBytes : slots_ * kSlotWords * (vertices_ + 1);
    const std::uint32_t words = patch_words_ + factor_words(program_->patches);
    global_.assign(std::size_t{words} * kWordBytes * kCaseLanes, std::byte{0});
    store_inputs(run);
    store_levels(run);
}

void ChainMemory::write(std::span<std::byte> memory, std::size_t at, std::uint32_t word) {
    if (at + sizeof word <= memory.size()) {
        std::memcpy(memory.data() + at, &word, sizeof word);
    }
}

void ChainMemory::store_inputs(const CaseRun& run) {
    const bool from_patches = program_->stage == ShaderStage::tess_evaluation;
    const bool from_stage =
        program_->stage == ShaderStage::tess_control || program_->stage == ShaderStage::geometry;
    for (std::size_t slot = 0; slot < run.vertex_inputs.size(); ++slot) {
        for (std::size_t vertex = 0; vertex < run.vertex_inputs[slot].size(); ++vertex) {
            for (std::size_t lane = 0; lane < kCaseLanes; ++lane) {
                const Vector4& value = run.vertex_inputs[slot][vertex][lane];
                for (std::size_t c = 0; c < value.size(); ++c) {
                    if (from_stage) {
                        write(stage_,
                              lane * primitive_stride_ + vertex * vertex_stride_ +
                                  slot * kSlotBytes + c * kWordBytes,
                              value[c]);
                    } else if (from_patches) {
                        const std::size_t word =
                            lane * patch_words_ + (slot * vertices_ + vertex) * kSlotWords + c;
                        write(global_, word * kWordBytes, value[c]);
                    }
                }
            }
        }
    }
    for (std::size_t slot = 0; from_patches && slot < run.inputs.size(); ++slot) {
        for (std::size_t lane = 0; lane < kCaseLanes; ++lane) {
            for (std::size_t c = 0; c < kSlotWords; ++c) {
                const std::size_t word =
                    lane * patch_words_ + (slots_ * vertices_ + slot) * kSlotWords + c;
                write(global_, word * kWordBytes, run.inputs[slot][lane][c]);
            }
        }
    }
}

// Levels that an evaluation shader reads: inputs where it declares them, else system values.
void ChainMemory::store_levels(const CaseRun& run) {
    if (program_->stage != ShaderStage::tess_evaluation) {
        return;
    }
    const std::size_t first = std::size_t{patch_words_} * kCaseLanes;
    const auto store = [&](std::string_view slot, std::string_view name, std::size_t place,
                           std::size_t count) {
        const ir3::ProgramInput* input = stored_input(slot);
        const CaseSystemValue* value = run.find_system_value(name);
        for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
            Vector4 levels{};
            if (input != nullptr && input->index < run.inputs.size()) {
                levels = run.inputs[input->index][lane];
            } else if (value != nullptr) {
                levels = components_of(*value, lane);
            }
            for (std::size_t c = 0; c < count; ++c) {
                const std::size_t word = first + lane * factor_words(program_->patches) + place + c;
                write(global_, word * kWordBytes, levels[c]);
            }
        }
    };
    const std::uint32_t outer = outer_levels(program_->patches);
    store(kOuter, "TESSOUTER", 1, outer);
    store(kInner, "TESSINNER", 1 + outer, inner_levels(program_->patches));
}

const ir3::ProgramInput* ChainMemory::stored_input(std::string_view name) const {
    const auto found = std::find_if(
        program_->inputs.begin(), program_->inputs.end(), [name](const ir3::ProgramInput& input) {
            return input.name == name && !input.system_value && !input.location.exists();
        });
    return found == program_->inputs.end() ? nullptr : &*found;
}

std::vector<std::uint32_t> ChainMemory::parameter(std::string_view name) const {
    const auto address = [](std::uint64_t at) {
        return std::vector<std::uint32_t>{static_cast<std::uint32_t>(at),
                                          static_cast<std::uint32_t>(at >> 32)};
    };
    if (name == "SYSTEM_VALUE_VS_PRIMITIVE_STRIDE_IR3") {
        return {primitive_stride_};
    }
    if (name == "SYSTEM_VALUE_VS_VERTEX_STRIDE_IR3") {
        return {vertex_stride_};
    }
    if (name == "SYSTEM_VALUE_HS_PATCH_STRIDE_IR3") {
        return {patch_words_};
    }
    if (name == "SYSTEM_VALUE_VERTICES_IN") {
        return {vertices_};
    }
    if (name == "SYSTEM_VALUE_TESS_PARAM_BASE_IR3") {
        return address(global_address_);
    }
    if (name == "SYSTEM_VALUE_TESS_FACTOR_BASE_IR3") {
        return address(global_address_ + std::uint64_t{patch_words_} * kWordBytes * kCaseLanes);
    }
    const ir3::ProgramInput* input = stored_input(name);
    if (input == nullptr) {
        return {};
    }
    if (program_->stage != ShaderStage::tess_evaluation) {
        return {input->index * kSlotBytes};
    }
    return {is_patch_input(*input) ? (slots_ * vertices_ + input->index) * kSlotWords
                                   : input->index * vertices_ * kSlotWords};
}

std::uint32_t ChainMemory::stored_word(const ir3::StoredPlace& place, unsigned lane,
                                       unsigned vertex, unsigned component) const {
    const std::vector<std::byte>& memory = place.in == ir3::StoredIn::vertex ? stage_ : global_;
    std::size_t at = place.offset + std::size_t{component} * kWordBytes;
    switch (place.in) {
    case ir3::StoredIn::registers: return 0;
    case ir3::StoredIn::vertex: at += std::size_t{lane} * vertex_stride_; break;
    case ir3::StoredIn::vertices: at += std::size_t{vertex} * kSlotBytes; [[fallthrough]];
    case ir3::StoredIn::patch: at += std::size_t{lane} * patch_words_ * kWordBytes; break;
    case ir3::StoredIn::factors:
        at += (std::size_t{patch_words_} * kCaseLanes +
               std::size_t{lane} * factor_words(program_->patches)) *
              kWordBytes;
        break;
    }
    std::uint32_t word = 0;
    if (at + sizeof word <= memory.size()) {
        std::memcpy(&word, memory.data() + at, sizeof word);
    }
    return word;
}

} // namespace jacquard::driver
