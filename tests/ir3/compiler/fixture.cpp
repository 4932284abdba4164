#include "fixture.h"

#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/isa/listing/listing.h>
#include <jacquard/nir/text/parse/parser.h>
#include <jacquard/tgsi/read/parse.h>
#include <jacquard/tgsi/translate/translate.h>

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

std::string assembly_of(const Program& program) {
    return disassemble_program(program.words, Revision::a6xx);
}

} // namespace jacquard::ir3::testing
