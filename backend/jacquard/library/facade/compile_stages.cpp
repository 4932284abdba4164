#include <jacquard/ir3/compiler/contract/stage_layout.h>
#include <jacquard/library/facade/compile_stages.h>
#include <jacquard/library/facade/load_shader.h>
#include <jacquard/library/frontend/stopped.h>
#include <jacquard/library/frontend/within_memory.h>
#include <jacquard/library/link/link_stages.h>

#include <algorithm>
#include <utility>

namespace jacquard::driver {

namespace {

class PipelineCompile {
  public:
    PipelineCompile(std::span<const StageSource> sources, const StagesOptions& options,
                    std::deque<Diagnostics>& diagnostics)
        : sources_(sources), options_(options), diagnostics_(diagnostics),
          programs_(sources.size()), patches_(options.key.patches) {}

    std::vector<StageProgram> run() {
        for (std::size_t i = 0; i < sources_.size(); ++i) {
            loaded_.push_back(load_shader(sources_[i].content, sources_[i].translation,
                                          options_.key.precise, diagnostics_[i], options_.limits,
                                          listener_of(options_.observer)));
        }
        if (all_loaded() && put_in_order() && link()) {
            for (std::size_t at = 0; at < order_.size(); ++at) {
                compile(at);
            }
        }
        tell_stages_at_fault();
        return std::move(programs_);
    }

  private:
    // Gives the stages without a program the reason, those that only wait for another one its
    // status.
    void tell_stages_at_fault() {
        const auto at_fault = std::find_if(diagnostics_.begin(), diagnostics_.end(),
                                           [](const auto& each) { return each.has_errors(); });
        if (at_fault == diagnostics_.end()) {
            return;
        }
        for (std::size_t i = 0; i < sources_.size(); ++i) {
            CompileResult& result = programs_[i].compiled;
            if (diagnostics_[i].has_errors()) {
                result = stopped<CompileResult>(diagnostics_[i]);
            } else if (result.status != CompileStatus::compiled) {
                result.status = status_of(*at_fault);
                result.reason = kOtherStageAtFault;
            }
        }
    }

    bool all_loaded() {
        return std::all_of(loaded_.begin(), loaded_.end(),
                           [](const SpirvResult& each) { return each.nir.shader != nullptr; });
    }

    [[nodiscard]] nir::Stage stage(std::size_t i) const {
        return loaded_[i].nir.shader->info.stage;
    }

    // Sorts the stages as data flows. False if they are not of one pipeline.
    bool put_in_order() {
        for (std::size_t i = 0; i < loaded_.size(); ++i) {
            order_.push_back(i);
            programs_[i].stage = stage(i);
        }
        std::stable_sort(order_.begin(), order_.end(),
                         [this](std::size_t a, std::size_t b) { return stage(a) < stage(b); });
        bool is_pipeline = true;
        for (std::size_t at = 0; at < order_.size(); ++at) {
            const std::size_t i = order_[at];
            const std::string name(nir::name_of(stage(i)));
            if (stage(i) > nir::Stage::fragment && order_.size() > 1) {
                diagnostics_[i].error("B105", {},
                                      "a " + name + " shader is not linked with others");
                is_pipeline = false;
            } else if (at != 0 && stage(i) == stage(order_[at - 1])) {
                diagnostics_[i].error("B105", {}, "the pipeline has two " + name + " shaders");
                is_pipeline = false;
            }
        }
        return has_both_of_tessellation() && is_pipeline;
    }

    // A shader of tessellation among other stages has the other one beside it. What kind of patches
    // there are, the one that evaluates them says.
    bool has_both_of_tessellation() {
        const auto find = [this](nir::Stage wanted) {
            return std::find_if(order_.begin(), order_.end(),
                                [&](std::size_t i) { return stage(i) == wanted; });
        };
        const auto control = find(nir::Stage::tess_control);
        const auto evaluation = find(nir::Stage::tess_evaluation);
        if (evaluation != order_.end()) {
            patches_ = ir3::patch_kind(*loaded_[*evaluation].nir.shader, patches_);
        }
        if (order_.size() == 1 || (control == order_.end()) == (evaluation == order_.end())) {
            return true;
        }
        const std::size_t alone = control != order_.end() ? *control : *evaluation;
        diagnostics_[alone].error(
            "B105", {},
            "the pipeline has no " +
                std::string(nir::name_of(control != order_.end() ? nir::Stage::tess_evaluation
                                                                 : nir::Stage::tess_control)) +
                " shader beside this one");
        return false;
    }

    [[nodiscard]] VariantKey key_of(std::size_t at) const {
        VariantKey key = options_.key;
        key.patches = patches_;
        if (at + 1 == order_.size()) {
            return key;
        }
        switch (stage(order_[at + 1])) {
        case nir::Stage::tess_control: key.feeds = ir3::NextStage::tess_control; break;
        case nir::Stage::geometry: key.feeds = ir3::NextStage::geometry; break;
        default: key.feeds = ir3::NextStage::rasteriser; break;
        }
        return key;
    }

    bool link() {
        std::vector<LinkedStage> stages;
        for (std::size_t at = 0; at < order_.size(); ++at) {
            SpirvResult& loaded = loaded_[order_[at]];
            apply_state(loaded.nir, key_of(at), diagnostics_[order_[at]]);
            if (loaded.nir.shader == nullptr) {
                return false;
            }
            stages.push_back({std::move(loaded.nir.shader), std::move(loaded.resources), {}});
        }
        const std::string fault = link_stages(
            stages, {options_.key.gpu, options_.keep_locations, listener_of(options_.observer)});
        for (std::size_t at = 0; at < order_.size(); ++at) {
            SpirvResult& loaded = loaded_[order_[at]];
            loaded.nir.shader = std::move(stages[at].shader);
            loaded.resources = std::move(stages[at].resources);
            programs_[order_[at]].report = std::move(stages[at].report);
        }
        if (!fault.empty()) {
            diagnostics_[order_[0]].error("D101", {}, "a pass broke the shader: " + fault);
        }
        return fault.empty();
    }

    void compile(std::size_t at) {
        const std::size_t i = order_[at];
        VariantKey key = key_of(at);
        key.state = {}; // the shader has it
        programs_[i].compiled =
            compile_prepared(*loaded_[i].nir.shader, key, diagnostics_[i], options_.observer,
                             options_.limits, loaded_[i].resources);
    }

    std::span<const StageSource> sources_;
    const StagesOptions& options_;
    std::deque<Diagnostics>& diagnostics_;
    std::vector<StageProgram> programs_;
    std::vector<SpirvResult> loaded_;
    std::vector<std::size_t> order_; // of sources, as data flows
    ir3::PatchKind patches_;
};

} // namespace

std::vector<StageProgram> compile_stages(std::span<const StageSource> sources,
                                         const StagesOptions& options,
                                         std::deque<Diagnostics>& diagnostics) {
    auto compiled = within_memory(diagnostics[0], options.limits, [&] {
        return PipelineCompile(sources, options, diagnostics).run();
    });
    if (compiled) {
        return std::move(*compiled);
    }
    std::vector<StageProgram> programs(sources.size());
    for (StageProgram& each : programs) {
        each.compiled = stopped<CompileResult>(diagnostics[0]);
    }
    return programs;
}

} // namespace jacquard::driver
