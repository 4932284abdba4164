#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/library/frontend/load_nir.h>
#include <jacquard/runs/case/declared_outputs.h>
#include <jacquard/runs/engines/run_nir.h>
#include <jacquard/runs/engines/run_program.h>
#include <jacquard/spirv/assembly/assemble.h>

#include "shader_options.h"

#include <string>

using namespace jacquard;
using namespace jacquard::binding;

namespace {

// The runs of a case; one in which all is 0 where there is none. Nothing when the case is
// malformed, which has been told; `status` then is what the call returns.
std::optional<driver::CaseFile> read_case(const jacquard_source* runs, Input& input,
                                          const Limits& limits, jacquard_status& status) {
    driver::CaseFile file;
    if (runs == nullptr) {
        file.runs.emplace_back();
        return file;
    }
    if (!input.is_good(status)) {
        return std::nullopt;
    }
    file = driver::parse_case_file(input.bytes(), input.diagnostics(), limits);
    if (driver::is_of_module(file)) {
        input.diagnostics().error("C119", {}, std::string(driver::kOnlyOfModules));
    }
    if (input.diagnostics().has_errors()) {
        status = input.tell_faults();
        return std::nullopt;
    }
    return file;
}

jacquard_status fault(Input& input, std::string_view code, std::string message,
                      std::optional<Limit> reached) {
    return input.fail(reached ? info(*reached).code : code, std::move(message));
}

// Makes all runs of a program or a shader, by what executes it. `input` is told of what ends them.
template <typename Runner, typename Subject>
jacquard_status run_all(jacquard_context& context, const Subject& subject,
                        const driver::CaseFile& file,
                        const std::vector<driver::CaseOutput>& declared, Input& input,
                        jacquard_results** results, const driver::GroupPart& part = {}) {
    std::string why;
    std::optional<Limit> reached;
    const auto runner = Runner::prepare(subject, why, context.limits, &reached);
    if (runner == nullptr) {
        return fault(input, "D203", std::move(why), reached);
    }
    if constexpr (std::is_same_v<Runner, driver::NirRunner>) {
        runner->set_part(part);
    }
    std::vector<driver::RunResult> done;
    for (const driver::CaseRun& run : file.runs) {
        driver::RunResult& result = done.emplace_back();
        if (!runner->run(run, result, why)) {
            return fault(input, "D204", std::move(why), runner->reached());
        }
        driver::add_unwritten(result.outputs, declared);
    }
    *results = create<jacquard_results>(context, std::move(done));
    return input.tell(JACQUARD_OK);
}

const driver::RunResult* find_run(const jacquard_results* results, std::size_t run) {
    return results != nullptr && run < results->runs.size() ? &results->runs[run] : nullptr;
}

// Calls use(input, file) for the case file that the source holds, if it is sound.
template <typename Use>
jacquard_status with_case(jacquard_context& context, const jacquard_source* runs, Use&& use) {
    Input input(context, runs);
    jacquard_status status = JACQUARD_OK;
    const std::optional<driver::CaseFile> file = read_case(runs, input, context.limits, status);
    return file ? use(input, *file) : status;
}

} // namespace

