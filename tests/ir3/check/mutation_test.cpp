// Programs of the compiler with one thing wrong: whatever a run in the emulator notices, the check
// of all paths must find.

#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/library/facade/compiler.h>
#include <jacquard/runs/case/case_file.h>
#include <jacquard/runs/engines/run_program.h>

#include "fixture.h"
#include "mutations.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace jacquard::ir3::testing {

namespace {

namespace fs = std::filesystem;

std::string contents(const fs::path& path) {
    std::ifstream file(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(file), {});
}

fs::path shared_folder() {
    const char* folder = std::getenv("JACQUARD_SHARED");
    return folder != nullptr ? folder : JACQUARD_SHARED_DIR;
}

struct Counts {
    unsigned programs = 0;
    unsigned with_arrays_set = 0; // and which the check may take at that word
    unsigned mutations = 0;
    unsigned noticed = 0; // by a run
    unsigned found = 0;   // by the check
};

// A wrong address leads out of its array, wherever that ends, and a wrong counter keeps a loop
// going; of values the check knows nothing. Nor does it know which element of an array a computed
// address has written: to it all of them are.
bool is_by_value(const std::string& fault, const Program& program) {
    const auto is_element = [&fault](const ProgramArray& array) {
        for (std::uint16_t i = 0; i < array.length; ++i) {
            RegisterLocation element = array.location;
            element.number = static_cast<std::uint16_t>(element.number + i);
            if (fault.find("reads " + to_string(element) + ", which was never written") !=
                std::string::npos) {
                return true;
            }
        }
        return false;
    };
    return fault.find("did not end within") != std::string::npos ||
           fault.find("r<a0.x") != std::string::npos ||
           std::any_of(program.arrays.begin(), program.arrays.end(), is_element);
}

// Returns why the program faults in a run of the cases; empty when it does not.
std::string fault_of(const Program& program, const driver::CaseFile& cases) {
    std::string fault;
    const auto runner = driver::ProgramRunner::prepare(program, fault);
    if (runner == nullptr) {
        return fault;
    }
    runner->check_unwritten();
    for (const driver::CaseRun& run : cases.runs) {
        driver::RunResult result;
        if (!runner->run(run, result, fault)) {
            return fault;
        }
    }
    return "";
}

std::string texts_of(const std::vector<Fault>& faults) {
    std::string text;
    for (const Fault& fault : faults) {
        text += std::to_string(fault.instruction) + ": " + fault.message + '\n';
    }
    return text;
}

void try_mutations(Program program, const driver::CaseFile& cases, Counts& counts) {
    CheckOptions options;
    options.lanes_may_part = true;
    const Revision revision = *revision_of_part(program.gpu);
    // A shader may fill only some elements of its arrays, or fill them under a condition.
    options.arrays_are_set = true;
    options.arrays_are_set = check_program(program, revision, options).empty();
    counts.with_arrays_set += options.arrays_are_set ? 1 : 0;
    REQUIRE(texts_of(check_program(program, revision, options)) == "");
    REQUIRE(fault_of(program, cases) == "");
    ++counts.programs;
    for (Mutation& mutation : mutations_of(program)) {
        program.words = std::move(mutation.words);
        std::string fault = fault_of(program, cases);
        if (mutation.what.starts_with("renumber") && is_by_value(fault, program)) {
            fault.clear();
        }
        const bool found = !check_program(program, revision, options).empty();
        ++counts.mutations;
        counts.noticed += fault.empty() ? 0 : 1;
        counts.found += found ? 1 : 0;
        CAPTURE(program.gpu, mutation.what, fault);
        CHECK((fault.empty() || found));
    }
}

// Every `step`th shader of the corpus that has a case and compiles.
Counts try_corpus(unsigned gpu, bool precise, unsigned step) {
    Counts counts;
    const fs::path corpus = shared_folder() / "corpus";
    std::vector<fs::path> paths;
    if (fs::exists(corpus / "cases")) {
        for (const auto& entry : fs::recursive_directory_iterator(corpus / "cases")) {
            if (entry.path().extension() == ".case") {
                paths.push_back(entry.path());
            }
        }
    }
    std::sort(paths.begin(), paths.end());
    for (std::size_t i = 0; i < paths.size(); i += step) {
        fs::path shader = corpus / "tgsi" / paths[i].lexically_relative(corpus / "cases");
        shader.replace_extension(".tgsi");
        const std::string text = contents(shader);
        Diagnostics diagnostics(shader.string(), text);
        driver::CompileResult compiled =
            driver::compile_tgsi(text, {gpu, precise, true}, diagnostics);
        if (compiled.status != driver::CompileStatus::compiled) {
            continue;
        }
        const std::string case_text = contents(paths[i]);
        Diagnostics ignored(paths[i].string(), case_text);
        CAPTURE(shader.string());
        try_mutations(std::move(compiled.program), driver::parse_case_file(case_text, ignored),
                      counts);
    }
    return counts;
}

} // namespace

TEST_CASE("what a run notices of a broken program the check finds, and more", "[slow]") {
    for (const unsigned gpu : {330U, 630U, 730U}) {
        const Counts counts = try_corpus(gpu, gpu == 630, 12);
        if (counts.programs == 0) {
            WARN("skipped: the corpus of shaders with cases is not there");
            SUCCEED("skipped: the corpus of shaders with cases is not there");
            return;
        }
        CAPTURE(gpu, counts.programs, counts.mutations, counts.noticed, counts.found);
        CHECK(counts.programs > 20);
        CHECK(counts.with_arrays_set == counts.programs);
        CHECK(counts.noticed > counts.mutations / 4);
        CHECK(counts.found >= counts.noticed);
    }
}

// Hidden: all of the corpus, which takes minutes.
TEST_CASE("the same for all of the corpus", "[.][campaign]") {
    for (const unsigned gpu : {330U, 420U, 540U, 630U, 730U}) {
        const Counts counts = try_corpus(gpu, gpu % 100 == 30, 1);
        WARN(gpu << ": " << counts.programs << " programs, all but "
                 << counts.programs - counts.with_arrays_set << " of which set their arrays; "
                 << counts.mutations << " mutations; runs noticed " << counts.noticed
                 << ", the check found " << counts.found);
        CHECK(counts.found >= counts.noticed);
    }
}

} // namespace jacquard::ir3::testing
