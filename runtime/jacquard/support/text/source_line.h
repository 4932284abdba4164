#pragma once

#include <jacquard/support/api.h>

#include <cstdint>
#include <string>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard {

// A line of the text that something was made from.
struct SourceLine {
    std::uint32_t line = 0; // from 1 on; 0: unknown
    std::uint32_t file = 0; // where there are several, which one
    // The call that brought the line here, by SourceContext::calls, from 1 on; 0: the line belongs
    // to the entry, or nobody knows.
    std::uint32_t call = 0;
    // The name of the value in the source, by SourceContext::value_names, from 1 on; 0: it has no
    // name.
    std::uint32_t name = 0;
    // The further lines that ask for the same value, which is computed once, by
    // SourceContext::sharers, from 1 on; 0: no other does.
    std::uint32_t sharers = 0;

    [[nodiscard]] bool exists() const { return line != 0; }
    // Returns true if both are the same line of the same file, whoever called it.
    [[nodiscard]] bool is_same_line(const SourceLine& other) const {
        return line == other.line && file == other.file;
    }
    friend bool operator==(const SourceLine&, const SourceLine&) = default;
};

// A call of a function whose body took the place of the call.
struct CallSite {
    SourceLine at;        // the line of the call; its own `call` is the one around it
    std::string function; // that is called

    friend bool operator==(const CallSite&, const CallSite&) = default;
};

// A line that asks for a value which is computed for another line.
struct LineSharer {
    SourceLine line;        // without sharers of its own
    std::uint32_t next = 0; // a further one, by SourceContext::sharers, from 1 on; 0: the last

    friend bool operator==(const LineSharer&, const LineSharer&) = default;
};

// The meanings of the numbers of source lines, beside their files.
struct SourceContext {
    // This many lines are told, at most, beside the one that computes a value.
    static constexpr std::uint32_t kMostSharers = 16;

    std::vector<std::string> value_names;
    std::vector<CallSite> calls;
    std::vector<LineSharer> sharers;

    // Notes that what is computed for `kept` also serves `merged` and those that share with that.
    // An instruction without a line shares with none. Beyond kMostSharers a last sharer without a
    // line stands for all others.
    void share(SourceLine& kept, const SourceLine& merged);
    // Calls visit(SourceLine) for each further line that asks for what `line` computes, and for the
    // sharer that stands for others.
    template <typename Visitor>
    void for_each_sharer(const SourceLine& line, Visitor&& visit) const {
        // A list only ever goes back, whatever wrote the numbers.
        for (std::uint32_t at = line.sharers; at != 0 && at <= sharers.size();) {
            const LineSharer each = sharers[at - 1];
            visit(each.line);
            at = each.next < at ? each.next : 0;
        }
    }

    friend bool operator==(const SourceContext&, const SourceContext&) = default;
};

} // namespace jacquard

JACQUARD_END_API
