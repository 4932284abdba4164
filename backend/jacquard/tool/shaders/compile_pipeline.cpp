#include <jacquard/library/facade/compile_stages.h>
#include <jacquard/library/program/assembly_text.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/support/hex.h>
#include <jacquard/support/json/json.h>
#include <jacquard/tool/files/output_file.h>
#include <jacquard/tool/files/shader_input.h>
#include <jacquard/tool/files/stage_inputs.h>
#include <jacquard/tool/shaders/compile_output.h>
#include <jacquard/tool/shaders/compile_pipeline.h>

#include <algorithm>
#include <array>
#include <deque>
#include <ostream>

namespace jacquard::driver {

namespace {

void append_link(json::Writer& json, const LinkReport& report) {
    json.name("link").begin_array();
    for (const LinkNote& note : report) {
        json.begin_object();
        json.member("component", note.component).member("action", to_string(note.action));
        if (!note.detail.empty()) {
            json.member("detail", note.detail);
        }
        json.end_object();
    }
    json.end_array();
}

std::string json_stage(const StageProgram& stage, std::string_view file, bool with_words) {
    std::string text;
    json::Writer json(text);
    json.begin_object();
    append_result(json, stage.compiled, file, with_words);
    append_link(json, stage.report);
    json.end_object();
    return text + '\n';
}

void print_stage(const StageProgram& stage, const InputFile& file, bool with_statistics,
                 std::ostream& out) {
    out << "; " << nir::name_of(stage.stage) << " stage: " << file.name << '\n';
    for (const LinkNote& note : stage.report) {
        out << "; " << note.component << ' ' << to_string(note.action)
            << (note.detail.empty() ? "" : " ") << note.detail << '\n';
    }
    out << assembly_text(stage.compiled.program);
    if (with_statistics) {
        print_statistics(stage.compiled.program.statistics, "; ", out);
    }
    out << '\n';
}

// Says which option is for one shader alone, if such a one is given. Standard output takes the
// words or the header of one shader.
std::string fault_of_options(const Arguments& arguments) {
    constexpr std::array<std::string_view, 5> kOfOneShader = {"--print", "--dot", "--dot-after",
                                                              "--line-marks", "--stage"};
    for (const std::string_view option : kOfOneShader) {
        if (arguments.has(option)) {
            return std::string(option) +
                   " is for one shader, and several files are the stages of a pipeline";
        }
    }
    for (const std::string_view option : {"-o", "--header"}) {
        if (arguments.value(option) == "-") {
            return std::string(option) + " writes a file for each stage, and '-' is one place";
        }
    }
    return {};
}

// Prints what came of stages of which one is no module.
void print_faults(std::span<const StageInput> inputs, std::ostream& out) {
    const auto at_fault = std::find_if(inputs.begin(), inputs.end(), [](const StageInput& input) {
        return input.fault.status != CompileStatus::compiled;
    });
    for (const StageInput& input : inputs) {
        const bool has_own = input.fault.status != CompileStatus::compiled;
        StageProgram stage;
        stage.compiled.status = has_own ? input.fault.status : at_fault->fault.status;
        stage.compiled.reason = has_own ? input.fault.reason : std::string(kOtherStageAtFault);
        out << json_stage(stage, input.file.name, false);
    }
}

// Writes or prints the programs of stages, all of which have one. The exit code.
int write_stages(std::span<const StageProgram> stages, std::span<const StageInput> inputs,
                 const Arguments& arguments, const Streams& streams) {
    for (std::size_t i = 0; i < stages.size(); ++i) {
        const std::string stage(nir::name_of(stages[i].stage));
        const ir3::Program& program = stages[i].compiled.program;
        const auto write = [&](std::string_view option, const std::string& content) {
            const std::optional<std::string_view> path = arguments.value(option);
            return !path || write_output(path_of_stage(*path, stage), content, streams);
        };
        if (!write("-o", bytes_from_words(program.words)) ||
            !write("--header", write_program_header(program, 2) + '\n')) {
            return exit_usage;
        }
        if (!arguments.has("--json") && !arguments.has("-o")) {
            print_stage(stages[i], inputs[i].file, arguments.has("--stats"), streams.out);
        }
    }
    return exit_fine;
}

} // namespace

int compile_pipeline(const Arguments& arguments, const Streams& streams, const VariantKey& key,
                     const spirv::TranslateOptions& translation, const Limits& limits) {
    if (const std::string fault = fault_of_options(arguments); !fault.empty()) {
        return usage_error(streams, fault);
    }
    int code = exit_usage;
    const std::optional<std::vector<StageInput>> inputs =
        read_stages(arguments, streams, limits, code);
    if (!inputs) {
        return code;
    }
    const bool is_json = arguments.has("--json");
    if (has_fault(*inputs)) {
        if (is_json) {
            print_faults(*inputs, streams.out);
        }
        return exit_findings;
    }
    VariantKey own_key = key;
    take_state_of_pipeline(*inputs, own_key);
    std::vector<StageSource> sources;
    std::deque<Diagnostics> diagnostics;
    for (const StageInput& input : *inputs) {
        sources.push_back({input.file.content, translation});
        diagnostics.emplace_back(input.file.name, shown_text(input.file), limits.errors);
    }
    const std::vector<StageProgram> stages = compile_stages(
        sources, {own_key, arguments.has("--keep-locations"), limits, nullptr}, diagnostics);
    for (std::size_t i = 0; i < stages.size(); ++i) {
        streams.err << diagnostics[i].render(streams.colour_errors);
        if (is_json) {
            streams.out << json_stage(stages[i], (*inputs)[i].file.name, !arguments.has("-o"));
        }
    }
    const bool are_fine = std::all_of(stages.begin(), stages.end(), [](const StageProgram& stage) {
        return stage.compiled.status == CompileStatus::compiled;
    });
    return are_fine ? write_stages(stages, *inputs, arguments, streams) : exit_findings;
}

} // namespace jacquard::driver
