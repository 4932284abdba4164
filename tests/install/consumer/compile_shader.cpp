#include <jacquard/ir3/isa/listing/listing.h>
#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/facade/shader.h>

#include "examples.h"

#include <iostream>
#include <optional>
#include <string>

namespace {

bool compile_for_state(jacquard::driver::Shader& shader, const std::string& text,
                       const jacquard::Limits& limits) {
    jacquard::driver::VariantKey key{.gpu = 630};
    key.state.flat_shade = true;
    key.state.clip_planes = 0x3;
    const jacquard::driver::Variant& flat = shader.variant(key);

    const std::string folder = "variants";
    const jacquard::driver::ResultCache cache(folder);
    if (cache.prepare()) {
        jacquard::driver::Shader cached("shader.tgsi", text,
                                        {.limits = limits, .translation = {}, .cache = &cache});
        const jacquard::driver::Variant& kept = cached.variant(key);
        return kept.result.program.words == flat.result.program.words;
    }
    return false;
}

} // namespace

bool compile_shader() {
    const std::string text = "FRAG\n"
                             "DCL OUT[0], COLOR\n"
                             "DCL CONST[0]\n"
                             "  0: MOV OUT[0], CONST[0]\n"
                             "  1: END\n";
    jacquard::Diagnostics diagnostics("shader.tgsi", text);
    const auto result = jacquard::driver::compile_tgsi(text, {.gpu = 630}, diagnostics);
    if (result.status != jacquard::driver::CompileStatus::compiled) {
        std::cerr << diagnostics.render(); // shader.tgsi:4:6: error[T102]: …
        return false;
    }
    const std::optional<jacquard::ir3::Revision> revision =
        jacquard::ir3::revision_of_part(result.program.gpu);
    if (!revision) {
        return false;
    }
    std::cout << jacquard::ir3::disassemble_program(result.program.words, *revision);

    namespace driver = jacquard::driver;
    jacquard::Limits limits;
    limits.memory = std::uint64_t{64} << 20;
    const auto small = driver::compile_tgsi(text, {.gpu = 630}, diagnostics, nullptr, limits);
    if (small.status == driver::CompileStatus::too_large) {
        return false;
    }

    jacquard::driver::Shader shader("shader.tgsi", text);
    const jacquard::driver::Variant& variant = shader.variant({.gpu = 630, .precise = true});
    return variant.result.program.words == result.program.words &&
           compile_for_state(shader, text, limits);
}
