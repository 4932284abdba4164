#include <jacquard/library/facade/compiler.h>
#include <jacquard/library/program/program_header.h>
#include <jacquard/runs/engines/run_program.h>

#include "catch.h"
#include "driver/tool_runner.h"

#include <random>

using namespace jacquard;
using namespace jacquard::driver;

namespace {

// Words and characters are dropped, doubled, swapped and replaced, from a fixed seed.
class Mutator {
  public:
    explicit Mutator(std::uint32_t seed) : random_(seed) {}

    std::string mutate(std::string text) {
        for (std::size_t i = 1 + below(4); i != 0 && !text.empty(); --i) {
            mutate_once(text);
        }
        return text;
    }

  private:
    std::size_t below(std::size_t end) { return random_() % end; }

    void mutate_once(std::string& text) {
        const std::size_t at = below(text.size());
        const std::size_t length = std::min(1 + below(12), text.size() - at);
        switch (below(8)) {
        case 0: text.erase(at, length); break;
        case 1: text.insert(at, text.substr(below(text.size()), length)); break;
        case 2: text[at] = static_cast<char>(random_()); break;
        case 3: text.replace(at, 1, std::to_string(random_())); break;
        case 4: text.resize(at); break;
        default: change_kindly(text[at]); break;
        }
    }

    // A digit becomes another digit and a component another component, so that texts stay likely to
    // be well formed.
    void change_kindly(char& c) {
        if (c >= '0' && c <= '9') {
            c = static_cast<char>('0' + below(5));
        } else if (c >= 'w' && c <= 'z') {
            c = "xyzw"[below(4)];
        }
    }

    std::mt19937 random_;
};

std::string content_of_example(const char* name) {
    return file_content(example(name));
}

} // namespace

TEST_CASE("a damaged shader compiles or is refused with an error") {
    Mutator mutator(1);
    const std::string shaders[] = {content_of_example("lit_texture.frag.tgsi"),
                                   content_of_example("transform.vert.tgsi")};
    std::size_t compiled = 0;
    for (unsigned i = 0; i < 1500; ++i) {
        const std::string text = mutator.mutate(shaders[i % 2]);
        Diagnostics diagnostics("a.tgsi", text);
        const CompileResult result = compile_tgsi(text, {630, i % 4 < 2, true}, diagnostics);
        INFO(text);
        CHECK(result.status != CompileStatus::failed);
        CHECK(diagnostics.has_errors() == (result.status != CompileStatus::compiled));
        if (result.status == CompileStatus::compiled) {
            ++compiled;
            std::string fault;
            const std::unique_ptr<ProgramRunner> runner =
                ProgramRunner::prepare(result.program, fault);
            INFO(fault);
            REQUIRE(runner != nullptr);
            RunResult outcome;
            CHECK(runner->run({}, outcome, fault));
        }
    }
    CHECK(compiled > 100);
}

TEST_CASE("damaged NIR compiles or is refused with an error") {
    Mutator mutator(2);
    const std::string nir = run_tool({"opt", "-"}, content_of_example("lit_texture.frag.tgsi")).out;
    for (unsigned i = 0; i < 1000; ++i) {
        const std::string text = mutator.mutate(nir);
        Diagnostics diagnostics("a.nir", text);
        const CompileResult result = compile_nir(text, {630, false, true}, diagnostics);
        INFO(text);
        CHECK(result.status != CompileStatus::failed);
        CHECK(diagnostics.has_errors() == (result.status != CompileStatus::compiled));
    }
}

TEST_CASE("damaged cases, headers, words and rows end in an answer") {
    Mutator mutator(3);
    const std::string cases = content_of_example("lit_texture.frag.case");
    const std::string shader = content_of_example("lit_texture.frag.tgsi");
    Diagnostics none("a.tgsi", shader);
    const CompileResult program = compile_tgsi(shader, {630, false}, none);
    REQUIRE(program.status == CompileStatus::compiled);
    const std::string header = write_program_header(program.program);
    for (unsigned i = 0; i < 400; ++i) {
        const std::string case_text = mutator.mutate(cases);
        Diagnostics case_faults("a.case", case_text);
        const CaseFile file = parse_case_file(case_text, case_faults);
        CHECK((case_faults.has_errors() || !file.runs.empty()));

        const std::string header_text = mutator.mutate(header);
        Diagnostics header_faults("h.json", header_text);
        std::optional<ir3::Program> read = read_program_header(header_text, header_faults);
        CHECK(read.has_value() == !header_faults.has_errors());
        if (read && !file.runs.empty()) {
            read->words = program.program.words;
            std::string fault;
            if (const auto runner = ProgramRunner::prepare(*read, fault)) {
                RunResult outcome;
                CHECK((runner->run(file.runs[0], outcome, fault) || !fault.empty()));
            }
        }
        const Answer words = run_tool({"disasm", "-"}, mutator.mutate(header));
        CHECK((words.code == 0 || words.code == 1));
        const Answer rows =
            run_tool({"fold", "--batch", "-"},
                     mutator.mutate("fadd\t32\t2\t3f800000,40000000\t00000000,3f800000\t=>\t0\n"
                                    "bcsel\t16\t1\t1\tffff\t0001\nvec3\t8\t3\t11\t22\t33\n"));
        CHECK((rows.code == 0 || rows.code == 1));
    }
}
