#include <jacquard/nir/interpreter/interpreter.h>
#include <jacquard/passes/lower_explicit_io.h>
#include <jacquard/passes/lower_memcpy.h>
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

TEST_CASE("a few bytes are copied by the words that both sides' alignment allows") {
    CHECK(after(lower_memcpy, R"(
    b0:
        %0:32 = const 5
        %1:32 = deref_var "to"
        %2:32 = deref_var "from"
        memcpy_deref %1, %2, %0
)",
                kVariables) == R"(
    b0:
        %0:32 = const 5
        %1:32 = deref_var "to"
        %2:32 = deref_var "from"
        %3:32 = const 0
        %4:32 = deref_cast %2 {type=uint16, modes=mem_ssbo, stride=2}
        %5:32 = deref_ptr_as_array %4[%3]
        %6:16 = load_deref %5
        %7:32 = deref_cast %1 {type=uint16, modes=mem_ssbo, stride=2}
        %8:32 = deref_ptr_as_array %7[%3]
        store_deref %8, %6 {write_mask=x}
        %9:32 = const 1
        %10:32 = deref_cast %2 {type=uint16, modes=mem_ssbo, stride=2}
        %11:32 = deref_ptr_as_array %10[%9]
        %12:16 = load_deref %11
        %13:32 = deref_cast %1 {type=uint16, modes=mem_ssbo, stride=2}
        %14:32 = deref_ptr_as_array %13[%9]
        store_deref %14, %12 {write_mask=x}
        %15:32 = const 4
        %16:32 = deref_cast %2 {type=uint8, modes=mem_ssbo, stride=1}
        %17:32 = deref_ptr_as_array %16[%15]
        %18:8 = load_deref %17
        %19:32 = deref_cast %1 {type=uint8, modes=mem_ssbo, stride=1}
        %20:32 = deref_ptr_as_array %19[%15]
        store_deref %20, %18 {write_mask=x}
)");
}

TEST_CASE("all of a variable is copied as one") {
    CHECK(after(lower_memcpy, R"(
    b0:
        %0:32 = const 16
        %1:32 = deref_var "a"
        %2:32 = deref_var "b"
        memcpy_deref %1, %2, %0 {dst_access=volatile}
)",
                kVariables) == R"(
    b0:
        %0:32 = const 16
        %1:32 = deref_var "a"
        %2:32 = deref_var "b"
        copy_deref %1, %2 {dst_access=volatile}
)");
}

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
