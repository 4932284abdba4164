// Any text is read, and a good one prints to a text that reads back to it and is translated.
#include <jacquard/tgsi/print.h>
#include <jacquard/tgsi/read/parse.h>
#include <jacquard/tgsi/translate/translate.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

using namespace jacquard;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    Diagnostics diagnostics("fuzz", text);
    const auto program = tgsi::parse(text, diagnostics);
    (void)diagnostics.render();
    if (!program) {
        return 0;
    }
    const std::string printed = tgsi::print(*program);
    Diagnostics again("printed", printed);
    const auto reread = tgsi::parse(printed, again);
    if (!reread || !tgsi::equal(*program, *reread) || tgsi::print(*reread) != printed) {
        std::abort();
    }
    (void)tgsi::translate_to_nir(*program, {}, diagnostics);
    return 0;
}
