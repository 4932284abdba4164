#include <jacquard/amber/read/sections/section_parts.h>
#include <jacquard/amber/read/sections/vertex_sections.h>
#include <jacquard/nir/fold/texel_codec.h>

#include <utility>

namespace jacquard::driver::amber {

namespace {

// Components of a type of GLSL, by the digit behind its name.
unsigned rows_of(std::string_view glsl_type) {
    const char last = glsl_type.empty() ? '1' : glsl_type.back();
    return last >= '2' && last <= '4' ? static_cast<unsigned>(last - '0') : 1;
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
            return lines_.fail("M101", token, "'" + std::string(rest) + "' is no format");
        }
        buffer.layout = lay_out(*format);
    } else {
        const Word<ScalarType>* const gl = kVertexScalarWords.find(rest.substr(0, second));
        if (gl == nullptr) {
            return lines_.fail("M101", token,
                               "'" + std::string(rest.substr(0, second)) + "' is no " +
                                   std::string(kVertexScalarWords.what));
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
    script_.pipelines[kGraphicsSection].vertices.push_back(std::move(data));
    return true;
}

bool VertexSections::read_vertices() {
    Pipeline& graphics = script_.pipelines[kGraphicsSection];
    if (!graphics.vertices.empty()) {
        return read_row();
    }
    while (!lines_.peek().is_end()) {
        if (!take_attribute(lines_.take())) {
            return false;
        }
    }
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
                                   "'" + std::string(token.text) + "' is no number for " +
                                       buffer.name);
            }
            store(component, number, std::span(buffer.bytes).last(buffer.layout.stride));
        }
    }
    return true;
}

} // namespace jacquard::driver::amber
