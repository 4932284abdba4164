#include <jacquard/generated/ir3/slots.h>
#include <jacquard/generated/tgsi/names.h>
#include <jacquard/generated/tgsi/translation_tables.h>
#include <jacquard/library/program/slot_meaning.h>
#include <jacquard/runs/case/shared_memory.h>
#include <jacquard/runs/engines/nir_groups.h>
#include <jacquard/runs/engines/run_nir.h>

#include <algorithm>
#include <bit>

namespace jacquard::driver {

namespace {

std::optional<std::size_t> find_slot(const std::vector<nir::IoSlot>& slots,
                                     nir::Semantic semantic) {
    const auto found = std::find_if(slots.begin(), slots.end(), [=](const nir::IoSlot& slot) {
        return slot.semantic == semantic;
    });
    return found == slots.end() ? std::nullopt
                                : std::optional(static_cast<std::size_t>(found - slots.begin()));
}

std::uint32_t input_word(const CaseRun& run, std::optional<std::size_t> input, unsigned component,
                         unsigned lane) {
    return input && *input < run.inputs.size() ? run.inputs[*input][lane][component] : 0;
}

} // namespace

CaseSystemValues::CaseSystemValues(const nir::Shader& shader)
    : position_input_(find_slot(shader.info.inputs, nir::Semantic::position)),
      face_input_(find_slot(shader.info.inputs, nir::Semantic::face)) {}

std::uint32_t CaseSystemValues::position(unsigned component, unsigned lane) const {
    if (!run_->has_fragment_position) {
        return input_word(*run_, position_input_, component, lane);
    }
    return position_of_lane(run_->fragment_position, lane)[component];
}

bool CaseSystemValues::is_front(unsigned lane) const {
    return run_->has_facing ? run_->front_facing
                            : std::bit_cast<float>(input_word(*run_, face_input_, 0, lane)) > 0.0F;
}

std::optional<std::uint64_t> CaseSystemValues::value(const nir::IntrinsicInstruction& instruction,
                                                     unsigned component, unsigned lane,
                                                     std::uint64_t /*argument*/) {
    if (instruction.op == nir::IntrinsicOp::load_frag_coord) {
        return position(component, lane);
    }
    if (instruction.op == nir::IntrinsicOp::load_front_face) {
        return is_front(lane) ? ~std::uint64_t{0} : 0;
    }
    if (instruction.op == nir::IntrinsicOp::load_user_clip_plane) {
        const std::optional<ir3::Slot> number = ir3::clip_plane_slot(instruction.ucp_id());
        const CaseSystemValue* plane =
            number ? run_->find_system_value(case_name_of_slot(ir3::slot_info(*number).name))
                   : nullptr;
        return plane == nullptr ? 0
               : component == 0 ? plane->lanes[lane]
                                : plane->more[component - 1][lane];
    }
    const std::optional<ir3::Slot> slot = ir3::slot_of(instruction.op);
    const std::string_view own_name = slot && ir3::slot_info(*slot).in_cases
                                          ? case_name_of_slot(ir3::slot_info(*slot).name)
                                          : std::string_view();
    for (const CaseSystemValue& given : run_->system_values) {
        if (component == 0 && !own_name.empty() && given.name == own_name) {
            return given.lanes[lane];
        }
        const std::optional<tgsi::Semantic> semantic = tgsi::find_semantic(given.name);
        if (semantic && tgsi::system_value_info(*semantic).components != 0 &&
            tgsi::system_value_info(*semantic).intrinsic == instruction.op) {
            return component == 0  ? given.lanes[lane]
                   : component < 4 ? given.more[component - 1][lane]
                                   : 0;
        }
    }
    return std::nullopt;
}

NirRunner::NirRunner(const nir::Shader& shader, nir::interpreter::Program program)
    : shader_(&shader), program_(std::move(program)), interpreter_(program_, kCaseLanes),
      system_values_(shader), inputs_(shader.info.inputs.size() * 4 * kCaseLanes),
      outputs_(shader.info.outputs.size() * 4 * kCaseLanes) {
    environment_.inputs = inputs_;
    environment_.outputs = outputs_;
    environment_.reciprocal_w = reciprocal_w_;
    environment_.textures = &resources_;
    environment_.images = &resources_;
    environment_.system_values = &system_values_;
}

std::unique_ptr<NirRunner> NirRunner::prepare(const nir::Shader& shader, std::string& fault,
                                              const Limits& limits, std::optional<Limit>* reached) {
    nir::interpreter::Fault reason;
    try {
        std::optional<nir::interpreter::Program> program =
            nir::interpreter::Program::prepare(shader, reason, limits);
        if (program) {
            auto runner = std::unique_ptr<NirRunner>(new NirRunner(shader, std::move(*program)));
            runner->options_.maximum_steps = limits.steps;
            return runner;
        }
    } catch (const std::bad_alloc&) {
        reason = {nir::interpreter::FaultKind::too_large, "the system has no more memory",
                  Limit::memory};
    }
    fault = std::move(reason.message);
    if (reached != nullptr) {
        *reached = reason.limit;
    }
    return nullptr;
}

void NirRunner::set_up(const CaseRun& run) {
    for (std::size_t slot = 0; slot < shader_->info.inputs.size(); ++slot) {
        for (unsigned component = 0; component < 4; ++component) {
            for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
                inputs_[(slot * 4 + component) * kCaseLanes + lane] =
                    input_word(run, slot, component, lane);
            }
        }
    }
    std::fill(outputs_.begin(), outputs_.end(), 0);
    give_memories(run);
    give_vertices(run);
    constant_views_.clear();
    for (const std::vector<Vector4>& buffer : run.constants) {
        constant_views_.push_back(std::as_bytes(std::span(buffer)));
    }
    if (!constant_views_.empty()) {
        environment_.constant_buffers = constant_views_;
    }
    system_values_.set_run(run);
    resources_.set(run);
}

