#include <jacquard/generated/nir/enums.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/library/facade/compile_shader.h>
#include <jacquard/library/program/assembly_reader.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/runs/case/declared_outputs.h>

#include "shader_options.h"

using namespace jacquard;
using namespace jacquard::binding;

namespace {

// A program of a part that there is; otherwise tells why not.
jacquard_status hand_out(jacquard_context& context, ir3::Program made,
                         std::vector<driver::CaseOutput> declared, Input& input,
                         jacquard_program** program) {
    const std::optional<ir3::Revision> revision = ir3::revision_of_part(made.gpu);
    if (!revision) {
        return input.fail("D103", "there is no part " + std::to_string(made.gpu));
    }
    *program = create<jacquard_program>(context, std::move(made), *revision, std::move(declared));
    return input.tell(JACQUARD_OK);
}

} // namespace

extern "C" {

jacquard_status jacquard_compile(jacquard_context* context, const jacquard_source* shader,
                                 const jacquard_compile_options* options,
                                 jacquard_program** program) {
    return creating_of_shader(
        context, shader, options, program, [&](Input& input, const ShaderOptions& known) {
            const Limits& limits = context->limits;
            Diagnostics& diagnostics = input.diagnostics();
            const driver::InputForm form = form_of(input);
            driver::CompileResult result = compile_shader(input.bytes(), form, known.translation,
                                                          known.key, diagnostics, nullptr, limits);
            std::vector<driver::CaseOutput> declared;
            if (form == driver::InputForm::tgsi) {
                declared = driver::declared_outputs(input.bytes(), limits);
            }
            if (result.status != driver::CompileStatus::compiled) {
                return input.tell(c_status_of(result.status));
            }
            return hand_out(*context, std::move(result.program), std::move(declared), input,
                            program);
        });
}

jacquard_status jacquard_assemble(jacquard_context* context, const jacquard_source* text,
                                  uint32_t gpu, jacquard_program** program) {
    return creating(program, context != nullptr && text != nullptr, [&] {
        Input input(*context, text);
        jacquard_status status = JACQUARD_OK;
        if (!input.is_good(status)) {
            return status;
        }
        if (gpu != 0 && !ir3::revision_of_part(gpu)) {
            return input.fail("D103", "there is no part " + std::to_string(gpu));
        }
        driver::AssemblyPlaces places;
        std::optional<ir3::Program> made =
            driver::read_assembly(input.bytes(), gpu != 0 ? std::optional(gpu) : std::nullopt,
                                  input.diagnostics(), context->limits, &places);
        if (!made) {
            return input.tell_faults();
        }
        for (const std::uint32_t line : places.lines) {
            made->lines.push_back({line});
        }
        return hand_out(*context, std::move(*made), {}, input, program);
    });
}

jacquard_status jacquard_program_create(jacquard_context* context, const uint64_t* words,
                                        size_t word_count, const jacquard_source* header,
                                        uint32_t gpu, jacquard_program** program) {
    return creating(program, context != nullptr && (words != nullptr || word_count == 0), [&] {
        Input input(*context, header);
        jacquard_status status = JACQUARD_OK;
        if (!input.is_good(status)) {
            return status;
        }
        if (word_count > context->limits.instructions) {
            report_limit(input.diagnostics(), {}, Limit::instructions, context->limits);
            return input.tell_faults();
        }
        ir3::Program made;
        made.gpu = driver::VariantKey{}.gpu;
        if (header != nullptr) {
            std::optional<ir3::Program> described =
                driver::read_program_header(input.bytes(), input.diagnostics(), context->limits);
            if (!described) {
                return input.tell_faults();
            }
            made = std::move(*described);
        }
        made.gpu = gpu != 0 ? gpu : made.gpu;
        made.words.assign(words, words + word_count);
        return hand_out(*context, std::move(made), {}, input, program);
    });
}

void jacquard_program_destroy(jacquard_program* program) {
    destroy(program);
}

} // extern "C"
