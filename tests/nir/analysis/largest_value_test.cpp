#include <jacquard/nir/analysis/largest_value.h>

#include "catch.h"
#include "nir/text.h"

using namespace jacquard::nir;

namespace {

// The largest value of the last instruction of a shader of workgroups of 16 by 4.
std::uint64_t largest(const std::string& body) {
    const auto shader = parsed("shader compute\nfunction \"main\" entry {\n    b0:\n"
                               "        %0:32x3 = load_local_invocation_id\n"
                               "        %1:32 = load_local_invocation_index\n"
                               "        %2:32 = const 100\n"
                               "        %3:32 = const 0xffffffff\n"
                               "        %4:32 = const 4\n"
                               "        %5:32 = load_draw_id\n" +
                               body + "}\n");
    const Instruction* last = nullptr;
    for (Block& block : shader->entry->blocks()) {
        for (Instruction& instruction : block.instructions()) {
            last = &instruction;
        }
    }
    return LargestValues({15, 3, 0}, 63).of(*last->def(), 0);
}

constexpr std::uint64_t kAny = 0xffffffff;

} // namespace

TEST_CASE("numbers of invocations are bounded by the size of the workgroup") {
    CHECK(largest("        %6:32 = mov %0.y\n") == 3);
    CHECK(largest("        %6:32 = iadd %0.x, %2\n") == 115);
    CHECK(largest("        %6:32 = imul %1, %2\n") == 6300);
    CHECK(largest("        %6:32 = ishl %1, %4\n") == 63 * 16);
    CHECK(largest("        %6:32 = ushr %1, %4\n") == 3);
    CHECK(largest("        %6:32 = ior %1, %2\n") == 127);
}

TEST_CASE("what may wrap around can be anything") {
    CHECK(largest("        %6:32 = iadd %1, %3\n") == kAny);
    CHECK(largest("        %6:32 = isub %1, %2\n") == kAny);
    CHECK(largest("        %6:32 = iadd %5, %2\n") == kAny);
    CHECK(largest("        %6:32 = imul %5, %4\n") == kAny);
    CHECK(largest("        %6:32 = ishl %5, %4\n") == kAny);
}

TEST_CASE("masks, remainders and selections bound what is not known") {
    CHECK(largest("        %6:32 = iand %5, %2\n") == 100);
    CHECK(largest("        %6:32 = umin %2, %5\n") == 100);
    CHECK(largest("        %6:32 = umod %5, %2\n") == 99);
    CHECK(largest("        %6:1 = ilt %5, %2\n        %7:32 = bcsel %6, %1, %2\n") == 100);
}

TEST_CASE("a sign is known to be absent or not known") {
    CHECK(largest("        %6:32 = imin %5, %2\n") == kAny);
    CHECK(largest("        %6:32 = imax %5, %2\n") == kAny / 2);
    CHECK(largest("        %6:32 = imax %5, %2\n        %7:32 = imin %6, %1\n") == 63);
    CHECK(largest("        %6:32 = ishr %5, %4\n") == kAny);
    CHECK(largest("        %6:32 = ishr %2, %4\n") == 6);
}
