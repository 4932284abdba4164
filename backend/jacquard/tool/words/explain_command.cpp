#include <jacquard/explain/explain.h>
#include <jacquard/explain/explain_part.h>
#include <jacquard/explain/explain_pipeline.h>
#include <jacquard/explain/explain_word.h>
#include <jacquard/support/hex.h>
#include <jacquard/support/text/letters.h>
#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/options/gpu_option.h>
#include <jacquard/tool/words/explain_json.h>

#include <array>
#include <ostream>

namespace jacquard::driver {

namespace {

constexpr std::array<OptionSpec, 2> kOptions = {{
    kGpuOption,
    {"--json", "",
     "print one JSON value per line: for a word, or for each language that has the name"},
}};

int print_word(std::uint64_t word, std::uint32_t gpu, const Streams& streams) {
    const WordExplanation explanation = explain_word(word, *ir3::revision_of_part(gpu));
    if (!explanation.is_instruction) {
        streams.err << "error: 0x" << hex(word, 16) << " is not an instruction of part " << gpu
                    << '\n';
    }
    streams.out << explanation.text;
    return explanation.is_instruction ? exit_fine : exit_findings;
}

constexpr std::string_view kPipeline = "pipeline";

// The whole way of a compile, or one pipeline; of a part where one is asked for.
int print_pipeline(const Arguments& arguments, std::uint32_t gpu, const Streams& streams) {
    const std::optional<unsigned> part =
        arguments.has("--gpu") ? std::optional<unsigned>(gpu) : std::nullopt;
    const bool is_way = arguments.operands().size() == 1;
    const std::vector<PipelineLine> lines =
        is_way ? lines_of_way(part) : lines_of_pipeline(arguments.operands()[1], part);
    if (lines.empty()) {
        const std::string_view name = arguments.operands()[1];
        streams.err << "error: there is no pipeline '" << name << '\'' << pipeline_suggestion(name)
                    << '\n';
        return exit_findings;
    }
    streams.out << (arguments.has("--json") ? pipeline_json(lines) : pipeline_text(lines));
    return exit_fine;
}

int run_explain(const Arguments& arguments, const Streams& streams) {
    const std::string_view name = arguments.operands()[0];
    const std::optional<std::uint32_t> gpu = gpu_of(arguments, streams);
    if (!gpu) {
        return exit_usage;
    }
    if (name == kPipeline) {
        return print_pipeline(arguments, *gpu, streams);
    }
    if (arguments.operands().size() > 1) {
        return usage_error(streams, "'explain' takes one name, or 'pipeline' and a name");
    }
    if (const std::optional<std::uint64_t> word = parse_machine_word(name)) {
        return arguments.has("--json") ? explain_word_json(*word, *gpu, streams)
                                       : print_word(*word, *gpu, streams);
    }
    if (const std::optional<unsigned> part = ir3::find_part(name);
        part && explanations_of(name).empty()) {
        streams.out << (arguments.has("--json") ? part_json(*part) + '\n' : explain_part(*part));
        return exit_fine;
    }
    if (!name.empty() && is_digit(name.front())) {
        streams.err << "error: '" << name
                    << "' is not a machine word, which has 16 hexadecimal digits\n";
        return exit_findings;
    }
    if (arguments.has("--json") && explain_name_json(name, streams)) {
        return exit_fine;
    }
    const std::string text = explain(name);
    if (text.empty()) {
        streams.err << "error: no table has the name '" << name << '\'' << explain_suggestion(name)
                    << '\n';
        return exit_findings;
    }
    streams.out << text;
    return exit_fine;
}

} // namespace

const CommandSpec kExplainCommand = {
    "explain",
    "WORD|NAME|PART|pipeline [NAME]",
    1,
    2,
    "Shows everything the tables say about a name, in every language that has it. A prefix "
    "chooses the language: tgsi:MOV, nir:mov, ir3:mov. 16 hex digits are a machine word. An error "
    "code, such as T102, is a name as well, and so is a part, such as 740 or X1-85. 'pipeline' "
    "shows "
    "the whole way of a compile, pass by pass, and 'pipeline NAME' one order of passes; with "
    "--gpu, "
    "without steps that never run for that part.",
    kOptions,
    run_explain,
    nullptr,
    "jacquard explain ir3:mul.f\n"
    "jacquard explain X1-85\n"
    "jacquard explain pipeline --gpu 630\n"
    "jacquard explain 4730000a00002006 --gpu 630"};

} // namespace jacquard::driver
