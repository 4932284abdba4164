#include <jacquard/driver/hex.h>
#include <jacquard/driver/program_header.h>
#include <jacquard/support/json.h>

#include <array>
#include <limits>
#include <new>

namespace jacquard::driver {

namespace {

using ir3::Program;
using ir3::RegisterLocation;

// In the order of ir3::ShaderStage.
constexpr std::array<std::string_view, 6> kStageKeywords = {"VERT",      "FRAG",      "COMP",
                                                            "TESS_CTRL", "TESS_EVAL", "GEOM"};
// In the order of ir3::NextStage.
constexpr std::array<std::string_view, 3> kFeedsKeywords = {"", "TESS_CTRL", "GEOM"};

constexpr std::uint16_t kRegisterNumbers = 256; // 64 registers of four components

void write_inputs(json::Writer& json, const Program& program) {
    json.name("inputs").begin_array();
    for (const ir3::ProgramInput& input : program.inputs) {
        json.begin_object();
        json.member("slot", input.slot).member("name", input.name);
        json.member("reg", ir3::to_string(input.location));
        json.member("compmask", input.component_mask).member("inloc", input.varying_location);
        json.member("sysval", input.system_value ? 1 : 0);
        json.member("bary", input.barycentric ? 1 : 0).member("flat", input.flat ? 1 : 0);
        json.member("half", input.location.half ? 1 : 0).member("index", input.index);
        json.end_object();
    }
    json.end_array();
}

void write_outputs(json::Writer& json, const Program& program) {
    json.name("outputs").begin_array();
    for (const ir3::ProgramOutput& output : program.outputs) {
        json.begin_object();
        json.member("slot", output.slot).member("name", output.name);
        json.member("reg", ir3::to_string(output.location));
        json.member("half", output.location.half ? 1 : 0).member("index", output.index);
        json.member("component", output.source_component);
        json.member("components", output.num_components);
        if (output.stored.in != ir3::StoredIn::registers) {
            json.member("in", ir3::name_of(output.stored.in)).member("at", output.stored.offset);
        }
        json.end_object();
    }
    json.end_array();
}

void write_immediates(json::Writer& json, const ir3::ImmediateConstants& immediates) {
    json.name("immediates").begin_object();
    json.member("base", "c" + std::to_string(immediates.base_vec4) + ".x");
    json.member("base_vec4", immediates.base_vec4);
    json.member("count", static_cast<std::int64_t>(immediates.values.size()));
    json.name("values").begin_array();
    for (const std::uint32_t value : immediates.values) {
        json.string(hex(value, 8));
    }
    json.end_array().end_object();
}

void write_constant_buffers(json::Writer& json, const Program& program) {
    json.name("constant_buffers").begin_array();
    for (const ir3::MappedConstantBuffer& buffer : program.constant_buffers) {
        json.begin_object();
        json.member("block", buffer.block).member("const_vec4", buffer.const_vec4);
        json.member("start", buffer.start).member("end", buffer.end);
        if (buffer.by_program) {
            json.member("by_program", 1);
        }
        json.end_object();
    }
    json.end_array();
}

void write_prefetches(json::Writer& json, const Program& program) {
    json.name("prefetch").begin_array();
    for (const ir3::TexturePrefetch& prefetch : program.prefetches) {
        json.begin_object();
        json.member("src", prefetch.source).member("dst", ir3::to_string(prefetch.destination));
        json.member("wrmask", prefetch.write_mask);
        json.member("samp", prefetch.sampler).member("tex", prefetch.texture);
        if (prefetch.bindless) {
            json.member("bindless", 1).member("bsamp", prefetch.sampler_set);
            json.member("btex", prefetch.texture_set);
        }
        json.end_object();
    }
    json.end_array();
}

void write_bindings(json::Writer& json, const Program& program) {
    if (!program.resources.empty()) {
        json.name("resources").begin_array();
        for (const ir3::Resource& resource : program.resources) {
            json.begin_object();
            json.member("kind", ir3::name_of(resource.kind)).member("name", resource.name);
            json.member("set", resource.set).member("binding", resource.binding);
            json.member("count", resource.count).member("first", resource.first);
            json.member("unit", resource.unit).member("stride", resource.stride);
            json.member("size", resource.size).member("combined", resource.has_sampler ? 1 : 0);
            json.end_object();
        }
        json.end_array();
    }
    if (const ir3::PushConstants& push = program.push_constants; push.end != 0) {
        json.name("push_constants").begin_object();
        json.member("const_vec4", push.const_vec4).member("start", push.start);
        json.member("end", push.end).member("shared", push.is_shared ? 1 : 0);
        json.member("by_program", push.by_program ? 1 : 0);
        json.end_object();
    }
    if (!program.driver_parameters.empty()) {
        json.name("driver_parameters").begin_array();
        for (const ir3::DriverParameter& parameter : program.driver_parameters) {
            json.begin_object();
            json.member("name", parameter.name).member("constant", parameter.constant);
            json.member("components", parameter.num_components);
            json.end_object();
        }
        json.end_array();
    }
    if (program.shared_bytes != 0) {
        json.member("shared_bytes", program.shared_bytes);
    }
    if (program.private_bytes != 0) {
        json.member("private_bytes", program.private_bytes);
    }
}

void write_samplers(json::Writer& json, const Program& program) {
    json.name("samplers").begin_array();
    for (const ir3::SamplerUnit& sampler : program.samplers) {
        json.begin_object();
        json.member("unit", sampler.unit).member("target", sampler.target);
        json.end_object();
    }
    json.end_array();
}

void write_storage_buffers(json::Writer& json, const Program& program) {
    if (program.storage_buffers.empty()) {
        return;
    }
    json.name("storage_buffers").begin_array();
    for (const ir3::StorageBuffer& buffer : program.storage_buffers) {
        json.begin_object();
        json.member("slot", buffer.slot).member("size", buffer.size);
        json.end_object();
    }
    json.end_array();
}

void write_arrays(json::Writer& json, const Program& program) {
    if (program.arrays.empty()) {
        return;
    }
    json.name("arrays").begin_array();
    for (const ir3::ProgramArray& array : program.arrays) {
        json.begin_object();
        json.member("reg", ir3::to_string(array.location)).member("length", array.length);
        if (array.first_instruction != 0 ||
            array.last_instruction != ir3::ProgramArray{}.last_instruction) {
            json.member("first", array.first_instruction).member("last", array.last_instruction);
        }
        json.end_object();
    }
    json.end_array();
}

// What stages before the rasteriser have of one another.
void write_stages(json::Writer& json, const Program& program) {
    if (program.feeds != ir3::NextStage::rasteriser) {
        json.member("feeds", feeds_keyword(program.feeds));
    }
    const bool has_patches = program.stage == ir3::ShaderStage::tess_control ||
                             program.stage == ir3::ShaderStage::tess_evaluation;
    if (has_patches) {
        json.member("patches", ir3::name_of(program.patches));
    }
    if (program.stored_bytes != 0) {
        json.member("stored_bytes", program.stored_bytes);
    }
    if (program.vertices_out != 0) {
        json.member("vertices_out", program.vertices_out);
    }
}

void write_workgroup(json::Writer& json, const Program& program) {
    if (program.workgroup_size == std::array<std::uint32_t, 3>{}) {
        return;
    }
    json.name("workgroup_size").begin_array();
    for (const std::uint32_t extent : program.workgroup_size) {
        json.integer(extent);
    }
    json.end_array();
}

// Reads members of JSON values and reports those that are not what they must be.
class HeaderReader {
  public:
    HeaderReader(Diagnostics& diagnostics, const Limits& limits)
        : diagnostics_(&diagnostics), limits_(&limits) {}

