#include <jacquard/driver/hex.h>
#include <jacquard/driver/input_form.h>
#include <jacquard/driver/tool/commands.h>
#include <jacquard/driver/tool/gpu_option.h>
#include <jacquard/driver/tool/input_file.h>
#include <jacquard/driver/tool/limit_options.h>
#include <jacquard/driver/tool/line_answers.h>
#include <jacquard/driver/tool/spirv_commands.h>
#include <jacquard/ir3/isa/disassemble.h>
#include <jacquard/ir3/isa/revision.h>

#include <algorithm>
#include <array>
#include <ostream>

namespace jacquard::driver {

namespace {

constexpr std::array<OptionSpec, 3> kOptions = {{
    kGpuOption,
    {"--hex", "",
     "FILE holds one word of 16 hex digits per line; print the text of each on a line"},
    kInputBytesOption,
}};

std::string_view without_blanks(std::string_view line) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) {
        return {};
    }
    return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

int disassemble_lines(const InputFile& file, ir3::Revision revision, const Streams& streams) {
    std::array<char, ir3::kMaximumTextLength> buffer{};
    return answer_lines(
        file.content, streams.out, [&](std::string_view line, std::string& answer) -> std::string {
            const std::optional<std::uint64_t> word = parse_machine_word(without_blanks(line));
            if (!word) {
                return "expected a word of 16 hex digits";
            }
            answer.append(buffer.data(), ir3::disassemble(*word, revision, buffer.data()));
            return {};
        });
}

int run_disassemble(const Arguments& arguments, const Streams& streams) {
    const std::optional<std::uint32_t> gpu = gpu_of(arguments, streams);
    const std::optional<ir3::Revision> revision = gpu ? ir3::revision_of_part(*gpu) : std::nullopt;
    const std::optional<Limits> limits = limits_of(arguments, streams);
    int code = exit_usage;
    const std::optional<InputFile> file =
        revision && limits ? read_input(arguments.operands()[0], streams, *limits, code)
                           : std::nullopt;
    if (!file) {
        return code;
    }
    if (arguments.has("--hex")) {
        return disassemble_lines(*file, *revision, streams);
    }
    if (detect_form(file->content) == InputForm::spirv) {
        return print_module(*file, *limits, streams);
    }
    const std::optional<std::vector<std::uint64_t>> words = words_from_bytes(file->content);
    if (!words) {
        streams.err << file->name << ": error[D202]: " << file->content.size()
                    << " bytes are not a whole number of 64-bit words\n";
        return exit_findings;
    }
    streams.out << ir3::disassemble_program(*words, *revision);
    return exit_fine;
}

} // namespace

const CommandSpec kDisassembleCommand = {
    "disasm",
    "FILE",
    1,
    1,
    "Prints machine words as assembly, one line per word. FILE holds raw words, little-endian, 64 "
    "bits each. A word that is not an instruction prints as .word 0x... "
    "A SPIR-V module is printed as its own text form.",
    kOptions,
    run_disassemble,
    nullptr,
    "echo 4730000a00002006 | jacquard disasm --hex -"};

} // namespace jacquard::driver
