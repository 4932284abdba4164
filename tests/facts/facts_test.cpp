// Every fact of every instruction at every stage, against the claims of defs/nir/facts.yaml.
#include <jacquard/generated/nir/facts.h>
#include <jacquard/nir/analysis/instruction_equality.h>
#include <jacquard/nir/binary/deserialise.h>
#include <jacquard/nir/binary/serialise.h>
#include <jacquard/nir/build/clone.h>
#include <jacquard/nir/text/parse/parser.h>
#include <jacquard/nir/text/print/printer.h>

#include "catch.h"
#include "intrinsic_forms.h"
#include "stage_answers.h"
#include "texture_forms.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <functional>
#include <iostream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

using namespace jacquard;
using namespace jacquard::facts;

namespace {

// So many ways to write an instruction are tried, and more while a claim on it is not yet shown.
constexpr unsigned kLeastForms = 8;
constexpr unsigned kMostForms = 64;
// The number of pairs of instructions and facts; a new index, flag or source adds its own.
constexpr std::size_t kNumRows = 1735;
// Rows of differences.txt.
constexpr std::size_t kNumDifferences = 99;
// An instruction that a stage refuses in so many ways is one that it does not take.
constexpr unsigned kMostRefusals = 200;

// The ways to write each instruction, one instruction after another: all at once they are too many.
void for_all_instructions(const std::function<void(const std::vector<Subject>&)>& look) {
    for (std::size_t i = 0; i < nir::kNumTextureOps; ++i) {
        look(texture_subjects(static_cast<nir::TextureOp>(i)));
    }
    for (std::size_t i = 0; i < nir::kNumIntrinsics; ++i) {
        look(intrinsic_subjects(static_cast<nir::IntrinsicOp>(i)));
    }
}

const nir::FactClaim* claim_of(const std::string& fact, const std::string& instruction) {
    const nir::FactClaim* general = nullptr;
    for (const nir::FactClaim& claim : nir::kFactClaims) {
        if (claim.fact == fact && claim.on == instruction) {
            return &claim;
        }
        if (claim.fact == fact && claim.on.empty()) {
            general = &claim;
        }
    }
    return general;
}

// The observations of a fact of an instruction at a stage, over all forms and values.
struct Seen {
    unsigned same = 0;
    unsigned different = 0;
    unsigned refused = 0;
};

using Row = std::pair<std::string, std::string>; // the instruction and the fact

// A stage, and whether it can be seen to treat each fact as claimed.
class StageLook {
  public:
    using Stage = Answer (*)(const nir::Shader& shader);
    using Claim = nir::FactUse nir::FactClaim::*;

    StageLook(std::string name, Stage stage, Claim claim)
        : name_(std::move(name)), stage_(stage), claim_(claim) {}

    void look_at(const std::vector<Subject>& subjects) {
        // A stage that drops an instruction it does not know shows nothing of it.
        unsigned forms = 0;
        unsigned refused = 0;
        for (const Subject& subject : subjects) {
            if (forms == kMostForms || refused == kMostRefusals ||
                (forms >= kLeastForms && is_shown(subject.name))) {
                break;
            }
            if (subject.is_unused && forms == 0) {
                continue;
            }
            const Form plain = subject.plain();
            if (plain.subject == nullptr) {
                continue;
            }
            const Answer answer = stage_(*plain.shader);
            check_no_failure(subject, "", answer);
            if (answer.kind == Answer::Kind::given) {
                ++forms;
                look_at(subject, answer);
            } else {
                ++refused;
            }
        }
        num_refused_instructions_ += forms == 0 ? 1U : 0U;
    }

    // The rows that are not as claimed, one a line.
    [[nodiscard]] std::string disagreements() const {
        std::string text = failures_;
        std::set<const nir::FactClaim*> shown;
        for (const auto& [row, seen] : rows_) {
            const nir::FactClaim* claim = claim_of(row.second, row.first);
            if (claim == nullptr) {
                text += name_ + ": " + row.first + " " + row.second + " is not claimed\n";
                continue;
            }
            const std::string_view fault = fault_of(claim->*claim_, seen);
            if (fault.empty()) {
                shown.insert(claim);
            } else {
                text +=
                    name_ + ": " + row.first + " " + row.second + " " + std::string(fault) + "\n";
            }
        }
        for (const nir::FactClaim& claim : nir::kFactClaims) {
            if (needs_showing(claim) && shown.count(&claim) == 0) {
                text += name_ + ": no instruction shows the claim on " + std::string(claim.fact) +
                        " " + std::string(claim.on) + "\n";
            }
        }
        return text;
    }
    [[nodiscard]] std::size_t num_rows() const { return rows_.size(); }
    [[nodiscard]] std::size_t num_refused_instructions() const { return num_refused_instructions_; }

  private:
    void look_at(const Subject& subject, const Answer& plain) {
        for (const Variation& variation : subject.variations()) {
            const Form other = variation.make();
            if (other.subject == nullptr) {
                continue;
            }
            const Answer answer = stage_(*other.shader);
            check_no_failure(subject, variation.fact + " " + variation.value, answer);
            Seen& seen = rows_[{subject.name, variation.fact}];
            seen.refused += answer.kind == Answer::Kind::refused ? 1U : 0U;
            seen.different +=
                answer.kind == Answer::Kind::given && answer.text != plain.text ? 1U : 0U;
            seen.same += answer == plain ? 1U : 0U;
        }
    }

    // Returns true if a claim is that something is done. An exception that is made for another
    // stage says here what the claim on all other instructions says, which they show.
    [[nodiscard]] bool needs_showing(const nir::FactClaim& claim) const {
        const nir::FactUse use = claim.*claim_;
        const nir::FactClaim* general = claim_of(std::string(claim.fact), "");
        const bool is_own = claim.on.empty() || general == nullptr || general->*claim_ != use;
        return is_own && (use == nir::FactUse::read || use == nir::FactUse::refused);
    }

