#include <jacquard/generated/ir3/default_part.h>
#include <jacquard/generated/ir3/modes.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/support/hex.h>
#include <jacquard/support/json/json.h>

#include <array>
#include <limits>
#include <new>

namespace jacquard::driver {

namespace {

using ir3::Program;
using ir3::RegisterLocation;

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
        program.gpu = number<std::uint32_t>(root, "gpu", ir3::kDefaultPart);
        const json::Value stage = root["stage"];
        if (const auto found = stage_of_keyword(stage.string())) {
            program.stage = *found;
        } else {
            fail(stage.exists() ? stage : root, "\"stage\" must be \"VERT\", \"FRAG\", \"COMP\", "
                                                "\"TESS_CTRL\", \"TESS_EVAL\" or \"GEOM\"");
        }
        read_stages(root, program);
        read_modes(root, program);
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
        program.wave_size = number<std::uint32_t>(root, "wave_size");
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

    // An input or output, by default the next one, with what both have.
    template <typename Slot>
    Slot read_slot(json::Value value, const std::vector<Slot>& before) {
        Slot slot;
        slot.name = slot_name(value);
        slot.slot = number<std::uint32_t>(value, "slot");
        slot.index =
            number<std::uint32_t>(value, "index", static_cast<std::uint32_t>(before.size()));
        slot.location = location(value, "reg");
        return slot;
    }

    void read_input(json::Value value, Program& program) {
        auto input = read_slot(value, program.inputs);
        input.component_mask = number<std::uint8_t>(value, "compmask");
        input.varying_location = number<std::uint8_t>(value, "inloc");
        input.system_value = number<std::uint8_t>(value, "sysval") != 0;
        input.barycentric = number<std::uint8_t>(value, "bary") != 0;
        input.flat = number<std::uint8_t>(value, "flat") != 0;
        program.inputs.push_back(std::move(input));
    }

    void read_output(json::Value value, Program& program) {
        auto output = read_slot(value, program.outputs);
        output.source_component = number<std::uint8_t>(value, "component");
        output.num_components = number<std::uint8_t>(value, "components", 4);
        if (output.source_component > 3 || output.num_components > 4 - output.source_component) {
            fail(value, "an output has at most four components");
            output.source_component = 0;
            output.num_components = 4;
        }
        output.aliased = number<std::uint8_t>(value, "alias");
        if (output.aliased >> output.num_components != 0) {
            fail(value, "the mask \"alias\" names components that the output does not have");
            output.aliased = 0;
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
        if (root["first_image_slot"].exists()) {
            program.first_image_slot = number<std::uint32_t>(root, "first_image_slot");
        }
        if (root["first_image_texture"].exists()) {
            program.first_image_texture = number<std::uint32_t>(root, "first_image_texture");
        }
    }

    void read_modes(json::Value root, Program& program) {
        for (const json::Value value : root["modes"]) {
            const ir3::PropertyInfo* info = ir3::find_mode(value.name());
            if (info == nullptr) {
                fail(value, "there is no mode \"" + std::string(value.name()) + '"');
                continue;
            }
            const std::int64_t number = value.integer(-1);
            const auto found =
                value.is(json::Kind::string) ? ir3::mode_value(*info, value.string())
                : number >= 0 && number <= std::int64_t{std::numeric_limits<std::uint32_t>::max()}
                    ? std::optional(static_cast<std::uint32_t>(number))
                    : std::nullopt;
            if (!found) {
                fail(value, "\"" + std::string(value.name()) + "\" has no such value");
            }
            program.modes.push_back({std::string(info->mode), found.value_or(0)});
        }
        for_each(root, "feedback", [&](json::Value value) {
            ir3::FeedbackOutput& output = program.feedback.emplace_back();
            output.name = slot_name(value);
            output.component = number<std::uint8_t>(value, "component");
            output.num_components = number<std::uint8_t>(value, "components", 4);
            output.buffer = number<std::uint32_t>(value, "buffer");
            output.offset = number<std::uint32_t>(value, "offset");
            output.stride = number<std::uint32_t>(value, "stride");
            output.stream = number<std::uint32_t>(value, "stream");
            if (output.component > 3 || output.num_components > 4 - output.component) {
                fail(value, "an output has at most four components");
                output.component = 0;
                output.num_components = 4;
            }
        });
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

    // Reads a word of a table.
    template <typename Enum>
    void read_word(json::Value value, std::string_view key, std::string_view what,
                   std::optional<Enum> (*find)(std::string_view), Enum& word) {
        const json::Value given = value[key];
        if (const std::optional<Enum> found = find(given.string())) {
            word = *found;
        } else {
            fail(given.exists() ? given : value,
                 '"' + std::string(key) + "\" must be " + std::string(what));
        }
    }

    // Reads what only images and samplers have that are arguments.
    void read_resource_argument(json::Value value, nir::KernelArgument& argument) {
        argument.offset = number<std::uint32_t>(value, "binding");
        argument.set = number<std::uint8_t>(value, "set");
        if (argument.kind == nir::ArgumentKind::literal) {
            read_word(value, "address", "what is around an image", nir::find_address_mode,
                      argument.address);
            read_word(value, "filter", "a filter", nir::find_texel_filter, argument.filter);
            argument.counts_texels = number<std::uint8_t>(value, "texels") != 0;
        } else if (argument.kind != nir::ArgumentKind::sampler) {
            read_word(value, "shape", "a shape of images", nir::find_texture_dim, argument.dim);
            argument.is_array = number<std::uint8_t>(value, "array") != 0;
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
            resource.count = number<std::uint32_t>(value, "count", 1);
            if (resource.count > ir3::kMaxElements) {
                fail(value["count"], "\"count\" is at most " + std::to_string(ir3::kMaxElements));
            }
            resource.first = number<std::uint32_t>(value, "first");
            resource.unit = number<std::uint32_t>(value, "unit");
            resource.stride = number<std::uint8_t>(value, "stride", 1);
            resource.size = number<std::uint32_t>(value, "size");
            resource.has_sampler = number<std::uint8_t>(value, "combined") != 0;
            resource.has_byte_view = number<std::uint8_t>(value, "bytes", 0) != 0;
            program.resources.push_back(std::move(resource));
        });
        for_each(root, "arguments", [&](json::Value value) {
            nir::KernelArgument argument;
            const json::Value kind = value["kind"];
            if (const auto found = nir::find_argument_kind(kind.string())) {
                argument.kind = *found;
            } else {
                fail(kind.exists() ? kind : value, "\"kind\" must be " + nir::argument_kinds());
            }
            argument.name = std::string(value["name"].string());
            if (nir::is_in_buffer(argument.kind)) {
                argument.offset = number<std::uint32_t>(value, "at");
                argument.size = number<std::uint32_t>(value, "bytes");
                argument.scalar = number<std::uint8_t>(value, "scalar");
                argument.is_float = number<std::uint8_t>(value, "float") != 0;
            } else {
                read_resource_argument(value, argument);
            }
            program.arguments.push_back(std::move(argument));
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
    const auto document = json::Document::parse(text, "H101", diagnostics, limits);
    if (!document) {
        return std::nullopt;
    }
    Program program = HeaderReader(diagnostics, limits).read(document->root());
    return diagnostics.has_errors() ? std::nullopt : std::optional(std::move(program));
}

} // namespace

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
