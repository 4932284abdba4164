#include <jacquard/driver/directive_reader.h>
#include <jacquard/driver/hex.h>
#include <jacquard/driver/program_header.h>
#include <jacquard/ir3/isa/revision.h>
#include <jacquard/ir3/slots.h>
#include <jacquard/support/near_name.h>

#include <array>
#include <bit>
#include <limits>
#include <vector>

namespace jacquard::driver {

namespace {

constexpr std::array<std::string_view, 22> kDirectives = {
    "@gpu",       "@stage",     "@input",    "@system_value", "@varying",   "@output",
    "@constants", "@immediate", "@prefetch", "@sampler",      "@workgroup", "@buffer",
    "@array",     "@resource",  "@push",     "@parameter",    "@shared",    "@private",
    "@feeds",     "@patches",   "@stored",   "@vertices"};

bool is_blank(char letter) {
    return letter == ' ' || letter == '\t' || letter == '\r';
}

std::string suggested(std::string_view written, std::span<const std::string_view> names) {
    const std::string_view near = near_name(written, names);
    return near.empty() ? std::string() : ", did you mean '" + std::string(near) + "'?";
}

} // namespace

void DirectiveReader::fail(std::size_t offset, std::string message) {
    if (!failed_) {
        diagnostics_->error("A201", {number_, static_cast<std::uint32_t>(column_ + offset + 1)},
                            std::move(message));
    }
    failed_ = true;
}

void DirectiveReader::skip_blanks() {
    while (at_ < line_.size() && is_blank(line_[at_])) {
        ++at_;
    }
}

std::string_view DirectiveReader::word(std::string_view what) {
    skip_blanks();
    word_start_ = at_;
    while (at_ < line_.size() && !is_blank(line_[at_])) {
        ++at_;
    }
    if (at_ == word_start_) {
        fail(at_, "expected " + std::string(what));
    }
    return line_.substr(word_start_, at_ - word_start_);
}

void DirectiveReader::keyword(std::string_view text) {
    const std::string expected = '\'' + std::string(text) + '\'';
    if (word(expected) != text) {
        fail(word_start_, "expected " + expected);
    }
}

bool DirectiveReader::optional_keyword(std::string_view text) {
    skip_blanks();
    const std::size_t start = at_;
    if (at_ < line_.size() && word(text) == text) {
        return true;
    }
    at_ = start;
    return false;
}

template <typename Number>
Number DirectiveReader::number_of(std::string_view text, std::size_t offset,
                                  std::string_view what) {
    const std::optional<std::uint64_t> value = parse_number<std::uint64_t>(text);
    if (!value || *value > std::numeric_limits<Number>::max()) {
        fail(offset, "expected " + std::string(what) + ", a number from 0 to " +
                         std::to_string(std::numeric_limits<Number>::max()));
        return 0;
    }
    return static_cast<Number>(*value);
}

template <typename Number>
Number DirectiveReader::number(std::string_view what) {
    const std::string_view text = word(what);
    return number_of<Number>(text, word_start_, what);
}

template <typename Entry>
void DirectiveReader::add(std::vector<Entry>& list, Entry entry) {
    if (list.size() == kMaxHeaderEntries) {
        fail(0, "there are at most " + std::to_string(kMaxHeaderEntries) + " of these");
    }
    if (!failed_) {
        list.push_back(std::move(entry));
    }
}

ir3::RegisterLocation DirectiveReader::location() {
    const std::optional<ir3::RegisterLocation> result = parse_register(word("a register"));
    if (!result) {
        fail(word_start_, "expected a register such as r1.x or hr0.y, or none");
    }
    return result.value_or(ir3::RegisterLocation{});
}

DirectiveReader::Components DirectiveReader::components() {
    keyword("components");
    const std::string_view text = word("components");
    Components result;
    if (text == "none") {
        return result;
    }
    std::size_t last = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const std::size_t component = std::string_view("xyzw").find(text[i]);
        if (component == std::string_view::npos || (i != 0 && component <= last)) {
            fail(word_start_ + i, "expected some of the letters xyzw, in order, or none");
            return result;
        }
        last = component;
        result.mask |= 1U << component;
    }
    if (result.mask != 0) { // a word was there
        result.first = static_cast<unsigned>(std::countr_zero(result.mask));
    }
    return result;
}

