#include <jacquard/passes/lower_variable_copies.h>
#include <jacquard/passes/split_variable_copies.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

const char* const kStructure = "struct \"S\" {a: float32x2, b: int32[2]}\n";

} // namespace

TEST_CASE("a copy of a structure becomes copies of its vectors") {
    CHECK(after(split_variable_copies, R"(
    decl_var function_temp struct "S"[3] "x"
    decl_var function_temp struct "S"[3] "y"
    b0:
        %0:32 = deref_var "x"
        %1:32 = deref_var "y"
        copy_deref %0, %1 {src_access=volatile}
)",
                kStructure) == R"(
    decl_var function_temp struct "S"[3] "x"
    decl_var function_temp struct "S"[3] "y"
    b0:
        %0:32 = deref_var "x"
        %1:32 = deref_var "y"
        %2:32 = deref_array_wildcard %0[*]
        %3:32 = deref_array_wildcard %1[*]
        %4:32 = deref_struct %2.a
        %5:32 = deref_struct %3.a
        copy_deref %4, %5 {src_access=volatile}
        %6:32 = deref_struct %2.b
        %7:32 = deref_struct %3.b
        %8:32 = deref_array_wildcard %6[*]
        %9:32 = deref_array_wildcard %7[*]
        copy_deref %8, %9 {src_access=volatile}
)");
}

TEST_CASE("wildcards of a copy become every element in turn") {
    CHECK(after(lower_variable_copies, R"(
    decl_var function_temp struct "S"[2] "x"
    decl_var function_temp int32[2][2] "y"
    b0:
        %0:32 = deref_var "x"
        %1:32 = deref_array_wildcard %0[*]
        %2:32 = deref_struct %1.b
        %3:32 = const 1
        %4:32 = deref_array %2[%3]
        %5:32 = deref_var "y"
        %6:32 = deref_array %5[%3]
        %7:32 = deref_array_wildcard %6[*]
        copy_deref %4, %7
)",
                kStructure) == R"(
    decl_var function_temp struct "S"[2] "x"
    decl_var function_temp int32[2][2] "y"
    b0:
        %0:32 = deref_var "x"
        %1:32 = const 1
        %2:32 = deref_var "y"
        %3:32 = deref_array %2[%1]
        %4:32 = const 0
        %5:32 = deref_array %0[%4]
        %6:32 = deref_array %3[%4]
        %7:32 = deref_struct %5.b
        %8:32 = deref_array %7[%1]
        %9:32 = load_deref %6
        store_deref %8, %9 {write_mask=x}
        %10:32 = const 1
        %11:32 = deref_array %0[%10]
        %12:32 = deref_array %3[%10]
        %13:32 = deref_struct %11.b
        %14:32 = deref_array %13[%1]
        %15:32 = load_deref %12
        store_deref %14, %15 {write_mask=x}
)");
}

TEST_CASE("a copy of a structure becomes loads and stores") {
    CHECK(after(lower_variable_copies, R"(
    decl_var function_temp struct "S" "x"
    decl_var function_temp struct "S" "y"
    b0:
        %0:32 = deref_var "x"
        %1:32 = deref_var "y"
        copy_deref %0, %1 {src_access=volatile}
)",
                kStructure) == R"(
    decl_var function_temp struct "S" "x"
    decl_var function_temp struct "S" "y"
    b0:
        %0:32 = deref_var "x"
        %1:32 = deref_var "y"
        %2:32 = deref_struct %0.a
        %3:32 = deref_struct %1.a
        %4:32x2 = load_deref %3 {access=volatile}
        store_deref %2, %4 {write_mask=xy}
        %5:32 = deref_struct %0.b
        %6:32 = deref_struct %1.b
        %7:32 = const 0
        %8:32 = deref_array %5[%7]
        %9:32 = deref_array %6[%7]
        %10:32 = load_deref %9 {access=volatile}
        store_deref %8, %10 {write_mask=x}
        %11:32 = const 1
        %12:32 = deref_array %5[%11]
        %13:32 = deref_array %6[%11]
        %14:32 = load_deref %13 {access=volatile}
        store_deref %12, %14 {write_mask=x}
)");
}

TEST_CASE("elements of nothing are not copied one by one, however many they are") {
    const std::string header = "struct \"none\" {}\n"
                               "struct \"s\" {x: int32, e: struct \"none\"[4294967295]}\n"
                               "decl_var shader_temp struct \"s\"[2] \"x\"\n"
                               "decl_var shader_temp struct \"s\"[2] \"y\"\n";
    const std::string copies = R"(
    b0:
        %0:32 = deref_var "x"
        %1:32 = deref_var "y"
        %2:32 = deref_array_wildcard %0[*]
        %3:32 = deref_array_wildcard %1[*]
        copy_deref %2, %3
        %4:32 = const 1
        %5:32 = deref_array %0[%4]
        %6:32 = deref_array %1[%4]
        %7:32 = deref_struct %5.e
        %8:32 = deref_struct %6.e
        %9:32 = deref_array_wildcard %7[*]
        %10:32 = deref_array_wildcard %8[*]
        copy_deref %9, %10
)";
    const std::string split = after(split_variable_copies, copies, header);
    contains(split, "deref_struct %2.x");
    const std::string lowered = after(lower_variable_copies, copies, header);
    contains(lowered, "store_deref");
    CHECK(lowered.find("copy_deref") == std::string::npos);
    CHECK(lowered.size() < 2000);
}
