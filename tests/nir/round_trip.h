#pragma once

#include <jacquard/nir/clone.h>
#include <jacquard/nir/validator.h>

#include "text.h"

// Parses a text and prints it, a copy too, and compares.
inline void round_trips(const std::string& text) {
    const auto shader = parsed(text);
    REQUIRE(shader != nullptr);
    CHECK(print(*shader) == text);
    const auto copy = jacquard::nir::clone(*shader);
    CHECK(print(*copy) == text);
    CHECK(validation_report(*copy, "copy") == validation_report(*shader, "copy"));
}
