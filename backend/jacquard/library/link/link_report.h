#pragma once

#include <jacquard/support/api.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard::driver {

// An action is what linking did with a component of a varying.
enum class LinkAction : std::uint8_t {
    constant,  // every vertex has the same number, which the reader now has itself
    uniform,   // the same, of a value that the reader computes from uniforms
    same,      // another component has the same value, which is read instead
    unwritten, // nobody writes what is read, which is 0
    unread,    // nobody reads what was written
    moved,     // it has another place, so that fewer slots are taken
};

// The name in headers and JSON: "constant".
[[nodiscard]] std::string_view to_string(LinkAction action);

struct LinkNote {
    LinkAction action{};
    std::string component; // of which varying: "VARYING_SLOT_VAR2.x"
    std::string detail;    // the number, or the component that is read instead; or empty

    friend bool operator==(const LinkNote&, const LinkNote&) = default;
};

// The report lists what was done between a stage and the one that reads its outputs.
using LinkReport = std::vector<LinkNote>;

} // namespace jacquard::driver

JACQUARD_END_API