// Copies, since the shader may write them. What an earlier run was given and this one is not is
// empty.
void NirRunner::give_memories(const CaseRun& run) {
    environment_.constant_buffers = {};
    for (GivenSpace& given : memories_) {
        given.buffers.clear();
    }
    for (const CaseMemory& memory : run.memories) {
        memories_[static_cast<std::size_t>(memory.space)].buffers = memory.buffers;
    }
    for (std::size_t i = 0; i < nir::kNumMemorySpaces; ++i) {
        const auto space = static_cast<nir::MemorySpace>(i);
        GivenSpace& given = memories_[i];
        if (given.buffers.empty() && given.writable.empty()) {
            continue; // never given
        }
        given.writable.clear();
        given.constant.clear();
        for (std::vector<Vector4>& buffer : given.buffers) {
            given.writable.push_back(std::as_writable_bytes(std::span(buffer)));
            given.constant.push_back(std::as_bytes(std::span(buffer)));
        }
        const bool has_buffers =
            nir::memory_space_info(space).addressing == nir::Addressing::buffer;
        if (has_buffers) {
            nir::interpreter::give_buffers(environment_, space, {given.writable, given.constant});
        } else {
            nir::interpreter::give_bytes(environment_, space,
                                         given.writable.empty() ? std::span<std::byte>()
                                                                : given.writable.front());
        }
    }
}

bool NirRunner::run(const CaseRun& run, RunResult& result, std::string& fault) {
    set_up(run);
    left_in_shared_.clear();
    nir::interpreter::RunResult outcome;
    if (shader_->info.stage == nir::Stage::tess_control && run.groups[0] == 0) {
        outcome = run_patches();
    } else if (run.groups[0] == 0) {
        outcome = interpreter_.run(environment_, options_);
    } else if (auto groups = run_groups(program_, *shader_, run.groups, part_, environment_,
                                        options_, fault, left_in_shared_)) {
        outcome = std::move(*groups);
    } else {
        return false;
    }
    reached_ = outcome.fault.limit;
    if (outcome.fault) {
        fault = std::move(outcome.fault.message);
        return false;
    }
    // Lanes of work groups have no place in the mask.
    const bool has_quad = run.groups[0] == 0;
    result.live_mask = static_cast<std::uint8_t>(has_quad ? outcome.live.words[0] & 0xf : 0xf);
    collect_outputs(result);
    collect_vertex_outputs(result);
    collect_memories(run, result);
    return true;
}

void NirRunner::collect_memories(const CaseRun& run, RunResult& result) const {
    result.images = resources_.images();
    result.memories.clear();
    for (const CaseMemory& memory : run.memories) {
        result.memories.push_back(
            {memory.space, memories_[static_cast<std::size_t>(memory.space)].buffers});
    }
    add_shared(result.memories, left_in_shared_);
}

void NirRunner::collect_outputs(RunResult& result) const {
    result.outputs.clear();
    for (std::size_t slot = 0; slot < shader_->info.outputs.size(); ++slot) {
        const nir::IoSlot& declared = shader_->info.outputs[slot];
        const std::optional<tgsi::Semantic> semantic =
            tgsi::find_semantic(nir::name_of(declared.semantic));
        CaseOutput& output = result.outputs.emplace_back();
        output.index = static_cast<unsigned>(slot);
        output.semantic = semantic ? tgsi::name_of(*semantic) : nir::name_of(declared.semantic);
        output.semantic_index = declared.semantic_index;
        output.given = 0xf;
        for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
            for (unsigned component = 0; component < 4; ++component) {
                output.lanes[lane][component] =
                    outputs_[(slot * 4 + component) * kCaseLanes + lane];
            }
        }
    }
}

} // namespace jacquard::driver
