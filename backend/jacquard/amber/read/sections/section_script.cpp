#include <jacquard/amber/read/sections/section_parts.h>
#include <jacquard/amber/read/sections/section_script.h>
#include <jacquard/nir/fold/texel_codec.h>

#include <utility>

namespace jacquard::driver::amber {

void SectionScript::start() {
    for (const bool is_compute : {true, false}) {
        Pipeline pipeline;
        pipeline.name = is_compute ? "compute" : "graphics";
        pipeline.is_compute = is_compute;
        script_.pipelines.push_back(std::move(pipeline));
    }
    for (const DefaultTarget kind : {DefaultTarget::colour, DefaultTarget::depth_stencil}) {
        Buffer target;
        target.name = kRequirementWords.name_of(
            kind == DefaultTarget::colour ? Requirement::colour : Requirement::depth_stencil);
        target.layout = lay_out(*nir::find_texel_format(kDefaultTargetWords.name_of(kind)));
        target.has_size = false;
        script_.buffers.push_back(std::move(target));
    }
    script_.pipelines[kGraphicsSection].colours.push_back({kColourTarget, 0, 0});
    script_.pipelines[kGraphicsSection].depth_stencil = kDepthTarget;
    pipeline_.open(kGraphicsSection);
}

Script SectionScript::read() {
    start();
    while (lines_.next_line() && !lines_.is_full()) {
        read_section();
    }
    // Targets have the size that the requirements say, wherever these stand.
    Pipeline& graphics = script_.pipelines[kGraphicsSection];
    const Token end{{}, {1, 1}};
    for (const std::size_t number : {kColourTarget, kDepthTarget}) {
        Buffer& target = script_.buffers[number];
        target.is_image = target.has_size = true;
        target.size = {graphics.width, graphics.height, 1};
        static_cast<void>(
            contents_.resize(target, end, std::uint64_t{graphics.width} * graphics.height));
    }
    script_.pipelines[kComputeSection].bindings = graphics.bindings;
    script_.pipelines[kComputeSection].push_constants = graphics.push_constants;
    if (lines_.error_count() == 0 && script_.commands.empty()) {
        lines_.fail("M108", end, "this script has no command that runs or expects something");
    }
    return std::move(script_);
}

bool SectionScript::read_line(Section section) {
    switch (section) {
    case Section::requirements: return requirements_.read_requirement();
    case Section::indices: return vertices_.read_indices();
    case Section::vertices: return vertices_.read_vertices();
    case Section::test: break;
    }
    return tests_.read_line();
}

void SectionScript::read_section() {
    const Token start = lines_.peek();
    std::string_view header = lines_.scanner().take_rest_of_line();
    if (const std::size_t comment = header.find('#'); comment != std::string_view::npos) {
        header = header.substr(0, comment);
    }
    while (header.ends_with(' ')) {
        header.remove_suffix(1);
    }
    if (!header.starts_with('[') || !header.ends_with(']')) {
        lines_.fail("M102", start,
                    "expected a section such as [test]; AmberScript begins with #!amber");
        return;
    }
    header = header.substr(1, header.size() - 2);
    if (header.find(" shader") != std::string_view::npos) {
        read_shader(start, header);
        return;
    }
    const Word<Section>* const found = kSectionWords.find(header);
    bool is_read = found != nullptr;
    if (found == nullptr) {
        lines_.fail_word({header, start.position}, kSectionWords);
    } else if (found->is_once && !said_.insert(found->meaning).second) {
        is_read =
            lines_.fail("M105", start, "there is a section [" + std::string(header) + "] already");
    }
    const bool is_test = found != nullptr && found->meaning == Section::test;
    lines_.scanner().part_words_at(is_test ? "()," : "");
    while (lines_.next_line() && !lines_.peek().text.starts_with('[') && !lines_.is_full()) {
        if (!is_read) {
            lines_.skip_line();
            continue;
        }
        lines_.begin_line();
        if (read_line(found->meaning)) {
            lines_.end_of_line();
        }
        lines_.skip_line();
    }
    lines_.scanner().part_words_at("");
}

bool SectionScript::read_shader(const Token& start, std::string_view header) {
    ShaderSource shader;
    shader.position = start.position;
    const std::size_t at = header.find(" shader");
    const std::string_view stage = header.substr(0, at);
    const std::string_view form = header.substr(at + 7);
    const std::string_view text = lines_.scanner().take_section(shader.first_line);
    shader.text = text;
    const Word<nir::Stage>* const found = kSectionStageWords.find(stage);
    const Word<ShaderFormat>* const format =
        form.empty() || form.starts_with(' ')
            ? kSectionFormWords.find(form.substr(form.empty() ? 0 : 1))
            : nullptr;
    if (found == nullptr) {
        return lines_.fail_word({stage, start.position}, kSectionStageWords);
    }
    if (found->refused) {
        return lines_.refuse(start, *found->refused);
    }
    const bool is_compute = found->meaning == nir::Stage::compute;
    Pipeline& pipeline = script_.pipelines[is_compute ? kComputeSection : kGraphicsSection];
    for (const Attachment& each : pipeline.attachments) {
        if (each.stage == found->meaning) {
            return lines_.fail("M105", start,
                               "there is a " + std::string(stage) + " shader already");
        }
    }
    shader.name = stage;
    shader.stage = found->meaning;
    Attachment attachment;
    attachment.shader = script_.shaders.size();
    attachment.stage = found->meaning;
    attachment.position = start.position;
    script_.shaders.push_back(std::move(shader));
    pipeline.attachments.push_back(std::move(attachment)); // what runs it finds it
    if (format == nullptr) {
        return lines_.fail_word({form.substr(form.find_first_not_of(' ')), start.position},
                                kSectionFormWords);
    }
    script_.shaders.back().format = format->meaning;
    return format->meaning != ShaderFormat::passthrough || found->meaning == nir::Stage::vertex ||
           lines_.fail("M108", start, "only vertex shaders pass their input through");
}

} // namespace jacquard::driver::amber
