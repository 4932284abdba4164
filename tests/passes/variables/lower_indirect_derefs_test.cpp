#include <jacquard/passes/lower_indirect_derefs.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

const char* const kStructure = "struct \"S\" {a: float32, b: int32[2]}\n";

} // namespace

TEST_CASE("a load by index searches for its element") {
    CHECK(after([](Shader& shader) { lower_indirect_derefs(shader); }, R"(
    decl_var function_temp int32[3] "a"
    b0:
        %0:32 = load_vertex_id
        %1:32 = deref_var "a"
        %2:32 = deref_array %1[%0]
        %3:32 = load_deref %2
        %4:32 = ineg %3
)") == R"(
    decl_var function_temp int32[3] "a"
    b0:
        %0:32 = load_vertex_id
        %1:32 = deref_var "a"
        %2:32 = const 1
        %3:1 = ult %0, %2
    if %3 {
        b1 from b0:
            %4:32 = const 0
            %5:32 = deref_array %1[%4]
            %6:32 = load_deref %5
    } else {
        b2 from b0:
            %7:32 = const 2
            %8:1 = ult %0, %7
        if %8 {
            b3 from b2:
                %9:32 = const 1
                %10:32 = deref_array %1[%9]
                %11:32 = load_deref %10
        } else {
            b4 from b2:
                %12:32 = const 2
                %13:32 = deref_array %1[%12]
                %14:32 = load_deref %13
        }
        b5 from b3 b4:
            %15:32 = phi b3: %11, b4: %14
    }
    b6 from b1 b5:
        %16:32 = phi b1: %6, b5: %15
        %17:32 = ineg %16
)");
}

TEST_CASE("a store by index searches too, level by level") {
    CHECK(after([](Shader& shader) { lower_indirect_derefs(shader); }, R"(
    decl_var function_temp struct "S"[2] "s"
    b0:
        %0:32 = load_vertex_id
        %1:32 = deref_var "s"
        %2:32 = deref_array %1[%0]
        %3:32 = deref_struct %2.b
        %4:32 = deref_array %3[%0]
        store_deref %4, %0 {write_mask=x}
        store_deref %4, %0 {write_mask=x}
)",
                kStructure) == R"(
    decl_var function_temp struct "S"[2] "s"
    b0:
        %0:32 = load_vertex_id
        %1:32 = deref_var "s"
        %2:32 = const 1
        %3:1 = ult %0, %2
    if %3 {
        b1 from b0:
            %4:32 = const 0
            %5:32 = deref_array %1[%4]
            %6:32 = deref_struct %5.b
            %7:32 = const 1
            %8:1 = ult %0, %7
        if %8 {
            b2 from b1:
                %9:32 = const 0
                %10:32 = deref_array %6[%9]
                store_deref %10, %0 {write_mask=x}
        } else {
            b3 from b1:
                %11:32 = const 1
                %12:32 = deref_array %6[%11]
                store_deref %12, %0 {write_mask=x}
        }
        b4 from b2 b3:
    } else {
        b5 from b0:
            %13:32 = const 1
            %14:32 = deref_array %1[%13]
            %15:32 = deref_struct %14.b
            %16:32 = const 1
            %17:1 = ult %0, %16
        if %17 {
            b6 from b5:
                %18:32 = const 0
                %19:32 = deref_array %15[%18]
                store_deref %19, %0 {write_mask=x}
        } else {
            b7 from b5:
                %20:32 = const 1
                %21:32 = deref_array %15[%20]
                store_deref %21, %0 {write_mask=x}
        }
        b8 from b6 b7:
    }
    b9 from b4 b8:
        %22:32 = deref_var "s"
        %23:32 = const 1
        %24:1 = ult %0, %23
    if %24 {
        b10 from b9:
            %25:32 = const 0
            %26:32 = deref_array %22[%25]
            %27:32 = deref_struct %26.b
            %28:32 = const 1
            %29:1 = ult %0, %28
        if %29 {
            b11 from b10:
                %30:32 = const 0
                %31:32 = deref_array %27[%30]
                store_deref %31, %0 {write_mask=x}
        } else {
            b12 from b10:
                %32:32 = const 1
                %33:32 = deref_array %27[%32]
                store_deref %33, %0 {write_mask=x}
        }
        b13 from b11 b12:
    } else {
        b14 from b9:
            %34:32 = const 1
            %35:32 = deref_array %22[%34]
            %36:32 = deref_struct %35.b
            %37:32 = const 1
            %38:1 = ult %0, %37
        if %38 {
            b15 from b14:
                %39:32 = const 0
                %40:32 = deref_array %36[%39]
                store_deref %40, %0 {write_mask=x}
        } else {
            b16 from b14:
                %41:32 = const 1
                %42:32 = deref_array %36[%41]
                store_deref %42, %0 {write_mask=x}
        }
        b17 from b15 b16:
    }
    b18 from b13 b17:
)");
}

TEST_CASE("phis behind follow the block that is split") {
    CHECK(after([](Shader& shader) { lower_indirect_derefs(shader); }, R"(
    decl_var function_temp int32[2] "a"
    b0:
        %0:32 = load_vertex_id
        %1:1 = const true
    if %1 {
        b1 from b0:
            %2:32 = deref_var "a"
            %3:32 = deref_array %2[%0]
            %4:32 = load_deref %3
            %5:32 = ineg %4
            %6:32 = load_deref %3
            %7:32 = iadd %5, %6
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        %8:32 = phi b1: %7, b2: %0
        %9:32 = ineg %8
)") == R"(
    decl_var function_temp int32[2] "a"
    b0:
        %0:32 = load_vertex_id
        %1:1 = const true
    if %1 {
        b1 from b0:
            %2:32 = deref_var "a"
            %3:32 = const 1
            %4:1 = ult %0, %3
        if %4 {
            b2 from b1:
                %5:32 = const 0
                %6:32 = deref_array %2[%5]
                %7:32 = load_deref %6
        } else {
            b3 from b1:
                %8:32 = const 1
                %9:32 = deref_array %2[%8]
                %10:32 = load_deref %9
        }
        b4 from b2 b3:
            %11:32 = phi b2: %7, b3: %10
            %12:32 = ineg %11
            %13:32 = deref_var "a"
            %14:32 = const 1
            %15:1 = ult %0, %14
        if %15 {
            b5 from b4:
                %16:32 = const 0
                %17:32 = deref_array %13[%16]
                %18:32 = load_deref %17
        } else {
            b6 from b4:
                %19:32 = const 1
                %20:32 = deref_array %13[%19]
                %21:32 = load_deref %20
        }
        b7 from b5 b6:
            %22:32 = phi b5: %18, b6: %21
            %23:32 = iadd %12, %22
    } else {
        b8 from b0:
    }
    b9 from b7 b8:
        %24:32 = phi b7: %23, b8: %0
        %25:32 = ineg %24
)");
}

TEST_CASE("arrays that are too long stay") {
    const std::string body = R"(
    decl_var function_temp int32[3] "a"
    b0:
        %0:32 = load_vertex_id
        %1:32 = deref_var "a"
        %2:32 = deref_array %1[%0]
        %3:32 = load_deref %2
)";
    CHECK(after([](Shader& shader) { lower_indirect_derefs(shader, {.max_elements = 2}); }, body) ==
          body);
}
