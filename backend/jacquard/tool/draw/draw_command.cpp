#include <jacquard/draw/drawer.h>
#include <jacquard/draw/pictures/picture_file.h>
#include <jacquard/draw/scene/corner_source.h>
#include <jacquard/draw/scene/triangle_source.h>
#include <jacquard/glsl/toy_shader.h>
#include <jacquard/tool/draw/draw_inputs.h>
#include <jacquard/tool/draw/draw_options.h>
#include <jacquard/tool/draw/draw_shaders.h>
#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/files/output_file.h>
#include <jacquard/tool/files/shader_input.h>
#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/frame/progress_bar.h>
#include <jacquard/tool/options/limit_options.h>
#include <jacquard/tool/options/spirv_commands.h>

#include <algorithm>
#include <ostream>

namespace jacquard::driver {

namespace {

constexpr auto kOptions =
    join_options(kDrawOptions, kSettingsOfDraw, kModuleOptions, kLanguageOptions, kRunLimits);

// One run of the command, from its request on.
class DrawRun {
  public:
    DrawRun(const Arguments& arguments, const DrawRequest& request, const Streams& streams)
        : arguments_(arguments), request_(request), streams_(streams) {}

    int run() {
        std::string fault;
        if (!draw::can_write_picture(request_.output, fault)) {
            return say("P203", fault);
        }
        int code = exit_findings;
        if (!load_shaders(arguments_, request_, streams_, shaders_, code)) {
            return code;
        }
        options_.num_threads = request_.jobs;
        options_.clear = request_.clear;
        options_.bottom_up = shaders_.is_toy || arguments_.has("--bottom-up");
        options_.to_srgb = arguments_.has("--srgb");
        setter_ = UniformSetter::make(arguments_, request_, streams_, code);
        if (!setter_ || !load_resources(code)) {
            return code;
        }
        if (!draw::choose_outputs(*shaders_.fragment, request_.location, options_, fault)) {
            return say("P402", fault);
        }
        if (shaders_.vertex != nullptr) {
            links_ = draw::link_stages(*shaders_.vertex, *shaders_.fragment, fault);
            if (!links_) {
                return say("P403", fault);
            }
        }
        if (!make_corners(fault)) {
            return say("P404", fault);
        }
        return draw_frames();
    }

  private:
    int say(std::string_view code, const std::string& fault) {
        streams_.err << arguments_.operands()[0] << ": error[" << code << "]: " << fault << '\n';
        return exit_findings;
    }

    bool load_resources(int& code) {
        std::optional<std::vector<draw::BoundTexture>> textures =
            load_textures(request_, options_.bottom_up, streams_, code);
        if (!textures) {
            return false;
        }
        textures_ = std::move(*textures);
        code = exit_findings;
        fragment_textures_.emplace(textures_, shaders_.fragment->resources(),
                                   shaders_.fragment->textures());
        bool is_good = has_textures(*fragment_textures_, arguments_.operands()[0], streams_);
        if (shaders_.vertex != nullptr) {
            vertex_textures_.emplace(textures_, shaders_.vertex->resources(),
                                     shaders_.vertex->textures());
            is_good =
                has_textures(*vertex_textures_, *arguments_.value("--vertex"), streams_) && is_good;
            mesh_ = load_mesh(arguments_, request_, streams_, code);
            is_good = is_good && mesh_;
        }
        return is_good;
    }

    // Without a vertex shader the fragments are those of the whole picture.
    bool make_corners(std::string& fault) {
        if (shaders_.vertex != nullptr) {
            return true;
        }
        corners_.emplace(*shaders_.fragment, request_.width, request_.height);
        for (const NamedCorners& varying : request_.varyings) {
            if (!corners_->set(varying.name, varying.corners, fault)) {
                fault = "--varying " + varying.name + ": " + fault;
                return false;
            }
        }
        return true;
    }

