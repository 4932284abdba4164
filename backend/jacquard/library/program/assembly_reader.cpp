#include <jacquard/generated/ir3/default_part.h>
#include <jacquard/ir3/isa/assemble/assemble.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/library/program/assembly_reader.h>
#include <jacquard/library/program/directive_reader.h>

#include <algorithm>
#include <new>

namespace jacquard::driver {

namespace {

// Calls `visit` with every line, its number from 1 on and the offset of its first letter, until no
// more errors are of use.
template <typename Visitor>
void for_each_line(std::string_view text, const Diagnostics& diagnostics, Visitor&& visit) {
    std::uint32_t number = 1;
    for (std::size_t start = 0; start < text.size() && !diagnostics.is_full(); ++number) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        const std::string_view line = text.substr(start, end - start);
        visit(line, number, std::min(line.find_first_not_of(" \t\r"), line.size()));
        start = end + 1;
    }
}

std::optional<ir3::Program> read(std::string_view text, std::optional<std::uint32_t> gpu,
                                 Diagnostics& diagnostics, const Limits& limits,
                                 AssemblyPlaces& places) {
    // The directives come first, since @gpu says what the instructions mean.
    ir3::Program program;
    DirectiveReader directives(program, diagnostics);
    for_each_line(text, diagnostics,
                  [&](std::string_view line, std::uint32_t number, std::size_t first) {
                      if (first < line.size() && line[first] == '@') {
                          directives.read(line.substr(first), number, first);
                          places.has_directives =
                              places.has_directives || !line.substr(first).starts_with("@gpu");
                      }
                  });
    const bool names_part = directives.part_position().line != 0;
    if (gpu && names_part && *gpu != program.gpu) {
        diagnostics.warning("A203", directives.part_position(),
                            "the text is for part " + std::to_string(program.gpu) + ", and part " +
                                std::to_string(*gpu) + " that was asked for takes its place");
    }
    if (gpu || !names_part) {
        program.gpu = gpu.value_or(ir3::kDefaultPart);
    }
    const std::optional<ir3::Revision> revision = ir3::revision_of_part(program.gpu);
    if (!revision) {
        diagnostics.error("A202", {}, "there is no part " + std::to_string(program.gpu));
        return std::nullopt;
    }
    ir3::ProgramAssembler assembler(*revision, diagnostics, limits);
    for_each_line(text, diagnostics,
                  [&](std::string_view line, std::uint32_t number, std::size_t first) {
                      if (first == line.size() || line[first] != '@') {
                          assembler.add_line(line, number);
                          places.lines.resize(assembler.num_words(), number);
                      }
                  });
    std::optional<std::vector<std::uint64_t>> words = assembler.finish();
    if (!words || diagnostics.has_errors()) {
        return std::nullopt;
    }
    program.words = std::move(*words);
    return program;
}

} // namespace

std::optional<ir3::Program> read_assembly(std::string_view text, std::optional<std::uint32_t> gpu,
                                          Diagnostics& diagnostics, const Limits& limits,
                                          AssemblyPlaces* places) {
    if (text.size() > limits.input_bytes) {
        report_limit(diagnostics, {}, Limit::input_bytes, limits);
        return std::nullopt;
    }
    try {
        AssemblyPlaces own;
        return read(text, gpu, diagnostics, limits, places != nullptr ? *places : own);
    } catch (const std::bad_alloc& reason) {
        report_out_of_memory(diagnostics, reason, limits);
        return std::nullopt;
    }
}

} // namespace jacquard::driver
