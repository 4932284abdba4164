#include <jacquard/generated/nir/enums.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/library/facade/compile_shader.h>
#include <jacquard/library/facade/compile_stages.h>
#include <jacquard/library/program/assembly_reader.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/runs/case/declared_outputs.h>

#include "shader_options.h"

#include <algorithm>
#include <deque>
#include <span>
#include <utility>
#include <vector>

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

// A call that makes programs of several shaders.
class StagesCall {
  public:
    StagesCall(jacquard_context& context, std::span<const jacquard_source* const> shaders,
               jacquard_program** programs)
        : context_(context), programs_(programs) {
        for (const jacquard_source* shader : shaders) {
            inputs_.emplace_back(context, shader);
        }
    }

    jacquard_status run(const jacquard_compile_options* options, bool keep_locations) {
        std::vector<driver::StageSource> sources;
        std::deque<Diagnostics> diagnostics;
        ShaderOptions known;
        for (Input& input : inputs_) {
            jacquard_status status = JACQUARD_OK;
            if (!read_options(options, known, input, status)) {
                return status;
            }
            sources.push_back({input.bytes(), known.translation});
            diagnostics.push_back(input.diagnostics());
        }
        const std::vector<driver::StageProgram> made = driver::compile_stages(
            sources, {known.key, keep_locations, context_.limits, nullptr}, diagnostics);
        jacquard_status status = JACQUARD_OK;
        for (std::size_t i = 0; i < inputs_.size(); ++i) {
            inputs_[i].diagnostics() = diagnostics[i];
            // A stage that waits for another one has no fault of its own.
            const bool has_fault = diagnostics[i].has_errors();
            const jacquard_status own =
                has_fault ? inputs_[i].tell_faults() : inputs_[i].tell(JACQUARD_OK);
            status = status == JACQUARD_OK ? own : status;
        }
        for (std::size_t i = 0; status == JACQUARD_OK && i < inputs_.size(); ++i) {
            status = hand_out(context_, made[i].compiled.program, {}, inputs_[i], &programs_[i]);
        }
        if (status != JACQUARD_OK) {
            for (std::size_t i = 0; i < inputs_.size(); ++i) {
                destroy(std::exchange(programs_[i], nullptr));
            }
        }
        return status;
    }

  private:
    jacquard_context& context_;
    std::deque<Input> inputs_;
    jacquard_program** programs_;
};

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

jacquard_status jacquard_compile_stages(jacquard_context* context,
                                        const jacquard_source* const* shaders, size_t count,
                                        const jacquard_compile_options* options,
                                        uint32_t keep_locations, jacquard_program** programs) {
    if (programs == nullptr || count == 0 || count > driver::kMostStages) {
        return JACQUARD_WRONG_USE;
    }
    std::fill_n(programs, count, nullptr);
    const bool is_complete =
        context != nullptr && shaders != nullptr &&
        std::all_of(shaders, shaders + count, [](const auto* shader) { return shader != nullptr; });
    if (!is_complete) {
        return JACQUARD_WRONG_USE;
    }
    return guarded([&] {
        return StagesCall(*context, {shaders, count}, programs).run(options, keep_locations != 0);
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
