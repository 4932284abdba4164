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

// The meanings of the numbers of source lines, beside their files.
struct SourceContext {
    std::vector<std::string> value_names;
    std::vector<CallSite> calls;

    friend bool operator==(const SourceContext&, const SourceContext&) = default;
};

} // namespace jacquard

JACQUARD_END_API