    // Returns true if all facts of the instruction were seen to be what is claimed.
    [[nodiscard]] bool is_shown(const std::string& instruction) const {
        return std::all_of(rows_.lower_bound({instruction, ""}), rows_.end(), [&](const auto& row) {
            const auto& [name, seen] = row;
            const nir::FactClaim* claim =
                name.first == instruction ? claim_of(name.second, name.first) : nullptr;
            return claim == nullptr || fault_of(claim->*claim_, seen).empty();
        });
    }

    void check_no_failure(const Subject& subject, const std::string& what, const Answer& answer) {
        if (answer.kind == Answer::Kind::failed) {
            failures_ += name_ + ": " + subject.name + " (" + subject.form + ") " + what + ": " +
                         answer.text + "\n";
        }
    }

    static std::string_view fault_of(nir::FactUse use, const Seen& seen) {
        const bool matters = seen.different + seen.refused != 0;
        switch (use) {
        case nir::FactUse::read:
            return matters ? "" : "is read nowhere, though it is claimed to be";
        case nir::FactUse::refused:
            return seen.same + seen.different == 0 ? ""
                                                   : "is not refused, though it is claimed to be";
        case nir::FactUse::ignored: return matters ? "is claimed to be ignored, but is not" : "";
        case nir::FactUse::absent: return "is claimed to be on no instruction that is taken";
        }
        return "";
    }

    std::string name_;
    Stage stage_;
    Claim claim_;
    std::map<Row, Seen> rows_;
    std::string failures_;
    std::size_t num_refused_instructions_ = 0;
};

template <std::uint32_t gpu>
Answer machine(const nir::Shader& shader) {
    return compiled(shader, gpu);
}

// Returns the known differences from the claims of the table: each row below the reason of its
// group.
std::set<std::string> listed_differences() {
    std::ifstream file(JACQUARD_SOURCE_DIR "/tests/facts/differences.txt");
    REQUIRE(file);
    std::set<std::string> lines;
    bool has_reason = false;
    for (std::string line; std::getline(file, line);) {
        if (line.empty()) {
            has_reason = false;
        } else if (line[0] == '#') {
            has_reason = true;
        } else {
            INFO(line);
            CHECK(has_reason);
            lines.insert(line);
        }
    }
    return lines;
}

} // namespace

TEST_CASE("text, bytes, copies and comparisons hold every fact of every instruction", "[slow]") {
    std::set<Row> rows;
    for_all_instructions([&](const std::vector<Subject>& subjects) {
        for (const Subject& subject : subjects) {
            const Form plain = subject.plain();
            if (plain.subject == nullptr) {
                continue;
            }
            const std::string plain_text = nir::print(*plain.shader);
            const std::vector<std::uint8_t> plain_bytes = nir::serialise(*plain.shader);
            for (const Variation& variation : subject.variations()) {
                const Form other = variation.make();
                if (other.subject == nullptr) {
                    continue;
                }
                INFO(subject.name << " (" << subject.form << ") " << variation.fact << " "
                                  << variation.value);
                const std::string text = nir::print(*other.shader);
                const std::vector<std::uint8_t> bytes = nir::serialise(*other.shader);
                const bool is_new = rows.insert({subject.name, variation.fact}).second;
                if (text == plain_text || bytes == plain_bytes) {
                    FAIL_CHECK("it is not told apart");
                }
                if (!is_new) {
                    continue;
                }
                Diagnostics diagnostics("form", text);
                const auto read = nir::parse(text, diagnostics);
                CHECK(read != nullptr);
                CHECK((read == nullptr || nir::print(*read) == text));
                const auto taken = nir::deserialise(bytes, diagnostics);
                CHECK(taken != nullptr);
                CHECK((taken == nullptr || nir::print(*taken) == text));
                CHECK(nir::print(*nir::clone(*other.shader)) == text);
                if (other.subject->def() != nullptr) {
                    nir::CloneMap map;
                    const nir::Instruction* copy = nir::clone(*other.shader, *other.subject, map);
                    CHECK(nir::computes_equal(*other.subject, *copy));
                }
            }
            break; // one form of each instruction shows it
        }
    });
    CHECK(rows.size() == kNumRows);
}

TEST_CASE("the interpreter and machine code do with every fact what the table claims", "[slow]") {
    std::vector<StageLook> stages = {
        {"interpreter", interpreted, &nir::FactClaim::interpreter},
        {"630", machine<630>, &nir::FactClaim::machine},
        {"730", machine<730>, &nir::FactClaim::machine},
    };
    for_all_instructions([&](const std::vector<Subject>& subjects) {
        for (StageLook& stage : stages) {
            stage.look_at(subjects);
        }
    });
    std::set<std::string> differences;
    for (const StageLook& stage : stages) {
        std::istringstream lines(stage.disagreements());
        for (std::string line; std::getline(lines, line);) {
            line.erase(line.find_last_not_of(' ') + 1);
            differences.insert(line);
        }
        std::cout << stage.num_rows() << " rows, " << stage.num_refused_instructions()
                  << " instructions refused\n";
    }
    const std::set<std::string> listed = listed_differences();
    CHECK(listed.size() == kNumDifferences);
    for (const std::string& line : differences) {
        if (listed.count(line) == 0) {
            FAIL_CHECK(line);
        }
    }
    for (const std::string& line : listed) {
        if (differences.count(line) == 0) {
            FAIL_CHECK("listed, and no difference any more: " << line);
        }
    }
}
