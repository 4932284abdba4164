#include "reach.h"

#include <jacquard/generated/ir3/select.h>
#include <jacquard/generated/nir/opcodes.h>

#include "nir_menu.h"

#include <algorithm>
#include <map>
#include <set>

namespace jacquard::fuzz {

namespace {

// Describes how often each opcode or rule was reached, by name.
using Counts = std::map<std::string, std::uint64_t>;

Counts tgsi_counts(const Coverage& coverage) {
    Counts counts;
    for (unsigned i = 0; i < tgsi::kNumOpcodes; ++i) {
        counts.emplace(tgsi::name_of(static_cast<tgsi::Opcode>(i)), coverage.tgsi_opcodes[i]);
    }
    return counts;
}

Counts nir_counts(const Coverage& coverage) {
    Counts counts;
    for (std::size_t i = 0; i < nir::kNumOpcodes; ++i) {
        counts.emplace(nir::opcode_info(static_cast<nir::Opcode>(i)).name, coverage.nir_opcodes[i]);
    }
    return counts;
}

// An opcode that some part supports counts as reached: programs are made of it.
Counts width_counts(const Ingredients& ingredients) {
    Counts counts;
    for (const nir::Operation& operation : ingredients.operations.operations) {
        counts.emplace(name_of(operation), 1);
    }
    for (const auto& [name, reason] : ingredients.nir_width_refusals) {
        counts.emplace(name, 0);
    }
    return counts;
}

// "(flrp@32 a b c)", and since several rules may have one pattern, "(flrp@32 a b c) 2" and so on.
std::vector<std::string> rule_names() {
    std::vector<std::string> names;
    for (const ir3::SelectionRule& rule : ir3::selection_rules()) {
        names.push_back(std::string(rule.pattern));
    }
    std::map<std::string, unsigned> seen;
    for (std::string& name : names) {
        const unsigned number = ++seen[name];
        if (number > 1) {
            name += " " + std::to_string(number);
        }
    }
    return names;
}

Counts rule_counts(const Coverage& coverage) {
    Counts counts;
    const std::vector<std::string> names = rule_names();
    for (std::size_t i = 0; i < names.size(); ++i) {
        counts.emplace(names[i], coverage.rules[i]);
    }
    return counts;
}

std::string summary(std::string_view what, std::string_view noun, const Counts& counts) {
    const auto reached = std::count_if(counts.begin(), counts.end(),
                                       [](const auto& entry) { return entry.second != 0; });
    return std::string(what) + ": " + std::to_string(reached) + " of " +
           std::to_string(counts.size()) + ' ' + std::string(noun) + " reached\n";
}

struct Listed {
    std::string name;
    std::string reason;
};

// Reads the rows of the list for each kind.
std::map<std::string, std::vector<Listed>> read_list(std::string_view text,
                                                     std::vector<std::string>& faults) {
    std::map<std::string, std::vector<Listed>> lists;
    std::string kind;
    std::string reason;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.empty() || line.front() == '#') {
            continue;
        }
        if (line.front() != ' ') {
            const std::size_t blank = std::min(line.find(' '), line.size());
            kind = line.substr(0, blank);
            reason = line.substr(std::min(blank + 1, line.size()));
            if (kind != "tgsi" && kind != "nir" && kind != "width" && kind != "rule") {
                faults.push_back("the list has an unknown kind '" + kind + "'");
            }
            continue;
        }
        line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
        while (!line.empty()) {
            const std::size_t length =
                kind == "rule" ? line.size() : std::min(line.find(' '), line.size());
            lists[kind].push_back({std::string(line.substr(0, length)), reason});
            line.remove_prefix(std::min(length + 1, line.size()));
        }
    }
    return lists;
}

void check_kind(const std::string& kind, const std::vector<Listed>& list, const Counts& counts,
                const Refusals& refusals, std::vector<std::string>& faults) {
    std::set<std::string> listed;
    for (const Listed& entry : list) {
        listed.insert(entry.name);
        const auto count = counts.find(entry.name);
        if (count == counts.end()) {
            faults.push_back(kind + ' ' + entry.name + " is listed and does not exist");
        } else if (count->second != 0) {
            faults.push_back(kind + ' ' + entry.name + " is listed and reached");
        }
        const auto refusal = refusals.find(entry.name);
        if (refusal != refusals.end() &&
            kind_of_message(refusal->second) != kind_of_message(entry.reason)) {
            faults.push_back(kind + ' ' + entry.name + " is listed since '" + entry.reason +
                             "', and the reason is: " + refusal->second);
        }
    }
    for (const auto& [name, count] : counts) {
        if (count == 0 && !listed.contains(name)) {
            const auto refusal = refusals.find(name);
            faults.push_back(kind + ' ' + name + " is not reached" +
                             (refusal == refusals.end() ? "" : ": " + refusal->second));
        }
    }
}

} // namespace

std::string reach_text(const Coverage& coverage) {
    return summary("tgsi", "opcodes", tgsi_counts(coverage)) +
           summary("nir", "opcodes", nir_counts(coverage)) +
           summary("rule", "selection rules", rule_counts(coverage));
}

std::string full_reach_text(const Coverage& coverage) {
    std::string text;
    for (const auto& [kind, counts] :
         {std::pair("tgsi", tgsi_counts(coverage)), std::pair("nir", nir_counts(coverage)),
          std::pair("rule", rule_counts(coverage))}) {
        for (const auto& [name, count] : counts) {
            text += std::string(kind) + ' ' + name + ": " + std::to_string(count) + '\n';
        }
    }
    return text;
}

std::vector<std::string> check_reach(std::string_view list, const Coverage& coverage,
                                     const Ingredients& ingredients) {
    std::vector<std::string> faults;
    auto lists = read_list(list, faults);
    check_kind("tgsi", lists["tgsi"], tgsi_counts(coverage), ingredients.tgsi_refusals, faults);
    check_kind("nir", lists["nir"], nir_counts(coverage), ingredients.nir_refusals, faults);
    check_kind("width", lists["width"], width_counts(ingredients), ingredients.nir_width_refusals,
               faults);
    check_kind("rule", lists["rule"], rule_counts(coverage), {}, faults);
    return faults;
}

} // namespace jacquard::fuzz
