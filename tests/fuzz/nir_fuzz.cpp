// Any text is read, and a good one prints to a text that reads back to it and goes through passes.
#include <jacquard/nir/parser.h>
#include <jacquard/nir/printer.h>
#include <jacquard/nir/validator.h>
#include <jacquard/passes/algebraic.h>
#include <jacquard/passes/common_subexpressions.h>
#include <jacquard/passes/copy_propagation.h>
#include <jacquard/passes/dead_code.h>
#include <jacquard/passes/fold_constants.h>
#include <jacquard/passes/fuse_multiply_add.h>
#include <jacquard/passes/lower_alu_to_scalar.h>
#include <jacquard/passes/registers_to_ssa.h>
#include <jacquard/passes/simplify.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

using namespace jacquard;

static void demand(bool holds, const std::string& what) {
    if (!holds) {
        std::fputs(what.c_str(), stderr);
        std::abort();
    }
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    Diagnostics diagnostics("fuzz", text);
    const auto shader = nir::parse(text, diagnostics);
    (void)diagnostics.render();
    if (shader == nullptr) {
        demand(diagnostics.has_errors(), "no shader and no error\n");
        return 0;
    }
    const std::string printed = nir::print(*shader);
    Diagnostics again("printed", printed);
    const auto reread = nir::parse(printed, again);
    demand(reread != nullptr, again.render() + printed);
    demand(nir::print(*reread) == printed, printed + nir::print(*reread));

    using Pass = bool (*)(nir::Shader&);
    constexpr Pass kPasses[] = {
        nir::registers_to_ssa, nir::lower_alu_to_scalar,   nir::copy_propagation,  nir::algebraic,
        nir::fold_constants,   nir::common_subexpressions, nir::fuse_multiply_add, nir::simplify,
        nir::dead_code};
    for (const Pass pass : kPasses) {
        pass(*shader);
        const std::string report = nir::validation_report(*shader, "after a pass");
        demand(report.empty(), report + printed);
    }
    return 0;
}
