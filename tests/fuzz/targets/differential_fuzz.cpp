// The generator's choices from a fuzzer: whatever shader they make, the words that each revision
// gets for it compute what the interpreter does, or the backend says what it does not support.

#include "differential/campaign.h"
#include "differential/comparison.h"
#include "differential/random_subject.h"

#include <cstdio>
#include <cstdlib>

using namespace jacquard;
using namespace jacquard::fuzz;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Comparison comparison(tried_parts());
    static const Ingredients ingredients(comparison.gpus());
    nir::Choices choices(std::span(data, size));
    SubjectOptions options;
    options.size = 30;
    options.language =
        choices.one_in(2) ? driver::SourceLanguage::nir : driver::SourceLanguage::tgsi;
    RandomSubject made = random_subject(choices, ingredients, options);
    Coverage coverage;
    const std::optional<Failure> failure =
        comparison.check(made.subject, made.loaded, made.runs, coverage);
    if (failure) {
        std::fprintf(stderr, "%s code: %s\n%s\n", made.subject.precise ? "precise" : "fast",
                     failure->to_string().c_str(), made.subject.text.c_str());
        std::abort();
    }
    return 0;
}
