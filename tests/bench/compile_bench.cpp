// From TGSI text to machine words.
#include <jacquard/library/facade/compiler.h>

#include "bench.h"

#include <cstdio>

namespace jacquard::bench {

void compile_benchmarks() {
    for (const char* name : {"lit_texture.frag", "transform.vert"}) {
        const std::string text = example(std::string(name) + ".tgsi");
        Diagnostics diagnostics(name, text);
        if (driver::compile_tgsi(text, {.gpu = 630}, diagnostics).status !=
            driver::CompileStatus::compiled) {
            std::fprintf(stderr, "%s does not compile\n%s", name, diagnostics.render().c_str());
            continue;
        }
        for (const bool check : {false, true}) {
            measure(std::string("compile ") + name + (check ? ", checked" : ""), 1, [&] {
                Diagnostics none(name, text);
                return driver::compile_tgsi(text, {.gpu = 630, .check = check}, none)
                    .program.words.size();
            });
        }
    }
}

} // namespace jacquard::bench
