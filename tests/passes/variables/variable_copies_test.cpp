#include <jacquard/generated/passes/lower_variable_copies.h>
#include <jacquard/generated/passes/split_variable_copies.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

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
