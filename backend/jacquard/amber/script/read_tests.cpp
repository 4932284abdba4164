#include <jacquard/amber/script/reader.h>

#include <algorithm>
#include <cmath>

namespace jacquard::driver::amber {

namespace {

constexpr std::size_t kCompute = 0;
constexpr std::size_t kGraphics = 1;

struct TestType {
    ScalarKind kind = ScalarKind::floating;
    unsigned bits = 32;
};

// Scalar types, which are also prefixes of `vec` and `mat`.
constexpr std::array<Word<TestType>, 11> kScalars = {{
    {"int", {ScalarKind::signed_integer, 32}},
    {"uint", {ScalarKind::unsigned_integer, 32}},
    {"int8_t", {ScalarKind::signed_integer, 8}},
    {"uint8_t", {ScalarKind::unsigned_integer, 8}},
    {"int16_t", {ScalarKind::signed_integer, 16}},
    {"uint16_t", {ScalarKind::unsigned_integer, 16}},
    {"int64_t", {ScalarKind::signed_integer, 64}},
    {"uint64_t", {ScalarKind::unsigned_integer, 64}},
    {"float16_t", {ScalarKind::floating, 16}},
    {"float", {ScalarKind::floating, 32}},
    {"double", {ScalarKind::floating, 64}},
}};
constexpr std::array<Word<TestType>, 11> kPrefixes = {{
    {"", {ScalarKind::floating, 32}},
    {"i", {ScalarKind::signed_integer, 32}},
    {"u", {ScalarKind::unsigned_integer, 32}},
    {"d", {ScalarKind::floating, 64}},
    {"f16", {ScalarKind::floating, 16}},
    {"i8", {ScalarKind::signed_integer, 8}},
    {"u8", {ScalarKind::unsigned_integer, 8}},
    {"i16", {ScalarKind::signed_integer, 16}},
    {"u16", {ScalarKind::unsigned_integer, 16}},
    {"i64", {ScalarKind::signed_integer, 64}},
    {"u64", {ScalarKind::unsigned_integer, 64}},
}};

constexpr std::array<Word<Comparison>, 7> kComparisons = {{
    {"==", Comparison::eq},
    {"!=", Comparison::ne},
    {"<", Comparison::lt},
    {"<=", Comparison::le},
    {">", Comparison::gt},
    {">=", Comparison::ge},
    {"~=", Comparison::near},
}};

constexpr std::array<Word<Topology>, 12> kTopologies = {{
    {"POINT_LIST", Topology::point_list},
    {"LINE_LIST", Topology::line_list},
    {"LINE_STRIP", Topology::line_strip},
    {"TRIANGLE_LIST", Topology::triangle_list},
    {"TRIANGLE_STRIP", Topology::triangle_strip},
    {"TRIANGLE_FAN", Topology::triangle_fan},
    {"GL_POINTS", Topology::point_list},
    {"GL_LINES", Topology::line_list},
    {"GL_LINE_STRIP", Topology::line_strip},
    {"GL_TRIANGLES", Topology::triangle_list},
    {"GL_TRIANGLE_STRIP", Topology::triangle_strip},
    {"GL_TRIANGLE_FAN", Topology::triangle_fan},
}};

bool is_dimension(char digit) {
    return digit >= '2' && digit <= '4';
}

// `ivec3`, `mat2x4`, `double`
bool read_type(std::string_view text, DataType& type) {
    const auto set = [&](const Word<TestType>* word) {
        if (word != nullptr) {
            type.kind = word->meaning.kind;
            type.bits = word->meaning.bits;
        }
        return word != nullptr;
    };
    if (set(find_word(std::span<const Word<TestType>>(kScalars), text))) {
        return true;
    }
    const std::size_t vector = text.find("vec");
    if (vector != std::string_view::npos) {
        const std::string_view rest = text.substr(vector + 3);
        if (rest.size() > 1 || (rest.size() == 1 && !is_dimension(rest[0]))) {
            return false;
        }
        type.rows = rest.empty() ? 1 : static_cast<unsigned>(rest[0] - '0');
        return set(find_word(std::span<const Word<TestType>>(kPrefixes), text.substr(0, vector)));
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
    return set(find_word(std::span<const Word<TestType>>(kPrefixes), text.substr(0, matrix)));
}

} // namespace

bool Reader::read_test() {
    static constexpr std::array<Word<nir::Stage>, 3> kStages = {
        {{"compute", nir::Stage::compute},
         {"vertex", nir::Stage::vertex},
         {"fragment", nir::Stage::fragment}}};
    const Token start = scanner_.take();
    if (start.text == "draw") {
        return read_draw();
    }
    const Word<nir::Stage>* const stage =
        find_word(std::span<const Word<nir::Stage>>(kStages), start.text);
    if (stage != nullptr && scanner_.peek().text == "entrypoint") {
        return read_entry(start, stage->meaning);
    }
    if (start.text == "compute") {
        return read_compute();
    }
    if (start.text == "clear") {
        return read_clear_word();
    }
    if (start.text == "probe") {
        return read_probe(false);
    }
    if (start.text == "relative") {
        return expect("probe") && read_probe(true);
    }
    if (start.text == "uniform") {
        return read_uniform();
    }
    if (start.text == "ssbo") {
        return read_storage();
    }
    if (start.text == "tolerance") {
        tolerances_.clear();
        return take_tolerances(tolerances_);
    }
    if (start.text == "patch") {
        return refuse(start, Refused::tessellation);
    }
    return read_state(start);
}

bool Reader::read_entry(const Token& start, nir::Stage stage) {
    Token name;
    scanner_.take();
    if (!take_name("the name of an entry point", name)) {
        return false;
    }
    add(start, EntryCommand{stage == nir::Stage::compute ? kCompute : kGraphics, stage,
                            std::string(name.text)});
    return true;
}

bool Reader::read_draw() {
    const Token start = word_;
    if (script_.pipelines[kGraphics].attachments.empty()) {
        return fail("M108", start, "a draw needs a vertex shader");
    }
    if (!state_is_told_) {
        add(start, DrawStateCommand{kGraphics, state_});
        state_is_told_ = true;
    }
    static constexpr std::array<std::string_view, 2> kForms = {"rect", "arrays"};
    const Token form = scanner_.take();
    return form.text == "rect"     ? read_draw_rect(start)
           : form.text == "arrays" ? read_draw_arrays(start)
                                   : fail_word(form, "form of draw", kForms);
}

bool Reader::read_draw_rect(const Token& start) {
    RunRectangle rectangle;
    rectangle.is_normalised = !take_if("ortho");
    if (scanner_.peek().text == "patch") {
        return refuse(scanner_.peek(), Refused::patches);
    }
    if (!take_float("x", rectangle.x) || !take_float("y", rectangle.y) ||
        !take_float("the width", rectangle.width) || !take_float("the height", rectangle.height)) {
        return false;
    }
    add(start, RunCommand{kGraphics, rectangle});
    return true;
}

bool Reader::read_draw_arrays(const Token& start) {
    RunArray draw;
    draw.is_indexed = take_if("indexed");
    take_if("instanced");
    const Token topology = scanner_.peek();
    if (topology.text.find("ADJACENCY") != std::string_view::npos) {
        return refuse(topology, Refused::adjacency);
    }
    if (topology.text == "PATCH_LIST" || topology.text == "GL_PATCHES") {
        return refuse(topology, Refused::patches);
    }
    std::uint32_t count = 0;
    if (!take_word<Topology>("topology", kTopologies, draw.topology) ||
        !take_unsigned32("the first vertex", draw.first) ||
        !take_unsigned32("the number of vertices", count)) {
        return false;
    }
    draw.count = count;
    if (!scanner_.peek().is_end() && !take_unsigned32("the number of instances", draw.instances)) {
        return false;
    }
    if (draw.is_indexed && !script_.pipelines[kGraphics].indices) {
        return fail("M108", start, "an indexed draw needs a section [indices]");
    }
    add(start, RunCommand{kGraphics, draw});
    return true;
}

bool Reader::read_compute() {
    const Token start = word_;
    RunCompute run;
    for (std::uint32_t& along : run.groups) {
        if (!take_unsigned32("a number of workgroups", along)) {
            return false;
        }
    }
    if (script_.pipelines[kCompute].attachments.empty()) {
        return fail("M108", start, "there is no compute shader");
    }
    add(start, RunCommand{kCompute, run});
    return true;
}

bool Reader::read_clear_word() {
    const Token start = word_;
    if (take_if("color")) {
        ClearColourCommand clear{kGraphics, {}};
        for (float& component : clear.colour) {
            if (!take_float("a component of a colour", component)) {
                return false;
            }
        }
        add(start, clear);
        return true;
    }
    if (take_if("depth")) {
        ClearDepthCommand clear{kGraphics, 1.0F};
        if (!take_float("a depth", clear.depth)) {
            return false;
        }
        add(start, clear);
        return true;
    }
    if (take_if("stencil")) {
        std::uint64_t value = 0;
        if (!take_unsigned("a stencil", 255, value)) {
            return false;
        }
        add(start, ClearStencilCommand{kGraphics, static_cast<std::uint8_t>(value)});
        return true;
    }
    add(start, ClearCommand{kGraphics});
    return true;
}

bool Reader::take_place(std::uint32_t& set, std::uint32_t& binding) {
    const Token token = scanner_.take();
    const std::size_t colon = token.text.find(':');
    const bool has_set = colon != std::string_view::npos;
    Number first;
    Number second;
    if (!read_number(token.text.substr(0, colon), ScalarKind::unsigned_integer, 16, first) ||
        (has_set &&
         !read_number(token.text.substr(colon + 1), ScalarKind::unsigned_integer, 16, second))) {
        return fail("M103", token, "expected a binding, or SET:BINDING");
    }
    set = has_set ? static_cast<std::uint32_t>(first.integer) : 0;
    binding = static_cast<std::uint32_t>(has_set ? second.integer : first.integer);
    return true;
}

// The buffer at a place, which is made where there is none.
std::size_t Reader::buffer_at(BindingKind kind, std::uint32_t set, std::uint32_t binding) {
    std::vector<Binding>& bindings = script_.pipelines[kGraphics].bindings;
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
    made.position = word_.position;
    script_.buffers.push_back(std::move(buffer));
    bindings.push_back(std::move(made));
    return script_.buffers.size() - 1;
}

bool Reader::grow(const Token& token, std::size_t number, std::uint64_t size) {
    std::vector<std::byte>& bytes = script_.buffers[number].bytes;
    if (size <= bytes.size()) {
        return true;
    }
    if (!allot(token, size - bytes.size())) {
        return false;
    }
    bytes.resize(static_cast<std::size_t>(size));
    return true;
}

bool Reader::take_test_type(Packing packing, ElementLayout& layout) {
    const Token token = scanner_.take();
    DataType type;
    if (!read_type(token.text, type)) {
        std::vector<std::string_view> names;
        for (const Word<TestType>& word : kScalars) {
            names.push_back(word.word);
        }
        names.insert(names.end(), {"vec2", "vec3", "vec4", "ivec2", "ivec3", "ivec4", "uvec2",
                                   "uvec3", "uvec4", "mat2x2", "mat3x3", "mat4x4"});
        return fail_word(token, "data type", names);
    }
    const std::array<DataType, 1> types{type};
    layout = lay_out(types, 0, packing);
    return true;
}

// `TYPE OFFSET values`
bool Reader::write_values(const Token& start, std::size_t buffer, Packing packing) {
    ElementLayout layout;
    std::uint64_t offset = 0;
    if (!take_test_type(packing, layout) || !take_unsigned("an offset", limits_.memory, offset)) {
        return false;
    }
    WriteCommand write{buffer, offset, {}};
    std::size_t values = 0;
    const std::size_t each = layout.components.size();
    while (!scanner_.peek().is_end()) {
        const Token token = scanner_.take();
        const Component& component = layout.components[values % each];
        if (values % each == 0) {
            // The last element ends with its last component.
            write.bytes.resize(values / each * layout.stride + layout.size);
        }
        Number number;
        if (!read_number(token.text, component.kind, component.bits, number)) {
            return fail("M103", token,
                        "'" + std::string(token.text) + "' is no number of that type");
        }
        store(component, number, std::span(write.bytes).subspan(values / each * layout.stride));
        ++values;
    }
    if (values == 0 || values % each != 0) {
        return fail("M109", start,
                    std::to_string(values) + " values; each element takes " + std::to_string(each));
    }
    if (!grow(start, buffer, offset + write.bytes.size())) {
        return false;
    }
    add(start, std::move(write));
    return true;
}

bool Reader::read_uniform() {
    const Token start = word_;
    Pipeline& graphics = script_.pipelines[kGraphics];
    if (take_if("ubo")) {
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

bool Reader::read_storage() {
    const Token start = word_;
    std::uint32_t set = 0;
    std::uint32_t binding = 0;
    std::uint64_t size = 0;
    if (!take_place(set, binding)) {
        return false;
    }
    const std::size_t buffer = buffer_at(BindingKind::storage, set, binding);
    if (take_if("subdata")) {
        return write_values(start, buffer, Packing::std430);
    }
    return take_unsigned("a number of bytes", limits_.memory, size) && grow(start, buffer, size);
}

bool Reader::read_probe(bool is_relative) {
    const Token start = word_;
    static constexpr std::array<std::string_view, 5> kForms = {"ssbo", "all", "rect", "rgb",
                                                               "rgba"};
    const Token form = scanner_.peek();
    if (std::find(kForms.begin(), kForms.end(), form.text) == kForms.end()) {
        return fail_word(form, "form of probe", kForms);
    }
    if (form.text == "ssbo") {
        scanner_.take();
        return read_probe_buffer();
    }
    if (form.text == "all" || form.text == "rect") {
        scanner_.take();
        return read_probe_colour(start, is_relative, form.text);
    }
    return read_probe_colour(start, is_relative, "");
}

bool Reader::read_probe_buffer() {
    const Token start = word_;
    ExpectCommand expectation;
    ExpectValues values;
    ElementLayout layout;
    std::uint32_t set = 0;
    std::uint32_t binding = 0;
    if (!take_test_type(Packing::std430, layout) || !take_place(set, binding) ||
        !take_unsigned("an offset", limits_.memory, values.offset) ||
        !take_word<Comparison>("comparison", kComparisons, values.comparison)) {
        return false;
    }
    values.layout = std::move(layout);
    values.tolerances = tolerances_;
    if (values.tolerances.empty()) {
        values.tolerances.push_back({0.001, false});
    }
    while (!scanner_.peek().is_end()) {
        const Token token = scanner_.take();
        values.values.emplace_back(std::string(token.text), token.position);
    }
    if (values.values.empty()) {
        return fail("M102", scanner_.peek(), "expected a value, not the end of the line");
    }
    expectation.buffer = buffer_at(BindingKind::storage, set, binding);
    expectation.what = std::move(values);
    add(start, std::move(expectation));
    return true;
}

bool Reader::read_probe_colour(const Token& start, bool is_relative, std::string_view form) {
    static constexpr std::array<Word<unsigned>, 2> kColours = {{{"rgb", 3}, {"rgba", 4}}};
    const Pipeline& graphics = script_.pipelines[kGraphics];
    ExpectColour colour;
    if (!take_word<unsigned>("colour", kColours, colour.components)) {
        return false;
    }
    std::array<float, 4> box{0.0F, 0.0F, 1.0F, 1.0F};
    for (std::size_t i = 0; form != "all" && i < (form == "rect" ? 4U : 2U); ++i) {
        if (!take_float("a place", box[i])) {
            return false;
        }
    }
    // One pixel that is named by its place relative to the target is the one there.
    const bool is_whole = form == "all";
    const float width = is_relative || is_whole ? static_cast<float>(graphics.width) : 1.0F;
    const float height = is_relative || is_whole ? static_cast<float>(graphics.height) : 1.0F;
    colour.x = static_cast<std::uint32_t>(std::max(box[0] * width, 0.0F));
    colour.y = static_cast<std::uint32_t>(std::max(box[1] * height, 0.0F));
    const bool is_box = is_whole || form == "rect";
    colour.width = is_box ? static_cast<std::uint32_t>(std::max(box[2] * width, 1.0F)) : 1;
    colour.height = is_box ? static_cast<std::uint32_t>(std::max(box[3] * height, 1.0F)) : 1;
    for (unsigned i = 0; i < colour.components; ++i) {
        float component = 0.0F;
        if (!take_float("a component of a colour", component)) {
            return false;
        }
        colour.colour[i] = double{component} * 255.0;
    }
    ExpectCommand expectation;
    expectation.what = std::move(colour);
    add(start, std::move(expectation));
    return true;
}

} // namespace jacquard::driver::amber
