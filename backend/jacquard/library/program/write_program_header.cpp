#include <jacquard/generated/ir3/modes.h>
#include <jacquard/generated/nir/texture.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/support/hex.h>
#include <jacquard/support/json/json.h>

namespace jacquard::driver {

namespace {

using ir3::Program;
using ir3::RegisterLocation;

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
        if (output.aliased != 0) {
            json.member("alias", output.aliased);
        }
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

// Writes the shape of an image that is an argument, and the state of a sampler that the module has.
void write_resource_facts(json::Writer& json, const nir::KernelArgument& argument) {
    if (argument.kind == nir::ArgumentKind::literal) {
        json.member("address", nir::name_of(argument.address));
        json.member("filter", nir::name_of(argument.filter));
        json.member("texels", argument.counts_texels ? 1 : 0);
    } else if (argument.kind != nir::ArgumentKind::sampler) {
        json.member("shape", nir::texture_dim_info(argument.dim).name);
        json.member("array", argument.is_array ? 1 : 0);
    }
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
            if (resource.has_byte_view) {
                json.member("bytes", 1);
            }
            json.end_object();
        }
        json.end_array();
    }
    if (!program.arguments.empty()) {
        json.name("arguments").begin_array();
        for (const nir::KernelArgument& argument : program.arguments) {
            json.begin_object();
            json.member("kind", nir::name_of(argument.kind)).member("name", argument.name);
            if (nir::is_in_buffer(argument.kind)) {
                json.member("at", argument.offset).member("bytes", argument.size);
                json.member("scalar", argument.scalar).member("float", argument.is_float ? 1 : 0);
            } else {
                json.member("set", argument.set).member("binding", argument.offset);
                write_resource_facts(json, argument);
            }
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

// Writes how the stages before the rasteriser exchange data.
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

void write_modes(json::Writer& json, const Program& program) {
    if (!program.modes.empty()) {
        json.name("modes").begin_object();
        for (const ir3::ProgramMode& mode : program.modes) {
            const ir3::PropertyInfo* info = ir3::find_mode(mode.name);
            if (info != nullptr && mode.value < info->words.size()) {
                json.member(mode.name, info->words[mode.value]);
            } else {
                json.member(mode.name, mode.value);
            }
        }
        json.end_object();
    }
    if (program.feedback.empty()) {
        return;
    }
    json.name("feedback").begin_array();
    for (const ir3::FeedbackOutput& output : program.feedback) {
        json.begin_object();
        json.member("name", output.name).member("component", output.component);
        json.member("components", output.num_components).member("buffer", output.buffer);
        json.member("offset", output.offset).member("stride", output.stride);
        json.member("stream", output.stream);
        json.end_object();
    }
    json.end_array();
}

void write_workgroup(json::Writer& json, const Program& program) {
    if (program.wave_size != 0) {
        json.member("wave_size", program.wave_size);
    }
    if (program.workgroup_size == std::array<std::uint32_t, 3>{}) {
        return;
    }
    json.name("workgroup_size").begin_array();
    for (const std::uint32_t extent : program.workgroup_size) {
        json.integer(extent);
    }
    json.end_array();
}

} // namespace

void append_program_header(json::Writer& json, const Program& program) {
    json.begin_object();
    json.member("gpu", program.gpu).member("stage", stage_keyword(program.stage));
    write_stages(json, program);
    write_modes(json, program);
    write_inputs(json, program);
    write_outputs(json, program);
    write_immediates(json, program.immediates);
    write_constant_buffers(json, program);
    write_prefetches(json, program);
    write_bindings(json, program);
    write_samplers(json, program);
    write_arrays(json, program);
    write_storage_buffers(json, program);
    if (program.first_image_slot) {
        json.member("first_image_slot", *program.first_image_slot);
    }
    if (program.first_image_texture) {
        json.member("first_image_texture", *program.first_image_texture);
    }
    write_workgroup(json, program);
    json.end_object();
}

std::string write_program_header(const Program& program, unsigned indentation) {
    std::string text;
    json::Writer json(text, indentation);
    append_program_header(json, program);
    return text;
}

} // namespace jacquard::driver
