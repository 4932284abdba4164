// Buffer references as another compiler does them: its programs compute what ours do, and access
// memory by the same instructions.

#include <jacquard/ir3/isa/listing/listing.h>
#include <jacquard/library/facade/compile_spirv.h>
#include <jacquard/support/json/json.h>
#include <jacquard/tool/files/recorded_file.h>

#include "../ir3/foreign/foreign_program.h"
#include "../ir3/foreign/run_foreign.h"
#include "catch.h"
#include "compute_shader.h"

#include <regex>
#include <sstream>

using namespace jacquard;
using namespace compute_shader;

namespace {

// The lines of the recording about buffer references; none where it is not there, which is said.
std::vector<std::string> recorded_probes() {
    std::istringstream in;
    std::ostringstream none;
    std::vector<std::string> faults;
    const auto text = driver::read_recorded_file(std::string(JACQUARD_SHARED_DIR) +
                                                     "/vectors/probe_programs.jsonl.gz",
                                                 {in, none, none}, {}, faults);
    std::vector<std::string> lines;
    std::istringstream stream(text.value_or(""));
    for (std::string line; std::getline(stream, line);) {
        if (line.find("buffer_reference") != std::string::npos) {
            lines.push_back(line);
        }
    }
    if (lines.empty()) {
        WARN("skipped: there is no recording of small programs");
    }
    return lines;
}

std::string source_of(const std::string& line) {
    json::ParseError error;
    const std::optional<json::Document> document = json::Document::parse(line, error);
    REQUIRE(document.has_value());
    return std::string(document->root()["source"].string());
}

driver::RecordedCase case_of_two_buffers() {
    constexpr unsigned kWords = 2048;
    constexpr auto kFirst = static_cast<std::uint32_t>(driver::kGlobalAddress);
    driver::RecordedCase recorded;
    recorded.stage = "compute";
    recorded.local_size = {64, 1, 1};
    driver::Words memory(kWords);
    for (unsigned i = 0; i < kWords; ++i) {
        memory[i] = 0x3f800000 + i * 0x1234;
    }
    recorded.storage_buffers.emplace_back(driver::kGlobalKey, memory);
    recorded.push_constants = {kFirst, 0, kFirst + kWords * 2, 0};
    return recorded;
}

// The instructions that access memory by address, whatever their registers.
std::vector<std::string> accesses_of(const std::vector<std::uint64_t>& words, std::uint32_t gpu) {
    static const std::regex kAccess(R"((?:\([^)]*\)\s*)*((?:ldg|stg|atomic\.g)\S* .*))");
    static const std::regex kRegister(R"(r[0-9]+\.[xyzw])");
    std::vector<std::string> found;
    std::istringstream text(ir3::disassemble_program(words, *ir3::revision_of_part(gpu)));
    for (std::string line; std::getline(text, line);) {
        std::smatch match;
        if (std::regex_search(line, match, kAccess)) {
            found.push_back(std::regex_replace(match.str(1), kRegister, "r"));
        }
    }
    return found;
}

} // namespace

TEST_CASE("addresses: another compiler's programs do as ours") {
    const std::vector<std::string> lines = recorded_probes();
    if (lines.empty() || !has_glslang()) {
        return;
    }
    const driver::RecordedCase recorded = case_of_two_buffers();
    unsigned count = 0;
    for (const std::string& line : lines) {
        std::string fault;
        const driver::ForeignProgram foreign = driver::parse_foreign_programs(line, fault).at(0);
        INFO(foreign.name << " on " << foreign.gpu);
        const std::string source = source_of(line);
        const std::vector<driver::Words> expected =
            check_engines_agree(source, recorded, {foreign.gpu});
        const auto runner = driver::ForeignRunner::prepare(foreign, fault);
        REQUIRE(runner != nullptr);
        driver::RecordedResult result;
        const bool has_run = runner->run(recorded, result, fault);
        INFO(fault);
        REQUIRE(has_run);
        CHECK(result.storage_buffers.at(0).second == expected.at(0));

        Diagnostics diagnostics("shader.comp", {});
        driver::VariantKey key;
        key.gpu = foreign.gpu;
        const driver::SpirvProgram ours =
            driver::compile_spirv(module_of(source), {}, key, diagnostics);
        REQUIRE(ours.compiled.status == driver::CompileStatus::compiled);
        CHECK(accesses_of(ours.compiled.program.words, foreign.gpu) ==
              accesses_of(foreign.words, foreign.gpu));
        ++count;
    }
    CHECK(count == 12);
}
