#pragma once

#include <jacquard/library/facade/shader_variant.h>

#include <string>
#include <string_view>

namespace jacquard::driver {

// The key under which a cache holds a variant: 64 hex digits over whatever the variant depends on,
// the build of the compiler included.
[[nodiscard]] std::string cache_key(std::string_view name, std::string_view source,
                                    const ShaderOptions& options, const VariantKey& key);

} // namespace jacquard::driver
