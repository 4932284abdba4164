#include <jacquard/library/facade/compile_stages.h>
#include <jacquard/library/frontend/input_form.h>
#include <jacquard/tool/cost/shader/pipeline_costs.h>
#include <jacquard/tool/files/shader_input.h>
#include <jacquard/tool/files/stage_inputs.h>

#include <deque>
#include <ostream>
#include <set>
#include <string>

namespace jacquard::driver {

namespace {

class PipelineCosts {
  public:
    PipelineCosts(const std::vector<InputFile>& files, const CostOptions& options,
                  const Streams& streams)
        : files_(files), options_(options), streams_(streams), shaders_(files.size()) {
        for (const InputFile& file : files_) {
            const InputForm form = detect_form(file.content);
            sources_.push_back({file.content, options_.translation});
            CostSource source{file.name, std::string(shown_text(file)), false, {}};
            source.high_level = form == InputForm::spirv && !source.text.empty();
            source.find_lines();
            texts_.push_back(std::make_shared<const CostSource>(std::move(source)));
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
        for (std::size_t i = 0; i < files_.size(); ++i) {
            diagnostics.emplace_back(files_[i].name, texts_[i]->text, options_.limits.errors);
        }
        StagesOptions wanted{options_.key, false, options_.limits, nullptr};
        wanted.key.gpu = gpu;
        wanted.key.binning = binning;
        std::vector<StageProgram> stages = compile_stages(sources_, wanted, diagnostics);
        bool has_vertices = false;
        for (std::size_t i = 0; i < stages.size(); ++i) {
            const std::string said = diagnostics[i].render(streams_.colour_errors);
            streams_.err << (told_.insert(said).second ? said : std::string());
            CompileResult& result = stages[i].compiled;
            const bool is_binned = result.status == CompileStatus::compiled &&
                                   stages[i].stage == nir::Stage::vertex &&
                                   result.program.feeds == ir3::NextStage::rasteriser;
            has_vertices = has_vertices || is_binned;
            if (binning && !is_binned) {
                continue;
            }
            CostedShader& shader = shaders_[i].emplace_back();
            shader.source = texts_[i];
            shader.gpu = gpu;
            shader.binning = binning;
            shader.status = result.status;
            shader.reason = std::move(result.reason);
            if (shader.status == CompileStatus::compiled) {
                shader.program = std::move(result.program);
                shader.report = ir3::cost_report(shader.program, options_.rounds);
            }
        }
        return has_vertices;
    }

    const std::vector<InputFile>& files_;
    const CostOptions& options_;
    const Streams& streams_;
    std::vector<StageSource> sources_;
    std::vector<std::shared_ptr<const CostSource>> texts_;
    std::vector<std::vector<CostedShader>> shaders_; // by file
    std::set<std::string> told_;
};

} // namespace

std::optional<std::vector<std::vector<CostedShader>>> cost_of_pipeline(const Arguments& arguments,
                                                                       const CostOptions& options,
                                                                       const Streams& streams,
                                                                       int& code) {
    const std::optional<std::vector<InputFile>> files =
        read_stages(arguments, streams, options.limits, code);
    return files ? std::optional(PipelineCosts(*files, options, streams).run()) : std::nullopt;
}

} // namespace jacquard::driver
