#include <jacquard/nir/validate/validator.h>

#include "tgsi_test.h"

#include <fstream>
#include <set>
#include <sstream>

using namespace jacquard;
using namespace jacquard::tgsi;

// Shaders of the corpus that are no shaders of today's form, each with what is said of it first.
// `blockid` and `%s` are left over from texts that a program was to fill in; IMMX and TEMPX are
// tests of parsers.
static const std::set<std::string> kMalformed = {
    "mesa-graw/fragment-shader_frag-mad-immx.frag.tgsi: there is no register file called 'IMMX'",
    "mesa-graw/fragment-shader_frag-tempx.frag.tgsi: there is no register file called 'TEMPX'",
    "mesa-python-2010/texture_blit_py-3.frag.tgsi: expected a texture target, found '%'",
    "mesa-tests-c/compute-L1514.comp.tgsi: there is no register file called 'blockid'",
};

TEST_CASE("every shader of the corpus is translated but for those that are malformed") {
    const auto shared = shared_folder();
    if (!shared) {
        return;
    }
    unsigned translated = 0;
    std::set<std::string> malformed;
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
            malformed.insert(std::filesystem::relative(entry.path(), folder).generic_string() +
                             ": " + diagnostics.all().front().message);
            continue;
        }
        CHECK(equal(*program, read(print(*program))));
        const TranslateResult result = translate_to_nir(*program, {}, diagnostics);
        INFO(diagnostics.render());
        CHECK(result.status == TranslateStatus::translated);
        if (result.shader != nullptr) {
            ++translated;
            CHECK(nir::validation_report(*result.shader, "translation").empty());
        }
    }
    CHECK(translated == 580);
    CHECK(malformed == kMalformed);
}
