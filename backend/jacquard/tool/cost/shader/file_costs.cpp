#include <jacquard/ir3/isa/disassemble/disassemble.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/library/facade/compile_shader.h>
#include <jacquard/library/frontend/input_form.h>
#include <jacquard/library/frontend/stopped.h>
#include <jacquard/library/program/assembly_reader.h>
#include <jacquard/tool/cost/shader/cost_advice.h>
#include <jacquard/tool/cost/shader/cost_telling.h>
#include <jacquard/tool/cost/shader/file_costs.h>

#include <algorithm>

namespace jacquard::driver {

namespace {

// Compiles or reads one file for one part after the other.
class FileCost {
  public:
    FileCost(const InputFile& original, const InputFile& file, const CostOptions& options,
             const Streams& streams)
        : file_(file), options_(options), form_(detect_form(file.content)),
          advice_(file.content, form_, options), telling_(streams) {
        const bool is_text =
            form_ != InputForm::words && detect_form(original.content) != InputForm::spirv;
        source_ = make_cost_source(original.name, is_text ? original.content : std::string(),
                                   form_ == InputForm::spirv);
    }

    std::vector<CostedShader> run() {
        const bool is_machine_code = form_ == InputForm::assembly || form_ == InputForm::words;
        if (is_machine_code && !options_.gpus_are_given) {
            read(std::nullopt);
            return std::move(shaders_);
        }
        for (const std::uint32_t gpu : options_.gpus) {
            if (is_machine_code) {
                read(gpu);
            } else {
                compile(gpu);
            }
        }
        return std::move(shaders_);
    }

  private:
    CostedShader& add(std::uint32_t gpu) {
        CostedShader& shader = shaders_.emplace_back();
        shader.source = source_;
        shader.gpu = gpu;
        return shader;
    }

    void compile(std::uint32_t gpu) {
        VariantKey key = options_.key;
        key.gpu = gpu;
        take_pipeline(file_.pipeline, key);
        compile_form(key);
        const CostedShader& main = shaders_.back();
        if (main.status == CompileStatus::compiled &&
            main.program.stage == ir3::ShaderStage::vertex &&
            key.feeds == ir3::NextStage::rasteriser) {
            key.binning = true;
            compile_form(key);
        }
    }

    void compile_form(const VariantKey& key) {
        CompileObserver* observer = key.binning ? nullptr : options_.observer;
        CostedShader& shader = add(key.gpu);
        shader.binning = key.binning;
        Diagnostics diagnostics(file_.name, source_->text, options_.limits.errors);
        CompileResult result = compile_shader(file_.content, form_, options_.translation, key,
                                              diagnostics, observer, options_.limits);
        telling_.tell(diagnostics);
        shader.status = result.status;
        shader.reason = std::move(result.reason);
        if (shader.status == CompileStatus::compiled) {
            shader.program = std::move(result.program);
            telling_.report(shader, options_.rounds);
            if (!key.binning && (options_.advises || !options_.what_ifs.empty())) {
                shader.advised = options_.advises;
                advice_.add_to(shader, key);
            }
        }
    }

    void read(std::optional<std::uint32_t> gpu) {
        CostedShader& shader = add(gpu.value_or(options_.gpus.front()));
        Diagnostics diagnostics(file_.name, file_.content, options_.limits.errors);
        std::optional<ir3::Program> program =
            form_ == InputForm::words ? read_words(gpu, diagnostics) : read_text(gpu, diagnostics);
        if (program && program->words.empty()) {
            report_no_shader(diagnostics);
            program.reset();
        }
        telling_.tell(diagnostics);
        if (!program) {
            shader.status = status_of(diagnostics);
            shader.reason = reason_of(diagnostics);
            return;
        }
        shader.status = CompileStatus::compiled;
        shader.gpu = program->gpu;
        shader.program = std::move(*program);
        telling_.report(shader, options_.rounds);
    }

    std::optional<ir3::Program> read_text(std::optional<std::uint32_t> gpu,
                                          Diagnostics& diagnostics) const {
        AssemblyPlaces places;
        std::optional<ir3::Program> program =
            read_assembly(file_.content, gpu, diagnostics, options_.limits, &places);
        if (program) {
            for (const std::uint32_t line : places.lines) {
                program->lines.push_back({line});
            }
        }
        return program;
    }

    std::optional<ir3::Program> read_words(std::optional<std::uint32_t> gpu,
                                           Diagnostics& diagnostics) const {
        std::optional<std::vector<std::uint64_t>> words = words_from_bytes(file_.content);
        if (!words) {
            diagnostics.error("D202", {},
                              std::to_string(file_.content.size()) +
                                  " bytes are not a whole number of 64-bit words");
            return std::nullopt;
        }
        if (words->size() > options_.limits.instructions) {
            report_limit(diagnostics, {}, Limit::instructions, options_.limits);
            return std::nullopt;
        }
        ir3::Program program = options_.header.value_or(ir3::Program{});
        if (gpu || !options_.header) {
            program.gpu = gpu.value_or(options_.gpus.front());
        }
        if (!ir3::revision_of_part(program.gpu)) {
            diagnostics.error("D103", {}, "there is no part " + std::to_string(program.gpu));
            return std::nullopt;
        }
        program.words = std::move(*words);
        return program;
    }

    const InputFile& file_;
    const CostOptions& options_;
    InputForm form_;
    CostAdvice advice_;
    std::shared_ptr<const CostSource> source_;
    std::vector<CostedShader> shaders_;
    CostTelling telling_;
};

} // namespace

std::vector<CostedShader> cost_of_file(const InputFile& original, const InputFile& file,
                                       const CostOptions& options, const Streams& streams) {
    return FileCost(original, file, options, streams).run();
}

std::vector<CostedShader> without_costs(std::string name, const CostOptions& options,
                                        CompileStatus status, const std::string& reason) {
    const auto source =
        std::make_shared<const CostSource>(CostSource{std::move(name), {}, false, {}});
    std::vector<CostedShader> shaders;
    for (const std::uint32_t gpu : options.gpus) {
        CostedShader& shader = shaders.emplace_back();
        shader.source = source;
        shader.gpu = gpu;
        shader.status = status;
        shader.reason = reason;
    }
    return shaders;
}

} // namespace jacquard::driver
