// Any text is read as a program of every revision, and a good one prints to a text that gives the
// same words.
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/isa/assemble/assemble.h>
#include <jacquard/ir3/isa/listing/listing.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

using namespace jacquard;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (unsigned i = 0; i < ir3::kNumRevisions; ++i) {
        const auto revision = static_cast<ir3::Revision>(i);
        Diagnostics diagnostics("fuzz", text);
        const auto words = ir3::assemble_program(text, revision, diagnostics);
        (void)diagnostics.render();
        if (words.has_value() == diagnostics.has_errors()) {
            std::abort();
        }
        if (!words) {
            continue;
        }
        // A text may have several words; what they print is the same from the first time on.
        const std::string printed = ir3::disassemble_program(*words, revision);
        Diagnostics again("printed", printed);
        const auto reread = ir3::assemble_program(printed, revision, again);
        if (!reread || ir3::disassemble_program(*reread, revision) != printed) {
            std::abort();
        }
    }
    return 0;
}
