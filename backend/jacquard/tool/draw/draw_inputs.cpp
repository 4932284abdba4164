#include <jacquard/draw/pictures/picture_file.h>
#include <jacquard/draw/scene/obj_reader.h>
#include <jacquard/tool/draw/draw_inputs.h>
#include <jacquard/tool/files/input_file.h>

#include <ostream>

namespace jacquard::driver {

namespace {

// In the shader that has it, or in both. False when none takes it; `is_known` then says whether
// one has such a uniform, and `fault` why.
bool set_uniform(DrawShaders& shaders, std::string_view path, const std::vector<double>& numbers,
                 bool& is_known, std::string& fault) {
    bool is_set = false;
    is_known = false;
    std::string why;
    for (draw::Stage* stage : {shaders.vertex.get(), shaders.fragment.get()}) {
        if (stage == nullptr) {
            continue;
        }
        std::string reason;
        const std::optional<draw::UniformTable::Place> place = stage->uniforms.find(path, reason);
        if (place && stage->uniforms.set(*place, path, numbers, reason)) {
            is_set = true;
            continue;
        }
        // The word of the one that has it says more.
        if (place || !is_known) {
            why = std::move(reason);
        }
        is_known = is_known || place.has_value();
    }
    fault = std::move(why);
    return is_set;
}

} // namespace

std::optional<std::vector<draw::BoundTexture>>
load_textures(const DrawRequest& request, bool bottom_up, const Streams& streams, int& code) {
    std::vector<draw::BoundTexture> textures;
    code = exit_findings;
    for (const TextureFile& file : request.textures) {
        const std::optional<InputFile> content =
            read_input(file.path, streams, request.limits, code);
        if (!content) {
            return std::nullopt;
        }
        draw::TextureOptions options = file.options;
        options.flip = options.flip.value_or(bottom_up);
        std::string fault;
        const std::optional<draw::Picture> picture =
            draw::read_picture(content->content, draw::kMostTexturePixels, fault);
        std::optional<draw::MipTexture> texture =
            picture ? draw::MipTexture::make(*picture, options, fault) : std::nullopt;
        if (!texture) {
            streams.err << content->name << ": error[P201]: " << fault << '\n';
            code = exit_findings;
            return std::nullopt;
        }
        textures.push_back({file.place, std::move(*texture)});
    }
    return textures;
}

bool has_textures(const draw::PictureSampler& sampler, std::string_view path,
                  const Streams& streams) {
    for (const std::string& missing : sampler.missing()) {
        streams.err << path << ": error[P202]: the shader reads the texture " << missing
                    << ", and no --texture gives it\n";
    }
    return sampler.missing().empty();
}

std::optional<draw::Mesh> load_mesh(const Arguments& arguments, const DrawRequest& request,
                                    const Streams& streams, int& code) {
    const std::string_view name = arguments.value("--mesh").value_or(draw::kMeshNames[1]);
    if (std::optional<draw::Mesh> mesh = draw::built_in_mesh(name)) {
        return mesh;
    }
    if (!name.ends_with(".obj")) {
        code =
            usage_error(streams, "--mesh takes triangle, quad, sphere or a file that ends in "
                                 ".obj, not '" +
                                     std::string(name) + '\'' + suggestion(name, draw::kMeshNames));
        return std::nullopt;
    }
    const std::optional<InputFile> file = read_input(name, streams, request.limits, code);
    if (!file) {
        return std::nullopt;
    }
    Diagnostics diagnostics(file->name, file->content, request.limits.errors);
    draw::Mesh mesh = draw::read_obj(file->content, diagnostics);
    streams.err << diagnostics.render(streams.colour_errors);
    code = exit_findings;
    return diagnostics.has_errors() ? std::nullopt : std::optional(std::move(mesh));
}

std::optional<UniformSetter> UniformSetter::make(const Arguments& arguments,
                                                 const DrawRequest& request, const Streams& streams,
                                                 int& code) {
    UniformSetter setter;
    setter.request_ = &request;
    for (const std::string_view path : arguments.values("--uniforms")) {
        std::optional<InputFile> file = read_input(path, streams, request.limits, code);
        if (!file) {
            return std::nullopt;
        }
        Diagnostics diagnostics(file->name, file->content, request.limits.errors);
        std::vector<draw::Assignment> assignments =
            draw::read_uniform_file(file->content, diagnostics, request.limits);
        streams.err << diagnostics.render(streams.colour_errors);
        if (diagnostics.has_errors()) {
            code = exit_findings;
            return std::nullopt;
        }
        setter.files_.push_back(
            {std::move(file->name), std::move(file->content), std::move(assignments)});
    }
    return setter;
}

bool UniformSetter::set(DrawShaders& shaders, const Streams& streams, int& code) const {
    bool is_good = true;
    bool is_known = false;
    std::string fault;
    for (const File& file : files_) {
        Diagnostics diagnostics(file.name, file.text, request_->limits.errors);
        for (const draw::Assignment& each : file.assignments) {
            if (!set_uniform(shaders, each.path, each.numbers, is_known, fault)) {
                diagnostics.error(is_known ? "P102" : "P101", each.position, std::move(fault));
            }
        }
        streams.err << diagnostics.render(streams.colour_errors);
        is_good = is_good && !diagnostics.has_errors();
    }
    code = exit_findings;
    for (const NamedNumbers& each : request_->uniforms) {
        if (!set_uniform(shaders, each.name, each.numbers, is_known, fault)) {
            code = usage_error(streams, "--set " + each.name + ": " + fault);
            is_good = false;
        }
    }
    return is_good;
}

} // namespace jacquard::driver
