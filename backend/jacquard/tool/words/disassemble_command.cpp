#include <jacquard/captured/captured_programs.h>
#include <jacquard/ir3/isa/disassemble/disassemble.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/ir3/isa/listing/listing.h>
#include <jacquard/library/frontend/input_form.h>
#include <jacquard/support/hex.h>
#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/files/line_answers.h>
#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/options/gpu_option.h>
#include <jacquard/tool/options/limit_options.h>
#include <jacquard/tool/options/spirv_commands.h>

#include <algorithm>
#include <array>
#include <ostream>

namespace jacquard::driver {

namespace {

constexpr std::array<OptionSpec, 8> kOptions = {{
    kGpuOption,
    {"--hex", "",
     "FILE holds one word of 16 hex digits per line; print the text of each on a line"},
    {"--marks", "", "with --hex, mark bits without a meaning, as is done in programs"},
    {"--addresses", "", "print the offset of each word in the file, in bytes, as a comment"},
    {"--words", "", "print the digits of each word as a comment"},
    {"--find", "",
     "FILE is anything that holds programs: find them, and print where each begins and ends"},
    {"--program", "N", "of the programs found, print only this one, counted from 1"},
    kInputBytesOption,
}};

std::string_view without_blanks(std::string_view line) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) {
        return {};
    }
    return line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

int disassemble_lines(const InputFile& file, ir3::Revision revision, bool marks,
                      const Streams& streams) {
    return answer_lines(
        file.content, streams.out, [&](std::string_view line, std::string& answer) -> std::string {
            const std::optional<std::uint64_t> word = parse_machine_word(without_blanks(line));
            if (!word) {
                return "expected a word of 16 hex digits";
            }
            answer += marks ? ir3::marked_text(*word, revision) : ir3::disassemble(*word, revision);
            return {};
        });
}

// Returns true if a text shows memory, so much that it is not by chance, or something that was
// meant so.
bool shows_memory(std::string_view content) {
    constexpr std::size_t kLeastBytes = 16;
    if (!is_captured_text(content)) {
        return false;
    }
    Diagnostics ignored;
    const CapturedFile file = read_captured_file(content, ignored);
    std::size_t bytes = 0;
    for (const CapturedMemory& memory : file.memories) {
        bytes += memory.bytes.size();
    }
    return bytes >= kLeastBytes || ignored.has_errors();
}

// A comment says where the program stands.
std::string place_text(const CapturedProgram& program, std::size_t number,
                       const CapturedMemory& memory) {
    constexpr unsigned kDigits = 8;
    const std::uint64_t first = memory.address + program.byte;
    const std::uint64_t last = first + program.words.size() * sizeof(std::uint64_t) - 1;
    std::string text = "; program " + std::to_string(number) + ": " +
                       std::to_string(program.words.size()) + " words";
    text += memory.name.empty() ? "" : ", " + memory.name;
    text += ", bytes 0x" + hex(first, kDigits) + " to 0x" + hex(last, kDigits);
    if (!memory.lines.empty()) {
        const std::size_t end = program.byte + program.words.size() * sizeof(std::uint64_t) - 1;
        const std::uint32_t line = memory.line_of(program.byte);
        const std::uint32_t last_line = memory.line_of(end);
        text += line == last_line
                    ? ", line " + std::to_string(line)
                    : ", lines " + std::to_string(line) + " to " + std::to_string(last_line);
    }
    text += program.order.empty() ? "" : ", " + std::string(program.order);
    return text + '\n';
}

// Prints the programs in a file that is no program itself.
int disassemble_found(const Arguments& arguments, const InputFile& file, ir3::Revision revision,
                      ir3::ListingOptions listing, const Limits& limits, const Streams& streams) {
    std::optional<std::size_t> wanted;
    if (const auto number = arguments.value("--program")) {
        wanted = parse_number<std::size_t>(*number);
        if (!wanted || *wanted == 0) {
            return usage_error(streams, "--program takes a number from 1 on, not '" +
                                            std::string(*number) + '\'');
        }
    }
    Diagnostics diagnostics(file.name, file.content, limits.errors);
    const CapturedFile captured = read_captured_file(file.content, diagnostics);
    if (captured.gpu != 0 && !arguments.has(kGpuOption.name)) {
        revision = *ir3::revision_of_part(captured.gpu);
    }
    const std::vector<CapturedProgram> programs = find_captured_programs(captured, revision);
    if (programs.empty()) {
        diagnostics.error("D214", {},
                          "no program was found: none that ends in 'end' is one of " +
                              std::string(ir3::name_of(revision)));
    } else if (wanted && *wanted > programs.size()) {
        diagnostics.error("D214", {},
                          "there is no program " + std::to_string(*wanted) + " among " +
                              std::to_string(programs.size()));
    }
    for (std::size_t i = 0; i < programs.size(); ++i) {
        if (wanted && *wanted != i + 1) {
            continue;
        }
        const CapturedMemory& memory = captured.memories[programs[i].memory];
        listing.address = memory.address + programs[i].byte;
        streams.out << place_text(programs[i], i + 1, memory)
                    << ir3::program_listing(programs[i].words, revision, listing);
    }
    streams.err << diagnostics.render(streams.colour_errors);
    return diagnostics.has_errors() ? exit_findings : exit_fine;
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
        return disassemble_lines(*file, *revision, arguments.has("--marks"), streams);
    }
    if (detect_form(file->content) == InputForm::spirv) {
        return print_module(*file, *limits, streams);
    }
    ir3::ListingOptions listing;
    listing.addresses = arguments.has("--addresses");
    listing.words = arguments.has("--words");
    if (arguments.has("--find") || arguments.has("--program") || shows_memory(file->content)) {
        return disassemble_found(arguments, *file, *revision, listing, *limits, streams);
    }
    const std::optional<std::vector<std::uint64_t>> words = words_from_bytes(file->content);
    if (!words) {
        streams.err << file->name << ": error[D202]: " << file->content.size()
                    << " bytes are not a whole number of 64-bit words\n";
        return exit_findings;
    }
    streams.out << ir3::program_listing(*words, *revision, listing);
    return exit_fine;
}

} // namespace

const CommandSpec kDisassembleCommand = {
    "disasm",
    "FILE",
    1,
    1,
    "Prints machine words as assembly, one line per word. FILE holds raw words, little-endian, 64 "
    "bits each. A word that is not an instruction prints as .word 0x..., and bits without a "
    "meaning "
    "are marked in a comment that asm reads. In a text that shows memory, such as a crash dump, a "
    "hex "
    "dump or a log, programs are found; --find does so in any file. "
    "A SPIR-V module is printed as its own text form.",
    kOptions,
    run_disassemble,
    nullptr,
    "echo 4730000a00002006 | jacquard disasm --hex -"};

} // namespace jacquard::driver
