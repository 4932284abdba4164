#include <jacquard/amber/read/sections/section_parts.h>
#include <jacquard/amber/read/sections/test_types.h>
#include <jacquard/amber/read/sections/vertex_sections.h>
#include <jacquard/nir/fold/texel_codec.h>

#include <utility>
#include <vector>

namespace jacquard::driver::amber {

namespace {

Token part_of(const Token& token, std::size_t first, std::size_t size) {
    return {token.text.substr(first, size),
            {token.position.line, token.position.column + static_cast<std::uint32_t>(first)}};
}

} // namespace

bool VertexSections::read_indices() {
    Pipeline& graphics = script_.pipelines[kGraphicsSection];
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
    while (!lines_.peek().is_end()) {
        std::uint32_t index = 0;
        if (!lines_.take_unsigned32("an index", index)) {
            return false;
        }
        Buffer& buffer = script_.buffers[*graphics.indices];
        if (!memory_.allot(lines_.word(), buffer.layout.stride)) {
            return false;
        }
        buffer.bytes.resize(buffer.bytes.size() + buffer.layout.stride);
        store(buffer.layout.components[0], {ScalarKind::unsigned_integer, 0.0, std::int64_t{index}},
              std::span(buffer.bytes).last(buffer.layout.stride));
    }
    return true;
}

// `0/R32G32_SFLOAT` or `0/float/vec2`
bool VertexSections::take_attribute(const Token& token) {
    const std::size_t slash = token.text.find('/');
    Number location;
    if (slash == std::string_view::npos ||
        !read_number(token.text.substr(0, slash), ScalarKind::unsigned_integer, 16, location)) {
        return lines_.fail("M102", token, "expected LOCATION/FORMAT or LOCATION/GL_TYPE/GLSL_TYPE");
    }
    const std::string_view rest = token.text.substr(slash + 1);
    const std::size_t second = rest.find('/');
    Buffer buffer;
    buffer.name = token.text;
    buffer.position = token.position;
    if (second == std::string_view::npos) {
        const auto format = nir::find_texel_format(rest);
        if (!format) {
            return fail_format(part_of(token, slash + 1, std::string_view::npos));
        }
        buffer.layout = lay_out(*format);
    } else {
        const Token gl = part_of(token, slash + 1, second);
        const Token glsl = part_of(token, slash + second + 2, std::string_view::npos);
        const Word<ScalarType>* const scalar = kVertexScalarWords.find(gl.text);
        DataType type;
        if (scalar == nullptr) {
            return lines_.fail_word(gl, kVertexScalarWords);
        }
        if (!read_test_type(glsl.text, type) || type.columns != 1) {
            return fail_test_type(lines_, glsl);
        }
        type.kind = scalar->meaning.kind;
        type.bits = scalar->meaning.bits;
        script_.types.push_back(type);
        buffer.layout = lay_out(script_.types, script_.types.size() - 1, Packing::std430);
    }
    for (const VertexData& each : script_.pipelines[kGraphicsSection].vertices) {
        if (each.location == static_cast<std::uint32_t>(location.integer)) {
            return lines_.fail("M105", token,
                               "there is vertex data at location " +
                                   std::to_string(location.integer) + " already");
        }
    }
    VertexData data;
    data.buffer = script_.buffers.size();
    data.location = static_cast<std::uint32_t>(location.integer);
    data.position = token.position;
    script_.buffers.push_back(std::move(buffer));
    script_.pipelines[kGraphicsSection].vertices.push_back(std::move(data));
    return true;
}

bool VertexSections::fail_format(const Token& format) {
    std::vector<std::string_view> names;
    for (const nir::TexelFormatInfo& info : nir::kTexelFormatInfos) {
        names.push_back(info.vulkan_name);
    }
    return lines_.fail_word(format, "format", names);
}

bool VertexSections::read_vertices() {
    if (has_names_) {
        return has_faulty_names_ ? skip_row() : read_row();
    }
    has_names_ = true;
    has_faulty_names_ = true;
    while (!lines_.peek().is_end()) {
        if (!take_attribute(lines_.take())) {
            return false;
        }
    }
    has_faulty_names_ = false;
    return true;
}

// A row below names with a fault is passed: nobody knows what it has.
bool VertexSections::skip_row() {
    lines_.skip_line();
    return true;
}

bool VertexSections::read_row() {
    for (const VertexData& data : script_.pipelines[kGraphicsSection].vertices) {
        Buffer& buffer = script_.buffers[data.buffer];
        if (!memory_.allot(lines_.word(), buffer.layout.stride)) {
            return false;
        }
        buffer.bytes.resize(buffer.bytes.size() + buffer.layout.stride);
        for (const Component& component : buffer.layout.components) {
            const Token token = lines_.take();
            Number number;
            if (!read_number(token.text, component.kind, component.bits, number)) {
                return lines_.fail("M103", token,
                                   quoted(token) + " is no number for " + buffer.name);
            }
            store(component, number, std::span(buffer.bytes).last(buffer.layout.stride));
        }
    }
    return true;
}

} // namespace jacquard::driver::amber
