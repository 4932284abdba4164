#include "reduction.h"

#include <jacquard/passes/registry/apply_state.h>
#include <jacquard/reduce/reduce.h>

#include "reduce_run.h"

namespace jacquard::fuzz {

using driver::CaseRun;

namespace {

class Reduction {
  public:
    Reduction(const Failure& failure, std::span<const std::uint32_t> gpus)
        : failure_(failure),
          comparison_(failure.gpu != 0 ? std::vector<std::uint32_t>{failure.gpu}
                                       : std::vector<std::uint32_t>(gpus.begin(), gpus.end())) {}

    // Returns true if it fails in the same way; what is expected is then filled in.
    bool fails(const Subject& subject, CaseRun& run) {
        constexpr unsigned kMaxTries = 10'000;
        if (++tries_ > kMaxTries) {
            return false;
        }
        Coverage ignored;
        std::optional<Failure> found = comparison_.check(subject, std::span(&run, 1), ignored);
        if (!found || !found->is_like(failure_)) {
            return false;
        }
        last_ = std::move(*found);
        return true;
    }

    ReducedFailure run(const Subject& subject, const CaseRun& start) {
        ReducedFailure reduced{subject, start, failure_, 0};
        if (!fails(reduced.subject, reduced.run)) {
            return reduced; // only together with other runs
        }
        for (unsigned round = 0; round < 2; ++round) {
            const driver::TextTest holds = [&](const std::string& text) {
                Subject candidate = subject;
                candidate.text = text;
                CaseRun same = reduced.run;
                return fails(candidate, same);
            };
            reduced.subject.text = subject.language == driver::SourceLanguage::tgsi
                                       ? driver::reduce_tgsi(reduced.subject.text, holds)
                                       : driver::reduce_nir(reduced.subject.text, holds);
            reduced.run = reduce_run(reduced.run, [&](const CaseRun& candidate) {
                CaseRun same = candidate;
                return fails(reduced.subject, same);
            });
        }
        static_cast<void>(fails(reduced.subject, reduced.run));
        reduced.failure = last_;
        reduced.tries = tries_;
        return reduced;
    }

  private:
    const Failure& failure_;
    Comparison comparison_;
    Failure last_;
    unsigned tries_ = 0;
};

} // namespace

std::string ReducedFailure::to_string() const {
    driver::CaseFile cases;
    cases.shader =
        subject.language == driver::SourceLanguage::tgsi ? "reduced.tgsi" : "reduced.nir";
    cases.runs.push_back(run);
    // Expectations that are not compared can be removed.
    std::erase_if(cases.runs[0].expected, [&](const driver::CaseOutput& output) {
        return !failure.place.empty() || (failure.output && output.index != *failure.output);
    });
    std::erase_if(cases.runs[0].expected_vectors, [&](const driver::CaseVector& vector) {
        return driver::place_of(vector) != failure.place;
    });
    const std::string state = nir::to_string(subject.state);
    const std::string waves =
        subject.wave_size == 0 ? "" : ", --wave-size " + std::to_string(subject.wave_size);
    return subject.text + "\n" + driver::print_case_file(cases) + "\n" +
           (subject.precise ? "precise" : "fast") + (state.empty() ? "" : ", " + state) + waves +
           ": " + failure.to_string() + '\n';
}

ReducedFailure reduce_failure(const Subject& subject, const std::vector<CaseRun>& runs,
                              const Failure& failure, std::span<const std::uint32_t> gpus) {
    const CaseRun start = failure.run < runs.size() ? runs[failure.run] : CaseRun{};
    return Reduction(failure, gpus).run(subject, start);
}

} // namespace jacquard::fuzz
