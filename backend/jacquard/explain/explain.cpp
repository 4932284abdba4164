#include <jacquard/explain/explain.h>
#include <jacquard/generated/errors/explanations.h>
#include <jacquard/generated/ir3/explanations.h>
#include <jacquard/generated/nir/explanations.h>
#include <jacquard/generated/nir/spellings.h>
#include <jacquard/generated/pipelines/explanations.h>
#include <jacquard/generated/spirv/explanations.h>
#include <jacquard/generated/tgsi/explanations.h>
#include <jacquard/support/text/near_name.h>

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

constexpr std::array<Language, 6> kLanguages = {{
    {"tgsi:", tgsi::explanations, true},
    {"spirv:", spirv::explanations, false},
    {"nir:", nir::explanations, false},
    {"ir3:", ir3::explanations, false},
    {"pipelines:", pipelines::explanations, false},
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

const Explanation* find(const Language& language, std::string_view name) {
    std::string wanted(name);
    if (language.upper_case) {
        for (char& c : wanted) {
            c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
        }
    }
    return find_explanation(language.table(), wanted);
}

} // namespace

std::vector<ExplainedName> explanations_of(std::string_view written) {
    const std::string name = spelt_here(written);
    const Language* only = language_of(name);
    const std::string_view bare =
        std::string_view(name).substr(only != nullptr ? only->prefix.size() : 0);
    std::vector<ExplainedName> result;
    for (const Language& language : kLanguages) {
        if (only != nullptr && only != &language) {
            continue;
        }
        if (const Explanation* found = find(language, bare)) {
            const std::string_view prefix = language.prefix;
            result.push_back({prefix.substr(0, prefix.size() - 1), found->name, found->text});
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
    const std::string name = spelt_here(written);
    const Language* only = language_of(name);
    const std::string_view bare =
        std::string_view(name).substr(only != nullptr ? only->prefix.size() : 0);
    std::string text;
    for (const Language& language : kLanguages) {
        if (only != nullptr && only != &language) {
            continue;
        }
        std::vector<std::string_view> names;
        for (const Explanation& row : language.table()) {
            names.push_back(row.name);
        }
        if (const std::string_view near = near_name(bare, names); !near.empty()) {
            text += text.empty() ? ", did you mean '" : " or '";
            text += std::string(language.prefix) + std::string(near) + '\'';
        }
    }
    return text.empty() ? text : text + '?';
}

} // namespace jacquard::driver
