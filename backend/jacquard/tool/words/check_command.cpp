#include <jacquard/ir3/check/check_program.h>
#include <jacquard/ir3/isa/describe/fault_words.h>
#include <jacquard/library/frontend/input_form.h>
#include <jacquard/library/program/assembly_reader.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/support/hex.h>
#include <jacquard/support/json/json.h>
#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/options/gpu_option.h>
#include <jacquard/tool/options/limit_options.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <ostream>

namespace jacquard::driver {

namespace {

constexpr std::array<OptionSpec, 5> kOwnOptions = {{
    kGpuOption,
    {"--header", "H", "the header of a program given as raw words"},
    {"--hex", "", "FILE holds one word of 16 hex digits per line"},
    {"--divergent", "", "assume that any branch may diverge; lanes reconverge only at (jp)"},
    {"--json", "",
     "print one JSON value per line, one for each finding, with its file if there are several"},
}};
constexpr auto kOptions =
    join_options(kOwnOptions, std::array{kInputBytesOption, kInstructionsOption, kErrorsOption});

// A program and where its words stand in the text.
struct Loaded {
    ir3::Program program;
    std::vector<std::uint32_t> lines; // by word; empty for raw words
    bool has_header = false;
};

bool fits(std::size_t words, const Limits& limits, Diagnostics& diagnostics) {
    if (words > limits.instructions) {
        report_limit(diagnostics, {}, Limit::instructions, limits);
        return false;
    }
    return true;
}

bool read_hex(const InputFile& file, const Limits& limits, Loaded& loaded,
              Diagnostics& diagnostics) {
    const std::string_view text = file.content;
    std::uint32_t line = 1;
    for (std::size_t start = 0; start < text.size(); ++line) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        std::string_view digits = text.substr(start, end - start);
        start = end + 1;
        const std::size_t first = digits.find_first_not_of(" \t\r");
        if (first == std::string_view::npos) {
            continue;
        }
        digits = digits.substr(first, digits.find_last_not_of(" \t\r") - first + 1);
        const std::optional<std::uint64_t> word = parse_machine_word(digits);
        if (!word) {
            diagnostics.error("D205", {line, static_cast<std::uint32_t>(first + 1)},
                              "expected a word of 16 hex digits");
            continue;
        }
        loaded.program.words.push_back(*word);
        loaded.lines.push_back(line);
    }
    return !diagnostics.has_errors() && fits(loaded.program.words.size(), limits, diagnostics);
}

bool read_words(const InputFile& file, const Limits& limits, Loaded& loaded,
                Diagnostics& diagnostics) {
    std::optional<std::vector<std::uint64_t>> words = words_from_bytes(file.content);
    if (!words) {
        diagnostics.error("D202", {},
                          std::to_string(file.content.size()) +
                              " bytes are not a whole number of 64-bit words");
        return false;
    }
    loaded.program.words = std::move(*words);
    return fits(loaded.program.words.size(), limits, diagnostics);
}

bool read_text(const InputFile& file, std::optional<std::uint32_t> gpu, const Limits& limits,
               Loaded& loaded, Diagnostics& diagnostics) {
    AssemblyPlaces places;
    std::optional<ir3::Program> program =
        read_assembly(file.content, gpu, diagnostics, limits, &places);
    if (program) {
        loaded = {std::move(*program), std::move(places.lines), places.has_directives};
    }
    return program.has_value();
}

// False after a fault of the text; everything has then been said.
bool load(const Arguments& arguments, const InputFile& file, std::uint32_t gpu,
          const Limits& limits, Loaded& loaded, Diagnostics& diagnostics) {
    const bool names_gpu = arguments.has(kGpuOption.name);
    loaded.program.gpu = gpu;
    if (arguments.has("--hex")) {
        return read_hex(file, limits, loaded, diagnostics);
    }
    if (loaded.has_header || detect_form(file.content) == InputForm::words) {
        return read_words(file, limits, loaded, diagnostics);
    }
    return read_text(file, names_gpu ? std::optional(gpu) : std::nullopt, limits, loaded,
                     diagnostics);
}

void report(const std::vector<ir3::Fault>& faults, const Loaded& loaded, Diagnostics& diagnostics) {
    const auto place = [&loaded](std::uint32_t instruction) {
        const bool known = instruction < loaded.lines.size();
        return known ? SourcePosition{loaded.lines[instruction], 1} : SourcePosition{};
    };
    for (const ir3::Fault& fault : faults) {
        Diagnostic& said = diagnostics.error(ir3::words_of(fault.kind).code,
                                             place(fault.instruction), fault.message);
        const SourcePosition other = place(fault.other_instruction);
        if (fault.other_instruction != fault.instruction && other.line != 0) {
            said.notes.push_back(
                {other, "instruction " + std::to_string(fault.other_instruction) + " is here"});
        }
    }
}

// A finding does not name the file where `file` is empty.
void print_json(const std::vector<ir3::Fault>& faults, const Loaded& loaded, std::string_view file,
                std::ostream& out) {
    std::string text;
    for (const ir3::Fault& fault : faults) {
        json::Writer json(text);
        json.begin_object();
        if (!file.empty()) {
            json.member("file", file);
        }
        const ir3::FaultWords& words = ir3::words_of(fault.kind);
        json.member("code", words.code).member("kind", words.name);
        json.member("instruction", fault.instruction).member("other", fault.other_instruction);
        if (fault.instruction < loaded.lines.size()) {
            json.member("line", loaded.lines[fault.instruction]);
        }
        json.member("message", fault.message);
        json.end_object();
        text += '\n';
    }
    out << text;
}

// The result holds what the file of --header says, and no words.
std::optional<Loaded> read_header(const Arguments& arguments, const Streams& streams,
                                  const Limits& limits, int& code) {
    Loaded loaded;
    const auto path = arguments.value("--header");
    if (!path) {
        return loaded;
    }
    const std::optional<InputFile> header = read_input(*path, streams, limits, code);
    if (!header) {
        return std::nullopt;
    }
    Diagnostics diagnostics(header->name, header->content, limits.errors);
    std::optional<ir3::Program> program = read_program_header(header->content, diagnostics, limits);
    streams.err << diagnostics.render(streams.colour_errors);
    if (!program) {
        code = exit_findings;
        return std::nullopt;
    }
    loaded.program = std::move(*program);
    loaded.program.words.clear(); // those of FILE count
    loaded.has_header = true;
    return loaded;
}

// The result is the exit code for one file. `loaded` holds what the header says of its program.
int check_file(const Arguments& arguments, std::string_view path, std::uint32_t gpu,
               const Limits& limits, Loaded loaded, const Streams& streams) {
    int code = exit_usage;
    const std::optional<InputFile> file = read_input(path, streams, limits, code);
    if (!file) {
        return code;
    }
    Diagnostics diagnostics(file->name, file->content, limits.errors);
    if (!load(arguments, *file, gpu, limits, loaded, diagnostics)) {
        streams.err << diagnostics.render(streams.colour_errors);
        return exit_findings;
    }
    const std::optional<ir3::Revision> revision = ir3::revision_of_part(loaded.program.gpu);
    if (!revision) {
        return usage_error(streams, "there is no part " + std::to_string(loaded.program.gpu));
    }
    ir3::CheckOptions options;
    options.header_is_known = loaded.has_header;
    options.lanes_may_part = arguments.has("--divergent");
    const std::vector<ir3::Fault> faults = check_program(loaded.program, *revision, options);
    if (arguments.has("--json")) {
        const bool is_alone = arguments.operands().size() == 1;
        print_json(faults, loaded, is_alone ? std::string_view() : file->name, streams.out);
    } else {
        report(faults, loaded, diagnostics);
    }
    streams.err << diagnostics.render(streams.colour_errors);
    return faults.empty() ? exit_fine : exit_findings;
}

int run_check(const Arguments& arguments, const Streams& streams) {
    const std::optional<std::uint32_t> gpu = gpu_of(arguments, streams);
    const std::optional<Limits> limits = limits_of(arguments, streams);
    if (!gpu || !limits) {
        return exit_usage;
    }
    int code = exit_usage;
    const std::optional<Loaded> header = read_header(arguments, streams, *limits, code);
    if (!header) {
        return code;
    }
    const std::uint32_t part =
        header->has_header && !arguments.has(kGpuOption.name) ? header->program.gpu : *gpu;
    code = exit_fine;
    for (const std::string_view path : arguments.operands()) {
        code = std::max(code, check_file(arguments, path, part, *limits, *header, streams));
    }
    return code;
}

} // namespace

const CommandSpec kCheckCommand = {
    "check",
    "FILE...",
    1,
    ~std::size_t{0},
    "Checks machine words without running them. On every path an instruction must wait for what "
    "it "
    "reads and overwrites, read what was written, and name registers that exist. A FILE holds the "
    "assembly or the raw words of one program; the directives of 'compile' or a header say which "
    "inputs are set.",
    kOptions,
    run_check,
    nullptr,
    "jacquard compile examples/transform.vert.tgsi | jacquard check -"};

} // namespace jacquard::driver
