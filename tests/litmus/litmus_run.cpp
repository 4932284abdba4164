#include <jacquard/generated/passes/drop_fences.h>
#include <jacquard/library/facade/compile_shader.h>
#include <jacquard/library/frontend/load_nir.h>
#include <jacquard/nir/text/print/printer.h>
#include <jacquard/runs/engines/run_nir.h>
#include <jacquard/runs/engines/run_program.h>

#include "litmus.h"

#include <algorithm>

namespace jacquard::litmus {

namespace {

using driver::CaseMemory;
using driver::CaseRun;
using driver::RunResult;
using driver::Vector4;

CaseRun case_of(const Litmus& litmus, const Variant& variant) {
    CaseRun run;
    const auto num_threads = static_cast<std::uint32_t>(litmus.threads.size());
    run.groups = {variant.threads == Threads::groups ? num_threads : 1, 1, 1};
    CaseMemory buffers;
    buffers.space = nir::MemorySpace::ssbo;
    const std::size_t results = (num_threads * kRegisters + kVariables) / 4;
    buffers.buffers = {std::vector<Vector4>(kVariables), std::vector<Vector4>(results)};
    run.memories.push_back(std::move(buffers));
    if (variant.memory == Memory::image) {
        driver::CaseTexture image;
        image.texture.dim = "2D";
        image.texture.format = nir::TexelFormat::rgba32ui;
        image.texture.size = {kVariables, 1, 1};
        image.texture.texels.assign(image.texture.num_words(), 0);
        run.images.push_back(std::move(image));
    }
    return run;
}

// Returns the observed values, in the order in which the test names them.
std::string outcome_of(const Litmus& litmus, const Variant& variant, const RunResult& result) {
    const auto word = [&](std::size_t buffer, std::size_t number) {
        return result.memories[0].buffers[buffer][number / 4][number % 4];
    };
    std::string text;
    for (const std::string& name : litmus.observed) {
        std::uint32_t value = 0;
        if (const std::size_t dot = name.find(".r"); dot != std::string::npos) {
            value = word(1, std::stoul(name.substr(0, dot)) * kRegisters +
                                std::stoul(name.substr(dot + 2)));
        } else {
            const auto found = std::find(litmus.variables.begin(), litmus.variables.end(), name);
            const auto number = static_cast<std::size_t>(found - litmus.variables.begin());
            value = variant.memory == Memory::buffer ? word(0, number * 4)
                    : variant.memory == Memory::image
                        ? result.images[0].texture.texels[number * 4]
                        : word(1, litmus.threads.size() * kRegisters + number);
        }
        text += (text.empty() ? "" : " ") + std::to_string(value);
    }
    return text;
}

template <typename Runner>
Outcomes run_schedules(Runner* runner, const std::string& reason, const Litmus& litmus,
                       const Variant& variant, std::uint64_t first_seed, std::uint64_t count) {
    Outcomes outcomes;
    if (runner == nullptr) {
        return {{"error: " + reason, count}};
    }
    const CaseRun run = case_of(litmus, variant);
    for (std::uint64_t i = 0; i < count; ++i) {
        runner->set_seed(first_seed + i);
        RunResult result;
        std::string fault;
        ++outcomes[runner->run(run, result, fault) ? outcome_of(litmus, variant, result)
                                                   : "fault: " + fault];
    }
    return outcomes;
}

} // namespace

Outcomes run_litmus(const Litmus& litmus, const Variant& variant, const Engine& engine,
                    std::uint64_t first_seed, std::uint64_t count) {
    const std::unique_ptr<nir::Shader> shader = make_shader(litmus, variant);
    if (!engine.has_fences) {
        nir::drop_fences(*shader);
    }
    const std::string text = nir::print(*shader);
    Diagnostics diagnostics(litmus.name, text);
    std::string reason;
    if (engine.gpu == 0) {
        const driver::NirResult loaded =
            driver::load_nir(text, driver::SourceLanguage::nir, false, diagnostics);
        const auto runner = loaded.status == driver::CompileStatus::compiled
                                ? driver::NirRunner::prepare(*loaded.shader, reason)
                                : nullptr;
        reason += diagnostics.render(false);
        return run_schedules(runner.get(), reason, litmus, variant, first_seed, count);
    }
    driver::VariantKey key;
    key.gpu = engine.gpu;
    const driver::CompileResult compiled =
        driver::compile_shader(text, driver::InputForm::nir, {}, key, diagnostics);
    const auto runner = compiled.status == driver::CompileStatus::compiled
                            ? driver::ProgramRunner::prepare(compiled.program, reason)
                            : nullptr;
    reason += diagnostics.render(false);
    return run_schedules(runner.get(), reason, litmus, variant, first_seed, count);
}

} // namespace jacquard::litmus
