#include <jacquard/generated/pipelines/common.h>
#include <jacquard/generated/pipelines/front_end.h>
#include <jacquard/generated/pipelines/lowering.h>
#include <jacquard/ir3/compiler/compiler.h>
#include <jacquard/ir3/compiler/lower/lowering.h>
#include <jacquard/library/facade/load_shader.h>
#include <jacquard/library/frontend/common_passes.h>
#include <jacquard/library/frontend/front_end.h>
#include <jacquard/library/frontend/input_form.h>
#include <jacquard/library/frontend/load_spirv.h>
#include <jacquard/nir/text/parse/parser.h>
#include <jacquard/nir/text/print/printer.h>
#include <jacquard/passes/util/find_recursion.h>
#include <jacquard/spirv/module/read.h>
#include <jacquard/spirv/translate/images/combined_samplers.h>
#include <jacquard/tgsi/read/parse.h>
#include <jacquard/tgsi/translate/translate.h>
#include <jacquard/tool/files/shader_input.h>
#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/options/spirv_commands.h>
#include <jacquard/tool/shaders/run_pipeline.h>

#include <memory>
#include <new>
#include <ostream>
#include <vector>

namespace jacquard::driver {

namespace {

using pipelines::ContextKind;

// Brings the shader of a file to where a pipeline begins, and runs it.
class PipelineRun {
  public:
    PipelineRun(const InputFile& file, const pipelines::PipelineInfo& pipeline,
                const spirv::TranslateOptions& options, PassLog& log, Diagnostics& diagnostics)
        : file_(file), pipeline_(pipeline), options_(options), log_(log), diagnostics_(diagnostics),
          is_module_(detect_form(file.content) == InputForm::spirv) {}

    // Returns the resulting shader or graph as text. It is empty after a fault, which the
    // diagnostics or `fault` state.
    std::string run(std::uint32_t gpu, std::string& fault) {
        if (pipeline_.kind == ContextKind::front_end) {
            return run_front_end(fault);
        }
        if (pipeline_.kind == ContextKind::common) {
            return run_common(fault);
        }
        SpirvResult loaded =
            load_shader(file_.content, options_, false, diagnostics_, options_.limits);
        if (loaded.nir.shader == nullptr) {
            return {};
        }
        ir3::CompileOptions compiling;
        compiling.gpu = gpu;
        compiling.is_simplified = true;
        compiling.resources = loaded.resources;
        compiling.observer = &log_;
        return pipeline_.kind == ContextKind::lowering
                   ? run_lowering(*loaded.nir.shader, compiling, fault)
                   : run_machine(*loaded.nir.shader, compiling);
    }

  private:
    std::string run_front_end(std::string& fault) {
        if (!is_module_) {
            fault = "the pipeline '" + std::string(pipeline_.name) +
                    "' is for SPIR-V, and for what is made SPIR-V of\n";
            return {};
        }
        const std::optional<spirv::Module> module =
            spirv::read_module(file_.content, diagnostics_, options_.limits);
        const std::unique_ptr<nir::Shader> shader =
            module ? translate_module(file_, options_, diagnostics_) : nullptr;
        if (shader == nullptr) {
            return {};
        }
        if (const nir::Function* recursive = nir::find_recursion(*shader)) {
            diagnostics_.error("S203", {},
                               "the function " + std::string(recursive->name) + " calls itself");
            return {};
        }
        std::vector<SetBinding> combined;
        for (const auto& [set, binding] : spirv::combined_samplers(*module)) {
            combined.push_back({set, binding});
        }
        SpirvResult facts;
        FrontEnd front_end(*shader, facts, combined, {});
        front_end.passes().watch(&log_);
        log_.start_with(*shader);
        pipelines::find_front_end(pipeline_.name)(front_end);
        fault = front_end.passes().report();
        return nir::print(*shader);
    }

    std::string run_common(std::string& fault) {
        std::unique_ptr<nir::Shader> shader;
        SpirvResult facts;
        if (is_module_) {
            shader = translate_module(file_, options_, diagnostics_);
            fault = shader != nullptr ? lower_from_spirv(*shader, facts) : "";
        } else if (detect_form(file_.content) == InputForm::tgsi) {
            const std::optional<tgsi::Program> program =
                tgsi::parse(file_.content, diagnostics_, options_.limits);
            if (program) {
                shader = std::move(
                    tgsi::translate_to_nir(*program, {false, options_.limits}, diagnostics_)
                        .shader);
            }
        } else {
            shader = nir::parse(file_.content, diagnostics_, options_.limits);
        }
        if (shader == nullptr || !fault.empty()) {
            return {};
        }
        CommonPasses common(*shader, {});
        common.passes().watch(&log_);
        log_.start_with(*shader);
        pipelines::find_common(pipeline_.name)(common);
        fault = common.passes().report();
        return nir::print(*shader);
    }

    std::string run_lowering(nir::Shader& shader, const ir3::CompileOptions& compiling,
                             std::string& fault) {
        const std::optional<ir3::Target> target = ir3::find_target(compiling);
        ir3::NirLowering lowering(shader, compiling, *target, ir3::SecondForm::kept);
        log_.start_with(shader);
        pipelines::find_lowering(pipeline_.name)(lowering);
        fault = lowering.fault();
        const std::unique_ptr<nir::Shader> copy = lowering.take_copy();
        return nir::print(copy != nullptr ? *copy : shader);
    }

    std::string run_machine(nir::Shader& shader, const ir3::CompileOptions& compiling) {
        log_.follow_graph();
        const bool is_made = ir3::compile(shader, compiling, diagnostics_).has_value();
        return is_made || log_.is_over() ? log_.graph() : std::string();
    }

    const InputFile& file_;
    const pipelines::PipelineInfo& pipeline_;
    const spirv::TranslateOptions& options_;
    PassLog& log_;
    Diagnostics& diagnostics_;
    const bool is_module_;
};

} // namespace

bool runs_alone(const pipelines::PipelineInfo& pipeline) {
    // The pipeline with the name of its context is the whole; two stages are linked.
    return pipeline.kind != ContextKind::link &&
           (!pipeline.is_over_graph || pipeline.name == pipeline.context);
}

int run_pipeline_over(const InputFile& file, const pipelines::PipelineInfo& pipeline,
                      std::uint32_t gpu, const spirv::TranslateOptions& options, PassLog& log,
                      const Streams& streams) {
    Diagnostics diagnostics(file.name, shown_text(file), options.limits.errors);
    std::string fault;
    std::string text;
    try {
        text = PipelineRun(file, pipeline, options, log, diagnostics).run(gpu, fault);
    } catch (const std::bad_alloc& reason) {
        report_out_of_memory(diagnostics, reason, options.limits);
    }
    streams.err << diagnostics.render(streams.colour_errors);
    if (!fault.empty()) {
        streams.err << file.name << ": error[D104]: the pipeline cannot run: " << fault;
    }
    if (text.empty() || !fault.empty()) {
        return exit_findings;
    }
    streams.out << text;
    return exit_fine;
}

} // namespace jacquard::driver
