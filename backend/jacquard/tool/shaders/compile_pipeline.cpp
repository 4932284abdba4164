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

} // namespace

int compile_pipeline(const Arguments& arguments, const Streams& streams, const VariantKey& key,
                     const spirv::TranslateOptions& translation, const Limits& limits) {
    constexpr std::array<std::string_view, 5> kOfOneShader = {"--print", "--dot", "--dot-after",
                                                              "--line-marks", "--stage"};
    for (const std::string_view option : kOfOneShader) {
        if (arguments.has(option)) {
            return usage_error(streams, std::string(option) +
                                            " is for one shader, and several files are the stages "
                                            "of a pipeline");
        }
    }
    int code = exit_usage;
    const std::optional<std::vector<InputFile>> files =
        read_stages(arguments, streams, limits, code);
    if (!files) {
        return code;
    }
    std::vector<StageSource> sources;
    std::deque<Diagnostics> diagnostics;
    for (const InputFile& file : *files) {
        sources.push_back({file.content, translation});
        diagnostics.emplace_back(file.name, shown_text(file), limits.errors);
    }
    const std::vector<StageProgram> stages = compile_stages(
        sources, {key, arguments.has("--keep-locations"), limits, nullptr}, diagnostics);
    bool is_fine = true;
    for (std::size_t i = 0; i < stages.size(); ++i) {
        streams.err << diagnostics[i].render(streams.colour_errors);
        is_fine = is_fine && stages[i].compiled.status == CompileStatus::compiled;
        if (arguments.has("--json")) {
            streams.out << json_stage(stages[i], (*files)[i].name, !arguments.has("-o"));
        }
    }
    if (!is_fine) {
        return exit_findings;
    }
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
            print_stage(stages[i], (*files)[i], arguments.has("--stats"), streams.out);
        }
    }
    return exit_fine;
}

} // namespace jacquard::driver
