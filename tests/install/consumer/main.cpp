// What an application that links the library does: compile a shader, look at the words.
#include <jacquard/driver/compiler.h>
#include <jacquard/ir3/isa/disassemble.h>

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

int main() {
    constexpr std::string_view kShader = "FRAG\n"
                                         "DCL OUT[0], COLOR\n"
                                         "DCL CONST[0]\n"
                                         "  0: MOV OUT[0], CONST[0]\n"
                                         "  1: END\n";
    jacquard::Diagnostics diagnostics("red.frag", kShader);
    const jacquard::driver::CompileResult result =
        jacquard::driver::compile_tgsi(kShader, {.gpu = 630}, diagnostics);
    if (result.status != jacquard::driver::CompileStatus::compiled) {
        std::fputs(diagnostics.render().c_str(), stderr);
        return 1;
    }
    const std::optional<jacquard::ir3::Revision> revision =
        jacquard::ir3::revision_of_part(result.program.gpu);
    if (!revision) {
        return 1;
    }
    const std::string text = jacquard::ir3::disassemble_program(result.program.words, *revision);
    std::fputs(text.c_str(), stdout);
    return text.find("end") == std::string::npos ? 1 : 0;
}
