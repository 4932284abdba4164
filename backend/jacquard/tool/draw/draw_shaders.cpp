#include <jacquard/glsl/dialect/varying_locations.h>
#include <jacquard/glsl/toy_shader.h>
#include <jacquard/library/frontend/input_form.h>
#include <jacquard/spirv/assembly/assemble.h>
#include <jacquard/tool/draw/draw_shaders.h>
#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/files/shader_input.h>
#include <jacquard/tool/options/settings.h>
#include <jacquard/tool/options/spirv_commands.h>

#include <ostream>

namespace jacquard::driver {

namespace {

class Loader {
  public:
    Loader(const Arguments& arguments, const DrawRequest& request, const Streams& streams)
        : arguments_(arguments), request_(request), streams_(streams) {}

    bool load(DrawShaders& shaders, int& code) {
        code = exit_findings;
        shaders.fragment =
            load_stage(arguments_.operands()[0], nir::Stage::fragment, code, shaders.is_toy);
        if (shaders.fragment == nullptr) {
            return false;
        }
        if (const std::optional<std::string_view> path = arguments_.value("--vertex")) {
            bool ignored = false;
            shaders.vertex = load_stage(*path, nir::Stage::vertex, code, ignored);
            return shaders.vertex != nullptr;
        }
        return true;
    }

  private:
    [[nodiscard]] std::optional<draw::StageOptions> stage_options(nir::Stage kind,
                                                                  int& code) const {
        std::optional<spirv::TranslateOptions> translation =
            read_translation(arguments_, request_.settings, request_.limits, streams_);
        if (!translation) {
            code = exit_usage;
            return std::nullopt;
        }
        if (kind == nir::Stage::vertex) {
            translation->entry = arguments_.value("--vertex-entry").value_or("");
            translation->stage = nir::Stage::vertex;
        } else if (translation->entry.empty() && !translation->stage) {
            translation->stage = kind;
        }
        draw::StageOptions options;
        options.is_machine = request_.engine == Engine::ir3;
        static_cast<ir3::CompileSettings&>(options) = request_.settings;
        if (kind != nir::Stage::fragment) {
            options.wave_size = 0;
        }
        options.translation = std::move(*translation);
        options.limits = request_.limits;
        return options;
    }

    // Makes a module of what is in a high-level language. False after a fault.
    bool translate(InputFile& file, nir::Stage kind, bool& is_toy) const {
        if (detect_form(file.content) == InputForm::spirv) {
            return true;
        }
        if (spirv::is_assembly(file.content)) {
            return assemble_module(file, streams_, request_.limits);
        }
        is_toy = kind == nir::Stage::fragment && draw::is_toy_shader(file.content);
        if (!is_toy && !is_high_level(file.name, file.content)) {
            return true;
        }
        HighLevelShader shader = high_level_shader(file, arguments_);
        if (is_toy) {
            shader.hlsl = false;
        } else if (kind == nir::Stage::vertex) {
            shader.stage = high_level_stage("vertex");
            shader.entry = arguments_.value("--vertex-entry").value_or("main");
            shader.linked = linked_;
        } else if (shader.stage.empty()) {
            shader.stage = high_level_stage("fragment");
        }
        return replace_by_module(file, shader, streams_, request_.limits);
    }

    std::unique_ptr<draw::Stage> load_stage(std::string_view path, nir::Stage kind, int& code,
                                            bool& is_toy) {
        const std::optional<draw::StageOptions> options = stage_options(kind, code);
        std::optional<InputFile> file =
            options ? read_input(path, streams_, request_.limits, code) : std::nullopt;
        if (!file || !translate(*file, kind, is_toy)) {
            return nullptr;
        }
        const InputForm form = detect_form(file->content);
        if (form == InputForm::spirv && kind == nir::Stage::fragment) {
            linked_ = glsl::locations_of(file->content, true);
        }
        const bool is_text = form == InputForm::tgsi || form == InputForm::nir;
        Diagnostics diagnostics(file->name, shown_text(*file), request_.limits.errors);
        std::unique_ptr<draw::Stage> stage;
        if (form == InputForm::spirv || is_text) {
            stage = draw::Stage::load(file->content,
                                      form == InputForm::spirv  ? draw::StageForm::spirv
                                      : form == InputForm::tgsi ? draw::StageForm::tgsi
                                                                : draw::StageForm::nir,
                                      *options, diagnostics);
        } else {
            report_no_shader(diagnostics);
        }
        if (stage != nullptr && stage->kind() != kind) {
            diagnostics.error("P401", {},
                              "a " + std::string(nir::name_of(kind)) +
                                  " shader is wanted, and this is one of the stage " +
                                  std::string(nir::name_of(stage->kind())));
            stage = nullptr;
        }
        streams_.err << diagnostics.render(streams_.colour_errors);
        return stage;
    }

    const Arguments& arguments_;
    const DrawRequest& request_;
    const Streams& streams_;
    std::map<std::string, std::uint32_t, std::less<>> linked_; // the inputs of the fragment shader
};

} // namespace

bool load_shaders(const Arguments& arguments, const DrawRequest& request, const Streams& streams,
                  DrawShaders& shaders, int& code) {
    return Loader(arguments, request, streams).load(shaders, code);
}

} // namespace jacquard::driver
