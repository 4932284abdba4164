#include <jacquard/amber/read/sections/section_parts.h>
#include <jacquard/amber/read/sections/test_buffers.h>
#include <jacquard/amber/read/sections/test_types.h>

#include <array>
#include <utility>
#include <vector>

namespace jacquard::driver::amber {

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

bool TestBuffers::find_buffer(const Token& token, BindingKind kind, std::uint32_t set,
                              std::uint32_t binding, std::size_t& buffer) {
    for (const Binding& each : script_.pipelines[kGraphicsSection].bindings) {
        if (each.set == set && each.binding == binding) {
            buffer = each.buffers[0];
            return each.kind == kind ||
                   lines_.fail("M108", token,
                               "there is '" + script_.buffers[buffer].name + "' at this binding");
        }
    }
    return lines_.fail("M104", token,
                       "there is no buffer at the binding " + std::to_string(set) + ':' +
                           std::to_string(binding));
}

// The buffer at a place, which is made where there is none.
bool TestBuffers::make_buffer(const Token& token, BindingKind kind, std::uint32_t set,
                              std::uint32_t binding, std::size_t& number) {
    std::vector<Binding>& bindings = script_.pipelines[kGraphicsSection].bindings;
    for (const Binding& each : bindings) {
        if (each.set == set && each.binding == binding) {
            return find_buffer(token, kind, set, binding, number);
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
    number = script_.buffers.size() - 1;
    return true;
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
    if (!read_test_type(token.text, type)) {
        return fail_test_type(lines_, token);
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
            return lines_.fail("M103", token, quoted(token) + " is no number of that type");
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
        std::size_t buffer = 0;
        return take_place(set, binding) &&
               make_buffer(start, BindingKind::uniform, set, binding, buffer) &&
               write_values(start, buffer, Packing::std140);
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
    std::size_t buffer = 0;
    if (!take_place(set, binding) ||
        !make_buffer(start, BindingKind::storage, set, binding, buffer)) {
        return false;
    }
    if (lines_.take_if(Keyword::subdata)) {
        return write_values(start, buffer, Packing::std430);
    }
    return lines_.take_unsigned("a number of bytes", memory_.limits().memory, size) &&
           grow(start, buffer, size);
}

} // namespace jacquard::driver::amber