    Program read(json::Value root) {
        Program program;
        if (!root.is(json::Kind::object)) {
            fail(root, "a program header is a JSON object");
            return program;
        }
        program.gpu = number<std::uint32_t>(root, "gpu", 630);
        const json::Value stage = root["stage"];
        if (const auto found = stage_of_keyword(stage.string())) {
            program.stage = *found;
        } else {
            fail(stage.exists() ? stage : root, "\"stage\" must be \"VERT\", \"FRAG\", \"COMP\", "
                                                "\"TESS_CTRL\", \"TESS_EVAL\" or \"GEOM\"");
        }
        read_stages(root, program);
        for_each(root, "inputs", [&](json::Value value) { read_input(value, program); });
        for_each(root, "outputs", [&](json::Value value) { read_output(value, program); });
        read_immediates(root["immediates"], program);
        for_each(root, "constant_buffers", [&](json::Value value) {
            program.constant_buffers.push_back(
                {number<std::uint32_t>(value, "block"), number<std::uint32_t>(value, "const_vec4"),
                 number<std::uint32_t>(value, "start"), number<std::uint32_t>(value, "end"),
                 number<std::uint8_t>(value, "by_program") != 0});
        });
        for_each(root, "prefetch", [&](json::Value value) {
            program.prefetches.push_back(
                {number<std::uint8_t>(value, "src"), location(value, "dst"),
                 number<std::uint8_t>(value, "wrmask"), number<std::uint16_t>(value, "samp"),
                 number<std::uint16_t>(value, "tex"), number<std::uint8_t>(value, "bindless") != 0,
                 number<std::uint8_t>(value, "bsamp"), number<std::uint8_t>(value, "btex")});
        });
        read_bindings(root, program);
        for_each(root, "samplers", [&](json::Value value) {
            program.samplers.push_back(
                {number<std::uint32_t>(value, "unit"), std::string(value["target"].string())});
        });
        for_each(root, "arrays", [&](json::Value value) {
            const ir3::ProgramArray whole;
            program.arrays.push_back(
                {location(value, "reg"), number<std::uint16_t>(value, "length"),
                 number<std::uint32_t>(value, "first", whole.first_instruction),
                 number<std::uint32_t>(value, "last", whole.last_instruction)});
        });
        for_each(root, "storage_buffers", [&](json::Value value) {
            program.storage_buffers.push_back(
                {number<std::uint32_t>(value, "slot"), number<std::uint32_t>(value, "size")});
        });
        std::size_t axis = 0;
        for_each(root, "workgroup_size", [&](json::Value value) {
            const std::int64_t extent = value.integer(-1);
            if (axis == program.workgroup_size.size() || extent < 0 ||
                extent > std::int64_t{std::numeric_limits<std::uint32_t>::max()}) {
                fail(value, "a workgroup has three sizes of 32 bits");
                return;
            }
            program.workgroup_size[axis++] = static_cast<std::uint32_t>(extent);
        });
        if (root["words"].size() > limits_->instructions) {
            report_limit(*diagnostics_, root["words"].position(), Limit::instructions, *limits_);
            return program;
        }
        for_each(
            root, "words",
            [&](json::Value value) {
                const auto word = parse_number<std::uint64_t>(value.string(), 16);
                if (!word) {
                    fail(value, "a word is a string of up to 16 hex digits");
                }
                program.words.push_back(word.value_or(0));
            },
            limits_->instructions);
        return program;
    }

