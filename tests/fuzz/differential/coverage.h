#pragma once

#include <jacquard/generated/nir/opcodes.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/tgsi/program.h>

#include "judge.h"

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace jacquard::fuzz {

// The contents of the programs that were compared, and the outcomes of all.
struct Coverage {
    Coverage();

    std::uint64_t programs = 0;
    std::uint64_t compiled = 0; // for one part each
    std::uint64_t refused = 0;
    std::uint64_t runs = 0;       // compared
    std::uint64_t not_judged = 0; // runs whose results a part may have otherwise
    // For compiled programs: how many keep values in memory, their accesses to these, and the most
    // values that were live beyond the registers. Each of these costs two accesses at least.
    std::uint64_t spilled = 0;
    std::uint64_t spill_accesses = 0;
    std::uint64_t beyond_registers = 0;
    Agreements agreements;
    std::map<std::string, std::uint64_t> refusals; // by reason
    std::vector<std::uint64_t> tgsi_opcodes;       // programs that have it, by number
    std::vector<std::uint64_t> nir_opcodes;
    std::vector<std::uint64_t> rules; // how often taken, by number

    void add(const Coverage& other);
    void note(const tgsi::Program& program);
    void note(const nir::Shader& shader);
};

} // namespace jacquard::fuzz
