#pragma once

#include <jacquard/ir3/cost/cost_report.h>
#include <jacquard/ir3/program.h>
#include <jacquard/support/api.h>
#include <jacquard/support/text/source_line.h>

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard::ir3 {

// A register that a value holds, from the first word that writes it to the last one that reads it.
struct HeldRegister {
    RegisterLocation location;
    std::uint32_t first_word = 0;
    std::uint32_t last_word = 0;
};

// A value of the source that holds registers at a point of a program; or all values of one line
// that have no name there.
struct RegisterHolder {
    std::string name;      // as the source has it; empty where it has none
    std::string_view type; // "float16", "uint32", as its writers' instructions tell
    std::vector<HeldRegister> registers;
    double vec4 = 0;
    SourceLine defined;   // of the first word that writes it; none: it is there from the start
    SourceLine last_used; // of the last word that reads it
    std::uint32_t first_word = 0;
    std::uint32_t last_word = 0;
    bool is_input = false;  // it is there from the start
    bool is_output = false; // it is held until the end
    // Slots in which it could be computed again where it is used last, from constants and from what
    // is still held there; nothing where it could not.
    std::optional<std::uint32_t> recompute_slots;
    // Registers more than those with which more waves run are held for so many words; this value is
    // held during so many of them.
    std::uint32_t words_over = 0;
    bool wins_step = false; // freeing it alone, at those words, would let more waves run
};

// Who holds the registers at a point.
struct RegisterHolders {
    std::uint32_t word = 0;
    SourceLine line;
    double vec4 = 0;
    std::uint32_t step = 0;              // registers with which more waves run; 0: all run
    std::uint32_t words_over = 0;        // at which more than these are held
    std::vector<RegisterHolder> holders; // the one first whose freeing wins most
};

// The values held at a word; without one, where most are. Nothing where the program has none.
[[nodiscard]] std::optional<RegisterHolders>
register_holders(const Program& program, Revision revision,
                 std::optional<std::uint32_t> word = std::nullopt);

} // namespace jacquard::ir3

JACQUARD_END_API
