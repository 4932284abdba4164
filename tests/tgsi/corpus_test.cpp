#include <jacquard/nir/validator.h>

#include "tgsi_test.h"

#include <fstream>
#include <map>
#include <sstream>

using namespace jacquard;
using namespace jacquard::tgsi;

TEST_CASE("every shader of the corpus is translated or says what is in the way") {
    const auto shared = shared_folder();
    if (!shared) {
        return;
    }
    unsigned translated = 0;
    std::map<std::string, unsigned> malformed; // by path: faults
    std::map<std::string, unsigned> refused;   // by reason
    const std::filesystem::path folder = *shared / "corpus/tgsi";
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.path().extension() != ".tgsi") {
            continue;
        }
        std::ostringstream stream;
        stream << std::ifstream(entry.path()).rdbuf();
        const std::string text = stream.str();
        INFO(entry.path());
        Diagnostics diagnostics(entry.path().string(), text);
        const auto program = parse(text, diagnostics);
        if (!program) {
            REQUIRE(diagnostics.has_errors());
            CHECK(diagnostics.all().front().position.line != 0);
            const auto name = std::filesystem::relative(entry.path(), folder).string();
            malformed[name] = static_cast<unsigned>(diagnostics.error_count());
            continue;
        }
        CHECK(equal(*program, read(print(*program))));
        const TranslateResult result = translate_to_nir(*program, {}, diagnostics);
        CHECK(result.status != TranslateStatus::malformed);
        CHECK((result.status == TranslateStatus::translated) == (result.shader != nullptr));
        if (result.shader != nullptr) {
            ++translated;
            CHECK(nir::validation_report(*result.shader, "translation").empty());
        } else {
            REQUIRE(diagnostics.has_errors());
            ++refused[diagnostics.all().front().message];
        }
    }
    CHECK(translated == 533);
    // Register files RES, RLOCAL, … and placeholders of texts that were never shaders.
    CHECK(malformed.size() == 17);
    for (const auto& [name, faults] : malformed) {
        INFO(name << ": " << faults);
        CHECK((name.starts_with("mesa-tests-c/compute-") || name.starts_with("mesa-graw/") ||
               name == "mesa-python-2010/texture_blit_py-3.frag.tgsi" ||
               name == "mesa-tests-c/quad-sample-L132.frag.tgsi"));
    }
    const std::map<std::string, unsigned> expected = {
        {"the stage COMP is not supported yet", 24},
        {"the stage GEOM is not supported yet", 8},
        {"the stage TESS_CTRL is not supported yet", 1},
        {"the stage TESS_EVAL is not supported yet", 1},
    };
    CHECK(refused == expected);
}