  private:
    void fail(json::Value value, std::string message) {
        diagnostics_->error("H102", value.position(), std::move(message));
    }

    template <typename Visitor>
    void for_each(json::Value object, std::string_view name, Visitor&& visit,
                  std::uint64_t most = kMaxHeaderEntries) {
        const json::Value list = object[name];
        if (list.exists() && !list.is(json::Kind::array)) {
            fail(list, '"' + std::string(name) + "\" must be a list");
            return;
        }
        if (list.size() > most) {
            fail(list,
                 '"' + std::string(name) + "\" has at most " + std::to_string(most) + " elements");
            return;
        }
        for (const json::Value element : list) {
            visit(element);
        }
    }

    template <typename Number>
    Number number(json::Value object, std::string_view name, Number fallback = 0) {
        const json::Value value = object[name];
        if (!value.exists()) {
            return fallback;
        }
        const std::int64_t result = value.integer(-1);
        if (result < 0 || result > std::int64_t{std::numeric_limits<Number>::max()}) {
            fail(value, '"' + std::string(name) + "\" must be a number from 0 to " +
                            std::to_string(std::numeric_limits<Number>::max()));
            return fallback;
        }
        return static_cast<Number>(result);
    }

    RegisterLocation location(json::Value object, std::string_view name) {
        const json::Value value = object[name];
        if (!value.exists()) {
            return {};
        }
        const std::optional<RegisterLocation> result = parse_register(value.string());
        if (!result) {
            fail(value, '"' + std::string(name) + "\" must be a register, such as \"r1.x\"");
        }
        return result.value_or(RegisterLocation{});
    }

    std::string slot_name(json::Value object) {
        const json::Value value = object["name"];
        if (!value.is(json::Kind::string)) {
            fail(value.exists() ? value : object, "an input or output needs a \"name\"");
        }
        return std::string(value.string());
    }

