// Programs that another compiler made of real modules, run for what a third implementation recorded
// of these modules.
#include <jacquard/driver/foreign_program.h>
#include <jacquard/driver/judge_recorded.h>
#include <jacquard/driver/run_foreign.h>
#include <jacquard/driver/tool/recorded_file.h>
#include <jacquard/ir3/isa/assemble.h>
#include <jacquard/ir3/isa/disassemble.h>

#include "catch.h"

#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <sstream>

using namespace jacquard;

namespace {

namespace fs = std::filesystem;

const fs::path kVectors = fs::path(JACQUARD_SHARED_DIR) / "vectors";
const fs::path kCorpus = fs::path(JACQUARD_SHARED_DIR) / "corpus" / "spirv";

std::string content_of(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::optional<std::string> text_of(const fs::path& path) {
    std::istringstream in;
    std::ostringstream none;
    std::vector<std::string> faults;
    return driver::read_recorded_file(path.string(), {in, none, none}, {}, faults);
}

// Modules by the hash of their bytes.
std::map<std::string, std::string> modules() {
    std::map<std::string, std::string> found;
    std::istringstream lines(content_of(kCorpus / "manifest.tsv"));
    for (std::string line; std::getline(lines, line);) {
        std::istringstream columns(line);
        std::string module;
        std::string stage;
        std::string entry;
        std::string sha1;
        std::getline(columns, module, '\t');
        std::getline(columns, stage, '\t');
        std::getline(columns, entry, '\t');
        std::getline(columns, sha1, '\t');
        found[sha1] = module;
    }
    return found;
}

} // namespace

TEST_CASE("programs of another compiler compute what was recorded", "[foreign]") {
    const auto programs = text_of(kVectors / "spirv_programs.jsonl.gz");
    const auto cases = text_of(kCorpus / "cases.jsonl.gz");
    if (!programs || !cases) {
        WARN("skipped: there are no programs or recorded runs in " << JACQUARD_SHARED_DIR);
        return;
    }
    std::map<std::string, std::vector<driver::RecordedCase>, std::less<>> runs;
    std::istringstream case_lines(*cases);
    for (std::string line; std::getline(case_lines, line);) {
        std::string fault;
        auto recorded = driver::parse_recorded_case(line, fault);
        REQUIRE(recorded.has_value());
        std::string module = recorded->module;
        runs[module].push_back(std::move(*recorded));
    }
    const std::map<std::string, std::string> names = modules();
    std::map<std::string, unsigned> outcomes;
    std::istringstream lines(*programs);
    for (std::string line; std::getline(lines, line);) {
        std::string reason;
        const auto program = driver::parse_foreign_program(line, reason);
        INFO(reason);
        REQUIRE(program.has_value());
        const auto name = names.find(program->sha1);
        const auto found = name == names.end() ? runs.end() : runs.find(name->second);
        if (program->has_binding_alias || found == runs.end()) {
            ++outcomes[program->has_binding_alias ? "left out: variables share a binding"
                                                  : "left out: no recorded run"];
            continue;
        }
        Diagnostics diagnostics;
        const driver::SpirvResult loaded =
            driver::load_spirv(content_of(kCorpus / "modules" / name->second), {}, diagnostics);
        const auto runner = driver::ForeignRunner::prepare(*program, reason);
        for (const driver::RecordedCase& recorded : found->second) {
            driver::RecordedResult result;
            if (runner == nullptr || !runner->run(recorded, result, reason)) {
                const bool faults = runner != nullptr && runner->fault() != ir3::FaultKind::none;
                ++outcomes[(faults ? "fault: " : "left out: ") + (faults ? "" : reason)];
                if (faults) std::cout << program->name << ' ' << program->gpu << ' ' << recorded.run << ": " << reason << '\n';
                continue;
            }
            std::string difference;
            switch (driver::judge(recorded, result, loaded.outputs, difference)) {
            case driver::Agreement::exact: ++outcomes["exact"]; break;
            case driver::Agreement::bound: ++outcomes["within the bound"]; break;
            case driver::Agreement::disagree:
                ++outcomes["disagrees"];
                std::cout << program->name << ' ' << program->gpu << ' ' << recorded.run << ": " << difference << '\n';
            }
        }
    }
    for (const auto& [what, count] : outcomes) {
        std::cout << what << ": " << count << '\n';
    }
}
