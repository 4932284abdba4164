#include <jacquard/runs/case/shared_memory.h>

#include <cstring>

namespace jacquard::driver {

namespace {

constexpr std::size_t kVectorWords = Vector4{}.size();

} // namespace

Words words_of_shared(std::span<const std::byte> bytes) {
    constexpr std::size_t kBytes = kVectorWords * sizeof(std::uint32_t);
    Words words((bytes.size() + kBytes - 1) / kBytes * kVectorWords);
    if (!bytes.empty()) {
        std::memcpy(words.data(), bytes.data(), bytes.size());
    }
    return words;
}

void add_shared(std::vector<CaseMemory>& memories, std::span<const std::byte> bytes) {
    const Words words = words_of_shared(bytes);
    if (words.empty()) {
        return;
    }
    std::vector<Vector4> vectors(words.size() / kVectorWords);
    std::memcpy(vectors.data(), words.data(), words.size() * sizeof(std::uint32_t));
    memories.push_back({nir::MemorySpace::shared, {std::move(vectors)}});
}

} // namespace jacquard::driver
