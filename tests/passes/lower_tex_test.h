#pragma once

#include <jacquard/generated/passes/dead_code.h>
#include <jacquard/passes/registry/registry.h>

#include "pass_test.h"

#include <string>

namespace lower_tex_test {

// Values to look up with, of which nothing is known. They are all used at the end, so that they
// keep their numbers.
inline const std::string kInputs = R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %2:32x4 = load_ubo_vec4 %0, %0 {base=1}
        %3:32x2 = mov %1.xy
        %4:32x3 = mov %1.xyz
        %5:32 = mov %1.w
        %6:32x2 = mov %2.xy
        %7:32x3 = mov %2.xyz
        %8:32 = mov %2.w
)";
inline const std::string kUses = R"(        store_output %1, %0 {base=1, write_mask=xyzw}
        store_output %2, %0 {base=1, write_mask=xyzw}
        store_output %3, %0 {base=1, write_mask=xy}
        store_output %4, %0 {base=1, write_mask=xyz}
        store_output %5, %0 {base=1, write_mask=x}
        store_output %6, %0 {base=1, write_mask=xy}
        store_output %7, %0 {base=1, write_mask=xyz}
        store_output %8, %0 {base=1, write_mask=x}
)";

// Runs lower_tex with the options of a pass list on the lines that compute %9, and returns the
// resulting lines.
inline std::string lowered(const std::string& options, const std::string& lines) {
    const auto list = jacquard::nir::parse_pass_list("lower_tex:" + options);
    REQUIRE(list.errors.empty());
    const std::size_t value = lines.rfind("%9:32");
    const std::size_t count = lines.compare(value + 5, 1, "x") == 0
                                  ? static_cast<std::size_t>(lines[value + 6] - '0')
                                  : 1;
    const std::string store =
        "        store_output %9, %0 {write_mask=" + std::string("xyzw").substr(0, count) + "}\n";
    const std::string text = after(
        [&list](jacquard::nir::Shader& shader) {
            list.calls[0].run(shader);
            jacquard::nir::dead_code(shader);
        },
        kInputs + lines + store + kUses);
    const std::string last_input = "%8:32 = mov %2.w\n";
    const std::size_t start = text.find(last_input);
    const std::size_t end = text.find("        store_output");
    if (start == std::string::npos || end == std::string::npos) {
        return text;
    }
    const std::size_t first = start + last_input.size();
    return "\n" + text.substr(first, end - first);
}

} // namespace lower_tex_test