    void read_input(json::Value value, Program& program) {
        ir3::ProgramInput input;
        input.name = slot_name(value);
        input.slot = number<std::uint32_t>(value, "slot");
        input.index = number<std::uint32_t>(value, "index",
                                            static_cast<std::uint32_t>(program.inputs.size()));
        input.location = location(value, "reg");
        input.component_mask = number<std::uint8_t>(value, "compmask");
        input.varying_location = number<std::uint8_t>(value, "inloc");
        input.system_value = number<std::uint8_t>(value, "sysval") != 0;
        input.barycentric = number<std::uint8_t>(value, "bary") != 0;
        input.flat = number<std::uint8_t>(value, "flat") != 0;
        program.inputs.push_back(std::move(input));
    }

    void read_output(json::Value value, Program& program) {
        ir3::ProgramOutput output;
        output.name = slot_name(value);
        output.slot = number<std::uint32_t>(value, "slot");
        output.index = number<std::uint32_t>(value, "index",
                                             static_cast<std::uint32_t>(program.outputs.size()));
        output.location = location(value, "reg");
        output.source_component = number<std::uint8_t>(value, "component");
        output.num_components = number<std::uint8_t>(value, "components", 4);
        if (output.source_component > 3 || output.num_components > 4 - output.source_component) {
            fail(value, "an output has at most four components");
            output.source_component = 0;
            output.num_components = 4;
        }
        read_stored(value, output);
        program.outputs.push_back(std::move(output));
    }

    void read_stages(json::Value root, Program& program) {
        if (const json::Value feeds = root["feeds"]; feeds.exists()) {
            if (const auto found = feeds_of_keyword(feeds.string())) {
                program.feeds = *found;
            } else {
                fail(feeds, "\"feeds\" must be \"TESS_CTRL\" or \"GEOM\"");
            }
        }
        if (const json::Value patches = root["patches"]; patches.exists()) {
            if (const auto found = ir3::find_patch_kind(patches.string())) {
                program.patches = *found;
            } else {
                fail(patches, "\"patches\" must be \"quads\", \"triangles\" or \"isolines\"");
            }
        }
        program.stored_bytes = number<std::uint32_t>(root, "stored_bytes");
        program.vertices_out = number<std::uint16_t>(root, "vertices_out");
    }

    void read_stored(json::Value value, ir3::ProgramOutput& output) {
        const json::Value place = value["in"];
        if (!place.exists()) {
            return;
        }
        if (const auto found = ir3::find_stored_in(place.string())) {
            output.stored = {*found, number<std::uint32_t>(value, "at")};
        } else {
            fail(place, "\"in\" must be registers, vertex, patch, vertices or factors");
        }
    }

    void read_bindings(json::Value root, Program& program) {
        for_each(root, "resources", [&](json::Value value) {
            ir3::Resource resource;
            const json::Value kind = value["kind"];
            if (const auto found = ir3::find_resource_kind(kind.string())) {
                resource.kind = *found;
            } else {
                fail(kind.exists() ? kind : value,
                     "\"kind\" must be uniform_buffer, storage_buffer, texture, sampler or image");
            }
            resource.name = std::string(value["name"].string());
            resource.set = number<std::uint8_t>(value, "set");
            resource.binding = number<std::uint32_t>(value, "binding");
            resource.count = number<std::uint16_t>(value, "count", 1);
            resource.first = number<std::uint32_t>(value, "first");
            resource.unit = number<std::uint16_t>(value, "unit");
            resource.stride = number<std::uint8_t>(value, "stride", 1);
            resource.size = number<std::uint32_t>(value, "size");
            resource.has_sampler = number<std::uint8_t>(value, "combined") != 0;
            program.resources.push_back(std::move(resource));
        });
        if (const json::Value push = root["push_constants"]; push.exists()) {
            program.push_constants = {
                number<std::uint32_t>(push, "const_vec4"), number<std::uint32_t>(push, "start"),
                number<std::uint32_t>(push, "end"), number<std::uint8_t>(push, "shared") != 0,
                number<std::uint8_t>(push, "by_program") != 0};
        }
        for_each(root, "driver_parameters", [&](json::Value value) {
            program.driver_parameters.push_back({std::string(value["name"].string()),
                                                 number<std::uint16_t>(value, "constant"),
                                                 number<std::uint8_t>(value, "components", 1)});
        });
        program.shared_bytes = number<std::uint32_t>(root, "shared_bytes");
        program.private_bytes = number<std::uint32_t>(root, "private_bytes");
    }

