#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jacquard::testing {

// Describes how a program that another compiler made agrees with the case of its shader.
enum class Outcome : std::uint8_t {
    exact,
    bound,
    disagree,
    fault,   // The program did not run to its end.
    no_case, // The shader has no case with expected results.
};

struct ProgramOutcome {
    std::string shader;
    unsigned gpu = 0;
    Outcome outcome = Outcome::no_case;
    std::string detail; // The first difference, or the fault.
};

// The faults of a recorded program's words, found without running it.
struct ProgramCheck {
    std::string shader;
    unsigned gpu = 0;
    std::string findings; // One a line, but those of errata.
    unsigned errata = 0;  // Findings of errata that the driver of these programs did not know.
};

// Checks every recorded program of all parts. Empty where the folder with recordings is absent.
std::vector<ProgramCheck> check_recorded_programs();

// Runs every recorded program of one part for the runs of its shader's case. Empty where the
// folder with recordings is absent.
std::vector<ProgramOutcome> run_recorded_programs(unsigned gpu);

} // namespace jacquard::testing
