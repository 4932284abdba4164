// From TGSI text to machine words.
#include <jacquard/driver/compiler.h>

#include "bench.h"

#include <cstdio>
#include <fstream>
#include <iterator>

namespace jacquard::bench {

void compile_benchmarks() {
    for (const char* name : {"lit_texture.frag", "transform.vert"}) {
        const std::string path = std::string(JACQUARD_SOURCE_DIR) + "/examples/" + name + ".tgsi";
        std::ifstream file(path, std::ios::binary);
        const std::string text((std::istreambuf_iterator<char>(file)),
                               std::istreambuf_iterator<char>());
        Diagnostics diagnostics(name, text);
        if (driver::compile_tgsi(text, {.gpu = 630}, diagnostics).status !=
            driver::CompileStatus::compiled) {
            std::fprintf(stderr, "%s does not compile\n%s", path.c_str(),
                         diagnostics.render().c_str());
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