    void read_immediates(json::Value value, Program& program) {
        program.immediates.base_vec4 = number<std::uint32_t>(value, "base_vec4");
        // More than any constant file holds.
        constexpr std::uint64_t kMostValues = 16384;
        for_each(
            value, "values",
            [&](json::Value element) {
                const auto word = parse_number<std::uint32_t>(element.string(), 16);
                if (!word) {
                    fail(element, "an immediate is a string of up to 8 hex digits");
                }
                program.immediates.values.push_back(word.value_or(0));
            },
            kMostValues);
    }

    Diagnostics* diagnostics_;
    const Limits* limits_;
};

std::optional<Program> read(std::string_view text, Diagnostics& diagnostics, const Limits& limits) {
    json::ParseError error;
    const std::optional<json::Document> document = json::Document::parse(text, error, limits);
    if (!document) {
        if (error.limit) {
            report_limit(diagnostics, error.position, *error.limit, limits);
        } else {
            diagnostics.error("H101", error.position, error.message);
        }
        return std::nullopt;
    }
    Program program = HeaderReader(diagnostics, limits).read(document->root());
    return diagnostics.has_errors() ? std::nullopt : std::optional(std::move(program));
}

} // namespace

std::string_view stage_keyword(ir3::ShaderStage stage) {
    return kStageKeywords[static_cast<std::size_t>(stage)];
}

std::optional<ir3::ShaderStage> stage_of_keyword(std::string_view keyword) {
    for (std::size_t i = 0; i < kStageKeywords.size(); ++i) {
        if (kStageKeywords[i] == keyword) {
            return static_cast<ir3::ShaderStage>(i);
        }
    }
    return std::nullopt;
}

std::string_view feeds_keyword(ir3::NextStage feeds) {
    return kFeedsKeywords[static_cast<std::size_t>(feeds)];
}

std::optional<ir3::NextStage> feeds_of_keyword(std::string_view keyword) {
    for (std::size_t i = 1; i < kFeedsKeywords.size(); ++i) {
        if (kFeedsKeywords[i] == keyword) {
            return static_cast<ir3::NextStage>(i);
        }
    }
    return std::nullopt;
}

std::optional<RegisterLocation> parse_register(std::string_view text) {
    if (text == "none") {
        return RegisterLocation{};
    }
    RegisterLocation location;
    if (text.starts_with('h')) {
        location.half = true;
        text.remove_prefix(1);
    }
    if (text.size() < 4 || text[0] != 'r' || text[text.size() - 2] != '.') {
        return std::nullopt;
    }
    const std::size_t component = std::string_view("xyzw").find(text.back());
    const auto number = parse_number<std::uint16_t>(text.substr(1, text.size() - 3));
    if (component == std::string_view::npos || !number || *number >= kRegisterNumbers / 4) {
        return std::nullopt;
    }
    location.number = static_cast<std::uint16_t>(std::size_t{*number} * 4 + component);
    return location;
}

void append_program_header(json::Writer& json, const Program& program) {
    json.begin_object();
    json.member("gpu", program.gpu).member("stage", stage_keyword(program.stage));
    write_stages(json, program);
    write_inputs(json, program);
    write_outputs(json, program);
    write_immediates(json, program.immediates);
    write_constant_buffers(json, program);
    write_prefetches(json, program);
    write_bindings(json, program);
    write_samplers(json, program);
    write_arrays(json, program);
    write_storage_buffers(json, program);
    write_workgroup(json, program);
    json.end_object();
}

std::string write_program_header(const Program& program, unsigned indentation) {
    std::string text;
    json::Writer json(text, indentation);
    append_program_header(json, program);
    return text;
}

std::optional<Program> read_program_header(std::string_view text, Diagnostics& diagnostics,
                                           const Limits& limits) {
    try {
        return read(text, diagnostics, limits);
    } catch (const std::bad_alloc& reason) {
        report_out_of_memory(diagnostics, reason, limits);
        return std::nullopt;
    }
}

} // namespace jacquard::driver
