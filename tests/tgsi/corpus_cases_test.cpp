// The corpus' answers by another implementation, against what translations compute in the NIR
// interpreter, as they come and behind the passes that all targets want.

#include <jacquard/library/frontend/load_nir.h>
#include <jacquard/runs/engines/run_nir.h>

#include "tgsi_test.h"

#include <fstream>
#include <map>
#include <sstream>

using namespace jacquard;

namespace {

// Shaders whose results are not exact, and the instruction that causes this.
const std::map<std::string, std::string> kNotExact = {
    {"glsl-graphicsfuzz/samples__320es__stable_orbit.frag.tgsi",
     "18: F2I of an infinity, which clamps here and gives the lowest integer there"},
    {"glsl-piglit/spec__glsl-1.10__execution__builtins__glsl-fs-log.frag.tgsi",
     "LG2, of another C library"},
    {"mesa-graw/fragment-shader_frag-lg2.frag.tgsi", "LG2, of another C library"},
};

// Shaders whose results are far off if floats need not be computed as written.
const std::map<std::string, std::string> kFarOff = {
    {"glsl-graphicsfuzz/samples__320es__stable_orbit.frag.tgsi",
     "18: F2I of an infinity, as above"},
};

std::string content_of(const std::filesystem::path& path) {
    std::ostringstream stream;
    stream << std::ifstream(path).rdbuf();
    return stream.str();
}

// The first difference of the runs of a case that is worse than what is allowed; empty when there
// is none.
std::string difference_of(const nir::Shader& shader, const driver::CaseFile& given,
                          driver::Agreement worst_allowed = driver::Agreement::exact) {
    std::string fault;
    const auto runner = driver::NirRunner::prepare(shader, fault);
    if (runner == nullptr) {
        return fault;
    }
    for (unsigned number = 0; number < given.runs.size(); ++number) {
        driver::RunResult result;
        if (!runner->run(given.runs[number], result, fault)) {
            return fault;
        }
        const auto found = driver::compare_run(given.runs[number], result, number);
        if (found && found->kind > worst_allowed) {
            return found->to_string();
        }
    }
    return {};
}

} // namespace

TEST_CASE("translations compute what the corpus says") {
    const auto shared = tgsi::shared_folder();
    if (!shared) {
        return;
    }
    unsigned compared = 0;
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(*shared / "corpus/cases")) {
        if (entry.path().extension() != ".case") {
            continue;
        }
        const std::string case_text = content_of(entry.path());
        Diagnostics case_diagnostics(entry.path().string(), case_text);
        const driver::CaseFile given = driver::parse_case_file(case_text, case_diagnostics);
        REQUIRE_FALSE(case_diagnostics.has_errors());
        const std::filesystem::path path = *shared / "corpus" / given.shader;
        const std::string name = std::filesystem::relative(path, *shared / "corpus/tgsi").string();
        INFO(name);
        const std::string text = content_of(path);
        Diagnostics diagnostics(name, text);
        const auto program = tgsi::parse(text, diagnostics);
        REQUIRE(program);
        const tgsi::TranslateResult translated =
            tgsi::translate_to_nir(*program, {.precise = true}, diagnostics);
        REQUIRE(translated.shader != nullptr);
        const driver::NirResult optimised =
            driver::load_nir(text, driver::SourceLanguage::tgsi, true, diagnostics);
        REQUIRE(optimised.shader != nullptr);
        const driver::NirResult imprecise =
            driver::load_nir(text, driver::SourceLanguage::tgsi, false, diagnostics);
        REQUIRE(imprecise.shader != nullptr);
        const std::string far_off =
            difference_of(*imprecise.shader, given, driver::Agreement::bound);
        INFO(far_off);
        CHECK(far_off.empty() == !kFarOff.contains(name));
        const std::string as_translated = difference_of(*translated.shader, given);
        const std::string as_optimised = difference_of(*optimised.shader, given);
        const bool is_listed = kNotExact.contains(name);
        INFO(as_translated << "\n" << as_optimised);
        CHECK(as_translated.empty() == !is_listed);
        CHECK(as_optimised.empty() == !is_listed);
        ++compared;
    }
    CHECK(compared == 443);
}
