#include "campaign.h"

#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/generated/ir3/select_cases.h>
#include <jacquard/ir3/isa/instruction/revision.h>

#include "crash_report.h"
#include "reduction.h"

#include <algorithm>
#include <cstdio>
#include <thread>

namespace jacquard::fuzz {

namespace {

unsigned long long wide(std::uint64_t number) {
    return number;
}

} // namespace

std::vector<std::uint32_t> tried_parts() {
    std::vector<std::uint32_t> parts;
    for (unsigned i = 0; i < ir3::kNumRevisions; ++i) {
        parts.push_back(ir3::first_part(static_cast<ir3::Revision>(i)));
    }
    for (const ir3::SelectionCase& tried : ir3::kSelectionCases) {
        if (tried.part != 0 && std::find(parts.begin(), parts.end(), tried.part) == parts.end()) {
            parts.push_back(tried.part);
        }
    }
    return parts;
}

Campaign::Campaign(const CampaignOptions& options)
    : options_(options), ingredients_(options.gpus), comparison_(options.gpus),
      next_seed_(options.first_seed) {}

void Campaign::run() {
    std::vector<std::thread> others;
    for (unsigned i = 1; i < options_.jobs; ++i) {
        others.emplace_back([this] { work(); });
    }
    work();
    for (std::thread& other : others) {
        other.join();
    }
}

void Campaign::work() {
    Coverage coverage;
    const std::uint64_t end = options_.first_seed + options_.count;
    for (std::uint64_t seed = next_seed_++; seed < end; seed = next_seed_++) {
        try_seed(seed, coverage);
        if (num_failures_ != 0 && !options_.keeps_going) {
            break;
        }
    }
    const std::lock_guard lock(mutex_);
    coverage_.add(coverage);
}

void Campaign::try_seed(std::uint64_t seed, Coverage& coverage) {
    AtWork::set_seed(seed);
    nir::Choices choices(seed);
    SubjectOptions wanted;
    wanted.size = options_.size;
    wanted.mode = options_.mode;
    wanted.runs = options_.runs;
    // TGSI is compiled from the text on, so it is the more frequent one.
    const auto any =
        choices.below(3) == 0 ? driver::SourceLanguage::nir : driver::SourceLanguage::tgsi;
    wanted.language = options_.language.value_or(any);
    wanted.is_deep = options_.is_deep;
    if (wanted.is_deep) {
        wanted.language = driver::SourceLanguage::tgsi;
        wanted.mode = Mode::precise;
    }
    wanted.has_memory = options_.has_memory;
    wanted.has_state = options_.has_state;
    if (wanted.has_memory && !options_.language) {
        // NIR has more kinds of memory.
        wanted.language =
            choices.below(4) == 0 ? driver::SourceLanguage::tgsi : driver::SourceLanguage::nir;
    }
    RandomSubject made = random_subject(choices, ingredients_, wanted);
    if (options_.prints) {
        const std::lock_guard lock(mutex_);
        std::printf("seed %llu\n%s\n", wide(seed), made.subject.text.c_str());
    }
    const std::optional<Failure> failure =
        comparison_.check(made.subject, made.loaded, made.runs, coverage);
    if (failure) {
        ++num_failures_;
        report(seed, made, *failure);
    }
}

// One reduced example of each kind is enough.
void Campaign::report(std::uint64_t seed, const RandomSubject& made, const Failure& failure) {
    constexpr unsigned kMostOfKind = 4;
    {
        const std::lock_guard lock(mutex_);
        std::printf("seed %llu: %s\n", wide(seed), failure.to_string().c_str());
        std::fflush(stdout);
        if (++failures_[failure.kind_text()] > kMostOfKind) {
            return;
        }
    }
    const bool has_run = failure.run < made.runs.size();
    const ReducedFailure example =
        options_.reduces
            ? reduce_failure(made.subject, made.runs, failure, options_.gpus)
            : ReducedFailure{made.subject, has_run ? made.runs[failure.run] : driver::CaseRun{},
                             failure};
    const std::lock_guard lock(mutex_);
    std::printf("---- from seed %llu\n%s----\n", wide(seed), example.to_string().c_str());
    std::fflush(stdout);
}

void Campaign::print_totals() const {
    const Coverage& seen = coverage_;
    std::printf("%llu programs, compiled %llu times, refused %llu times, %llu failures\n",
                wide(seen.programs), wide(seen.compiled), wide(seen.refused),
                wide(num_failures_.load()));
    if (seen.spilled != 0) {
        std::printf("%llu keep values in memory: %llu accesses, %llu at least\n",
                    wide(seen.spilled), wide(seen.spill_accesses), wide(2 * seen.beyond_registers));
    }
    const Agreements& agreed = seen.agreements;
    std::printf("%llu runs compared: %llu exact, %llu within the bound, %llu exact as the machine "
                "computes quotients and powers\n",
                wide(seen.runs), wide(agreed.exact), wide(agreed.bound),
                wide(agreed.machine_functions));
    if (seen.not_judged != 0) {
        std::printf("%llu runs of fetches not compared, whose coordinates may not fit\n",
                    wide(seen.not_judged));
    }
    for (unsigned i = 0; i < nir::kNumFreedoms; ++i) {
        if (agreed.open[i] != 0) {
            const std::string_view name = nir::name_of(static_cast<nir::Freedom>(i));
            std::printf("%10llu differ in what is open: %.*s\n", wide(agreed.open[i]),
                        static_cast<int>(name.size()), name.data());
        }
    }
    for (const auto& [reason, count] : seen.refusals) {
        std::printf("%10llu refused: %s\n", wide(count), reason.c_str());
    }
}

} // namespace jacquard::fuzz
