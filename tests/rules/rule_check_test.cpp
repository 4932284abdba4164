// Every rewrite rule and every lowering, at every choice of widths: what it makes computes what it
// found. Lowerings of truths in another form are tried with the passes that they belong to.
#include <jacquard/generated/nir/lowerings.h>
#include <jacquard/generated/nir/places.h>

#include "catch.h"
#include "rule_checker.h"

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string>
#include <string_view>

using namespace rule_checker;

namespace {

Effort effort_wanted() {
    Effort effort;
    // A longer campaign: JACQUARD_RULE_TRIES=1000000 tests/rules/jacquard_rules_tests
    if (const char* given = std::getenv("JACQUARD_RULE_TRIES")) {
        const auto tries = static_cast<unsigned>(std::strtoul(given, nullptr, 10));
        effort.exhaustive_bits = tries > effort.tries ? 24 : effort.exhaustive_bits;
        effort.tries = tries;
    }
    return effort;
}

// JACQUARD_RULES=imidpoint tries those alone that have this in their names.
bool is_wanted(std::string_view name) {
    const char* part = std::getenv("JACQUARD_RULES");
    return part == nullptr || name.find(part) != std::string_view::npos;
}

std::string widths_text(const Rule& rule, const Widths& widths) {
    std::string text;
    for (unsigned i = 0; i < rule.num_classes; ++i) {
        text += (i == 0 ? "" : ", ") + std::to_string(widths[i]);
    }
    return text;
}

// Every fourth rule, so that several processors can share the work.
void check_rules(std::size_t part) {
    const Effort effort = effort_wanted();
    unsigned exhausted = 0;
    unsigned sampled = 0;
    unsigned untried = 0;
    for (std::size_t i = part; i < kNumRules - kNumPatterns; i += 4) {
        if (kRules[i].is(RuleFlag::of_truths) || !is_wanted(kRuleTexts[i].name)) {
            continue;
        }
        bool tried = false;
        for (const Widths& widths : all_widths(kRules[i])) {
            Subject subject(kRules[i], kRuleTexts[i], widths);
            const Verdict verdict = subject.check(effort);
            exhausted += verdict.outcome == Outcome::exhausted ? 1 : 0;
            sampled += verdict.outcome == Outcome::sampled ? 1 : 0;
            tried |= verdict.outcome != Outcome::never_tried;
            if (verdict.outcome == Outcome::wrong) {
                FAIL_CHECK(place(kRuleTexts[i].place)
                           << ": rule '" << kRuleTexts[i].name.view() << "' is wrong at widths "
                           << widths_text(kRules[i], widths) << ": " << verdict.counterexample);
                break;
            }
        }
        if (!tried) {
            ++untried;
            FAIL_CHECK(place(kRuleTexts[i].place) << ": nothing was found to try rule '"
                                                  << kRuleTexts[i].name.view() << "' with");
        }
    }
    CHECK(untried == 0);
    std::cout << "of " << kNumWrittenRules << " rules, " << kNumRewrites
              << " with the members of families, and " << kNumLowerings
              << " lowerings, one in four: " << exhausted + sampled << " with their widths, "
              << exhausted << " tried with every value, " << sampled
              << " with edge and random values\n";
}

} // namespace

TEST_CASE("both sides of every rule compute the same, at every width: first quarter", "[slow]") {
    check_rules(0);
}
TEST_CASE("both sides of every rule compute the same, at every width: second quarter", "[slow]") {
    check_rules(1);
}
TEST_CASE("both sides of every rule compute the same, at every width: third quarter", "[slow]") {
    check_rules(2);
}
TEST_CASE("both sides of every rule compute the same, at every width: last quarter", "[slow]") {
    check_rules(3);
}

TEST_CASE("both sides of every rule: some have the name that is asked for") {
    CHECK(std::any_of(kRuleTexts, kRuleTexts + kNumRules,
                      [](const RuleText& text) { return is_wanted(text.name); }));
}

TEST_CASE("a wrong rule is found, with the operands that show it") {
    const auto found = std::find_if(kRuleTexts, kRuleTexts + kNumRules, [](const RuleText& text) {
        return text.name == "select_by_true";
    });
    REQUIRE(found != kRuleTexts + kNumRules);
    Rule wrong = kRules[static_cast<std::size_t>(found - kRuleTexts)];
    REQUIRE(wrong.result.kind == RuleValueKind::name);
    wrong.result.index = wrong.result.index == 1 ? 2 : 1; // the value that is not chosen
    Subject subject(wrong, *found, all_widths(wrong).back());
    const Verdict verdict = subject.check({});
    CHECK(verdict.outcome == Outcome::wrong);
    CHECK(verdict.counterexample.find("found 0x") != std::string::npos);
}
