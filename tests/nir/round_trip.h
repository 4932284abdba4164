#pragma once

#include <jacquard/nir/binary/deserialise.h>
#include <jacquard/nir/binary/hash.h>
#include <jacquard/nir/binary/serialise.h>
#include <jacquard/nir/build/clone.h>
#include <jacquard/nir/validate/validator.h>

#include "text.h"

// Parses a text and prints it, a copy too, and compares; then the same by way of the binary form,
// which numbers values anew.
inline void round_trips(const std::string& text) {
    const auto shader = parsed(text);
    REQUIRE(shader != nullptr);
    CHECK(print(*shader) == text);
    const auto copy = jacquard::nir::clone(*shader);
    CHECK(print(*copy) == text);
    CHECK(validation_report(*copy, "copy") == validation_report(*shader, "copy"));

    const auto bytes = jacquard::nir::serialise(*shader);
    jacquard::Diagnostics diagnostics;
    const auto read = jacquard::nir::deserialise(bytes, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(read != nullptr);
    copy->number_values();
    CHECK(print(*read) == print(*copy));
    CHECK(jacquard::nir::serialise(*read) == bytes);
    CHECK(jacquard::nir::hash(*read) == jacquard::nir::hash(*shader));
    CHECK(jacquard::nir::hash(*copy) == jacquard::nir::hash(*shader));
}
