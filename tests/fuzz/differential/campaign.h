#pragma once

#include "coverage.h"
#include "random_subject.h"

#include <atomic>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace jacquard::fuzz {

// The part that stands for each revision, and those that some selection rules are for.
[[nodiscard]] std::vector<std::uint32_t> tried_parts();

struct CampaignOptions {
    std::vector<std::uint32_t> gpus = tried_parts();
    std::uint64_t first_seed = 1;
    std::uint64_t count = 10'000;
    unsigned size = 60;
    unsigned runs = 2;
    Mode mode = Mode::either;
    std::optional<driver::SourceLanguage> language; // nothing: both
    unsigned jobs = 1;
    bool keeps_going = false; // behind the first failure
    bool is_deep = false;     // shaders that keep more alive than there are registers
    bool has_memory = false;  // shaders that access memory
    bool has_state = false;   // shaders are compiled for state beside them
    bool reduces = true;
    bool prints = false; // every shader
};

// Random shaders, one for each seed, from several threads. What is found does not depend on how
// many there are.
class Campaign {
  public:
    explicit Campaign(const CampaignOptions& options);

    // Prints failures as they are found, each kind reduced at first.
    void run();
    [[nodiscard]] bool has_failed() const { return num_failures_ != 0; }

    // Prints the counts of all work, and how often and why each form was refused.
    void print_totals() const;

    [[nodiscard]] const Coverage& coverage() const { return coverage_; }
    [[nodiscard]] const Ingredients& ingredients() const { return ingredients_; }

  private:
    void work();
    void try_seed(std::uint64_t seed, Coverage& coverage);
    void report(std::uint64_t seed, const RandomSubject& made, const Failure& failure);

    const CampaignOptions& options_;
    Ingredients ingredients_;
    Comparison comparison_;
    std::atomic<std::uint64_t> next_seed_;
    std::atomic<std::uint64_t> num_failures_ = 0;
    std::mutex mutex_; // of what follows, and of standard output
    Coverage coverage_;
    std::map<std::string, unsigned> failures_; // by kind
};

} // namespace jacquard::fuzz
