#include <jacquard/library/facade/compile_shader.h>
#include <jacquard/library/frontend/input_form.h>
#include <jacquard/library/frontend/stopped.h>
#include <jacquard/library/program/assembly_reader.h>
#include <jacquard/spirv/assembly/assemble.h>
#include <jacquard/tool/cost/shader/cost_advice.h>
#include <jacquard/tool/files/shader_input.h>
#include <jacquard/tool/lsp/shader_analysis.h>
#include <jacquard/tool/lsp/shader_costs.h>

#include <algorithm>
#include <exception>
#include <memory>
#include <new>
#include <utility>

namespace jacquard::driver::lsp {

namespace {

// The compiler as make_module() takes it.
class LimitedCompiler final : public HighLevelCompiler {
  public:
    LimitedCompiler(const WarmCompiler& inner, const Limits& limits)
        : inner_(inner), limits_(limits) {}

    [[nodiscard]] HighLevelResult compile(const HighLevelShader& shader) const override {
        return inner_.compile(shader, limits_);
    }

  private:
    const WarmCompiler& inner_;
    const Limits& limits_;
};

bool is_same(const Diagnostic& a, const Diagnostic& b) {
    return a.severity == b.severity && a.code == b.code && a.position == b.position &&
           a.message == b.message;
}

// Faults of several parts. Those of all are told once, others with the parts that they are of.
class FaultsOfParts {
  public:
    void add(const std::vector<Diagnostic>& faults, const std::string& part) {
        ++parts_;
        for (const Diagnostic& fault : faults) {
            const auto found = std::find_if(found_.begin(), found_.end(), [&](const Found& each) {
                return is_same(each.fault, fault);
            });
            Found& one = found != found_.end() ? *found : found_.emplace_back(Found{fault, 0, {}});
            if (one.last != parts_) {
                one.last = parts_;
                one.parts.push_back(part);
            }
        }
    }

    [[nodiscard]] std::vector<Diagnostic> take() {
        std::vector<Diagnostic> faults;
        for (Found& each : found_) {
            if (each.parts.size() != parts_) {
                std::string names;
                for (const std::string& part : each.parts) {
                    names += (names.empty() ? "" : ", ") + part;
                }
                each.fault.message = names + ": " + each.fault.message;
            }
            faults.push_back(std::move(each.fault));
        }
        return faults;
    }

  private:
    struct Found {
        Diagnostic fault;
        std::size_t last = 0; // the number of the part that had it last
        std::vector<std::string> parts;
    };
    std::size_t parts_ = 0;
    std::vector<Found> found_;
};

// Words of programs that are compiled to measure what changes gain: some milliseconds.
constexpr std::size_t kMostTriedWords = 4000;

class Analyser {
  public:
    Analyser(const EditedShader& shader, const ShaderSettings& settings,
             const WarmCompiler& compiler)
        : shader_(shader), settings_(settings), options_(settings.options), compiler_(compiler) {}

    ShaderAnalysis run() {
        if (shader_.text.size() > options_.limits.input_bytes) {
            analysis_.faults.push_back(limit_diagnostic({}, Limit::input_bytes, options_.limits));
            return std::move(analysis_);
        }
        if (shader_.text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
            return std::move(analysis_); // there is nothing yet
        }
        file_ = {shader_.name, std::string(shader_.text)};
        form_ = detect_form(file_.content);
        if (form_ == InputForm::words || form_ == InputForm::spirv) {
            form_ = InputForm::assembly; // what an editor has is text, with any letters in comments
        }
        auto source = std::make_shared<CostSource>();
        source->name = shader_.name;
        source->text = file_.content;
        if (!make_module_of_text(source->high_level)) {
            return std::move(analysis_);
        }
        source_ = std::move(source);
        compile_all();
        return std::move(analysis_);
    }

  private:
    [[nodiscard]] bool is_named(std::string_view ending) const {
        return shader_.language == ending || shader_.name.ends_with('.' + std::string(ending));
    }

