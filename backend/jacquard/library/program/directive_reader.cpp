#include <jacquard/generated/ir3/modes.h>
#include <jacquard/generated/ir3/slots.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/library/program/directive_reader.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/support/text/near_name.h>

#include <algorithm>
#include <array>
#include <bit>
#include <iterator>
#include <limits>
#include <span>
#include <vector>

namespace jacquard::driver {

namespace {

std::string suggested(std::string_view written, std::span<const std::string_view> names) {
    const std::string_view near = near_name(written, names);
    return near.empty() ? std::string() : ", did you mean '" + std::string(near) + "'?";
}

} // namespace

template <typename Entry>
void DirectiveReader::add(std::vector<Entry>& list, Entry entry) {
    if (list.size() == kMaxHeaderEntries) {
        fail(0, "there are at most " + std::to_string(kMaxHeaderEntries) + " of these");
    }
    if (!failed_) {
        list.push_back(std::move(entry));
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

// Reads the components of an output, which must be consecutive from its first one on.
DirectiveWords::Components DirectiveReader::written_components() {
    const Components written = components();
    const std::uint32_t from_first = written.mask >> written.first;
    if ((from_first & (from_first + 1)) != 0) {
        fail(word_start_, "the components of an output follow each other");
    }
    return written;
}

void DirectiveReader::read_output() {
    ir3::ProgramOutput output;
    if (const ir3::SlotInfo* found = slot()) {
        output.name = found->name;
        output.slot = found->number;
    }
    output.location = location();
    const Components written = written_components();
    output.source_component = static_cast<std::uint8_t>(written.first);
    output.num_components = static_cast<std::uint8_t>(std::popcount(written.mask));
    keyword("index");
    output.index = number<std::uint32_t>("the index of a declaration");
    if (optional_keyword("alias")) {
        const unsigned aliased = component_letters().mask;
        if ((aliased & ~written.mask) != 0) {
            fail(word_start_, "an alias is of some of the components of the output");
        }
        output.aliased = static_cast<std::uint8_t>(aliased >> written.first);
    }
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

void DirectiveReader::read_mode() {
    const std::string_view name = word("the name of a mode");
    const ir3::PropertyInfo* info = ir3::find_mode(name);
    if (info == nullptr) {
        std::vector<std::string_view> names;
        for (const ir3::PropertyInfo& known : ir3::property_infos()) {
            if (!known.mode.empty()) {
                names.push_back(known.mode);
            }
        }
        const std::string_view shown = name.substr(0, 40);
        fail(word_start_,
             "there is no mode '" + std::string(shown) + '\'' + suggested(shown, names));
        return;
    }
    const std::string_view value = word("a value of the mode");
    const std::optional<std::uint32_t> found = ir3::mode_value(*info, value);
    if (!found) {
        const std::string_view shown = value.substr(0, 40);
        fail(word_start_, "the mode " + std::string(info->mode) + " has no value '" +
                              std::string(shown) + '\'' + suggested(shown, info->words));
    }
    end();
    add(program_->modes, {std::string(info->mode), found.value_or(0)});
}

void DirectiveReader::read_feedback() {
    ir3::FeedbackOutput output;
    if (const ir3::SlotInfo* found = slot()) {
        output.name = found->name;
    }
    const Components written = written_components();
    output.component = static_cast<std::uint8_t>(written.first);
    output.num_components = static_cast<std::uint8_t>(std::popcount(written.mask));
    keyword("buffer");
    output.buffer = number<std::uint32_t>("the number of a buffer");
    keyword("offset");
    output.offset = number<std::uint32_t>("a number of bytes");
    keyword("stride");
    output.stride = number<std::uint32_t>("a number of bytes");
    if (optional_keyword("stream")) {
        output.stream = number<std::uint32_t>("the number of a stream");
    }
    end();
    add(program_->feedback, std::move(output));
}

void DirectiveReader::read_vertices() {
    const auto count = number<std::uint16_t>("a number of vertices");
    end();
    if (!failed_) {
        program_->vertices_out = count;
    }
}

void DirectiveReader::read_images(std::optional<std::uint32_t>& first) {
    const auto given = number<std::uint32_t>("the first image");
    end();
    first = failed_ ? first : given;
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
                                   "the byte after the last");
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
    resource.unit = number<std::uint32_t>("the number of a descriptor");
    if (optional_keyword("count")) {
        resource.count = number<std::uint32_t>("how many there are");
        if (resource.count > ir3::kMaxElements) {
            fail(word_start_, "there are at most " + std::to_string(ir3::kMaxElements));
        }
    }
    resource.has_sampler = optional_keyword("combined");
    resource.has_byte_view = optional_keyword("bytes");
    resource.stride = resource.has_sampler || resource.has_byte_view ? 2 : 1;
    end();
    add(program_->resources, std::move(resource));
}

void DirectiveReader::read_resource_argument(nir::KernelArgument& argument) {
    const auto read = [this](auto find, std::string_view what, auto& value) {
        if (const auto found = find(word(what))) {
            value = *found;
        } else {
            fail(word_start_, "expected " + std::string(what));
        }
    };
    keyword("set");
    argument.set = number<std::uint8_t>("a descriptor set");
    keyword("binding");
    argument.offset = number<std::uint32_t>("a binding");
    if (argument.kind == nir::ArgumentKind::literal) {
        keyword("address");
        read(nir::find_address_mode, "what is around an image", argument.address);
        keyword("filter");
        read(nir::find_texel_filter, "a filter", argument.filter);
        argument.counts_texels = optional_keyword("texels");
    } else if (argument.kind != nir::ArgumentKind::sampler) {
        keyword("shape");
        read(nir::find_texture_dim, "a shape of images", argument.dim);
        argument.is_array = optional_keyword("array");
    }
}

void DirectiveReader::read_argument() {
    nir::KernelArgument argument;
    const auto kind = nir::find_argument_kind(word("a kind of argument"));
    if (!kind) {
        fail(word_start_, "expected " + nir::argument_kinds());
    }
    argument.kind = kind.value_or(nir::ArgumentKind::value);
    argument.name = word("the name of the argument");
    if (!nir::is_in_buffer(argument.kind)) {
        read_resource_argument(argument);
        end();
        add(program_->arguments, std::move(argument));
        return;
    }
    keyword("at");
    argument.offset = number<std::uint32_t>("a byte");
    keyword("bytes");
    argument.size = number<std::uint32_t>("how many there are");
    argument.is_float = optional_keyword("floats");
    if (argument.is_float || optional_keyword("integers")) {
        argument.scalar = number<std::uint8_t>("the bytes of a scalar");
    }
    end();
    add(program_->arguments, std::move(argument));
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
    while (!words_.at_end() && words_.rest()[0] != ';') {
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

void DirectiveReader::read_wave() {
    const auto size = number<std::uint32_t>("the lanes of a wave");
    end();
    if (!failed_) {
        program_->wave_size = size;
    }
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
    struct Directive {
        std::string_view name;
        void (*read)(DirectiveReader& in);
    };
    static constexpr Directive kDirectives[] = {
        {"@gpu", [](DirectiveReader& in) { in.read_gpu(); }},
        {"@stage", [](DirectiveReader& in) { in.read_stage(); }},
        {"@input", [](DirectiveReader& in) { in.read_register_input(false); }},
        {"@system_value", [](DirectiveReader& in) { in.read_register_input(true); }},
        {"@varying", [](DirectiveReader& in) { in.read_varying(); }},
        {"@output", [](DirectiveReader& in) { in.read_output(); }},
        {"@constants", [](DirectiveReader& in) { in.read_constants(); }},
        {"@immediate", [](DirectiveReader& in) { in.read_immediate(); }},
        {"@prefetch", [](DirectiveReader& in) { in.read_prefetch(); }},
        {"@sampler", [](DirectiveReader& in) { in.read_sampler(); }},
        {"@wave", [](DirectiveReader& in) { in.read_wave(); }},
        {"@workgroup", [](DirectiveReader& in) { in.read_workgroup(); }},
        {"@buffer", [](DirectiveReader& in) { in.read_buffer(); }},
        {"@array", [](DirectiveReader& in) { in.read_array(); }},
        {"@resource", [](DirectiveReader& in) { in.read_resource(); }},
        {"@argument", [](DirectiveReader& in) { in.read_argument(); }},
        {"@push", [](DirectiveReader& in) { in.read_push(); }},
        {"@parameter", [](DirectiveReader& in) { in.read_parameter(); }},
        {"@shared", [](DirectiveReader& in) { in.read_bytes(in.program_->shared_bytes); }},
        {"@private", [](DirectiveReader& in) { in.read_bytes(in.program_->private_bytes); }},
        {"@stored", [](DirectiveReader& in) { in.read_bytes(in.program_->stored_bytes); }},
        {"@feeds", [](DirectiveReader& in) { in.read_feeds(); }},
        {"@patches", [](DirectiveReader& in) { in.read_patches(); }},
        {"@mode", [](DirectiveReader& in) { in.read_mode(); }},
        {"@feedback", [](DirectiveReader& in) { in.read_feedback(); }},
        {"@vertices", [](DirectiveReader& in) { in.read_vertices(); }},
        {"@image_textures",
         [](DirectiveReader& in) { in.read_images(in.program_->first_image_texture); }},
        {"@images", [](DirectiveReader& in) { in.read_images(in.program_->first_image_slot); }},
    };
    begin(line, number, column);
    const std::string_view name = word("a directive");
    const auto* const found =
        std::find_if(std::begin(kDirectives), std::end(kDirectives),
                     [name](const Directive& directive) { return directive.name == name; });
    if (found != std::end(kDirectives)) {
        found->read(*this);
        return;
    }
    std::array<std::string_view, std::size(kDirectives)> names;
    std::transform(std::begin(kDirectives), std::end(kDirectives), names.begin(),
                   [](const Directive& directive) { return directive.name; });
    const std::string_view shown = name.substr(0, 40);
    fail(0, "unknown directive '" + std::string(shown) + '\'' + suggested(shown, names));
}

} // namespace jacquard::driver
