#include <jacquard/explain/explain_part.h>
#include <jacquard/generated/ir3/errata.h>
#include <jacquard/generated/ir3/machine_list.h>
#include <jacquard/generated/ir3/parts.h>
#include <jacquard/support/hex.h>
#include <jacquard/support/json/json.h>

#include <algorithm>
#include <vector>

namespace jacquard::driver {

namespace {

using ir3::MachineFactInfo;
using ir3::MachineFacts;
using ir3::PartInfo;

constexpr std::size_t kLine = 100;
constexpr unsigned kShortChip = 8; // digits of a chip id without fuses
constexpr unsigned kLongChip = 12;

std::string chip_text(std::uint64_t chip) {
    return "0x" + hex(chip, chip >> 32 == 0 ? kShortChip : kLongChip);
}

// Words with commas, in lines that begin with blanks.
std::string filled_lines(const std::vector<std::string>& words, std::string_view indent) {
    std::string text;
    std::size_t column = kLine;
    for (const std::string& word : words) {
        const bool starts = column + word.size() + 2 > kLine;
        text += (text.empty() ? "" : starts ? ",\n" : ", ");
        text += (starts ? std::string(indent) : "") + word;
        column = (starts ? indent.size() : column + 2) + word.size();
    }
    return text.empty() ? text : text + '\n';
}

std::vector<std::string> chips_of(const PartInfo& part) {
    std::vector<std::string> chips;
    std::transform(part.chips.begin(), part.chips.end(), std::back_inserter(chips), chip_text);
    return chips;
}

std::vector<std::string> names_of(const PartInfo& part) {
    std::vector<std::string> names;
    for (const ir3::PartName& name : part.other_names) {
        names.emplace_back(name.written);
    }
    return names;
}

std::string heading(const PartInfo& part) {
    std::string text = std::string(part.name.written) + "  ";
    text += part.doc.empty() ? "A part of " : std::string(part.doc) + " It is a part of ";
    return text + std::string(name_of(part.revision)) + ".\n";
}

std::string labelled(std::string_view label, const std::vector<std::string>& words) {
    return words.empty() ? std::string()
                         : "    " + std::string(label) + '\n' + filled_lines(words, "        ");
}

std::vector<const ir3::ErratumInfo*> errata_of(unsigned part) {
    std::vector<const ir3::ErratumInfo*> found;
    for (const ir3::ErratumInfo& erratum : ir3::errata()) {
        if (ir3::has_erratum(part, erratum)) {
            found.push_back(&erratum);
        }
    }
    return found;
}

std::vector<std::string> errata_names(unsigned part) {
    std::vector<std::string> names;
    for (const ir3::ErratumInfo* erratum : errata_of(part)) {
        names.emplace_back(erratum->name);
    }
    return names;
}

std::string disputes(const PartInfo& part) {
    std::string text;
    for (const ir3::DisputedFact& disputed : part.disputed) {
        text += "    sources disagree about " + std::string(disputed.fact) + ": " +
                std::string(disputed.text) + '\n';
    }
    return text;
}

} // namespace

std::string explain_part(unsigned part) {
    const PartInfo* info = ir3::part_info(part);
    if (info == nullptr) {
        return {};
    }
    const MachineFacts facts = ir3::machine_facts(info->revision, part);
    std::string text = heading(*info);
    text += labelled("also called", names_of(*info)) + labelled("chips", chips_of(*info));
    text += disputes(*info);
    for (const MachineFactInfo& fact : ir3::kMachineFactInfos) {
        text += "    " + std::string(fact.name) + ' ' + fact.text(facts) + "\n        " +
                std::string(fact.doc) + '\n';
    }
    for (const ir3::ErratumInfo* erratum : errata_of(part)) {
        text += "    erratum " + std::string(erratum->name) + "\n        " +
                std::string(erratum->doc) + '\n';
    }
    return text;
}

std::string part_summary(unsigned part) {
    const PartInfo* info = ir3::part_info(part);
    if (info == nullptr) {
        return {};
    }
    const MachineFacts facts = ir3::machine_facts(info->revision, part);
    std::vector<std::string> words;
    for (const MachineFactInfo& fact : ir3::kMachineFactInfos) {
        const std::string value = fact.text(facts);
        if (fact.flag == nullptr) {
            words.push_back(std::string(fact.name) + ' ' + value);
        } else if (facts.*fact.flag) {
            words.emplace_back(fact.name);
        }
    }
    return heading(*info) + labelled("also called", names_of(*info)) +
           labelled("chips", chips_of(*info)) + disputes(*info) + labelled("facts", words) +
           labelled("errata", errata_names(part));
}

std::string part_json(unsigned part) {
    const PartInfo* info = ir3::part_info(part);
    if (info == nullptr) {
        return {};
    }
    std::string text = "{\"part\": " + std::to_string(part) + ", \"name\": ";
    json::append_quoted(text, info->name.written);
    text += ", \"revision\": ";
    json::append_quoted(text, name_of(info->revision));
    const auto list = [&text](std::string_view label, const std::vector<std::string>& words) {
        text += ", \"" + std::string(label) + "\": [";
        for (std::size_t i = 0; i < words.size(); ++i) {
            text += i != 0 ? ", " : "";
            json::append_quoted(text, words[i]);
        }
        text += ']';
    };
    list("names", names_of(*info));
    list("chips", chips_of(*info));
    list("errata", errata_names(part));
    const MachineFacts facts = ir3::machine_facts(info->revision, part);
    text += ", \"facts\": {";
    for (const MachineFactInfo& fact : ir3::kMachineFactInfos) {
        text += &fact != ir3::kMachineFactInfos.data() ? ", " : "";
        json::append_quoted(text, fact.name);
        text += ": " + fact.text(facts);
    }
    text += "}, \"disputed\": {";
    for (const ir3::DisputedFact& disputed : info->disputed) {
        text += &disputed != info->disputed.data() ? ", " : "";
        json::append_quoted(text, disputed.fact);
        text += ": ";
        json::append_quoted(text, disputed.text);
    }
    return text + "}}";
}

} // namespace jacquard::driver
