#include <jacquard/library/program/slot_meaning.h>
#include <jacquard/runs/engines/nir_vertices.h>
#include <jacquard/runs/engines/run_program.h>
#include <jacquard/runs/engines/run_stages.h>

#include <algorithm>
#include <cstring>

namespace jacquard::driver {

namespace {

using ir3::ShaderStage;
namespace slot_part = ir3::slot_part;

constexpr std::uint32_t kSlotBytes = 16;
constexpr std::uint32_t kSlotWords = 4;
constexpr std::uint32_t kWordBytes = 4;

constexpr std::string_view kTcsHeader = "SYSTEM_VALUE_TCS_HEADER_IR3";
constexpr std::string_view kGsHeader = "SYSTEM_VALUE_GS_HEADER_IR3";
constexpr std::string_view kRelPatch = "SYSTEM_VALUE_REL_PATCH_ID_IR3";
constexpr std::string_view kPrimitive = "SYSTEM_VALUE_PRIMITIVE_ID";
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

// Components of an output that stands in memory.
unsigned num_stored(const ir3::ProgramOutput& output, ir3::PatchKind patches) {
    if (output.stored.in != ir3::StoredIn::factors) {
        return output.num_components;
    }
    return output.name == kOuter ? outer_levels(patches) : inner_levels(patches);
}

bool is_patch_input(const ir3::ProgramInput& input) {
    return input.name.starts_with("VARYING_SLOT_PATCH");
}

Vector4 components_of(const CaseSystemValue& value, unsigned lane) {
    return {value.lanes[lane], value.more[0][lane], value.more[1][lane], value.more[2][lane]};
}

} // namespace

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

// ---- programs
// ------------------------------------------------------------------------------------

// Runs the program of a stage before the rasteriser as often as the lanes of the case need: once
// for each vertex that a geometry program may make, once for each patch of a control program, whose
// invocations are the lanes of its wave.
bool ProgramRunner::run_stages(const CaseRun& run, RunResult& result, std::string& fault,
                               ir3::ExecutionObserver* observer) {
    const bool is_done = run_chained(run, result, fault, observer);
    std::stable_sort(result.outputs.begin(), result.outputs.end(),
                     [](const CaseOutput& a, const CaseOutput& b) { return a.index < b.index; });
    return is_done;
}

bool ProgramRunner::run_chained(const CaseRun& run, RunResult& result, std::string& fault,
                                ir3::ExecutionObserver* observer) {
    chain_.set_up(run, ir3::Environment{}.global_address);
    result.outputs.clear();
    result.live_mask = 0xf;
    if (program_->stage == ShaderStage::tess_control) {
        for (unsigned patch = 0; patch < kCaseLanes; ++patch) {
            if (!run_patch(patch, run, fault, observer)) {
                return false;
            }
        }
        collect_stored(result);
        return true;
    }
    const bool is_geometry = program_->stage == ShaderStage::geometry;
    const unsigned most = is_geometry ? program_->vertices_out : 1;
    for (unsigned vertex = 0; vertex < most; ++vertex) {
        emulator_.reset();
        set_up_constants(run, kCaseLanes);
        set_chain_parameters();
        for (const ir3::ProgramInput& input : program_->inputs) {
            mark_written(input);
            if (input.location.exists()) {
                set_up_input(input, run);
                set_up_header(input, run, vertex);
            }
        }
        const LaneMask live = execute(emulator_, chain_surroundings(kCaseLanes), fault, observer);
        if (fault_) {
            return false;
        }
        if (!is_geometry) {
            if (!header_is_kept(run, fault)) {
                return false;
            }
            result.live_mask = static_cast<std::uint8_t>(live.words[0] & 0xf);
            collect_outputs(result);
            collect_stored(result);
            break;
        }
        RunResult one;
        collect_outputs(one);
        for (CaseOutput& output : one.outputs) {
            output.vertex = vertex;
            output.given = static_cast<std::uint8_t>(live.words[0] & 0xf);
            if (output.given != 0) {
                result.outputs.push_back(std::move(output));
            }
        }
    }
    return true;
}

std::uint32_t ProgramRunner::header_word(std::string_view name, const CaseRun& run, unsigned lane,
                                         unsigned vertex) const {
    const auto value = [&](std::string_view semantic) {
        const CaseSystemValue* given = run.find_system_value(semantic);
        return given != nullptr ? given->lanes[lane] : 0;
    };
    if (name == kPrimitive) {
        return value("PRIM_ID");
    }
    if (name == kRelPatch) {
        return lane;
    }
    if (program_->stage == ShaderStage::geometry) {
        return slot_part::header_primitive.place(lane) |
               slot_part::header_invocation.place(value("INVOCATIONID")) |
               slot_part::header_made_vertex.place(vertex);
    }
    return slot_part::header_vertex.place(lane); // vertices of one primitive
}

void ProgramRunner::set_up_header(const ir3::ProgramInput& input, const CaseRun& run,
                                  unsigned vertex) {
    if (input.name != kGsHeader && input.name != kTcsHeader && input.name != kRelPatch &&
        input.name != kPrimitive) {
        return;
    }
    LaneWords words{};
    for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
        words[lane] = header_word(input.name, run, lane, vertex);
    }
    write_lanes(input, 0, words);
}

