#pragma once

#include <jacquard/support/api.h>

#include <cstdint>
#include <optional>
#include <string_view>

JACQUARD_BEGIN_API

namespace jacquard::ir3 {

// A revision of the instruction set. The enumerators are in revisions.h, which few sources need:
// what asks for facts of a revision has no need for its name.
enum class Revision : std::uint8_t;

std::string_view name_of(Revision revision);

// The revision a part number such as 630 implements.
std::optional<Revision> revision_of_part(unsigned part);

// The part that stands for a whole revision.
unsigned first_part(Revision revision);

// The part that "630", "a630" or "a6xx" (its first part) names.
std::optional<unsigned> find_part(std::string_view name);

} // namespace jacquard::ir3

JACQUARD_END_API
