#include <jacquard/library/facade/build_identity.h>
#include <jacquard/library/facade/variant_key.h>
#include <jacquard/passes/registry/apply_state.h>
#include <jacquard/support/sha256.h>

#include <cstdint>

// Members are named one by one, so that one that is added cannot be left out.
namespace jacquard::driver {

namespace {

void add(Sha256& sum, std::uint64_t value) {
    sum.add_field(std::to_string(value));
}

void add(Sha256& sum, const VariantKey& key) {
    const auto& [gpu, precise, check, feeds, patches, binning, read_varyings, state, wave_size,
                 precision] = key;
    add(sum, gpu);
    add(sum, std::uint64_t{precise});
    add(sum, std::uint64_t{check});
    add(sum, static_cast<std::uint64_t>(feeds));
    add(sum, static_cast<std::uint64_t>(patches));
    add(sum, std::uint64_t{binning});
    add(sum, std::uint64_t{read_varyings.has_value()});
    add(sum, read_varyings.value_or(0));
    sum.add_field(nir::to_string(state));
    add(sum, std::uint64_t{wave_size});
    add(sum, static_cast<std::uint64_t>(precision));
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
    const auto& [entry, stage, specialisations, precise, lines_of_text, limits] = options;
    static_cast<void>(precise);
    static_cast<void>(limits);
    sum.add_field(entry);
    add(sum, stage ? static_cast<std::uint64_t>(*stage) + 1 : 0);
    add(sum, specialisations.size());
    for (const auto& [id, bits] : specialisations) {
        add(sum, std::uint64_t{id});
        add(sum, bits);
    }
    add(sum, std::uint64_t{lines_of_text});
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
