#include "catch.h"
#include "recorded_programs.h"

#include <algorithm>
#include <map>
#include <string_view>

using namespace jacquard::testing;

namespace {

// Programs that cannot agree with their case, and why.
struct Exception {
    std::string_view shader;
    std::string_view reason;
};

constexpr Exception kExceptions[] = {
    {"tgsi/glsl-piglit/"
     "spec__glsl-1.10__execution__glsl-fs-conditional-output-write.frag.tgsi",
     "that compiler had no slot for the shader's input and took it for zero"},
};

bool is_exception(std::string_view shader) {
    return std::any_of(std::begin(kExceptions), std::end(kExceptions),
                       [&](const Exception& exception) { return exception.shader == shader; });
}

struct Expected {
    unsigned gpu;
    unsigned exact;
    unsigned within_bound; // these compilers fuse multiply and add
    unsigned exceptions;
    unsigned no_case; // run on zeros, only for their faults
};

constexpr Expected kExpected[] = {
    {330, 108, 32, 1, 10}, {420, 106, 34, 1, 17}, {540, 106, 34, 1, 17},
    {630, 106, 34, 1, 17}, {730, 106, 34, 1, 17},
};

} // namespace

TEST_CASE("programs of another compiler compute what their shaders' cases say, and never fault") {
    for (const Expected& expected : kExpected) {
        const std::vector<ProgramOutcome> outcomes = run_recorded_programs(expected.gpu);
        if (outcomes.empty()) {
            WARN("skipped: the folder with recorded programs is not there");
            SUCCEED("skipped: the folder with recorded programs is not there");
            return;
        }
        CAPTURE(expected.gpu);
        std::map<Outcome, unsigned> counts;
        unsigned exceptions = 0;
        for (const ProgramOutcome& outcome : outcomes) {
            CAPTURE(outcome.shader, outcome.detail);
            CHECK(outcome.outcome != Outcome::fault);
            const bool listed = is_exception(outcome.shader);
            CHECK((outcome.outcome == Outcome::disagree) == listed);
            exceptions += listed ? 1 : 0;
            ++counts[outcome.outcome];
        }
        CHECK(counts[Outcome::exact] == expected.exact);
        CHECK(counts[Outcome::bound] == expected.within_bound);
        CHECK(exceptions == expected.exceptions);
        CHECK(counts[Outcome::no_case] == expected.no_case);
        CHECK(outcomes.size() ==
              expected.exact + expected.within_bound + expected.exceptions + expected.no_case);
    }
}

TEST_CASE("programs of another compiler have no findings without being run") {
    const std::vector<ProgramCheck> checks = check_recorded_programs();
    if (checks.empty()) {
        WARN("skipped: the folder with recorded programs is not there");
        SUCCEED("skipped: the folder with recorded programs is not there");
        return;
    }
    CHECK(checks.size() == 783);
    unsigned errata = 0;
    for (const ProgramCheck& check : checks) {
        CAPTURE(check.shader, check.gpu);
        CHECK(check.findings == "");
        errata += check.errata;
    }
    CHECK(errata == 16);
}
