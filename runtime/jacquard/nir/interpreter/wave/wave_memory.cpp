#include <jacquard/nir/interpreter/wave/wave_memory.h>

#include <algorithm>

namespace jacquard::nir::interpreter {

WaveMemory::WaveMemory(const ProgramData& program, unsigned num_lanes) : program_(&program) {
    std::size_t num_own = 0;
    for (std::size_t i = 0; i < kNumMemorySpaces; ++i) {
        const bool is_shared = kMemorySpaceInfos[i].shared_by != SharedBy::invocation;
        own_start_[i] = num_own;
        num_own += static_cast<std::size_t>(program.own_bytes[i]) * (is_shared ? 1 : num_lanes);
    }
    own_.resize(num_own);
}

void WaveMemory::start(const Environment& environment) {
    environment_ = &environment;
    std::fill(own_.begin(), own_.end(), std::byte{0});
}

MemoryView WaveMemory::bytes_of(MemorySpace space, std::uint64_t number, unsigned lane) {
    const MemorySpaceInfo& info = memory_space_info(space);
    const auto index = static_cast<std::size_t>(info.storage);
    if (info.is_own) {
        const auto size = static_cast<std::size_t>(program_->own_bytes[index]);
        std::byte* first = own_.data() + own_start_[index];
        if (info.shared_by == SharedBy::invocation) {
            first += lane * size;
        }
        return {first, first, size};
    }
    MemoryView given = given_bytes(*environment_, space, number);
    if (info.is_initialised && given.size == 0) {
        const std::vector<std::byte>& initial = program_->initial_data[index];
        given = {initial.data(), nullptr, initial.size()};
    }
    return given;
}

} // namespace jacquard::nir::interpreter