// The next stage needs the primitive's header unchanged, so the program must not have overwritten
// it.
bool ProgramRunner::header_is_kept(const CaseRun& run, std::string& fault) const {
    if (program_->feeds == ir3::NextStage::rasteriser) {
        return true;
    }
    for (const ir3::ProgramInput& input : program_->inputs) {
        const bool is_header = input.name == kGsHeader || input.name == kTcsHeader;
        for (unsigned lane = 0; is_header && lane < kCaseLanes; ++lane) {
            if (emulator_.wave().read(input.location.number, false, lane) !=
                header_word(input.name, run, lane, 0)) {
                fault = "the header of the next stage is lost";
                return false;
            }
        }
    }
    return true;
}

// Some parts hand vertices on in the memory of the workgroup.
ir3::Environment ProgramRunner::chain_surroundings(unsigned lanes) {
    ir3::Environment environment = surroundings(lanes);
    environment.stage.bytes = chain_.stage();
    environment.local.bytes = chain_.stage();
    environment.global.bytes = chain_.global();
    return environment;
}

void ProgramRunner::set_chain_parameters() {
    for (const ir3::DriverParameter& parameter : program_->driver_parameters) {
        const std::vector<std::uint32_t> words = chain_.parameter(parameter.name);
        for (std::size_t i = 0; i < words.size() && i < parameter.num_components; ++i) {
            if (parameter.constant + i < constants_.size()) {
                constants_[parameter.constant + i] = words[i];
            }
        }
    }
}

bool ProgramRunner::run_patch(unsigned patch, const CaseRun& run, std::string& fault,
                              ir3::ExecutionObserver* observer) {
    const unsigned invocations = std::clamp(program_->vertices_out, 1U, kMaxCaseVertices);
    ir3::Emulator wave(invocations, executable_.revision());
    set_up_constants(run, invocations);
    set_chain_parameters();
    for (const ir3::ProgramInput& input : program_->inputs) {
        if (!input.location.exists()) {
            continue;
        }
        wave.mark_written(input.location);
        for (unsigned lane = 0; lane < invocations; ++lane) {
            const std::uint32_t word = input.name == kTcsHeader
                                           ? slot_part::header_primitive.place(patch) |
                                                 slot_part::header_invocation.place(lane) |
                                                 slot_part::header_local_patch.place(patch)
                                           : header_word(input.name, run, patch, 0);
            wave.wave().write(input.location.number, input.location.half, lane, word);
        }
    }
    static_cast<void>(execute(wave, chain_surroundings(invocations), fault, observer));
    return !fault_;
}

void ProgramRunner::collect_stored(RunResult& result) const {
    for (const ir3::ProgramOutput& output : program_->outputs) {
        if (output.stored.in == ir3::StoredIn::registers) {
            continue;
        }
        std::erase_if(result.outputs,
                      [&](const CaseOutput& collected) { return collected.index == output.index; });
        const bool by_vertex = output.stored.in == ir3::StoredIn::vertices;
        const std::optional<SlotMeaning> meaning = meaning_of_slot(output.name);
        for (unsigned vertex = 0; vertex < (by_vertex ? program_->vertices_out : 1); ++vertex) {
            CaseOutput& collected = result.outputs.emplace_back();
            collected.index = output.index;
            collected.semantic = meaning ? meaning->semantic : std::string_view(output.name);
            collected.semantic_index = meaning ? meaning->semantic_index : 0;
            collected.given = 0xf;
            if (by_vertex) {
                collected.vertex = vertex;
            }
            for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
                for (unsigned c = 0; c < num_stored(output, program_->patches); ++c) {
                    collected.lanes[lane][output.source_component + c] =
                        chain_.stored_word(output.stored, lane, vertex, c);
                }
            }
        }
    }
}

} // namespace jacquard::driver
