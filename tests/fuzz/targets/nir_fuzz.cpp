// Any text is read, and a good one prints to a text that reads back to it, is interpreted, and goes
// through some passes of all there are, which the text itself chooses: whatever the order, each
// leaves a valid shader.
#include <jacquard/nir/binary/hash.h>
#include <jacquard/nir/text/parse/parser.h>
#include <jacquard/nir/text/print/printer.h>

#include "fuzzing.h"

using namespace jacquard;
using namespace jacquard::fuzzing;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text = text_of(data, size);
    Diagnostics diagnostics("fuzz", text);
    const auto shader = nir::parse(text, diagnostics, kSmall);
    (void)diagnostics.render();
    if (shader == nullptr) {
        demand(diagnostics.has_errors(), "no shader and no error");
        return 0;
    }
    const std::string printed = nir::print(*shader);
    Diagnostics again("printed", printed);
    const auto reread = nir::parse(printed, again);
    demand(reread != nullptr, again.render() + printed);
    demand(nir::print(*reread) == printed, printed + nir::print(*reread));
    interpret(*shader);
    run_passes(*shader, nir::hash_bytes({data, size}).low, 10);
    return 0;
}
