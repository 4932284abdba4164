#include <jacquard/library/program/slot_meaning.h>
#include <jacquard/runs/engines/nir_vertices.h>
#include <jacquard/runs/engines/run_program.h>

#include <algorithm>
#include <cstring>

namespace jacquard::driver {

namespace {

using ir3::ShaderStage;
namespace slot_part = ir3::slot_part;

constexpr std::string_view kTcsHeader = "SYSTEM_VALUE_TCS_HEADER_IR3";
constexpr std::string_view kGsHeader = "SYSTEM_VALUE_GS_HEADER_IR3";
constexpr std::string_view kRelPatch = "SYSTEM_VALUE_REL_PATCH_ID_IR3";
constexpr std::string_view kPrimitive = "SYSTEM_VALUE_PRIMITIVE_ID";

} // namespace

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