    // Makes a module of what becomes one. False after a fault.
    bool make_module_of_text(bool& is_high_level_language) {
        if (form_ == InputForm::tgsi || form_ == InputForm::nir) {
            analysis_.tables = form_ == InputForm::tgsi ? "tgsi" : "nir";
            return true;
        }
        Diagnostics diagnostics(shader_.name, shader_.text, options_.limits.errors);
        std::string module;
        const bool is_hlsl = is_named("hlsl");
        if (is_named("spvasm") || spirv::is_assembly(file_.content)) {
            analysis_.tables = "spirv";
            module = module_of_assembly(file_.content, diagnostics, options_.limits)
                         .value_or(std::string());
        } else if (is_hlsl || is_named("glsl") || is_high_level(shader_.name, file_.content)) {
            is_high_level_language = true;
            analysis_.only_lines = true;
            HighLevelShader shader = high_level_shader(file_, *settings_.arguments);
            shader.hlsl = is_hlsl;
            module = make_module(shader, LimitedCompiler(compiler_, options_.limits), diagnostics,
                                 options_.limits);
        } else if (is_named("tgsi") || is_named("nir")) {
            report_no_shader(diagnostics);
        } else {
            analysis_.tables = "ir3";
            return true;
        }
        analysis_.faults = diagnostics.all();
        file_.content = std::move(module);
        form_ = InputForm::spirv;
        return !diagnostics.has_errors();
    }

    void compile_all() {
        FaultsOfParts faults;
        std::vector<std::optional<std::uint32_t>> gpus(options_.gpus.begin(), options_.gpus.end());
        if (form_ == InputForm::assembly && !options_.gpus_are_given) {
            gpus.assign(1, std::nullopt); // it says so itself
        }
        for (const std::optional<std::uint32_t>& gpu : gpus) {
            CostedShader& shader = analysis_.parts.emplace_back();
            shader.source = source_;
            shader.gpu = gpu.value_or(options_.gpus.front());
            Diagnostics diagnostics(shader_.name, shader_.text, options_.limits.errors);
            if (form_ == InputForm::assembly) {
                read(shader, gpu, diagnostics);
            } else {
                compile(shader, diagnostics);
            }
            if (shader.status == CompileStatus::compiled) {
                shader.report = ir3::cost_report(shader.program);
            }
            faults.add(diagnostics.all(), part_of(shader));
        }
        for (Diagnostic& fault : faults.take()) {
            analysis_.faults.push_back(std::move(fault));
        }
        advise();
    }

    // About the first part alone, and with few changes tried, since the user is typing.
    void advise() {
        CostedShader& shader = analysis_.parts.front();
        if (form_ == InputForm::assembly || !shader.report) {
            return;
        }
        CostOptions options = options_;
        options.advises = true;
        options.what_ifs.clear();
        options.most_tried_words = kMostTriedWords;
        VariantKey key = options.key;
        key.gpu = shader.gpu;
        CostAdvice(file_.content, form_, options).add_to(shader, key);
        shader.advised = true;
    }

    void compile(CostedShader& shader, Diagnostics& diagnostics) const {
        VariantKey key = options_.key;
        key.gpu = shader.gpu;
        CompileResult result = compile_shader(file_.content, form_, options_.translation, key,
                                              diagnostics, nullptr, options_.limits);
        shader.status = result.status;
        shader.reason = std::move(result.reason);
        shader.program = std::move(result.program);
    }

    void read(CostedShader& shader, std::optional<std::uint32_t> gpu,
              Diagnostics& diagnostics) const {
        AssemblyPlaces places;
        std::optional<ir3::Program> program =
            read_assembly(file_.content, gpu, diagnostics, options_.limits, &places);
        if (program && program->words.empty()) {
            report_no_shader(diagnostics);
            program.reset();
        }
        if (!program) {
            shader.status = status_of(diagnostics);
            shader.reason = reason_of(diagnostics);
            return;
        }
        for (const std::uint32_t line : places.lines) {
            program->lines.push_back({line});
        }
        shader.status = CompileStatus::compiled;
        shader.gpu = program->gpu;
        shader.program = std::move(*program);
    }

    const EditedShader& shader_;
    const ShaderSettings& settings_;
    const CostOptions& options_;
    const WarmCompiler& compiler_;
    InputFile file_;
    InputForm form_ = InputForm::assembly;
    std::shared_ptr<const CostSource> source_;
    ShaderAnalysis analysis_;
};

} // namespace

ShaderAnalysis analyse(const EditedShader& shader, const ShaderSettings& settings,
                       const WarmCompiler& compiler) {
    Diagnostics diagnostics(shader.name, shader.text);
    try {
        return Analyser(shader, settings, compiler).run();
    } catch (const std::bad_alloc& reason) {
        report_out_of_memory(diagnostics, reason, settings.options.limits);
    } catch (const std::exception& fault) {
        diagnostics.error("D102", {}, std::string("this is a bug in the tool: ") + fault.what());
    }
    ShaderAnalysis analysis;
    analysis.faults = diagnostics.all();
    return analysis;
}

} // namespace jacquard::driver::lsp
