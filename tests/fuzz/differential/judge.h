#pragma once

#include <jacquard/nir/ir/shader.h>
#include <jacquard/runs/case/agreement.h>
#include <jacquard/runs/engines/run_nir.h>

#include "freedom.h"

#include <array>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace jacquard::fuzz {

struct Places;

// Describes how a run of machine code agrees with the interpreter, where it does.
struct Agreements {
    std::uint64_t exact = 0;             // every word of every live lane
    std::uint64_t bound = 0;             // within the bound of driver::Agreement; fast code only
    std::uint64_t machine_functions = 0; // exact with quotients and powers as machines have them
    // Words differ, and each that does depends on what the shader leaves open.
    std::array<std::uint64_t, nir::kNumFreedoms> open{};

    void add(const Agreements& other);
};

// The judge runs a shader in the interpreter, and decides whether the results of machine code are
// allowed.
//
// Precise code must give the same words. Fast code must stay within the bound, but for what depends
// on something that is open: that is seen by computing it in several other ways.
class Judge {
  public:
    // Null when the shader cannot be run, which `fault` explains. The shader must outlive the
    // judge. Full waves have `wave_size` lanes; 0: as many as they usually have.
    [[nodiscard]] static std::unique_ptr<Judge> prepare(const nir::Shader& shader, bool precise,
                                                        std::string& fault,
                                                        std::uint32_t wave_size = 0);

    // Fills in what is expected of each run. False when the shader faults.
    [[nodiscard]] bool expect(std::span<driver::CaseRun> runs, std::string& fault);

    // The first difference that nothing allows. `run` holds what is expected.
    [[nodiscard]] std::optional<driver::Difference> judge(const driver::CaseRun& run,
                                                          const driver::RunResult& computed,
                                                          unsigned number, Agreements& agreements);

  private:
    // The shader computed another way.
    struct Variant {
        nir::Freedom freedom{};
        std::unique_ptr<nir::Shader> shader;
        std::unique_ptr<driver::NirRunner> runner; // null: it cannot be run

        [[nodiscard]] bool run(const driver::CaseRun& run, driver::RunResult& result) const;
    };

    Judge(const nir::Shader& shader, bool precise, std::uint32_t wave_size)
        : shader_(&shader), precise_(precise), wave_size_(wave_size) {}
    [[nodiscard]] std::unique_ptr<driver::NirRunner> runner_of(const nir::Shader& shader,
                                                               std::string& fault) const;
    [[nodiscard]] bool holds(const driver::CaseRun& run, const driver::RunResult& computed,
                             driver::Agreement& worst) const;
    [[nodiscard]] std::optional<nir::Freedom>
    what_is_open(const driver::CaseRun& run, const driver::RunResult& computed, Places& places);
    // They are made as they are asked for; null behind the last. Those with machine functions come
    // first, and the others are made from the first of them, where the shader has some.
    [[nodiscard]] const Variant* variant(std::size_t number);

    const nir::Shader* shader_;
    bool precise_;
    std::uint32_t wave_size_;
    std::unique_ptr<driver::NirRunner> runner_;
    bool has_functions_ = false;
    std::deque<Variant> variants_; // those that have been made
};

} // namespace jacquard::fuzz
