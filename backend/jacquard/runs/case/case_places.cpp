// The lines of case files that only cases of modules have: which entry point runs, with which
// specialisation constants, and resources by the place where descriptors have them.

#include <jacquard/generated/nir/enums.h>
#include <jacquard/runs/case/case_parser.h>
#include <jacquard/support/hex.h>
#include <jacquard/support/text/near_name.h>

#include <algorithm>
#include <array>

namespace jacquard::driver {

namespace {

constexpr std::array<std::string_view, 3> kHeadings = {"entry", "stage", "spec"};

bool is_descriptor_number(std::string_view text) {
    const auto number = parse_number<unsigned>(text);
    return number && *number < kMaxCaseDescriptor && std::to_string(*number) == text;
}

// Returns true if a word is `set.binding` or `set.binding[element]`.
bool is_place(std::string_view word) {
    const std::size_t dot = word.find('.');
    if (dot == std::string_view::npos || !is_descriptor_number(word.substr(0, dot))) {
        return false;
    }
    const std::string_view rest = word.substr(dot + 1);
    const std::size_t bracket = rest.find('[');
    if (bracket == std::string_view::npos) {
        return is_descriptor_number(rest);
    }
    return rest.ends_with(']') && is_descriptor_number(rest.substr(0, bracket)) &&
           is_descriptor_number(rest.substr(bracket + 1, rest.size() - bracket - 2));
}

} // namespace

bool is_of_module(const CaseFile& file) {
    return !file.entry.empty() || file.stage || !file.specialisations.empty() ||
           !file.places.empty();
}

bool CaseParser::is_heading(std::string_view keyword) {
    return std::find(kHeadings.begin(), kHeadings.end(), keyword) != kHeadings.end();
}

void CaseParser::parse_heading(CaseLine& line, const CaseWord& keyword) {
    if (!file_.runs.empty()) {
        diagnostics_->error("C117", keyword.position,
                            '\'' + std::string(keyword.text) +
                                "' holds for all runs and comes before the first 'run'");
        return;
    }
    if (keyword.text == "spec") {
        parse_specialisation(line);
        return;
    }
    const CaseWord name = line.next();
    if (name.text.empty()) {
        line.fail("C103", name, "expected a name");
    } else if (keyword.text == "entry") {
        file_.entry = name.text;
        line.end_of_line();
    } else if (const auto stage = nir::find_number(nir::kStageWords, name.text)) {
        file_.stage = static_cast<nir::Stage>(*stage);
        line.end_of_line();
    } else {
        std::vector<std::string_view> known;
        for (const nir::EnumWord& each : nir::kStageWords) {
            known.push_back(each.word);
        }
        known_word(name, known, "a stage");
    }
}

void CaseParser::parse_specialisation(CaseLine& line) {
    const CaseWord place = line.next();
    const auto id = parse_number<std::uint32_t>(place.text);
    if (!id) {
        line.fail("C104", place, "expected the number of a specialisation constant");
        return;
    }
    const std::optional<std::uint32_t> low = line.hex_word();
    const std::optional<std::uint32_t> high =
        !low || line.at_end() ? std::optional<std::uint32_t>(0) : line.hex_word();
    if (!low || !high || !line.end_of_line()) {
        return;
    }
    if (file_.specialisations.size() == kMaxCaseSpecialisations) {
        line.fail("C111", place,
                  "a case sets at most " + std::to_string(kMaxCaseSpecialisations) +
                      " specialisation constants");
        return;
    }
    file_.specialisations.push_back({*id, std::uint64_t{*high} << 32 | *low});
}

std::optional<unsigned> CaseParser::resource(CaseLine& line, std::string_view what,
                                             unsigned limit) {
    CaseLine ahead = line;
    const CaseWord word = ahead.next();
    const bool names_place = is_place(word.text);
    if (!names_place && !parse_number<unsigned>(word.text)) {
        line.fail("C104", line.next(),
                  "expected " + std::string(what) + ", a number below " + std::to_string(limit) +
                      ", or the place of a module's resource, SET.BINDING");
        return std::nullopt;
    }
    if (!name_alike(line, word, names_place)) {
        return std::nullopt;
    }
    return names_place ? number_of_place(line, line.next()) : line.number(what, limit);
}

bool CaseParser::name_alike(CaseLine& line, const CaseWord& word, bool is_place) {
    if (names_places_.value_or(is_place) != is_place) {
        return line.fail(
            "C118", word,
            std::string("a case names its resources all by ") +
                (is_place ? "number, as it did before" : "SET.BINDING, as it did before"));
    }
    names_places_ = is_place;
    return true;
}

std::optional<unsigned> CaseParser::number_of_place(CaseLine& line, const CaseWord& place) {
    const auto known = std::find(file_.places.begin(), file_.places.end(), place.text);
    if (known != file_.places.end()) {
        return static_cast<unsigned>(known - file_.places.begin());
    }
    if (file_.places.size() == kMaxCasePlaces) {
        line.fail("C111", place,
                  "a case has at most " + std::to_string(kMaxCasePlaces) + " places of resources");
        return std::nullopt;
    }
    file_.places.emplace_back(place.text);
    return static_cast<unsigned>(file_.places.size() - 1);
}

void CaseParser::parse_sampler(CaseLine& line, const CaseWord& keyword, CaseRun& run) {
    const std::optional<unsigned> number = resource(line, "a number", kMaxCaseTextures);
    CaseSampler made{number.value_or(0), {}};
    while (number && !line.at_end()) {
        const CaseWord key = line.next();
        if (!parse_sampler_word(line, key, made.state, {})) {
            return;
        }
    }
    if (!number || !take(sizeof made, keyword.position)) {
        return;
    }
    state_bytes_ += sizeof made;
    const auto old =
        std::find_if(run.samplers.begin(), run.samplers.end(),
                     [&](const CaseSampler& sampler) { return sampler.number == made.number; });
    if (old != run.samplers.end()) {
        *old = made;
    } else {
        run.samplers.push_back(made);
    }
}

} // namespace jacquard::driver
