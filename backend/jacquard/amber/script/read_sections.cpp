#include <jacquard/amber/script/reader.h>
#include <jacquard/nir/fold/texel_codec.h>

#include <algorithm>

namespace jacquard::driver::amber {

namespace {

// The pipelines of a script in sections, and its first buffers.
constexpr std::size_t kCompute = 0;
constexpr std::size_t kGraphics = 1;
constexpr std::size_t kColour = 0;
constexpr std::size_t kDepth = 1;

constexpr std::array<Word<nir::Stage>, 6> kStages = {{
    {"compute", nir::Stage::compute},
    {"fragment", nir::Stage::fragment},
    {"geometry", nir::Stage::geometry},
    {"tessellation control", nir::Stage::tess_control},
    {"tessellation evaluation", nir::Stage::tess_evaluation},
    {"vertex", nir::Stage::vertex},
}};

constexpr std::array<Word<ShaderFormat>, 4> kForms = {{
    {"", ShaderFormat::glsl},
    {" spirv", ShaderFormat::assembly},
    {" spirv hex", ShaderFormat::hexadecimal},
    {" passthrough", ShaderFormat::passthrough},
}};

struct GlType {
    ScalarKind kind = ScalarKind::floating;
    unsigned bits = 32;
};

constexpr std::array<Word<GlType>, 9> kGlTypes = {{
    {"byte", {ScalarKind::signed_integer, 8}},
    {"ubyte", {ScalarKind::unsigned_integer, 8}},
    {"short", {ScalarKind::signed_integer, 16}},
    {"ushort", {ScalarKind::unsigned_integer, 16}},
    {"int", {ScalarKind::signed_integer, 32}},
    {"uint", {ScalarKind::unsigned_integer, 32}},
    {"half", {ScalarKind::floating, 16}},
    {"float", {ScalarKind::floating, 32}},
    {"double", {ScalarKind::floating, 64}},
}};

// Components of a type of GLSL, by the digit behind its name.
unsigned rows_of(std::string_view glsl_type) {
    const char last = glsl_type.empty() ? '1' : glsl_type.back();
    return last >= '2' && last <= '4' ? static_cast<unsigned>(last - '0') : 1;
}

} // namespace

void Reader::start_sections() {
    for (const bool is_compute : {true, false}) {
        Pipeline pipeline;
        pipeline.name = is_compute ? "compute" : "graphics";
        pipeline.is_compute = is_compute;
        script_.pipelines.push_back(std::move(pipeline));
    }
    for (const std::string_view format : {"B8G8R8A8_UNORM", "D32_SFLOAT_S8_UINT"}) {
        Buffer target;
        target.name = format.starts_with('D') ? "depthstencil" : "framebuffer";
        target.layout = lay_out(*nir::find_texel_format(format));
        target.has_size = false;
        script_.buffers.push_back(std::move(target));
    }
    script_.pipelines[kGraphics].colours.push_back({kColour, 0, 0});
    script_.pipelines[kGraphics].depth_stencil = kDepth;
    commands_.push_back(&script_.commands);
}

Script Reader::read_sections() {
    start_sections();
    while (scanner_.next_line() && !diagnostics_.is_full()) {
        read_section();
    }
    // Targets have the size that the requirements say, wherever these stand.
    Pipeline& graphics = script_.pipelines[kGraphics];
    const Token end{{}, {1, 1}};
    for (const std::size_t number : {kColour, kDepth}) {
        Buffer& target = script_.buffers[number];
        target.is_image = target.has_size = true;
        target.size = {graphics.width, graphics.height, 1};
        static_cast<void>(resize(target, end, std::uint64_t{graphics.width} * graphics.height));
    }
    script_.pipelines[kCompute].bindings = graphics.bindings;
    script_.pipelines[kCompute].push_constants = graphics.push_constants;
    return std::move(script_);
}

void Reader::read_section() {
    static constexpr std::array<Word<bool (Reader::*)()>, 4> kSections = {{
        {"require", &Reader::read_requirement},
        {"indices", &Reader::read_indices},
        {"vertex data", &Reader::read_vertex_header},
        {"test", &Reader::read_test},
    }};
    const Token start = scanner_.peek();
    std::string_view header = scanner_.take_rest_of_line();
    if (const std::size_t comment = header.find('#'); comment != std::string_view::npos) {
        header = header.substr(0, comment);
    }
    while (header.ends_with(' ')) {
        header.remove_suffix(1);
    }
    if (!header.starts_with('[') || !header.ends_with(']')) {
        fail("M102", start, "expected a section such as [test]; AmberScript begins with #!amber");
        return;
    }
    header = header.substr(1, header.size() - 2);
    if (header.find(" shader") != std::string_view::npos) {
        read_shader_section(start, header);
        return;
    }
    const auto* const found =
        find_word(std::span<const Word<bool (Reader::*)()>>(kSections), header);
    if (found == nullptr) {
        std::vector<std::string_view> names;
        for (const auto& section : kSections) {
            names.push_back(section.word);
        }
        fail_word({header, start.position}, "section", names);
    }
    scanner_.part_words_at(header == "test" ? "()," : "");
    while (scanner_.next_line() && !scanner_.peek().text.starts_with('[') &&
           !diagnostics_.is_full()) {
        if (found == nullptr) {
            scanner_.skip_line();
            continue;
        }
        word_ = scanner_.peek();
        if ((this->*found->meaning)()) {
            end_of_line();
        }
        scanner_.skip_line();
    }
    scanner_.part_words_at("");
}

bool Reader::read_shader_section(const Token& start, std::string_view header) {
    ShaderSource shader;
    shader.position = start.position;
    const std::size_t at = header.find(" shader");
    const std::string_view stage = header.substr(0, at);
    const std::string_view form = header.substr(at + 7);
    const std::string_view text = scanner_.take_section(shader.first_line);
    shader.text = text;
    const Word<nir::Stage>* const found =
        find_word(std::span<const Word<nir::Stage>>(kStages), stage);
    const Word<ShaderFormat>* const format =
        find_word(std::span<const Word<ShaderFormat>>(kForms), form);
    if (found == nullptr || format == nullptr) {
        std::vector<std::string_view> names;
        for (const Word<nir::Stage>& each : kStages) {
            names.push_back(each.word);
        }
        return found == nullptr
                   ? fail_word({stage, start.position}, "stage of shaders", names)
                   : fail("M101", start, "'" + std::string(form) + "' is no form of shaders");
    }
    if (found->meaning == nir::Stage::geometry) {
        return refuse(start, Refused::geometry);
    }
    if (found->meaning == nir::Stage::tess_control ||
        found->meaning == nir::Stage::tess_evaluation) {
        return refuse(start, Refused::tessellation);
    }
    shader.name = stage;
    shader.stage = found->meaning;
    shader.format = format->meaning;
    Attachment attachment;
    attachment.shader = script_.shaders.size();
    attachment.stage = found->meaning;
    attachment.position = start.position;
    script_.shaders.push_back(std::move(shader));
    script_.pipelines[found->meaning == nir::Stage::compute ? kCompute : kGraphics]
        .attachments.push_back(std::move(attachment));
    return true;
}

bool Reader::read_requirement() {
    Pipeline& graphics = script_.pipelines[kGraphics];
    const Token key = scanner_.take();
    std::uint64_t milliseconds = 0;
    if (key.text == "framebuffer" || key.text == "depthstencil") {
        nir::TexelFormat format{};
        if (!take_format(format)) {
            return false;
        }
        script_.buffers[key.text == "framebuffer" ? kColour : kDepth].layout = lay_out(format);
        return true;
    }
    if (key.text == "fbsize") {
        pipeline_ = kGraphics;
        static_cast<void>(graphics);
        return read_framebuffer_size();
    }
    if (key.text == "fence_timeout") {
        return take_unsigned("a time", 0xffffffff, milliseconds);
    }
    const std::span<const std::string_view> known = feature_words();
    return key.text.starts_with("VK_") ||
           std::find(known.begin(), known.end(), key.text) != known.end() ||
           fail_word(key, "feature of a device", known);
}

bool Reader::read_indices() {
    Pipeline& graphics = script_.pipelines[kGraphics];
    if (!graphics.indices) {
        Buffer buffer;
        buffer.name = "indices";
        DataType type;
        type.kind = ScalarKind::unsigned_integer;
        script_.types.push_back(type);
        buffer.layout = lay_out(script_.types, script_.types.size() - 1, Packing::std430);
        graphics.indices = script_.buffers.size();
        script_.buffers.push_back(std::move(buffer));
    }
    while (!scanner_.peek().is_end()) {
        std::uint32_t index = 0;
        if (!take_unsigned32("an index", index)) {
            return false;
        }
        Buffer& buffer = script_.buffers[*graphics.indices];
        if (!allot(word_, buffer.layout.stride)) {
            return false;
        }
        buffer.bytes.resize(buffer.bytes.size() + buffer.layout.stride);
        store(buffer.layout.components[0], {ScalarKind::unsigned_integer, 0.0, std::int64_t{index}},
              std::span(buffer.bytes).last(buffer.layout.stride));
    }
    return true;
}

// `0/R32G32_SFLOAT` or `0/float/vec2`
bool Reader::take_attribute(const Token& token) {
    const std::size_t slash = token.text.find('/');
    Number location;
    if (slash == std::string_view::npos ||
        !read_number(token.text.substr(0, slash), ScalarKind::unsigned_integer, 16, location)) {
        return fail("M102", token, "expected LOCATION/FORMAT or LOCATION/GL_TYPE/GLSL_TYPE");
    }
    const std::string_view rest = token.text.substr(slash + 1);
    const std::size_t second = rest.find('/');
    Buffer buffer;
    buffer.name = token.text;
    buffer.position = token.position;
    if (second == std::string_view::npos) {
        const auto format = nir::find_texel_format(rest);
        if (!format) {
            return fail("M101", token, "'" + std::string(rest) + "' is no format");
        }
        buffer.layout = lay_out(*format);
    } else {
        const Word<GlType>* const gl =
            find_word(std::span<const Word<GlType>>(kGlTypes), rest.substr(0, second));
        if (gl == nullptr) {
            return fail("M101", token,
                        "'" + std::string(rest.substr(0, second)) + "' is no type of GL");
        }
        DataType type;
        type.kind = gl->meaning.kind;
        type.bits = gl->meaning.bits;
        type.rows = rows_of(rest.substr(second + 1));
        script_.types.push_back(type);
        buffer.layout = lay_out(script_.types, script_.types.size() - 1, Packing::std430);
    }
    VertexData data;
    data.buffer = script_.buffers.size();
    data.location = static_cast<std::uint32_t>(location.integer);
    data.position = token.position;
    script_.buffers.push_back(std::move(buffer));
    script_.pipelines[kGraphics].vertices.push_back(std::move(data));
    return true;
}

bool Reader::read_vertex_header() {
    Pipeline& graphics = script_.pipelines[kGraphics];
    if (!graphics.vertices.empty()) {
        return read_vertex_row();
    }
    while (!scanner_.peek().is_end()) {
        if (!take_attribute(scanner_.take())) {
            return false;
        }
    }
    return true;
}

bool Reader::read_vertex_row() {
    for (const VertexData& data : script_.pipelines[kGraphics].vertices) {
        Buffer& buffer = script_.buffers[data.buffer];
        if (!allot(word_, buffer.layout.stride)) {
            return false;
        }
        buffer.bytes.resize(buffer.bytes.size() + buffer.layout.stride);
        for (const Component& component : buffer.layout.components) {
            const Token token = scanner_.take();
            Number number;
            if (!read_number(token.text, component.kind, component.bits, number)) {
                return fail("M103", token,
                            "'" + std::string(token.text) + "' is no number for " + buffer.name);
            }
            store(component, number, std::span(buffer.bytes).last(buffer.layout.stride));
        }
    }
    return true;
}

} // namespace jacquard::driver::amber
