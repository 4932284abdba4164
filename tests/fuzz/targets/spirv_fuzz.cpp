// Any bytes are read; a module prints, and what is translated is valid.
#include "fuzzing.h"
#include "spirv_mutator/take_module.h"

using namespace jacquard::fuzzing;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    (void)take_module(text_of(data, size));
    return 0;
}