// "c8", or "c8.x" where a component is written.
std::uint32_t DirectiveReader::constant_vec4(bool with_component) {
    std::string_view text = word("a place in the constant file");
    const std::size_t start = word_start_;
    if (!text.starts_with('c') || (with_component && !text.ends_with(".x"))) {
        fail(start, with_component ? "expected a place in the constant file such as c8.x"
                                   : "expected a place in the constant file such as c8");
        return 0;
    }
    text.remove_prefix(1);
    text.remove_suffix(with_component ? 2 : 0);
    return number_of<std::uint32_t>(text, start + 1, "a vec4 of the constant file");
}

const ir3::SlotInfo* DirectiveReader::slot() {
    const std::string_view name = word("the name of a slot");
    const ir3::SlotInfo* found = ir3::find_slot(name);
    if (found == nullptr && !failed_) {
        fail(word_start_, "there is no slot '" + std::string(name.substr(0, 80)) + '\'');
    }
    return found;
}

void DirectiveReader::end() {
    skip_blanks();
    if (at_ < line_.size() && line_[at_] != ';' && !line_.substr(at_).starts_with("//")) {
        fail(at_, "expected the end of the line");
    }
}

void DirectiveReader::read_gpu() {
    const std::string_view text = word("a part");
    const std::optional<unsigned> part = ir3::find_part(text);
    if (!part) {
        fail(word_start_, "there is no part '" + std::string(text.substr(0, 40)) + '\'');
    }
    end();
    if (!failed_) {
        program_->gpu = *part;
        part_position_ = {number_, static_cast<std::uint32_t>(column_ + 1)};
    }
}

void DirectiveReader::read_stage() {
    const std::string_view text = word("a stage");
    const std::optional<ir3::ShaderStage> stage = stage_of_keyword(text);
    if (!stage) {
        fail(word_start_, "expected VERT, FRAG, COMP, TESS_CTRL, TESS_EVAL or GEOM");
    }
    end();
    if (!failed_) {
        program_->stage = *stage;
    }
}

void DirectiveReader::finish_input(ir3::ProgramInput input) {
    input.component_mask = static_cast<std::uint8_t>(components().mask);
    keyword("index");
    input.index = number<std::uint32_t>("the index of a declaration");
    input.flat = optional_keyword("flat");
    end();
    add(program_->inputs, std::move(input));
}

void DirectiveReader::read_varying() {
    ir3::ProgramInput input;
    if (const ir3::SlotInfo* found = slot()) {
        input.name = found->name;
        input.slot = found->number;
    }
    input.barycentric = true;
    keyword("at");
    input.varying_location = number<std::uint8_t>("a place in varying storage");
    finish_input(std::move(input));
}

void DirectiveReader::read_register_input(bool system_value) {
    ir3::ProgramInput input;
    if (const ir3::SlotInfo* found = slot()) {
        input.name = found->name;
        input.slot = found->number;
    }
    input.system_value = system_value;
    input.location = location();
    finish_input(std::move(input));
}

void DirectiveReader::read_output() {
    ir3::ProgramOutput output;
    if (const ir3::SlotInfo* found = slot()) {
        output.name = found->name;
        output.slot = found->number;
    }
    output.location = location();
    const Components written = components();
    output.source_component = static_cast<std::uint8_t>(written.first);
    output.num_components = static_cast<std::uint8_t>(std::popcount(written.mask));
    if (written.mask >> written.first != (1U << output.num_components) - 1) {
        fail(word_start_, "the components of an output follow each other");
    }
    keyword("index");
    output.index = number<std::uint32_t>("the index of a declaration");
    read_stored(output);
    end();
    add(program_->outputs, std::move(output));
}

void DirectiveReader::read_stored(ir3::ProgramOutput& output) {
    if (!optional_keyword("in")) {
        return;
    }
    const std::string_view name = word("a place");
    if (const auto place = ir3::find_stored_in(name)) {
        output.stored.in = *place;
    } else {
        fail(word_start_, "expected vertex, patch, vertices or factors");
    }
    keyword("at");
    output.stored.offset = number<std::uint32_t>("a number of bytes");
}

void DirectiveReader::read_feeds() {
    const std::optional<ir3::NextStage> feeds = feeds_of_keyword(word("a stage"));
    if (!feeds) {
        fail(word_start_, "expected TESS_CTRL or GEOM");
    }
    end();
    if (!failed_) {
        program_->feeds = *feeds;
    }
}

