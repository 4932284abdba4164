#include <jacquard/generated/passes/lower_explicit_io.h>
#include <jacquard/generated/passes/lower_memcpy.h>
#include <jacquard/nir/interpreter/interface/interpreter.h>
#include <jacquard/passes/registry/registry.h>

#include "passes/pass_test.h"

#include <array>
#include <cstring>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

using namespace jacquard::nir;

namespace {

const char* const kVariables = "decl_var mem_ssbo int32[200] \"to\"\n"
                               "decl_var mem_ssbo int16[400] \"from\" {binding=1}\n"
                               "decl_var mem_shared int32x4 \"a\"\n"
                               "decl_var mem_shared int32x4 \"b\"\n";

// The bytes of the buffer that is written, after a copy of `size` bytes by the lowered shader.
std::vector<std::byte> copied(const std::string& size_lines, std::size_t buffer_bytes) {
    const auto shader = parsed(std::string("shader compute\n") + kVariables +
                               "function \"main\" entry {\n    b0:\n" + size_lines + R"(
        %1:32 = deref_var "to"
        %2:32 = deref_var "from"
        memcpy_deref %1, %2, %0
}
)");
    REQUIRE(shader != nullptr);
    CHECK(lower_memcpy(*shader));
    CHECK_FALSE(lower_memcpy(*shader));
    lower_explicit_io(*shader, {});
    CHECK(validation_report(*shader, "lowered") == "");
    interpreter::Fault fault;
    const auto program = interpreter::Program::prepare(*shader, fault);
    REQUIRE(program);
    std::vector<std::byte> to(buffer_bytes);
    std::vector<std::byte> from(buffer_bytes);
    for (std::size_t i = 0; i < buffer_bytes; ++i) {
        from[i] = static_cast<std::byte>(i * 7 + 1);
    }
    const std::array<std::span<std::byte>, 2> buffers = {to, from};
    interpreter::Environment environment;
    environment.storage_buffers = buffers;
    interpreter::Interpreter run(*program, 1);
    interpreter::RunOptions options;
    options.fault_out_of_range = true;
    const auto result = run.run(environment, options);
    CHECK(result.fault.message == "");
    return to;
}

std::size_t bytes_in_order(const std::vector<std::byte>& bytes) {
    std::size_t count = 0;
    while (count < bytes.size() && bytes[count] == static_cast<std::byte>(count * 7 + 1)) {
        ++count;
    }
    return std::all_of(bytes.begin() + static_cast<std::ptrdiff_t>(count), bytes.end(),
                       [](std::byte byte) { return byte == std::byte{0}; })
               ? count
               : 0;
}

} // namespace

TEST_CASE("copies of bytes in line and in loops write these bytes and no others") {
    CHECK(bytes_in_order(copied("%0:32 = const 0", 64)) == 0);
    CHECK(bytes_in_order(copied("%0:32 = const 7", 64)) == 7);
    CHECK(bytes_in_order(copied("%0:32 = const 64", 64)) == 64);
    CHECK(bytes_in_order(copied("%0:32 = const 301", 800)) == 301);
    CHECK(bytes_in_order(copied("%0:64 = const 12", 64)) == 12);
}

TEST_CASE("a number of bytes that is not known is copied in a loop") {
    CHECK(bytes_in_order(copied("%3:32 = const 3\n        %4:32 = load_subgroup_size\n"
                                "        %0:32 = imul %3, %4\n",
                                16)) == 3);
}