extern "C" {

jacquard_status jacquard_run(jacquard_context* context, const jacquard_program* program,
                             const jacquard_source* runs, jacquard_results** results) {
    return creating(results, context != nullptr && program != nullptr, [&] {
        return with_case(*context, runs, [&](Input& input, const driver::CaseFile& file) {
            return run_all<driver::ProgramRunner>(*context, program->program, file,
                                                  program->declared, input, results);
        });
    });
}

jacquard_status jacquard_interpret(jacquard_context* context, const jacquard_source* shader,
                                   const jacquard_compile_options* options,
                                   const jacquard_source* runs, jacquard_results** results) {
    return creating_of_shader(
        context, shader, options, results, [&](Input& input, const ShaderOptions& known) {
            const driver::InputForm form = form_of(input);
            if (form == driver::InputForm::spirv || spirv::is_assembly(input.bytes())) {
                return input.fail("D203", "the interpreter takes shaders in TGSI and NIR");
            }
            if (form != driver::InputForm::tgsi && form != driver::InputForm::nir) {
                driver::report_no_shader(input.diagnostics());
                return input.tell_faults();
            }
            if (!ir3::revision_of_part(known.key.gpu)) {
                return input.fail("D103", "there is no part " + std::to_string(known.key.gpu));
            }
            const auto language = form == driver::InputForm::tgsi ? driver::SourceLanguage::tgsi
                                                                  : driver::SourceLanguage::nir;
            return with_case(*context, runs, [&](Input&, const driver::CaseFile& file) {
                driver::NirResult loaded =
                    driver::load_nir(input.bytes(), language, known.key.precise,
                                     input.diagnostics(), context->limits);
                driver::apply_state(loaded, known.key, input.diagnostics());
                if (loaded.status != driver::CompileStatus::compiled) {
                    return input.tell(c_status_of(loaded.status));
                }
                return run_all<driver::NirRunner>(*context, *loaded.shader, file, {}, input,
                                                  results, {known.key.gpu, known.key.wave_size});
            });
        });
}

void jacquard_results_destroy(jacquard_results* results) {
    destroy(results);
}

size_t jacquard_results_count(const jacquard_results* results) {
    return results != nullptr ? results->runs.size() : 0;
}

uint32_t jacquard_results_live_lanes(const jacquard_results* results, size_t run) {
    const driver::RunResult* found = find_run(results, run);
    return found != nullptr ? found->live_mask : 0;
}

size_t jacquard_results_output_count(const jacquard_results* results, size_t run) {
    const driver::RunResult* found = find_run(results, run);
    return found != nullptr ? found->outputs.size() : 0;
}

jacquard_status jacquard_results_get_output(const jacquard_results* results, size_t run,
                                            size_t index, jacquard_output* output) {
    const driver::RunResult* found = find_run(results, run);
    if (found == nullptr || output == nullptr || index >= found->outputs.size()) {
        return JACQUARD_WRONG_USE;
    }
    const driver::CaseOutput& computed = found->outputs[index];
    jacquard_output result{};
    result.index = computed.index;
    result.semantic = computed.semantic.c_str();
    result.semantic_index = computed.semantic_index;
    result.vertex = computed.vertex ? static_cast<std::int32_t>(*computed.vertex) : -1;
    // Only what emits vertices says which lanes have one.
    result.lanes = computed.vertex ? computed.given : (1U << driver::kCaseLanes) - 1;
    for (std::size_t lane = 0; lane < computed.lanes.size(); ++lane) {
        for (std::size_t component = 0; component < computed.lanes[lane].size(); ++component) {
            result.values[lane][component] = computed.lanes[lane][component];
        }
    }
    return answer(output, result);
}

size_t jacquard_results_memory_count(const jacquard_results* results, size_t run) {
    const driver::RunResult* found = find_run(results, run);
    std::size_t count = 0;
    if (found != nullptr) {
        for (const driver::CaseMemory& memory : found->memories) {
            count += memory.buffers.size();
        }
    }
    return count;
}

jacquard_status jacquard_results_get_memory(const jacquard_results* results, size_t run,
                                            size_t index, jacquard_memory* memory) {
    const driver::RunResult* found = find_run(results, run);
    if (found == nullptr || memory == nullptr) {
        return JACQUARD_WRONG_USE;
    }
    for (const driver::CaseMemory& space : found->memories) {
        if (index >= space.buffers.size()) {
            index -= space.buffers.size();
            continue;
        }
        const std::vector<driver::Vector4>& vectors = space.buffers[index];
        jacquard_memory result{};
        result.space = nir::memory_space_info(space.space).name.data();
        result.buffer = static_cast<std::uint32_t>(index);
        result.words = vectors.empty() ? nullptr : vectors.front().data();
        result.word_count = vectors.size() * driver::Vector4().size();
        return answer(memory, result);
    }
    return JACQUARD_WRONG_USE;
}

} // extern "C"
