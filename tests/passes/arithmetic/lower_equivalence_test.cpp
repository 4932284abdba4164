// Lowered shaders compute in the interpreter what they computed before: texture operations, and
// values of other widths that go through ifs and loops.
#include <jacquard/passes/registry/registry.h>

#include "equivalence/equivalence.h"
#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::unique_ptr<Shader> shader_of(const std::string& body) {
    return parsed("shader fragment\nfunction \"main\" entry {\n" + body + "}\n");
}

// Checks that the passes change a shader, but not its results.
void keep_meaning(const std::string& passes, const std::string& body, double tolerance = 0.0) {
    INFO(passes << body);
    const PassList list = parse_pass_list(passes);
    REQUIRE(list.errors.empty());
    const auto before = shader_of(body);
    const auto after = shader_of(body);
    bool changed = false;
    for (const PassCall& call : list.calls) {
        changed |= call.run(*after);
        CHECK(validation_report(*after, call.pass->name) == "");
    }
    CHECK(changed);
    EquivalenceOptions options;
    options.tolerance = tolerance;
    CHECK(difference(*before, *after, options) == "");
}

// Lookups read %2, a vector of four floats, and %3, small integers.
std::string lookup(const std::string& lines) {
    return R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_ubo_vec4 %0, %0
        %20:32x4 = const 16.0, 16.0, 16.0, 16.0
        %21:32x4 = fsin %1
        %2:32x4 = fmul %21, %20
        %22:32x4 = const 3, 3, 3, 3
        %3:32x4 = iand %1, %22
        %4:32x2 = mov %2.xy
        %5:32x3 = mov %2.xyz
        %6:32x2 = mov %3.xy
        %7:32x3 = mov %3.xyz
        %8:32 = mov %3.w
        %23:32 = const 2.0
        %24:32 = fabs %2.w
        %9:32 = fadd %24, %23
)" + lines;
}

const std::string kStoreFour = "        store_output %10, %0 {write_mask=xyzw}\n";
constexpr double kClose = 1.0e-4;

void keep_lookup(const std::string& option, const std::string& texture, double tolerance = kClose) {
    keep_meaning("lower_tex:" + option,
                 lookup("        %10:32x4 = texture " + texture + "\n" + kStoreFour), tolerance);
}

// Wide and narrow integers, doubles and truths, chosen by ifs and carried around a loop.
const std::string kMixed = R"(
    b0:
        %0:32 = const 0
        %1:32 = const 1
        %2:32x4 = load_ubo_vec4 %0, %0
        %3:64 = pack_64_2x32_split %2.x, %2.y
        %4:64 = i2i64 %2.z
        %5:1 = ilt %2.z, %2.w
    if %5 {
        b1 from b0:
            %6:64 = imul %3, %4
    } else {
        b2 from b0:
            %7:64 = udiv %3, %4
    }
    b3 from b1 b2:
        %8:64 = phi b1: %6, b2: %7
        %9:32 = const 5
    loop {
        b4 from b3 b7:
            %10:32 = phi b3: %0, b7: %17
            %11:64 = phi b3: %8, b7: %16
            %12:1 = phi b3: %5, b7: %18
            %13:1 = ige %10, %9
        if %13 {
            b5 from b4:
                break
        } else {
            b6 from b4:
        }
        b7 from b6:
            %14:64 = ishl %11, %10
            %15:64 = bcsel %12, %14, %4
            %16:64 = iadd %15, %3
            %17:32 = iadd %10, %1
            %18:1 = ult %16, %14
            continue
    }
    b8 from b5:
        %20:64 = i2f64 %11
        %21:64 = u2f64 %2.y
        %22:64 = ffma %20, %21, %20
        %23:32 = f2f32 %22
        %24:32x2 = unpack_64_2x32 %11
        %25:32 = b2i32 %12
        %26:8 = u2u8 %2.x
        %27:8 = u2u8 %2.w
        %28:8 = imul %26, %27
        %29:8 = idiv %28, %27
        %30:1 = ult %29, %26
        %31:1 = ior %30, %12
        %32:32 = bcsel %31, %23, %25
        %33:32x4 = vec4 %32, %24.x, %24.y, %23
        store_output %33, %0 {write_mask=xyzw}
)";

} // namespace

TEST_CASE("lowered lookups ask for the same texels") {
    const std::string fields = " {dest_type=float32, texture=0, sampler=1";
    keep_lookup("lower_txp=0x3ff", "tex 2d coord %4, projector %9" + fields + "}");
    keep_lookup("lower_txp=0x3ff",
                "tex 2d coord %4, projector %9, comparator %9" + fields + ", shadow}");
    keep_lookup("lower_txp_array", "tex 2d coord %5, projector %9" + fields + ", array}");
    keep_lookup("lower_txf_offset", "txf 3d coord %7, lod %8, offset %7" + fields + "}");
    keep_lookup("lower_txf_offset", "txf 2d coord %7, lod %8, offset %6" + fields + ", array}");
    keep_lookup("lower_rect_offset", "tex rect coord %4, offset %6" + fields + "}");
    keep_lookup("lower_offset", "txl 2d coord %4, lod %0, offset %6" + fields + "}", 1.0e-2);
    keep_lookup("lower_offset", "tg4 2d coord %4, offset %6" + fields + ", component=1}", 1.0e-2);
    keep_lookup("lower_rect", "tex rect coord %4" + fields + "}");
    keep_lookup("lower_rect", "txf rect coord %6" + fields + "}");
    keep_lookup("lower_tg4_offsets",
                "tg4 2d coord %4" + fields + ", gather_offsets -8 -7 0 0 1 2 7 7}", 1.0e-2);
}

TEST_CASE("lowered sizes are those of the level") {
    keep_meaning("lower_tex:lower_txs_lod",
                 lookup("        %10:32x3 = texture txs 3d lod %8 {dest_type=int32, texture=0, "
                        "sampler=0}\n        store_output %10, %0 {write_mask=xyz}\n"));
    keep_meaning("lower_tex:lower_txs_lod",
                 lookup("        %10:32x3 = texture txs cube lod %8 {dest_type=int32, texture=2, "
                        "sampler=0, array}\n        store_output %10, %0 {write_mask=xyz}\n"));
}

TEST_CASE("values of all widths keep their meaning through ifs and loops") {
    for (const char* passes :
         {"lower_int64", "lower_doubles,lower_int64", "lower_integer_compounds,lower_doubles",
          "lower_bit_size", "lower_bool_to_int32", "lower_bool_to_bitsize", "lower_bool_to_float",
          "lower_pack_unpack", "lower_doubles,lower_int64,lower_bit_size,lower_bool_to_int32",
          "lower_bool_to_int32,lower_doubles,lower_int64,lower_bit_size,lower_pack_unpack,"
          "lower_multiply_high,lower_integer_division"}) {
        keep_meaning(passes, kMixed);
    }
}