void DirectiveReader::read_patches() {
    const std::optional<ir3::PatchKind> patches = ir3::find_patch_kind(word("a kind of patches"));
    if (!patches) {
        fail(word_start_, "expected quads, triangles or isolines");
    }
    end();
    if (!failed_) {
        program_->patches = *patches;
    }
}

void DirectiveReader::read_vertices() {
    const auto count = number<std::uint16_t>("a number of vertices");
    end();
    if (!failed_) {
        program_->vertices_out = count;
    }
}

void DirectiveReader::read_constants() {
    ir3::MappedConstantBuffer buffer;
    keyword("buffer");
    buffer.block = number<std::uint32_t>("a buffer");
    read_byte_range(buffer.start, buffer.end);
    keyword("at");
    buffer.const_vec4 = constant_vec4(false);
    buffer.by_program = read_by_program();
    end();
    add(program_->constant_buffers, buffer);
}

bool DirectiveReader::read_by_program() {
    if (!optional_keyword("by")) {
        return false;
    }
    keyword("program");
    return true;
}

void DirectiveReader::read_byte_range(std::uint32_t& start, std::uint32_t& end) {
    keyword("bytes");
    const std::string_view range = word("a range of bytes");
    const std::size_t place = word_start_;
    const std::size_t dots = range.find("..");
    if (dots == std::string_view::npos) {
        fail(place, "expected a range of bytes such as 0..128");
        return;
    }
    start = number_of<std::uint32_t>(range.substr(0, dots), place, "the first byte");
    end = number_of<std::uint32_t>(range.substr(dots + 2), place + dots + 2,
                                   "the byte behind the last");
}

void DirectiveReader::read_push() {
    ir3::PushConstants push;
    read_byte_range(push.start, push.end);
    keyword("at");
    push.const_vec4 = constant_vec4(false);
    push.is_shared = optional_keyword("shared");
    push.by_program = read_by_program();
    end();
    if (!failed_) {
        program_->push_constants = push;
    }
}

void DirectiveReader::read_parameter() {
    ir3::DriverParameter parameter;
    if (const ir3::SlotInfo* found = slot()) {
        parameter.name = found->name;
    }
    const std::string_view place = word("a constant such as c4.x");
    const std::size_t component =
        place.size() < 4 ? std::string_view::npos : std::string_view("xyzw").find(place.back());
    if (component == std::string_view::npos || place[0] != 'c' || place[place.size() - 2] != '.') {
        fail(word_start_, "expected a constant such as c4.x");
    } else {
        parameter.constant = number_of<std::uint16_t>(place.substr(1, place.size() - 3),
                                                      word_start_ + 1, "a vector") *
                                 4U +
                             static_cast<std::uint32_t>(component);
    }
    keyword("count");
    parameter.num_components = number<std::uint8_t>("how many components there are");
    end();
    add(program_->driver_parameters, std::move(parameter));
}

void DirectiveReader::read_resource() {
    ir3::Resource resource;
    const std::string_view name = word("a kind of resource");
    if (const auto kind = ir3::find_resource_kind(name)) {
        resource.kind = *kind;
    } else {
        fail(word_start_, "expected uniform_buffer, storage_buffer, texture, sampler or image");
    }
    resource.first = number<std::uint32_t>("the number of the resource");
    keyword("set");
    resource.set = number<std::uint8_t>("a descriptor set");
    keyword("binding");
    resource.binding = number<std::uint32_t>("a binding");
    keyword("unit");
    resource.unit = number<std::uint16_t>("the number of a descriptor");
    if (optional_keyword("count")) {
        resource.count = number<std::uint16_t>("how many there are");
    }
    resource.has_sampler = optional_keyword("combined");
    resource.stride = resource.has_sampler ? 2 : 1;
    end();
    add(program_->resources, std::move(resource));
}

void DirectiveReader::read_bytes(std::uint32_t& bytes) {
    const auto read = number<std::uint32_t>("a number of bytes");
    end();
    if (!failed_) {
        bytes = read;
    }
}

