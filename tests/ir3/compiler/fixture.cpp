#include "fixture.h"

#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/compiler/graph/print_graph.h>
#include <jacquard/ir3/isa/listing/listing.h>
#include <jacquard/nir/text/parse/parser.h>
#include <jacquard/tgsi/read/parse.h>
#include <jacquard/tgsi/translate/translate.h>

#include <regex>
#include <sstream>

namespace jacquard::ir3::testing {

std::unique_ptr<nir::Shader> parse_nir(std::string_view text) {
    Diagnostics diagnostics("test.nir", text);
    auto shader = nir::parse(text, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(shader != nullptr);
    return shader;
}

std::unique_ptr<nir::Shader> translate_tgsi(std::string_view text, bool precise) {
    Diagnostics diagnostics("test.tgsi", text);
    const auto program = tgsi::parse(text, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(program.has_value());
    auto result = tgsi::translate_to_nir(*program, {.precise = precise}, diagnostics);
    REQUIRE(result.shader != nullptr);
    return std::move(result.shader);
}

std::optional<Program> compile_nir(std::string_view text, CompileOptions options) {
    const auto shader = parse_nir(text);
    options.check = true;
    Diagnostics diagnostics("test.nir", text);
    auto program = compile(*shader, options, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(program.has_value());
    return program;
}

std::optional<Program> compile_tgsi(std::string_view text, CompileOptions options) {
    const auto shader = translate_tgsi(text, options.precise);
    options.check = true;
    Diagnostics diagnostics("test.tgsi", text);
    auto program = compile(*shader, options, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(program.has_value());
    return program;
}

std::string refusal_of_tgsi(std::string_view text) {
    const auto shader = translate_tgsi(text);
    Diagnostics diagnostics("test.tgsi", text);
    const auto program = compile(*shader, {}, diagnostics);
    REQUIRE_FALSE(program.has_value());
    REQUIRE_FALSE(diagnostics.all().empty());
    return diagnostics.all()[0].code + ' ' + diagnostics.all()[0].message;
}

std::string graph_after(std::string_view pass, std::string_view tgsi, bool precise) {
    std::string text;
    AfterPass observer(pass, [&](const Graph& graph) { text = print_graph(graph); });
    CompileOptions options;
    options.precise = precise;
    options.observer = &observer;
    compile_tgsi(tgsi, options);
    static const std::regex kSerial("^  [0-9]+: ");
    static const std::regex kFound(", (left|right|depth)=[0-9]+");
    std::istringstream lines(text);
    std::string line;
    std::string result;
    while (std::getline(lines, line)) {
        if (line.compare(0, 2, "  ") == 0) {
            line = std::regex_replace(line, kSerial, "");
            result += std::regex_replace(line, kFound, "") + '\n';
        }
    }
    return result;
}

std::string assembly_of(const Program& program) {
    return disassemble_program(program.words, Revision::a6xx);
}

} // namespace jacquard::ir3::testing
