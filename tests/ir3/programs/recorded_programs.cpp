#include "recorded_programs.h"

#include <jacquard/ir3/check/check_program.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/runs/case/agreement.h>
#include <jacquard/runs/case/case_file.h>
#include <jacquard/runs/engines/run_program.h>
#include <jacquard/support/json/json.h>
#include <jacquard/tgsi/read/parse.h>

#include "number_by_declaration.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

namespace jacquard::testing {
namespace {

namespace fs = std::filesystem;

fs::path shared_folder() {
    const char* folder = std::getenv("JACQUARD_SHARED");
    return folder ? folder : JACQUARD_SHARED_DIR;
}

std::optional<std::string> contents(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) {
        return std::nullopt;
    }
    return std::string(std::istreambuf_iterator<char>(file), {});
}

// The texture target of each unit, from the instructions that use it.
std::vector<ir3::SamplerUnit> sampler_units(const tgsi::Program& source) {
    std::vector<ir3::SamplerUnit> units;
    for (const tgsi::Instruction& instruction : source.instructions) {
        for (const tgsi::Source& operand : source.sources(instruction)) {
            if (instruction.target && operand.reg.file == tgsi::RegisterFile::sampler) {
                units.push_back({static_cast<std::uint32_t>(operand.reg.index.value),
                                 std::string(tgsi::name_of(*instruction.target))});
            }
        }
    }
    return units;
}

ProgramOutcome run_program(std::string_view line, std::string shader) {
    ProgramOutcome result;
    result.shader = std::move(shader);
    Diagnostics diagnostics("ir3_programs.jsonl", line);
    std::optional<ir3::Program> program = driver::read_program_header(line, diagnostics);
    if (!program) {
        result.outcome = Outcome::fault;
        result.detail = diagnostics.render();
        return result;
    }
    result.gpu = program->gpu;
    const fs::path corpus = shared_folder() / "corpus";
    fs::path case_path = corpus / "cases" / fs::path(result.shader).lexically_relative("tgsi");
    case_path.replace_extension(".case");
    const std::optional<std::string> case_text = contents(case_path);
    const std::string source_text = contents(corpus / result.shader).value_or("");
    Diagnostics source_diagnostics(result.shader, source_text);
    const std::optional<tgsi::Program> source = tgsi::parse(source_text, source_diagnostics);
    // Without a case the program runs once, on zeros, and must not fault.
    driver::CaseFile cases;
    cases.runs.resize(1);
    cases.runs[0].constants.assign(8, std::vector<driver::Vector4>(64));
    Diagnostics case_diagnostics(case_path.string(), case_text.value_or(""));
    if (case_text) {
        cases = driver::parse_case_file(*case_text, case_diagnostics);
    }
    if (!source || case_diagnostics.has_errors()) {
        result.outcome = Outcome::fault;
        result.detail = source_diagnostics.render() + case_diagnostics.render();
        return result;
    }
    number_by_declaration(*program, *source);
    program->samplers = sampler_units(*source);
    const auto runner = driver::ProgramRunner::prepare(*program, result.detail);
    if (!runner) {
        result.outcome = Outcome::fault;
        return result;
    }
    runner->allow_errata(); // their driver did not know them
    result.outcome = case_text ? Outcome::exact : Outcome::no_case;
    for (unsigned i = 0; i < cases.runs.size(); ++i) {
        driver::RunResult computed;
        if (!runner->run(cases.runs[i], computed, result.detail)) {
            result.outcome = Outcome::fault;
            return result;
        }
        if (!case_text) {
            continue;
        }
        const auto difference = driver::compare_run(cases.runs[i], computed, i);
        if (!difference || result.outcome == Outcome::disagree) {
            continue;
        }
        const bool disagrees = difference->kind == driver::Agreement::disagree;
        if (disagrees || result.outcome == Outcome::exact) {
            result.outcome = disagrees ? Outcome::disagree : Outcome::bound;
            result.detail = difference->to_string();
        }
    }
    return result;
}

} // namespace

std::vector<ProgramCheck> check_recorded_programs() {
    std::vector<ProgramCheck> checks;
    std::ifstream file(shared_folder() / "vectors" / "ir3_programs.jsonl");
    for (std::string line; std::getline(file, line);) {
        ProgramCheck& check = checks.emplace_back();
        json::ParseError error;
        const auto document = json::Document::parse(line, error);
        check.shader = document ? document->root()["shader"].string() : error.message;
        Diagnostics diagnostics("ir3_programs.jsonl", line);
        const std::optional<ir3::Program> program = driver::read_program_header(line, diagnostics);
        const auto revision = program ? ir3::revision_of_part(program->gpu) : std::nullopt;
        if (!revision) {
            check.findings = "no program: " + diagnostics.render();
            continue;
        }
        check.gpu = program->gpu;
        for (const ir3::Fault& fault : ir3::check_program(*program, *revision)) {
            const bool is_erratum = fault.kind == ir3::FaultKind::dead_mark ||
                                    fault.kind == ir3::FaultKind::predication_slots;
            check.findings += is_erratum ? "" : fault.message + '\n';
            check.errata += is_erratum ? 1 : 0;
        }
    }
    return checks;
}

std::vector<ProgramOutcome> run_recorded_programs(unsigned gpu) {
    std::vector<ProgramOutcome> outcomes;
    std::ifstream file(shared_folder() / "vectors" / "ir3_programs.jsonl");
    const std::string wanted = "\"gpu\":" + std::to_string(gpu) + ",";
    for (std::string line; std::getline(file, line);) {
        if (line.find(wanted) == std::string::npos) {
            continue;
        }
        json::ParseError error;
        const auto document = json::Document::parse(line, error);
        std::string shader(document ? document->root()["shader"].string() : error.message);
        outcomes.push_back(run_program(line, std::move(shader)));
        outcomes.back().gpu = gpu;
    }
    return outcomes;
}

} // namespace jacquard::testing
