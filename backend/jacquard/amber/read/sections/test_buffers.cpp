#include <jacquard/amber/read/lines/bounds.h>
#include <jacquard/amber/read/sections/section_parts.h>
#include <jacquard/amber/read/sections/test_buffers.h>

#include <array>
#include <utility>
#include <vector>

namespace jacquard::driver::amber {

namespace {

// `ivec3`, `mat2x4`, `double`
bool read_type(std::string_view text, DataType& type) {
    const auto set = [&](const Word<ScalarType>* word) {
        if (word != nullptr) {
            type.kind = word->meaning.kind;
            type.bits = word->meaning.bits;
        }
        return word != nullptr;
    };
    if (set(kTestScalarWords.find(text))) {
        return true;
    }
    const std::size_t vector = text.find("vec");
    if (vector != std::string_view::npos) {
        const std::string_view rest = text.substr(vector + 3);
        if (rest.size() > 1 || (rest.size() == 1 && !is_dimension(rest[0]))) {
            return false;
        }
        type.rows = rest.empty() ? 1 : static_cast<unsigned>(rest[0] - '0');
        return set(kTestPrefixWords.find(text.substr(0, vector)));
    }
    const std::size_t matrix = text.find("mat");
    if (matrix == std::string_view::npos) {
        return false;
    }
    const std::string_view rest = text.substr(matrix + 3);
    const bool is_square = rest.size() == 1 && is_dimension(rest[0]);
    const bool is_oblong =
        rest.size() == 3 && is_dimension(rest[0]) && rest[1] == 'x' && is_dimension(rest[2]);
    if (!is_square && !is_oblong) {
        return false;
    }
    type.columns = static_cast<unsigned>(rest[0] - '0');
    type.rows = static_cast<unsigned>(rest.back() - '0');
    return set(kTestPrefixWords.find(text.substr(0, matrix)));
}

} // namespace

bool TestBuffers::take_place(std::uint32_t& set, std::uint32_t& binding) {
    const Token token = lines_.take();
    const std::size_t colon = token.text.find(':');
    const bool has_set = colon != std::string_view::npos;
    Number first;
    Number second;
    if (!read_number(token.text.substr(0, colon), ScalarKind::unsigned_integer, 16, first) ||
        (has_set &&
         !read_number(token.text.substr(colon + 1), ScalarKind::unsigned_integer, 16, second))) {
        return lines_.fail("M103", token, "expected a binding, or SET:BINDING");
    }
    set = has_set ? static_cast<std::uint32_t>(first.integer) : 0;
    binding = static_cast<std::uint32_t>(has_set ? second.integer : first.integer);
    return true;
}

// The buffer at a place, which is made where there is none.
std::size_t TestBuffers::buffer_at(BindingKind kind, std::uint32_t set, std::uint32_t binding) {
    std::vector<Binding>& bindings = script_.pipelines[kGraphicsSection].bindings;
    for (const Binding& each : bindings) {
        if (each.set == set && each.binding == binding) {
            return each.buffers[0];
        }
    }
    Buffer buffer;
    buffer.name = (kind == BindingKind::storage ? "ssbo " : "ubo ") + std::to_string(set) + ':' +
                  std::to_string(binding);
    buffer.layout.components.push_back({0, ScalarKind::unsigned_integer, 8});
    buffer.layout.size = buffer.layout.stride = 1;
    Binding made;
    made.kind = kind;
    made.set = set;
    made.binding = binding;
    made.buffers.push_back(script_.buffers.size());
    made.position = lines_.word().position;
    script_.buffers.push_back(std::move(buffer));
    bindings.push_back(std::move(made));
    return script_.buffers.size() - 1;
}

bool TestBuffers::grow(const Token& token, std::size_t number, std::uint64_t size) {
    std::vector<std::byte>& bytes = script_.buffers[number].bytes;
    if (size <= bytes.size()) {
        return true;
    }
    if (!memory_.allot(token, size - bytes.size())) {
        return false;
    }
    bytes.resize(static_cast<std::size_t>(size));
    return true;
}

bool TestBuffers::take_type(Packing packing, ElementLayout& layout) {
    const Token token = lines_.take();
    DataType type;
    if (!read_type(token.text, type)) {
        std::vector<std::string_view> names;
        for (const Word<ScalarType>& word : kTestScalarWords.words) {
            names.push_back(word.word);
        }
        names.insert(names.end(), {"vec2", "vec3", "vec4", "ivec2", "ivec3", "ivec4", "uvec2",
                                   "uvec3", "uvec4", "mat2x2", "mat3x3", "mat4x4"});
        return lines_.fail_word(token, kTestScalarWords.what, names);
    }
    const std::array<DataType, 1> types{type};
    layout = lay_out(types, 0, packing);
    return true;
}

// `TYPE OFFSET values`
bool TestBuffers::write_values(const Token& start, std::size_t buffer, Packing packing) {
    ElementLayout layout;
    std::uint64_t offset = 0;
    if (!take_type(packing, layout) ||
        !lines_.take_unsigned("an offset", memory_.limits().memory, offset)) {
        return false;
    }
    WriteCommand write{buffer, offset, {}};
    std::size_t values = 0;
    const std::size_t each = layout.components.size();
    while (!lines_.peek().is_end()) {
        const Token token = lines_.take();
        const Component& component = layout.components[values % each];
        if (values % each == 0) {
            // The last element ends with its last component.
            write.bytes.resize(values / each * layout.stride + layout.size);
        }
        Number number;
        if (!read_number(token.text, component.kind, component.bits, number)) {
            return lines_.fail("M103", token,
                               "'" + std::string(token.text) + "' is no number of that type");
        }
        store(component, number, std::span(write.bytes).subspan(values / each * layout.stride));
        ++values;
    }
    if (values == 0 || values % each != 0) {
        return lines_.fail("M109", start,
                           std::to_string(values) + " values; each element takes " +
                               std::to_string(each));
    }
    if (!grow(start, buffer, offset + write.bytes.size())) {
        return false;
    }
    commands_.add(start, std::move(write));
    return true;
}

bool TestBuffers::read_uniform() {
    const Token start = lines_.word();
    Pipeline& graphics = script_.pipelines[kGraphicsSection];
    if (lines_.take_if(Keyword::ubo)) {
        std::uint32_t set = 0;
        std::uint32_t binding = 0;
        return take_place(set, binding) &&
               write_values(start, buffer_at(BindingKind::uniform, set, binding), Packing::std140);
    }
    if (!graphics.push_constants) {
        Buffer buffer;
        buffer.name = "push constants";
        buffer.layout.components.push_back({0, ScalarKind::unsigned_integer, 8});
        buffer.layout.size = buffer.layout.stride = 1;
        graphics.push_constants = script_.buffers.size();
        script_.buffers.push_back(std::move(buffer));
    }
    return write_values(start, *graphics.push_constants, Packing::std430);
}

bool TestBuffers::read_storage() {
    const Token start = lines_.word();
    std::uint32_t set = 0;
    std::uint32_t binding = 0;
    std::uint64_t size = 0;
    if (!take_place(set, binding)) {
        return false;
    }
    const std::size_t buffer = buffer_at(BindingKind::storage, set, binding);
    if (lines_.take_if(Keyword::subdata)) {
        return write_values(start, buffer, Packing::std430);
    }
    return lines_.take_unsigned("a number of bytes", memory_.limits().memory, size) &&
           grow(start, buffer, size);
}

} // namespace jacquard::driver::amber
