#include <jacquard/explain/explain.h>
#include <jacquard/generated/advice/explanations.h>
#include <jacquard/generated/errors/explanations.h>
#include <jacquard/generated/ir3/explanations.h>
#include <jacquard/generated/nir/explanations.h>
#include <jacquard/generated/nir/spellings.h>
#include <jacquard/generated/pipelines/explanations.h>
#include <jacquard/generated/spirv/explanations.h>
#include <jacquard/generated/tgsi/explanations.h>
#include <jacquard/support/text/near_name.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

namespace jacquard::driver {

namespace {

struct Language {
    std::string_view prefix; // with its colon
    std::span<const Explanation> (*table)();
    bool upper_case; // names are found in any letter case
};

constexpr std::array<Language, 7> kLanguages = {{
    {"tgsi:", tgsi::explanations, true},
    {"spirv:", spirv::explanations, false},
    {"nir:", nir::explanations, false},
    {"ir3:", ir3::explanations, false},
    {"pipelines:", pipelines::explanations, false},
    {"advice:", jacquard::advice::explanations, false},
    {"errors:", errors::explanations, true},
}};

// The name as it is spelt here, with its language.
std::string spelt_here(std::string_view name) {
    for (const std::string_view prefix : nir::kNamePrefixes) {
        if (name.starts_with(prefix)) {
            return "nir:" + std::string(name.substr(prefix.size()));
        }
    }
    return std::string(name);
}

const Language* language_of(std::string_view name) {
    for (const Language& language : kLanguages) {
        if (name.starts_with(language.prefix)) {
            return &language;
        }
    }
    return nullptr;
}

char upper(char letter) {
    return static_cast<char>(std::toupper(static_cast<unsigned char>(letter)));
}

bool has_part(std::string_view name, std::string_view part) {
    return std::search(name.begin(), name.end(), part.begin(), part.end(),
                       [](char a, char b) { return upper(a) == upper(b); }) != name.end();
}

const Explanation* find(const Language& language, std::string_view name) {
    std::string wanted(name);
    if (language.upper_case) {
        for (char& c : wanted) {
            c = upper(c);
        }
    }
    return find_explanation(language.table(), wanted);
}

// A name as somebody wrote it, or a part of one: in which language, or in all of them.
class AskedName {
  public:
    explicit AskedName(std::string_view written)
        : name_(spelt_here(written)), only_(language_of(name_)) {}

    [[nodiscard]] std::string_view bare() const {
        return std::string_view(name_).substr(only_ != nullptr ? only_->prefix.size() : 0);
    }
    [[nodiscard]] bool may_be_in(const Language& language) const {
        return only_ == nullptr || only_ == &language;
    }

  private:
    std::string name_;
    const Language* only_;
};

ExplainedName explained(const Language& language, const Explanation& row) {
    return {language.prefix.substr(0, language.prefix.size() - 1), row.name, row.text};
}

} // namespace

std::vector<ExplainedName> explanations_of(std::string_view written) {
    const AskedName asked(written);
    std::vector<ExplainedName> result;
    for (const Language& language : kLanguages) {
        const Explanation* found =
            asked.may_be_in(language) ? find(language, asked.bare()) : nullptr;
        if (found != nullptr) {
            result.push_back(explained(language, *found));
        }
    }
    return result;
}

std::vector<ExplainedName> explanations_with(std::string_view part) {
    const AskedName asked(part);
    std::vector<ExplainedName> result;
    for (const Language& language : kLanguages) {
        for (const Explanation& each : language.table()) {
            if (asked.may_be_in(language) && has_part(each.name, asked.bare())) {
                result.push_back(explained(language, each));
            }
        }
    }
    return result;
}

std::string explain(std::string_view name) {
    std::string text;
    for (const ExplainedName& found : explanations_of(name)) {
        text += text.empty() ? "" : "\n";
        text += found.text;
    }
    return text;
}

std::string explain_suggestion(std::string_view written) {
    const AskedName asked(written);
    std::string text;
    for (const Language& language : kLanguages) {
        if (!asked.may_be_in(language)) {
            continue;
        }
        std::vector<std::string_view> names;
        for (const Explanation& row : language.table()) {
            names.push_back(row.name);
        }
        if (const std::string_view near = near_name(asked.bare(), names); !near.empty()) {
            text += text.empty() ? ", did you mean '" : " or '";
            text += std::string(language.prefix) + std::string(near) + '\'';
        }
    }
    return text.empty() ? text : text + '?';
}

} // namespace jacquard::driver
