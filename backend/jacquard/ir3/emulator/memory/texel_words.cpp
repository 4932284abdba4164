#include <jacquard/ir3/emulator/memory/texel_words.h>

#include <algorithm>
#include <bit>

namespace jacquard::ir3 {

namespace {

constexpr float kParts = 256.0F; // of a level, in which a query answers
constexpr float kMostLevels = 127.0F;

std::uint32_t in_parts(std::uint32_t level) {
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(
        std::clamp(std::bit_cast<float>(level), -kMostLevels, kMostLevels) * kParts));
}

} // namespace

textures::TextureRequest::Kind request_kind(LookupKind lookup) {
    using Kind = textures::TextureRequest::Kind;
    switch (lookup) {
    case LookupKind::fetch: return Kind::fetch;
    case LookupKind::gather: return Kind::gather;
    case LookupKind::level_of_detail: return Kind::level_of_detail;
    case LookupKind::size_query:
    case LookupKind::buffer_query: return Kind::size;
    case LookupKind::level_query: return Kind::counts;
    case LookupKind::none:
    case LookupKind::filter: break;
    }
    return Kind::sample;
}

TexelWords query_words(const TexelWords& words, LookupKind lookup) {
    switch (lookup) {
    case LookupKind::buffer_query: return {words[0], 0, 0, 0};
    case LookupKind::level_query: return {0, 0, words[0], words[1]};
    case LookupKind::level_of_detail: return {in_parts(words[0]), in_parts(words[1]), 0, 0};
    default: return words;
    }
}

} // namespace jacquard::ir3
