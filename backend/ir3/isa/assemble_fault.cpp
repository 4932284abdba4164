// What is said of a line that does not assemble.
#include <jacquard/ir3/assemble_tables.h>
#include <jacquard/ir3/isa/assemble_line.h>
#include <jacquard/ir3/isa/revision.h>
#include <jacquard/support/near_name.h>

namespace jacquard::ir3 {
namespace {

constexpr size_t kLongestShown = 40;

unsigned revisions_of(const AssemblyHead& head) {
    unsigned revisions = 0;
    for (unsigned i = head.first; i < static_cast<unsigned>(head.first) + head.count; ++i)
        revisions |= kAssemblyRows[i].revisions;
    return revisions;
}

// The head that stands at the start of a word, the longest of several.
const AssemblyHead* head_of(std::string_view word) {
    const AssemblyHead* longest = nullptr;
    for (const AssemblyHead& head : kAssemblyHeads) {
        const bool fits =
            word.starts_with(head.name.text) &&
            (word.size() == head.name.text.size() || word[head.name.text.size()] == '.');
        if (fits && (longest == nullptr || head.name.text.size() > longest->name.text.size()))
            longest = &head;
    }
    return longest;
}

} // namespace

std::string expectation(std::span<const std::string_view> expected) {
    std::string text = "expected ";
    for (size_t i = 0; i < expected.size(); ++i) {
        if (i != 0)
            text += i + 1 == expected.size() ? " or " : ", ";
        text += expected[i];
    }
    return expected.empty() ? "this is no instruction" : text;
}

AssemblyResult unknown_mnemonic(std::string_view word, size_t offset, Revision revision) {
    AssemblyResult result;
    result.offset = offset;
    if (word.empty()) {
        result.error = AssemblyError::syntax;
        result.message = "expected a mnemonic";
        return result;
    }
    if (const AssemblyHead* head = head_of(word)) {
        result.error = AssemblyError::not_in_revision;
        result.message = std::string(name_of(revision)) + " has no '" +
                         std::string(head->name.text) + "', which is there on";
        for (unsigned i = 0; i < kNumRevisions; ++i) {
            if ((revisions_of(*head) >> i & 1) != 0)
                result.message += ' ' + std::string(name_of(static_cast<Revision>(i)));
        }
        return result;
    }
    std::array<std::string_view, kNumAssemblyHeads> known;
    size_t count = 0;
    for (const AssemblyHead& head : kAssemblyHeads) {
        if ((revisions_of(head) >> static_cast<unsigned>(revision) & 1) != 0)
            known[count++] = head.name.text;
    }
    // A text of any length is answered shortly.
    const std::string_view shown = word.substr(0, kLongestShown);
    result.error = AssemblyError::unknown_mnemonic;
    result.message = "unknown mnemonic '" + std::string(shown) + '\'';
    const std::string_view near = near_name(shown, {known.data(), count});
    if (!near.empty())
        result.message += ", did you mean '" + std::string(near) + "'?";
    return result;
}

} // namespace jacquard::ir3
