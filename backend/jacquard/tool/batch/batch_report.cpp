#include <jacquard/tool/batch/batch_report.h>

#include <algorithm>
#include <ostream>

namespace jacquard::driver {

namespace {

// The most messages that are kept of all problems together.
constexpr std::size_t kMostRemembered = 10'000;
constexpr std::string_view kOtherReasons = "other reasons";

void print_shader(std::string_view name, const BatchOutcome& outcome, std::ostream& out) {
    out << name << ": " << to_string(outcome.status);
    if (outcome.status != CompileStatus::compiled) {
        out << ": " << outcome.reason << '\n';
        return;
    }
    out << ", " << outcome.statistics.instructions << " instructions";
    if (const CaseOutcome* worst = outcome.worst_case()) {
        out << ", " << to_string(worst->agreement);
        if (!worst->first_difference.empty()) {
            out << ": " << worst->first_difference;
        }
    }
    out << '\n';
}

} // namespace

bool BatchReport::add(std::string_view name, const BatchOutcome& outcome) {
    add_to_totals(totals_, outcome);
    std::ostream& out = streams_.out;
    switch (format_) {
    case BatchFormat::json: out << json_line(name, outcome) << std::flush; break;
    case BatchFormat::csv:
        out << (has_begun_ ? "" : csv_head()) << csv_row(name, outcome) << std::flush;
        break;
    case BatchFormat::all:
        print_shader(name, outcome, out);
        out << std::flush;
        [[fallthrough]];
    case BatchFormat::summary: remember(name, outcome); break;
    }
    has_begun_ = true;
    return static_cast<bool>(out);
}

void BatchReport::remember(std::string_view name, const BatchOutcome& outcome) {
    if (outcome.status != CompileStatus::compiled) {
        NamesByReason& reasons = not_compiled_[outcome.status];
        auto reason = reasons.find(outcome.reason);
        if (reason == reasons.end()) {
            const bool fits = remembered_ < kMostRemembered;
            reason = reasons.try_emplace(fits ? outcome.reason : std::string(kOtherReasons)).first;
        }
        ++reason->second.count;
        if (remembered_ < kMostRemembered) {
            reason->second.names.emplace_back(name);
            ++remembered_;
        }
    }
    for (const CaseOutcome& result : outcome.cases) {
        if (result.agreement != Agreement::disagree) {
            continue;
        }
        if (remembered_ < kMostRemembered) {
            disagreements_.push_back(std::string(name) + ": " + result.first_difference);
            ++remembered_;
        } else {
            ++unlisted_disagreements_;
        }
    }
}

void BatchReport::print_by_reason(CompileStatus status) {
    std::ostream& out = streams_.out;
    const NamesByReason& by_reason = not_compiled_[status];
    using Entry = std::pair<std::string_view, const Names*>;
    std::vector<Entry> entries;
    std::size_t count = 0;
    for (const auto& [reason, names] : by_reason) {
        entries.emplace_back(reason, &names);
        count += names.count;
    }
    if (count == 0) {
        return;
    }
    std::stable_sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
        return a.second->count > b.second->count;
    });
    out << to_string(status) << ' ' << count << ", by reason:\n";
    for (const auto& [reason, names] : entries) {
        std::string number = std::to_string(names->count);
        number.insert(0, number.size() < 4 ? 4 - number.size() : 0, ' ');
        out << number << "  " << reason << '\n';
        for (const std::string& name : names->names) {
            out << "        " << name << '\n';
        }
        if (names->count > names->names.size()) {
            out << "        ... and " << names->count - names->names.size()
                << " that --all, --json or --csv lists\n";
        }
    }
    out << '\n';
}

void print_totals(const BatchTotals& totals, std::ostream& out) {
    out << "shaders " << totals.shaders << "  compiled " << totals.compiled << "  refused "
        << totals.refused << "  malformed " << totals.malformed << "  failed " << totals.failed
        << '\n';
    out << "cases   " << totals.cases << "  exact " << totals.exact << "  within bound "
        << totals.bound << "  disagree " << totals.disagree << '\n';
}

void BatchReport::finish(const ShardMark* mark) {
    std::ostream& out = streams_.out;
    if (format_ == BatchFormat::json) {
        out << totals_line(totals_, mark);
        return;
    }
    if (format_ == BatchFormat::csv) {
        out << (has_begun_ ? "" : csv_head());
        print_totals(totals_, streams_.err);
        return;
    }
    if (format_ == BatchFormat::all) {
        out << '\n';
    }
    for (const CompileStatus status :
         {CompileStatus::refused, CompileStatus::malformed, CompileStatus::failed}) {
        print_by_reason(status);
    }
    if (!disagreements_.empty() || unlisted_disagreements_ != 0) {
        out << "disagreements:\n";
        for (const std::string& line : disagreements_) {
            out << "    " << line << '\n';
        }
        if (unlisted_disagreements_ != 0) {
            out << "    ... and " << unlisted_disagreements_
                << " more; --all, --json and --csv tell the worst of each shader\n";
        }
        out << '\n';
    }
    print_totals(totals_, out);
}

} // namespace jacquard::driver
