#include <jacquard/ir3/isa/assemble/assemble.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/library/program/assembly_reader.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/support/hex.h>
#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/files/line_answers.h>
#include <jacquard/tool/files/output_file.h>
#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/options/gpu_option.h>
#include <jacquard/tool/options/limit_options.h>

#include <algorithm>
#include <array>
#include <ostream>

namespace jacquard::driver {

namespace {

constexpr std::array<OptionSpec, 4> kOwnOptions = {{
    kGpuOption,
    {"-o", "OUT", "write the raw words (little-endian, 64 bits each); by default they are printed"},
    {"--header", "OUT.json", "write the program's header: what must be set up to run the words"},
    {"--hex", "", "FILE holds one instruction per line; print each word as 16 hex digits"},
}};
constexpr auto kOptions =
    join_options(kOwnOptions, std::array{kInputBytesOption, kInstructionsOption, kErrorsOption});

int assemble_lines(const InputFile& file, ir3::Revision revision, const Streams& streams) {
    return answer_lines(
        file.content, streams.out, [revision](std::string_view line, std::string& answer) {
            const ir3::AssemblyResult result = ir3::assemble(line, revision);
            if (result) {
                append_hex(answer, result.word, 16);
                return std::string();
            }
            return "column " + std::to_string(result.offset + 1) + ": " + result.message;
        });
}

int assemble_file(const Arguments& arguments, const InputFile& file,
                  std::optional<std::uint32_t> gpu, const Limits& limits, const Streams& streams) {
    Diagnostics diagnostics(file.name, file.content, limits.errors);
    const std::optional<ir3::Program> program =
        read_assembly(file.content, gpu, diagnostics, limits);
    streams.err << diagnostics.render(streams.colour_errors);
    if (!program) {
        return exit_findings;
    }
    if (const auto header = arguments.value("--header")) {
        if (!write_output(*header, write_program_header(*program, 2) + '\n', streams)) {
            return exit_usage;
        }
    }
    if (const auto out = arguments.value("-o")) {
        return write_output(*out, bytes_from_words(program->words), streams) ? exit_fine
                                                                             : exit_usage;
    }
    std::string answer;
    for (const std::uint64_t word : program->words) {
        append_hex(answer, word, 16);
        answer += '\n';
    }
    streams.out << answer;
    return exit_fine;
}

int run_assemble(const Arguments& arguments, const Streams& streams) {
    const std::optional<std::uint32_t> part = gpu_of(arguments, streams);
    const std::optional<ir3::Revision> revision =
        part ? ir3::revision_of_part(*part) : std::nullopt;
    const std::optional<Limits> limits = limits_of(arguments, streams);
    int code = exit_usage;
    const std::optional<InputFile> file =
        revision && limits ? read_input(arguments.operands()[0], streams, *limits, code)
                           : std::nullopt;
    if (!file) {
        return code;
    }
    if (arguments.has("--hex")) {
        return assemble_lines(*file, *revision, streams);
    }
    return assemble_file(arguments, *file, arguments.has(kGpuOption.name) ? part : std::nullopt,
                         *limits, streams);
}

} // namespace

const CommandSpec kAssembleCommand = {
    "asm",
    "FILE",
    1,
    1,
    "Assembles machine words, the inverse of disasm. FILE holds instructions with labels, and the "
    "directives that compile prints; assembling its output gives the same words and header.",
    kOptions,
    run_assemble,
    nullptr,
    "echo 'bary.f r2.z, 6, r0.x' | jacquard asm --hex -"};

} // namespace jacquard::driver
