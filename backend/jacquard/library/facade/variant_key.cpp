#include <jacquard/library/facade/build_identity.h>
#include <jacquard/library/facade/variant_key.h>
#include <jacquard/passes/registry/apply_state.h>
#include <jacquard/support/sha256.h>

#include <cstdint>
#include <optional>
#include <string_view>
#include <type_traits>

// Members are named one by one, or by their table, so that one that is added cannot be left out.
namespace jacquard::driver {

namespace {

void add(Sha256& sum, std::uint64_t value) {
    sum.add_field(std::to_string(value));
}

template <typename Value>
void add_setting(Sha256& sum, const Value& value) {
    if constexpr (std::is_same_v<Value, nir::ShaderState>) {
        sum.add_field(nir::to_string(value));
    } else if constexpr (std::is_convertible_v<const Value&, std::string_view>) {
        sum.add_field(value);
    } else {
        add(sum, static_cast<std::uint64_t>(value));
    }
}

template <typename Value>
void add_setting(Sha256& sum, const std::optional<Value>& value) {
    add(sum, std::uint64_t{value.has_value()});
    add_setting(sum, value.value_or(Value{}));
}

void add(Sha256& sum, const VariantKey& key) {
    ir3::for_each_member(key, [&](std::string_view name, const auto& value) {
        sum.add_field(name);
        add_setting(sum, value);
    });
}

void add(Sha256& sum, const Limits& limits) {
    const auto& [input_bytes, instructions, nesting, registers, memory, steps, errors] = limits;
    for (const std::uint64_t limit :
         {input_bytes, instructions, nesting, registers, memory, steps, errors}) {
        add(sum, limit);
    }
}

// `precise` and `limits` are covered by the key and the shader's own options, so they are not
// hashed.
void add(Sha256& sum, const spirv::TranslateOptions& options) {
    const auto& [entry, stage, specialisations, precise, lines_of_text, workgroup_size, limits] =
        options;
    static_cast<void>(precise);
    static_cast<void>(limits);
    sum.add_field(entry);
    add(sum, stage ? static_cast<std::uint64_t>(*stage) + 1 : 0);
    add(sum, specialisations.size());
    for (const auto& [id, bits, given_as] : specialisations) {
        add(sum, std::uint64_t{id});
        add(sum, bits);
        add(sum, static_cast<std::uint64_t>(given_as));
    }
    add(sum, std::uint64_t{lines_of_text});
    for (const std::uint32_t extent : workgroup_size.value_or(std::array<std::uint32_t, 3>{})) {
        add(sum, std::uint64_t{extent});
    }
}

} // namespace

std::string cache_key(std::string_view name, std::string_view source, const ShaderOptions& options,
                      const VariantKey& key) {
    const auto& [limits, translation, cache] = options;
    static_cast<void>(cache);
    Sha256 sum;
    sum.add_field("variant").add_field(build_identity()).add_field(name).add_field(source);
    add(sum, limits);
    add(sum, translation);
    add(sum, key);
    return sum.hex();
}

} // namespace jacquard::driver
