#include "coverage.h"

#include <jacquard/generated/ir3/select.h>
#include <jacquard/generated/nir/opcodes.h>

namespace jacquard::fuzz {

namespace {

void add_up(std::vector<std::uint64_t>& sums, const std::vector<std::uint64_t>& others) {
    for (std::size_t i = 0; i < sums.size(); ++i) {
        sums[i] += others[i];
    }
}

} // namespace

Coverage::Coverage()
    : tgsi_opcodes(tgsi::kNumOpcodes), nir_opcodes(nir::kNumOpcodes),
      rules(ir3::selection_rules().size()) {}

void Coverage::add(const Coverage& other) {
    programs += other.programs;
    compiled += other.compiled;
    refused += other.refused;
    runs += other.runs;
    not_judged += other.not_judged;
    spilled += other.spilled;
    spill_accesses += other.spill_accesses;
    beyond_registers += other.beyond_registers;
    agreements.add(other.agreements);
    for (const auto& [reason, count] : other.refusals) {
        refusals[reason] += count;
    }
    add_up(tgsi_opcodes, other.tgsi_opcodes);
    add_up(nir_opcodes, other.nir_opcodes);
    add_up(rules, other.rules);
}

void Coverage::note(const tgsi::Program& program) {
    for (const tgsi::Instruction& instruction : program.instructions) {
        ++tgsi_opcodes[static_cast<std::size_t>(instruction.opcode)];
    }
}

void Coverage::note(const nir::Shader& shader) {
    for (const nir::Function& function : shader.functions()) {
        for (const nir::Block& block : function.blocks()) {
            for (const nir::Instruction& instruction : block.instructions()) {
                if (const auto* alu = instruction.as<nir::AluInstruction>()) {
                    ++nir_opcodes[static_cast<std::size_t>(alu->opcode)];
                }
            }
        }
    }
}

} // namespace jacquard::fuzz
