// Any text of NIR is compiled for each revision or refused, and what compiles runs without a fault.
#include "fuzzing.h"

using namespace jacquard::fuzzing;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    compile_and_run(text_of(data, size), Language::nir);
    return 0;
}
