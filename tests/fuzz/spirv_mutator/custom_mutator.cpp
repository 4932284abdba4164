// libFuzzer calls this to change an input: instruction by instruction if it is a module, now and
// then byte by byte as it does itself.
#include "fuzzing.h"
#include "spirv_mutator/module_mutator.h"

#include <algorithm>
#include <cstring>

using namespace jacquard::fuzzing;

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

constexpr std::uint32_t kBytewise = 32; // one input in so many
constexpr std::uint32_t kMostChanges = 4;

// Writes a module where it fits; else the size is 0.
std::size_t put(const std::string& module, std::uint8_t* data, std::size_t most) {
    if (module.size() > most) {
        return 0;
    }
    std::memcpy(data, module.data(), module.size());
    return module.size();
}

} // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
    ModuleMutator mutator(text_of(data, size), seed);
    if (seed % kBytewise == 0 || !mutator.has_instructions()) {
        return LLVMFuzzerMutate(data, size, most);
    }
    for (std::uint32_t i = 0; i <= seed / kBytewise % kMostChanges; ++i) {
        mutator.mutate();
    }
    const std::size_t written = put(mutator.bytes(), data, most);
    return written != 0 ? written : LLVMFuzzerMutate(data, size, most);
}

extern "C" std::size_t LLVMFuzzerCustomCrossOver(const std::uint8_t* data, std::size_t size,
                                                 const std::uint8_t* other, std::size_t other_size,
                                                 std::uint8_t* out, std::size_t most,
                                                 unsigned seed) {
    ModuleMutator mutator(text_of(data, size), seed);
    mutator.splice(ModuleMutator(text_of(other, other_size), seed));
    return put(mutator.bytes(), out, most);
}
