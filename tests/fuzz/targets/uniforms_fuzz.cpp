// The uniforms of any module are found by the names that it gives them, and all that can be set are
// set within their blocks.
#include <jacquard/draw/uniforms/uniform_table.h>
#include <jacquard/spirv/module/read.h>

#include "fuzzing.h"

using namespace jacquard;
using namespace jacquard::fuzzing;
using namespace jacquard::driver;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Diagnostics diagnostics("fuzz.spv", {}, kSmall.errors);
    const auto module = spirv::read_module(text_of(data, size), diagnostics);
    if (!module) {
        return 0;
    }
    draw::UniformTable table = draw::UniformTable::of_module(*module);
    const std::vector<draw::UniformBlock> blocks = table.blocks();
    for (const draw::UniformBlock& block : blocks) {
        for (const draw::UniformType::Member& member : block.type->members) {
            std::string fault;
            const std::vector<double> numbers(
                static_cast<std::size_t>(std::min<std::uint64_t>(member.type->num_scalars, 4096)),
                1.0);
            const auto place = table.find(member.name, fault);
            demand((place && table.set(*place, member.name, numbers, fault)) || !fault.empty(),
                   "not set without a reason");
        }
    }
    RecordedCase given;
    table.give(given);
    return 0;
}
