#include <jacquard/generated/ir3/modes.h>
#include <jacquard/generated/nir/texture.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/ir3/isa/listing/listing.h>
#include <jacquard/library/program/assembly_text.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/support/hex.h>

#include <algorithm>

namespace jacquard::driver {

namespace {

std::string component_letters(unsigned first, unsigned mask) {
    std::string letters;
    for (unsigned component = 0; component < 4; ++component) {
        if (((mask << first >> component) & 1) != 0) {
            letters += "xyzw"[component];
        }
    }
    return letters.empty() ? "none" : letters;
}

void append_input(std::string& out, const ir3::ProgramInput& input) {
    if (input.barycentric) {
        out += "@varying " + input.name + " at " + std::to_string(input.varying_location);
    } else {
        out += input.system_value ? "@system_value " : "@input ";
        out += input.name + ' ' + ir3::to_string(input.location);
    }
    out += " components " + component_letters(0, input.component_mask) + " index " +
           std::to_string(input.index);
    out += input.flat ? " flat\n" : "\n";
}

void append_output(std::string& out, const ir3::ProgramOutput& output) {
    const unsigned mask = (1U << output.num_components) - 1;
    out += "@output " + output.name + ' ' + ir3::to_string(output.location) + " components " +
           component_letters(output.source_component, mask) + " index " +
           std::to_string(output.index);
    if (output.aliased != 0) {
        out += " alias " + component_letters(output.source_component, output.aliased);
    }
    if (output.stored.in != ir3::StoredIn::registers) {
        out += " in " + std::string(ir3::name_of(output.stored.in)) + " at " +
               std::to_string(output.stored.offset);
    }
    out += '\n';
}

// Appends how the stages before the rasteriser exchange data.
void append_stages(std::string& out, const ir3::Program& program) {
    if (program.feeds != ir3::NextStage::rasteriser) {
        out += "@feeds " + std::string(feeds_keyword(program.feeds)) + '\n';
    }
    if (program.stage == ir3::ShaderStage::tess_control ||
        program.stage == ir3::ShaderStage::tess_evaluation) {
        out += "@patches " + std::string(ir3::name_of(program.patches)) + '\n';
    }
    if (program.stored_bytes != 0) {
        out += "@stored " + std::to_string(program.stored_bytes) + '\n';
    }
    if (program.vertices_out != 0) {
        out += "@vertices " + std::to_string(program.vertices_out) + '\n';
    }
}

void append_modes(std::string& out, const ir3::Program& program) {
    for (const ir3::ProgramMode& mode : program.modes) {
        const ir3::PropertyInfo* info = ir3::find_mode(mode.name);
        out += "@mode " + mode.name + ' ';
        out += info != nullptr ? ir3::mode_word(*info, mode.value) : std::to_string(mode.value);
        out += '\n';
    }
    for (const ir3::FeedbackOutput& output : program.feedback) {
        out += "@feedback " + output.name + " components " +
               component_letters(output.component, (1U << output.num_components) - 1) + " buffer " +
               std::to_string(output.buffer) + " offset " + std::to_string(output.offset) +
               " stride " + std::to_string(output.stride);
        out += output.stream != 0 ? " stream " + std::to_string(output.stream) + '\n' : "\n";
    }
}

// Appends where an image or sampler is that is an argument, and what else its kind has.
void append_resource_facts(std::string& out, const nir::KernelArgument& argument) {
    out += " set " + std::to_string(argument.set) + " binding " + std::to_string(argument.offset);
    if (argument.kind == nir::ArgumentKind::literal) {
        out += " address " + std::string(nir::name_of(argument.address)) + " filter " +
               std::string(nir::name_of(argument.filter));
        out += argument.counts_texels ? " texels" : "";
    } else if (argument.kind != nir::ArgumentKind::sampler) {
        out += " shape " + std::string(nir::texture_dim_info(argument.dim).name);
        out += argument.is_array ? " array" : "";
    }
    out += '\n';
}

// Appends the contents of descriptor sets, and what the driver puts into the constant file.
void append_bindings(std::string& out, const ir3::Program& program) {
    for (const ir3::Resource& resource : program.resources) {
        out += "@resource " + std::string(ir3::name_of(resource.kind)) + ' ' +
               std::to_string(resource.first) + " set " + std::to_string(resource.set) +
               " binding " + std::to_string(resource.binding) + " unit " +
               std::to_string(resource.unit);
        if (resource.count != 1) {
            out += " count " + std::to_string(resource.count);
        }
        out += resource.has_sampler ? " combined\n" : resource.has_byte_view ? " bytes\n" : "\n";
    }
    for (const nir::KernelArgument& argument : program.arguments) {
        out += "@argument " + std::string(nir::name_of(argument.kind)) + ' ' + argument.name;
        if (!nir::is_in_buffer(argument.kind)) {
            append_resource_facts(out, argument);
            continue;
        }
        out += " at " + std::to_string(argument.offset) + " bytes " + std::to_string(argument.size);
        if (argument.scalar != 0) {
            out +=
                (argument.is_float ? " floats " : " integers ") + std::to_string(argument.scalar);
        }
        out += '\n';
    }
    if (const ir3::PushConstants& push = program.push_constants; push.end != 0) {
        out += "@push bytes " + std::to_string(push.start) + ".." + std::to_string(push.end) +
               " at c" + std::to_string(push.const_vec4);
        out += push.is_shared ? " shared\n" : push.by_program ? " by program\n" : "\n";
    }
    for (const ir3::DriverParameter& parameter : program.driver_parameters) {
        out += "@parameter " + parameter.name + " c" + std::to_string(parameter.constant / 4) +
               '.' + "xyzw"[parameter.constant % 4] + " count " +
               std::to_string(parameter.num_components) + '\n';
    }
    if (program.shared_bytes != 0) {
        out += "@shared " + std::to_string(program.shared_bytes) + '\n';
    }
    if (program.private_bytes != 0) {
        out += "@private " + std::to_string(program.private_bytes) + '\n';
    }
}

// Four words a line, so that a line is a vec4 of the constant file.
void append_immediates(std::string& out, const ir3::ImmediateConstants& immediates) {
    if (immediates.values.empty() && immediates.base_vec4 != 0) {
        out += "@immediate c" + std::to_string(immediates.base_vec4) + ".x\n";
    }
    for (std::size_t i = 0; i < immediates.values.size(); i += 4) {
        out += "@immediate c" + std::to_string(immediates.base_vec4 + i / 4) + ".x";
        const std::size_t end = std::min(i + 4, immediates.values.size());
        for (std::size_t k = i; k < end; ++k) {
            out += ' ';
            append_hex(out, immediates.values[k], 8);
        }
        out += '\n';
    }
}

} // namespace

std::string header_directives(const ir3::Program& program) {
    std::string out = "@gpu " + std::to_string(program.gpu) + "\n@stage ";
    out += stage_keyword(program.stage);
    out += '\n';
    append_stages(out, program);
    append_modes(out, program);
    if (program.wave_size != 0) {
        out += "@wave " + std::to_string(program.wave_size) + '\n';
    }
    if (const auto& size = program.workgroup_size; size != std::array<std::uint32_t, 3>{}) {
        out += "@workgroup " + std::to_string(size[0]) + ' ' + std::to_string(size[1]) + ' ' +
               std::to_string(size[2]) + '\n';
    }
    for (const ir3::ProgramInput& input : program.inputs) {
        append_input(out, input);
    }
    for (const ir3::ProgramOutput& output : program.outputs) {
        append_output(out, output);
    }
    for (const ir3::StorageBuffer& buffer : program.storage_buffers) {
        out += "@buffer " + std::to_string(buffer.slot);
        out += buffer.size != 0 ? " bytes " + std::to_string(buffer.size) + '\n' : "\n";
    }
    if (program.first_image_slot) {
        out += "@images " + std::to_string(*program.first_image_slot) + '\n';
    }
    if (program.first_image_texture) {
        out += "@image_textures " + std::to_string(*program.first_image_texture) + '\n';
    }
    for (const ir3::MappedConstantBuffer& buffer : program.constant_buffers) {
        out += "@constants buffer " + std::to_string(buffer.block) + " bytes " +
               std::to_string(buffer.start) + ".." + std::to_string(buffer.end) + " at c" +
               std::to_string(buffer.const_vec4) + (buffer.by_program ? " by program\n" : "\n");
    }
    append_bindings(out, program);
    append_immediates(out, program.immediates);
    for (const ir3::TexturePrefetch& prefetch : program.prefetches) {
        out += "@prefetch varying " + std::to_string(prefetch.source) + " to " +
               ir3::to_string(prefetch.destination) + " components " +
               component_letters(0, prefetch.write_mask) + " sampler " +
               std::to_string(prefetch.sampler) + " texture " + std::to_string(prefetch.texture);
        out += prefetch.bindless ? " sets " + std::to_string(prefetch.sampler_set) + ' ' +
                                       std::to_string(prefetch.texture_set) + '\n'
                                 : "\n";
    }
    for (const ir3::ProgramArray& array : program.arrays) {
        out +=
            "@array " + ir3::to_string(array.location) + " length " + std::to_string(array.length);
        if (array.first_instruction != 0 ||
            array.last_instruction != ir3::ProgramArray{}.last_instruction) {
            out += " from " + std::to_string(array.first_instruction) + " to " +
                   std::to_string(array.last_instruction);
        }
        out += '\n';
    }
    for (const ir3::SamplerUnit& sampler : program.samplers) {
        out += "@sampler " + std::to_string(sampler.unit) + ' ' + sampler.target + '\n';
    }
    return out;
}

std::string assembly_text(const ir3::Program& program) {
    std::string out = header_directives(program);
    out += '\n';
    if (const std::optional<ir3::Revision> revision = ir3::revision_of_part(program.gpu)) {
        out += ir3::disassemble_program(program.words, *revision);
    }
    return out;
}

} // namespace jacquard::driver