void DirectiveReader::read_immediate() {
    ir3::ImmediateConstants& immediates = program_->immediates;
    const std::uint32_t place = constant_vec4(true);
    const std::size_t start = word_start_;
    std::vector<std::uint32_t> values;
    for (skip_blanks(); at_ < line_.size() && line_[at_] != ';'; skip_blanks()) {
        const auto value = parse_number<std::uint32_t>(word("a value"), 16);
        if (!value || values.size() == 4) {
            fail(word_start_, "expected up to four values of 8 hexadecimal digits");
            return;
        }
        values.push_back(*value);
    }
    if (immediates.values.empty()) {
        immediates.base_vec4 = failed_ ? 0 : place;
    } else if (immediates.values.size() % 4 != 0 ||
               place != immediates.base_vec4 + immediates.values.size() / 4) {
        fail(start, "immediates follow each other, four a line: expected c" +
                        std::to_string(immediates.base_vec4 + immediates.values.size() / 4) + ".x");
    }
    if (!failed_) {
        immediates.values.insert(immediates.values.end(), values.begin(), values.end());
    }
}

void DirectiveReader::read_prefetch() {
    ir3::TexturePrefetch prefetch;
    keyword("varying");
    prefetch.source = number<std::uint8_t>("a varying component");
    keyword("to");
    prefetch.destination = location();
    prefetch.write_mask = static_cast<std::uint8_t>(components().mask);
    keyword("sampler");
    prefetch.sampler = number<std::uint16_t>("a sampler");
    keyword("texture");
    prefetch.texture = number<std::uint16_t>("a texture");
    prefetch.bindless = optional_keyword("sets");
    if (prefetch.bindless) {
        prefetch.sampler_set = number<std::uint8_t>("a descriptor set");
        prefetch.texture_set = number<std::uint8_t>("a descriptor set");
    }
    end();
    add(program_->prefetches, prefetch);
}

void DirectiveReader::read_sampler() {
    ir3::SamplerUnit sampler;
    sampler.unit = number<std::uint32_t>("a unit");
    sampler.target = word("a texture target");
    end();
    add(program_->samplers, std::move(sampler));
}

void DirectiveReader::read_workgroup() {
    std::array<std::uint32_t, 3> size{};
    for (std::uint32_t& extent : size) {
        extent = number<std::uint32_t>("the size of a workgroup");
    }
    end();
    if (!failed_) {
        program_->workgroup_size = size;
    }
}

void DirectiveReader::read_buffer() {
    ir3::StorageBuffer buffer;
    buffer.slot = number<std::uint32_t>("the slot of a buffer");
    if (optional_keyword("bytes")) {
        buffer.size = number<std::uint32_t>("the size of a buffer");
    }
    end();
    add(program_->storage_buffers, buffer);
}

void DirectiveReader::read_array() {
    ir3::ProgramArray array;
    array.location = location();
    keyword("length");
    array.length = number<std::uint16_t>("how many components an array has");
    if (optional_keyword("from")) {
        array.first_instruction = number<std::uint32_t>("the number of an instruction");
        keyword("to");
        array.last_instruction = number<std::uint32_t>("the number of an instruction");
    }
    end();
    if (!failed_) {
        program_->arrays.push_back(array);
    }
}

void DirectiveReader::read(std::string_view line, std::uint32_t number, std::size_t column) {
    line_ = line;
    number_ = number;
    column_ = column;
    at_ = 0;
    failed_ = false;
    const std::string_view name = word("a directive");
    if (name == "@gpu") {
        read_gpu();
    } else if (name == "@stage") {
        read_stage();
    } else if (name == "@input" || name == "@system_value") {
        read_register_input(name == "@system_value");
    } else if (name == "@varying") {
        read_varying();
    } else if (name == "@output") {
        read_output();
    } else if (name == "@constants") {
        read_constants();
    } else if (name == "@immediate") {
        read_immediate();
    } else if (name == "@prefetch") {
        read_prefetch();
    } else if (name == "@sampler") {
        read_sampler();
    } else if (name == "@workgroup") {
        read_workgroup();
    } else if (name == "@buffer") {
        read_buffer();
    } else if (name == "@resource") {
        read_resource();
    } else if (name == "@push") {
        read_push();
    } else if (name == "@parameter") {
        read_parameter();
    } else if (name == "@shared") {
        read_bytes(program_->shared_bytes);
    } else if (name == "@private") {
        read_bytes(program_->private_bytes);
    } else if (name == "@stored") {
        read_bytes(program_->stored_bytes);
    } else if (name == "@feeds") {
        read_feeds();
    } else if (name == "@patches") {
        read_patches();
    } else if (name == "@vertices") {
        read_vertices();
    } else if (name == "@array") {
        read_array();
    } else {
        const std::string_view shown = name.substr(0, 40);
        fail(0, "unknown directive '" + std::string(shown) + '\'' + suggested(shown, kDirectives));
    }
}

} // namespace jacquard::driver
