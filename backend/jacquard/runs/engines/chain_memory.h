#pragma once

#include <jacquard/ir3/program.h>
#include <jacquard/runs/case/case_file.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// Returns true if the program reads or stores what another stage before the rasteriser has or
// wants.
[[nodiscard]] bool is_chained(const ir3::Program& program);

// Components of an output that stands in memory.
[[nodiscard]] unsigned num_stored(const ir3::ProgramOutput& output, ir3::PatchKind patches);

// Lays out memory like a driver for a program of such a stage: vertices and patches, and their
// addresses. The four lanes of a case are four vertices, primitives or patches.
class ChainMemory {
  public:
    explicit ChainMemory(const ir3::Program& program) : program_(&program) {}

    // Lays everything out anew, zeros where the run gives nothing.
    void set_up(const CaseRun& run, std::uint64_t global_address);
    // The words of a parameter; empty for one of another kind.
    [[nodiscard]] std::vector<std::uint32_t> parameter(std::string_view name) const;
    // A word of what the program stored.
    [[nodiscard]] std::uint32_t stored_word(const ir3::StoredPlace& place, unsigned lane,
                                            unsigned vertex, unsigned component) const;

    [[nodiscard]] std::span<std::byte> stage() { return stage_; }
    [[nodiscard]] std::span<std::byte> global() { return global_; }

  private:
    void write(std::span<std::byte> memory, std::size_t at, std::uint32_t word);
    void store_inputs(const CaseRun& run);
    void store_levels(const CaseRun& run);
    [[nodiscard]] const ir3::ProgramInput* stored_input(std::string_view name) const;

    const ir3::Program* program_;
    std::vector<std::byte> stage_;
    std::vector<std::byte> global_; // patches, then the words that the tessellator reads
    std::uint64_t global_address_ = 0;
    std::uint32_t vertices_ = 1;         // of a primitive or patch
    std::uint32_t slots_ = 0;            // numbers of inputs
    std::uint32_t vertex_stride_ = 0;    // bytes
    std::uint32_t primitive_stride_ = 0; // bytes
    std::uint32_t patch_words_ = 0;
};

} // namespace jacquard::driver
