#include <jacquard/driver/hex.h>
#include <jacquard/driver/tool/commands.h>
#include <jacquard/driver/tool/explain.h>
#include <jacquard/driver/tool/gpu_option.h>
#include <jacquard/ir3/isa/codec.h>
#include <jacquard/ir3/isa/disassemble.h>
#include <jacquard/ir3/isa/revision.h>

#include <array>
#include <ostream>

namespace jacquard::driver {

namespace {

constexpr std::array<OptionSpec, 1> kOptions = {kGpuOption};

int explain_word(std::uint64_t word, std::uint32_t gpu, const Streams& streams) {
    const std::optional<ir3::Revision> revision = ir3::revision_of_part(gpu);
    const std::optional<ir3::Instruction> instruction =
        revision ? ir3::decode(word, *revision) : std::nullopt;
    if (!instruction) {
        streams.err << "error: 0x" << hex(word, 16) << " is no instruction of part " << gpu << '\n';
        return exit_findings;
    }
    streams.out << ir3::disassemble(word, *revision) << "\n\n"
                << explain("ir3:" + std::string(ir3::name_of(instruction->opcode)));
    return exit_fine;
}

int run_explain(const Arguments& arguments, const Streams& streams) {
    const std::string_view name = arguments.operands()[0];
    const std::optional<std::uint32_t> gpu = gpu_of(arguments, streams);
    if (!gpu) {
        return exit_usage;
    }
    if (const std::optional<std::uint64_t> word = parse_machine_word(name)) {
        return explain_word(*word, *gpu, streams);
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
    "WORD|NAME",
    1,
    1,
    "Tells everything the tables say about a name, in every language that has it. A prefix "
    "chooses\n"
    "the language: tgsi:MOV, nir:mov, ir3:mov. 16 hex digits are a machine word.",
    kOptions,
    run_explain};

} // namespace jacquard::driver
