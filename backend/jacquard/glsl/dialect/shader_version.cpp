#include <jacquard/glsl/dialect/shader_version.h>
#include <jacquard/support/text/listed.h>
#include <jacquard/support/text/near_name.h>

#include <algorithm>
#include <charconv>
#include <string>
#include <vector>

namespace jacquard::driver::glsl {

namespace {

const Version* find_version(std::uint32_t number, bool is_es) {
    const auto found = std::find_if(kVersions.begin(), kVersions.end(), [&](const Version& each) {
        return each.number == number && each.is_es == is_es;
    });
    return found == kVersions.end() ? nullptr : &*found;
}

std::vector<std::string> numbers_of(bool is_es) {
    std::vector<std::string> numbers;
    for (const Version& each : kVersions) {
        if (each.is_es == is_es) {
            numbers.push_back(std::to_string(each.number));
        }
    }
    return numbers;
}

void report_unknown(std::string_view written, SourcePosition position, Diagnostics& diagnostics) {
    std::vector<std::string> all = numbers_of(false);
    const std::string desktop = listed(all, " and ");
    const std::vector<std::string> es = numbers_of(true);
    all.insert(all.end(), es.begin(), es.end());
    const std::vector<std::string_view> views(all.begin(), all.end());
    suggest_name(diagnostics.error("G106", position,
                                   "there is no version '" + std::string(written) +
                                       "' of GLSL; there are " + desktop + ", and of GLSL ES " +
                                       listed(es, " and ")),
                 written, views);
}

bool has_precisions(const Pieces& pieces) {
    return std::any_of(pieces.pieces.begin(), pieces.pieces.end(), [](const Piece& piece) {
        return std::any_of(kKeywords.begin(), kKeywords.end(), [&](const Keyword& keyword) {
            return keyword.is_precision && piece.is(keyword.word);
        });
    });
}

const Version* find_written(const Pieces& pieces, std::size_t directive, bool& is_compatible,
                            Diagnostics& diagnostics) {
    const std::size_t at = pieces.after(pieces.after(directive));
    if (at == pieces.pieces.size()) {
        diagnostics.error("G106", pieces.pieces[directive].written.position,
                          "a number is expected after #version, as 310 es or 450");
        return nullptr;
    }
    const std::string_view digits = pieces.pieces[at].written.text;
    const SourcePosition position = pieces.pieces[at].written.position;
    std::uint32_t number = 0;
    const auto [end, fault] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    const bool is_number = fault == std::errc() && end == digits.data() + digits.size();
    if (!is_number ||
        (find_version(number, false) == nullptr && find_version(number, true) == nullptr)) {
        report_unknown(digits, position, diagnostics);
        return nullptr;
    }
    const std::size_t behind = pieces.after(at);
    const std::string_view profile =
        behind != pieces.pieces.size() ? pieces.pieces[behind].written.text : std::string_view();
    const SourcePosition place =
        behind != pieces.pieces.size() ? pieces.pieces[behind].written.position : position;
    constexpr std::string_view kProfiles[] = {"core", "compatibility", "es"};
    if (!profile.empty() &&
        std::find(std::begin(kProfiles), std::end(kProfiles), profile) == std::end(kProfiles)) {
        suggest_name(diagnostics.error("G106", place,
                                       "there is no profile '" + std::string(profile) +
                                           "'; there are core, compatibility and es"),
                     profile, kProfiles);
        return nullptr;
    }
    is_compatible = profile == "compatibility";
    // The first version of GLSL ES has no profile in its directive.
    const bool is_es = profile == "es" || find_version(number, false) == nullptr;
    const Version* version = find_version(number, is_es);
    if (version == nullptr) {
        diagnostics.error("G106", place,
                          "version " + std::to_string(number) + " is not of GLSL ES, which has " +
                              listed(numbers_of(true), " and "));
        return nullptr;
    }
    const bool needs_word = is_es && number >= 300;
    if (needs_word && profile.empty()) {
        diagnostics.error("G106", position,
                          "version " + std::to_string(number) +
                              " is of GLSL ES, and must have 'es' after it");
        return nullptr;
    }
    if (is_es && number < 300 && profile == "es") {
        diagnostics.error("G106", place,
                          "version " + std::to_string(number) +
                              " is always of GLSL ES, and must have nothing after it");
        return nullptr;
    }
    if (!profile.empty() && profile != "es" && (is_es || number < 150)) {
        diagnostics.error("G106", place, "version " + std::to_string(number) + " has no profiles");
        return nullptr;
    }
    return version;
}

} // namespace

bool ShaderVersion::has(const OldName& name) const {
    if (version->is_es) {
        return version->number < name.es_end;
    }
    return name.desktop_end != kNotThere && (is_compatible || version->number < name.desktop_end);
}

bool ShaderVersion::is_before(const Word& word) const {
    const std::uint32_t start = version->is_es ? word.es_start : word.desktop_start;
    return version->number < start;
}

ShaderVersion version_of(const Pieces& pieces, Diagnostics& diagnostics) {
    ShaderVersion found;
    for (std::size_t at = 0; at < pieces.pieces.size(); ++at) {
        if (pieces.pieces[at].file == 0 && is_directive(pieces, at, "version")) {
            found.begin = at;
            found.end = end_of_directive(pieces, at);
            found.version = find_written(pieces, at, found.is_compatible, diagnostics);
            return found;
        }
    }
    found.version = has_precisions(pieces) ? find_version(100, true) : find_version(110, false);
    return found;
}

} // namespace jacquard::driver::glsl
