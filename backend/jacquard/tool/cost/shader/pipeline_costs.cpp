#include <jacquard/library/facade/compile_stages.h>
#include <jacquard/library/frontend/input_form.h>
#include <jacquard/tool/cost/shader/cost_telling.h>
#include <jacquard/tool/cost/shader/file_costs.h>
#include <jacquard/tool/cost/shader/pipeline_costs.h>
#include <jacquard/tool/files/stage_inputs.h>

#include <deque>
#include <memory>
#include <string>
#include <utility>

namespace jacquard::driver {

namespace {

class PipelineCosts {
  public:
    PipelineCosts(std::span<const StageInput> inputs, const CostOptions& options,
                  const Streams& streams)
        : inputs_(inputs), options_(options), telling_(streams), shaders_(inputs.size()) {
        for (const StageInput& input : inputs_) {
            sources_.push_back({input.file.content, options_.translation});
            texts_.push_back(make_cost_source(input.file.name, std::string(shown_text(input.file)),
                                              detect_form(input.file.content) == InputForm::spirv));
        }
    }

    std::vector<std::vector<CostedShader>> run() {
        for (const std::uint32_t gpu : options_.gpus) {
            const bool has_vertices = compile(gpu, false);
            if (has_vertices) {
                compile(gpu, true);
            }
        }
        return std::move(shaders_);
    }

  private:
    // Adds a form of each stage that has it. Returns true if one is a vertex shader that the
    // rasteriser follows, which has a binning form.
    bool compile(std::uint32_t gpu, bool binning) {
        std::deque<Diagnostics> diagnostics;
        for (std::size_t i = 0; i < inputs_.size(); ++i) {
            diagnostics.emplace_back(inputs_[i].file.name, texts_[i]->text, options_.limits.errors);
        }
        StagesOptions wanted{options_.key, false, options_.limits, nullptr};
        wanted.key.gpu = gpu;
        take_state_of_pipeline(inputs_, wanted.key);
        wanted.key.binning = binning;
        std::vector<StageProgram> stages = compile_stages(sources_, wanted, diagnostics);
        bool has_vertices = false;
        for (std::size_t i = 0; i < stages.size(); ++i) {
            telling_.tell(diagnostics[i]);
            CompileResult& result = stages[i].compiled;
            const bool is_binned = result.status == CompileStatus::compiled &&
                                   stages[i].stage == nir::Stage::vertex &&
                                   result.program.feeds == ir3::NextStage::rasteriser;
            has_vertices = has_vertices || is_binned;
            if (!binning || is_binned) {
                add(i, gpu, binning, std::move(result));
            }
        }
        return has_vertices;
    }

    void add(std::size_t stage, std::uint32_t gpu, bool binning, CompileResult&& result) {
        CostedShader& shader = shaders_[stage].emplace_back();
        shader.source = texts_[stage];
        shader.gpu = gpu;
        shader.binning = binning;
        shader.status = result.status;
        shader.reason = std::move(result.reason);
        if (shader.status == CompileStatus::compiled) {
            shader.program = std::move(result.program);
            telling_.report(shader, options_.rounds);
        }
    }

    std::span<const StageInput> inputs_;
    const CostOptions& options_;
    CostTelling telling_;
    std::vector<StageSource> sources_;
    std::vector<std::shared_ptr<const CostSource>> texts_;
    std::vector<std::vector<CostedShader>> shaders_; // by stage
};

} // namespace

std::optional<std::vector<std::vector<CostedShader>>> cost_of_pipeline(const Arguments& arguments,
                                                                       const CostOptions& options,
                                                                       const Streams& streams,
                                                                       int& code) {
    const std::optional<std::vector<StageInput>> inputs =
        read_stages(arguments, streams, options.limits, code);
    if (!inputs) {
        return std::nullopt;
    }
    if (!has_fault(*inputs)) {
        return PipelineCosts(*inputs, options, streams).run();
    }
    std::vector<std::vector<CostedShader>> without;
    for (const StageInput& input : *inputs) {
        without.push_back(
            without_costs(input.file.name, options, input.fault.status, input.fault.reason));
    }
    return without;
}

} // namespace jacquard::driver
