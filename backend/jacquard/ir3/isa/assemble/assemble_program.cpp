#include <jacquard/ir3/isa/assemble/assemble.h>
#include <jacquard/ir3/isa/assemble/assemble_line.h>
#include <jacquard/support/text/letters.h>
#include <jacquard/support/text/near_name.h>

#include <algorithm>
#include <limits>

namespace jacquard::ir3 {
namespace {

std::size_t skip_blanks(std::string_view line, std::size_t at) {
    while (at < line.size() && is_blank(line[at]))
        ++at;
    return at;
}

bool is_empty(std::string_view rest) {
    return rest.empty() || rest[0] == ';' || rest.starts_with("//");
}

std::string_view code_of(AssemblyError error) {
    switch (error) {
    case AssemblyError::unknown_mnemonic: return "A101";
    case AssemblyError::not_in_revision: return "A102";
    case AssemblyError::syntax: return "A103";
    case AssemblyError::encoding: return "A104";
    case AssemblyError::label:
    case AssemblyError::none: break;
    }
    return "A105";
}

SourcePosition position(std::uint32_t line, std::size_t offset) {
    return {line, static_cast<std::uint32_t>(offset + 1)};
}

} // namespace

void ProgramAssembler::report(const AssemblyResult& result, std::uint32_t number,
                              std::size_t shift) {
    failed_ = true;
    diagnostics_->error(code_of(result.error), position(number, shift + result.offset),
                        result.message);
}

void ProgramAssembler::add_line(std::string_view line, std::uint32_t number) {
    if (stopped_ || diagnostics_->is_full())
        return;
    std::size_t at = skip_blanks(line, 0);
    for (;;) {
        std::size_t end = at;
        while (end < line.size() && is_name_letter(line[end]))
            ++end;
        if (end == at || end == line.size() || line[end] != ':')
            break;
        const std::string_view name = line.substr(at, end - at);
        const auto [known, added] =
            labels_.try_emplace(name, Label{words_.size(), position(number, at)});
        if (!added) {
            failed_ = true;
            diagnostics_
                ->error("A106", position(number, at),
                        "the label '" + std::string(name) + "' is already defined")
                .notes.push_back({known->second.position, "it was defined here"});
        }
        at = skip_blanks(line, end + 1);
    }
    const std::string_view rest = line.substr(at);
    if (is_empty(rest))
        return;
    if (words_.size() + labels_.size() >= limits_.instructions) {
        stopped_ = failed_ = true;
        report_limit(*diagnostics_, position(number, at), Limit::instructions, limits_);
        return;
    }
    const AssemblyResult result = assemble_with_label(rest, revision_, 0);
    if (!result)
        report(result, number, at);
    if (result && !result.label.empty())
        branches_.push_back({words_.size(), rest, number, at, result.label});
    words_.push_back(result.word);
}

// Looks at every label, so a program without any of its labels asks only for its first ones.
std::string_view ProgramAssembler::near_label(std::string_view wanted) {
    constexpr std::size_t kMostAsked = 16;
    if (num_asked_++ >= kMostAsked)
        return {};
    std::vector<std::string_view> names;
    for (const auto& [name, label] : labels_)
        names.push_back(name);
    std::sort(names.begin(), names.end());
    return near_name(wanted, names);
}

void ProgramAssembler::resolve(const Branch& branch) {
    const auto known = labels_.find(branch.label);
    if (known == labels_.end()) {
        std::string message = "there is no label '" + std::string(branch.label) + '\'';
        const std::string_view near = near_label(branch.label);
        if (!near.empty())
            message += ", did you mean '" + std::string(near) + "'?";
        const auto offset = static_cast<std::size_t>(branch.label.data() - branch.line.data());
        failed_ = true;
        diagnostics_->error("A105", position(branch.number, branch.shift + offset),
                            std::move(message));
        return;
    }
    const std::int64_t distance =
        static_cast<std::int64_t>(known->second.place) - static_cast<std::int64_t>(branch.place);
    const std::int64_t kept =
        std::clamp<std::int64_t>(distance, std::numeric_limits<std::int32_t>::min(),
                                 std::numeric_limits<std::int32_t>::max());
    const AssemblyResult result =
        assemble_with_label(branch.line, revision_, static_cast<std::int32_t>(kept));
    if (result) {
        words_[branch.place] = result.word;
    } else {
        report(result, branch.number, branch.shift);
    }
}

std::optional<std::vector<std::uint64_t>> ProgramAssembler::finish() {
    for (const Branch& branch : branches_) {
        if (stopped_ || diagnostics_->is_full())
            return std::nullopt;
        resolve(branch);
    }
    if (failed_)
        return std::nullopt;
    return std::move(words_);
}

std::optional<std::vector<std::uint64_t>> assemble_program(std::string_view text, Revision revision,
                                                           Diagnostics& diagnostics,
                                                           const Limits& limits) {
    ProgramAssembler assembler(revision, diagnostics, limits);
    std::uint32_t number = 1;
    for (std::size_t start = 0; start < text.size() && !diagnostics.is_full(); ++number) {
        const std::size_t end = std::min(text.find('\n', start), text.size());
        assembler.add_line(text.substr(start, end - start), number);
        start = end + 1;
    }
    return assembler.finish();
}

} // namespace jacquard::ir3
