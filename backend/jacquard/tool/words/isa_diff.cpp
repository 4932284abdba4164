#include <jacquard/ir3/isa/describe/compare_revisions.h>
#include <jacquard/tool/words/isa_facts.h>
#include <jacquard/tool/words/isa_text.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <vector>

namespace jacquard::driver {

namespace {

using ir3::ChangeKind;
using ir3::RevisionChange;

constexpr std::size_t kLineWidth = 96;

// Differences that several opcodes share, as those of a format they have in common.
struct SharedChange {
    const RevisionChange* change;
    std::vector<std::string_view> opcodes;
};

// Texts are those of a word of each opcode, and what changed of their format shows in all of them.
bool same_change(const RevisionChange& a, const RevisionChange& b) {
    const bool says_the_same =
        a.kind == ChangeKind::text_changed || (a.from == b.from && a.to == b.to);
    return a.kind == b.kind && a.subject == b.subject && says_the_same &&
           a.from_place == b.from_place && a.to_place == b.to_place;
}

std::vector<SharedChange> shared(const std::vector<RevisionChange>& changes) {
    std::vector<SharedChange> result;
    for (const RevisionChange& change : changes) {
        const auto same =
            std::find_if(result.begin(), result.end(), [&change](const SharedChange& other) {
                return same_change(*other.change, change);
            });
        SharedChange& target =
            same != result.end() ? *same : result.emplace_back(SharedChange{&change, {}});
        if (target.opcodes.empty() || target.opcodes.back() != name_of(change.opcode)) {
            target.opcodes.push_back(name_of(change.opcode));
        }
    }
    return result;
}

// Words separated by commas, broken into lines.
std::string wrapped(const std::vector<std::string_view>& words) {
    std::string text;
    std::size_t column = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const bool last = i + 1 == words.size();
        if (column > 0 && column + words[i].size() + 1 > kLineWidth) {
            text.back() = '\n';
            column = 0;
        }
        text += words[i];
        text += last ? "\n" : ", ";
        column += words[i].size() + 2;
    }
    return text;
}

bool is_whole(ChangeKind kind) {
    return kind == ChangeKind::opcode_added || kind == ChangeKind::opcode_removed;
}

void print_whole(const std::vector<RevisionChange>& changes, ChangeKind kind, std::ostream& out) {
    bool any = false;
    for (const RevisionChange& change : changes) {
        if (change.kind != kind) {
            continue;
        }
        std::string name(name_of(change.opcode));
        name.resize(std::max<std::size_t>(name.size(), 20), ' ');
        out << (any ? "" : std::string("\n") + name_of(kind) + '\n') << "  " << name << ' '
            << (kind == ChangeKind::opcode_added ? change.to_place : change.from_place)
            << "\n      " << ir3::describe_opcode(change.opcode) << '\n';
        any = true;
    }
}

void print_shared(const RevisionChange& change, std::ostream& out) {
    out << "  " << name_of(change.kind) << ": " << change.subject << '\n';
    const auto side = [&out](const char* label, const std::string& text, const std::string& place) {
        if (!place.empty()) {
            out << label << text << (text.empty() ? "" : "  ") << place << '\n';
        }
    };
    side("    from  ", change.from, change.from_place);
    side("    to    ", change.to, change.to_place);
}

void print_json(const RevisionChange& change, std::ostream& out) {
    std::string kind = name_of(change.kind);
    std::replace(kind.begin(), kind.end(), ' ', '_');
    out << "{\"change\": " << quoted(kind) << ", \"opcode\": " << quoted(name_of(change.opcode))
        << ", \"subject\": " << quoted(change.subject) << ", \"from\": " << quoted(change.from)
        << ", \"to\": " << quoted(change.to) << ", \"from_place\": " << quoted(change.from_place)
        << ", \"to_place\": " << quoted(change.to_place) << "}\n";
}

void print_json(const OtherChange& change, std::ostream& out) {
    out << "{\"change\": " << quoted(change.verb) << ", \"kind\": " << quoted(change.kind)
        << ", \"subject\": " << quoted(change.subject) << ", \"from\": " << quoted(change.from)
        << ", \"to\": " << quoted(change.to) << ", \"to_place\": " << quoted(change.place) << "}\n";
}

// A long text in lines that end between its words.
std::string filled(std::string_view text) {
    constexpr std::string_view kIndent = "\n          ";
    std::string result;
    while (text.size() > kLineWidth) {
        const std::size_t end = std::min(text.rfind(' ', kLineWidth), text.size());
        if (end == 0) {
            break;
        }
        result.append(text.substr(0, end)).append(kIndent);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return result.append(text);
}

void print_others(const std::vector<OtherChange>& changes, std::ostream& out) {
    out << (changes.empty() ? "" : "\n");
    for (const OtherChange& change : changes) {
        out << change.kind << ' ' << change.verb << ": " << change.subject
            << (change.place.empty() ? "" : "  ") << change.place << '\n';
        if (!change.from.empty() && !change.to.empty()) {
            out << "    from  " << filled(change.from) << "\n    to    " << filled(change.to)
                << '\n';
        }
    }
}

std::size_t count(const std::vector<RevisionChange>& changes, ChangeKind kind) {
    return static_cast<std::size_t>(
        std::count_if(changes.begin(), changes.end(),
                      [kind](const RevisionChange& change) { return change.kind == kind; }));
}

} // namespace

void print_difference(unsigned from_part, unsigned to_part, bool json, const Streams& streams) {
    const ir3::Revision from = *ir3::revision_of_part(from_part);
    const ir3::Revision to = *ir3::revision_of_part(to_part);
    const std::vector<RevisionChange> changes = compare_revisions(from, to);
    const std::vector<OtherChange> others = compare_facts(from_part, to_part);
    std::ostream& out = streams.out;
    if (json) {
        for (const RevisionChange& change : changes) {
            print_json(change, out);
        }
        for (const OtherChange& change : others) {
            print_json(change, out);
        }
        return;
    }
    std::vector<SharedChange> fields;
    for (const SharedChange& change : shared(changes)) {
        if (!is_whole(change.change->kind)) {
            fields.push_back(change);
        }
    }
    out << name_of(from) << " -> " << name_of(to) << ": "
        << count(changes, ChangeKind::opcode_added) << " opcodes added, "
        << count(changes, ChangeKind::opcode_removed) << " removed, "
        << count(changes, ChangeKind::opcode_moved) << " moved; " << fields.size()
        << " changes of words\n";
    print_whole(changes, ChangeKind::opcode_added, out);
    print_whole(changes, ChangeKind::opcode_removed, out);
    const std::vector<std::string_view>* opcodes = nullptr;
    for (const SharedChange& change : fields) {
        if (opcodes == nullptr || *opcodes != change.opcodes) {
            out << '\n' << wrapped(change.opcodes);
        }
        opcodes = &change.opcodes;
        print_shared(*change.change, out);
    }
    print_others(others, out);
}

} // namespace jacquard::driver
