#include "catch.h"
#include "litmus.h"

using namespace jacquard::litmus;

namespace {

constexpr std::uint64_t kSchedules = 300;
constexpr std::array<std::uint32_t, 3> kGpus = {0, 630, 730};

std::string describe(const Litmus& litmus, const Variant& variant, std::uint32_t gpu) {
    return litmus.name + ", " + std::string(name_of(variant.memory)) + ", " +
           std::string(name_of(variant.threads)) + ", " +
           (gpu == 0 ? std::string("nir") : std::to_string(gpu)) + '\n';
}

std::string text_of(const Outcomes& outcomes) {
    std::string text;
    for (const auto& [outcome, count] : outcomes) {
        text += std::to_string(count) + ": " + outcome + '\n';
    }
    return text;
}

// The outcomes of a test that are not there. Those of groups and waves are its own each.
std::string missing_of(const std::set<std::string>& wanted, const Outcomes& outcomes) {
    std::string text;
    for (const std::string& outcome : wanted) {
        if (!outcomes.contains(outcome)) {
            text += outcome + '\n';
        }
    }
    return text;
}

template <typename Check>
void for_each_variant(bool has_fences, Check&& check) {
    for (const LitmusFile& file : read_texts(JACQUARD_LITMUS_TEXTS)) {
        INFO(file.name << ": " << file.error);
        REQUIRE(file.error.empty());
        for (const Variant& variant : variants_of(file.litmus, has_fences)) {
            check(file.litmus, variant);
        }
    }
}

} // namespace

TEST_CASE("litmus: nothing comes of a test that is not allowed, and all that must be seen is") {
    for_each_variant(true, [](const Litmus& litmus, const Variant& variant) {
        for (const std::uint32_t gpu : kGpus) {
            const Outcomes outcomes = run_litmus(litmus, variant, {gpu, true}, 0, kSchedules);
            INFO(describe(litmus, variant, gpu) << text_of(outcomes));
            CHECK(forbidden_of(litmus, outcomes) == "");
            CHECK(missing_of(litmus.seen, outcomes) == "");
        }
    });
}

TEST_CASE("litmus: without its fences each test comes to what it forbids") {
    for_each_variant(false, [](const Litmus& litmus, const Variant& variant) {
        for (const std::uint32_t gpu : kGpus) {
            if (litmus.has_fences) {
                const Outcomes outcomes = run_litmus(litmus, variant, {gpu, true}, 0, kSchedules);
                INFO(describe(litmus, variant, gpu) << text_of(outcomes));
                CHECK(missing_of(litmus.unfenced, outcomes) == "");
            }
        }
    });
}

TEST_CASE("litmus: where the compiler drops fences each test comes to what it forbids") {
    for_each_variant(true, [](const Litmus& litmus, const Variant& variant) {
        for (const std::uint32_t gpu : kGpus) {
            // The initial values of shared memory depend on fences, too, so it is left out.
            if (litmus.has_fences && variant.memory != Memory::shared) {
                const Outcomes outcomes = run_litmus(litmus, variant, {gpu, false}, 0, kSchedules);
                INFO(describe(litmus, variant, gpu) << text_of(outcomes));
                CHECK(missing_of(litmus.unfenced, outcomes) == "");
            }
        }
    });
}

TEST_CASE("litmus: a seed gives the same outcome again") {
    const LitmusFile file = read_texts(JACQUARD_LITMUS_TEXTS).front();
    const Variant variant{file.litmus.memories.front(), file.litmus.kinds.front(), true};
    for (const std::uint32_t gpu : kGpus) {
        for (std::uint64_t seed = 0; seed < 20; ++seed) {
            CHECK(run_litmus(file.litmus, variant, {gpu, true}, seed, 1) ==
                  run_litmus(file.litmus, variant, {gpu, true}, seed, 1));
        }
    }
}
