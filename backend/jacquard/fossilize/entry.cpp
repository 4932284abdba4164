#include <jacquard/fossilize/entry.h>
#include <jacquard/support/hex.h>

#include <array>

namespace jacquard::fossilize {

std::string_view name_of(ResourceTag tag) {
    static constexpr std::array<std::string_view, kNumTags> kNames = {
        "application info",     "sampler",          "descriptor set layout",
        "pipeline layout",      "shader module",    "render pass",
        "graphics pipeline",    "compute pipeline", "application link",
        "ray tracing pipeline", "bucket info"};
    return kNames[static_cast<std::size_t>(tag)];
}

std::string text_of_hash(std::uint64_t hash) {
    return driver::hex(hash, 16);
}

std::string EntryReport::place() const {
    return "byte " + std::to_string(entry_.start) + ", " + std::string(name_of(entry_.tag)) + ' ' +
           text_of_hash(entry_.hash);
}

void EntryReport::exceeds(Limit limit, const Limits& limits) const {
    report_limit(diagnostics_, {}, limit, limits).notes.push_back({{}, "this is " + place()});
}

Diagnostic& EntryReport::report(std::string_view code, const std::string& message) const {
    return diagnostics_.error(code, {}, place() + ": " + message);
}

} // namespace jacquard::fossilize