    // Sets the uniforms that describe the picture, then those that the user gives.
    bool set_uniforms(std::uint32_t frame, int& code) {
        draw::ToyInputs inputs;
        inputs.width = request_.width;
        inputs.height = request_.height;
        inputs.frame = frame;
        inputs.time_step = 1.0 / request_.fps;
        inputs.time = request_.time + frame / request_.fps;
        for (const draw::BoundTexture& texture : textures_) {
            for (std::uint32_t i = 0; i < draw::kNumChannels; ++i) {
                const bool is_it = texture.place.name.empty()
                                       ? texture.place.binding == i
                                       : texture.place.name == "iChannel" + std::to_string(i);
                if (is_it) {
                    inputs.channels[i] = texture.texture.size();
                }
            }
        }
        for (draw::Stage* stage : {shaders_.vertex.get(), shaders_.fragment.get()}) {
            if (stage != nullptr) {
                draw::set_toy_uniforms(inputs, stage->uniforms);
            }
        }
        return setter_->set(shaders_, streams_, code);
    }

    int draw_frames() {
        draw::Drawer drawer(*shaders_.fragment, *fragment_textures_, options_);
        const std::uint32_t frames = request_.frames.value_or(1);
        const std::uint32_t last = request_.first_frame + frames - 1;
        for (std::uint32_t frame = request_.first_frame; frame <= last; ++frame) {
            const std::string name = request_.frames ? frame_name(request_.output, frame, last)
                                                     : std::string(request_.output);
            int code = exit_findings;
            if (!set_uniforms(frame, code)) {
                return code;
            }
            draw::Picture picture(request_.width, request_.height);
            std::string fault;
            if (!draw_frame(drawer, name, picture, fault)) {
                return say("D204", fault);
            }
            const std::optional<std::string> bytes = draw::write_picture(
                name, request_.smooth > 1 ? draw::shrunk(picture, request_.smooth) : picture,
                arguments_.has("--alpha"), fault);
            if (!bytes) {
                return say("P203", fault);
            }
            if (!write_output(name, *bytes, streams_)) {
                return exit_usage;
            }
        }
        return exit_fine;
    }

    bool draw_frame(draw::Drawer& drawer, const std::string& name, draw::Picture& picture,
                    std::string& fault) {
        Streams streams = streams_;
        streams.err_is_terminal = streams.err_is_terminal && !arguments_.has("--quiet");
        ProgressBar bar(streams, name);
        const auto progress = [&](std::size_t done, std::size_t all) { bar.show(done, all); };
        if (corners_) {
            return drawer.draw(*corners_, picture, fault, progress);
        }
        draw::ShadedVertices shaded;
        draw::StageRunner runner(*shaders_.vertex);
        runner.set(*vertex_textures_);
        if (!draw::shade_vertices(*shaders_.vertex, runner, *mesh_, shaded, fault)) {
            fault = "the vertex shader: " + fault;
            return false;
        }
        const draw::TriangleList list = draw::place_triangles(
            shaded, mesh_->triangles, links_->flat, request_.width, request_.height, request_.cull);
        const draw::TriangleSource source(*shaders_.fragment, *links_, list, request_.width,
                                          request_.height);
        return drawer.draw(source, picture, fault, progress);
    }

    const Arguments& arguments_;
    const DrawRequest& request_;
    const Streams& streams_;
    DrawShaders shaders_;
    std::optional<UniformSetter> setter_;
    std::vector<draw::BoundTexture> textures_;
    std::optional<draw::PictureSampler> fragment_textures_;
    std::optional<draw::PictureSampler> vertex_textures_;
    std::optional<draw::Mesh> mesh_;
    std::optional<draw::CornerSource> corners_;
    std::optional<draw::VaryingLinks> links_;
    draw::DrawOptions options_;
};

int run_draw(const Arguments& arguments, const Streams& streams) {
    const std::optional<DrawRequest> request = draw_request(arguments, streams);
    return request ? DrawRun(arguments, *request, streams).run() : exit_usage;
}

} // namespace

const CommandSpec kDrawCommand = {
    "draw",
    "FILE",
    1,
    1,
    "Draws a picture with a fragment shader, executing its machine code for every pixel.\n"
    "Shaders in the form of Shadertoy, which define mainImage() and no main(), get iResolution,\n"
    "iTime and so on; so does any other shader that declares uniforms with these names.",
    kOptions,
    run_draw,
    nullptr,
    "jacquard draw examples/cloth.frag -o cloth.png --size 280x150 --smooth 3"};

} // namespace jacquard::driver
