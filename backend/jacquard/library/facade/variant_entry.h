#pragma once

#include <jacquard/library/facade/shader_variant.h>

#include <optional>
#include <string>
#include <string_view>

namespace jacquard::driver {

// A variant as a cache holds it. The key is not in it, since the entry is found by it.
[[nodiscard]] std::string write_variant(const Variant& variant);

// Reads such a text; nothing where it is none.
[[nodiscard]] std::optional<Variant> read_variant(std::string_view text, const VariantKey& key);

} // namespace jacquard::driver
