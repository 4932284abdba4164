// Varyings at places that the hardware does not give weights for, and those nobody declares.

#include "fixture.h"

namespace jacquard::ir3::testing {

namespace {

std::string code(const std::string& declarations, const std::string& body) {
    CompileOptions options;
    options.gpu = 630;
    const auto program = compile_nir("shader fragment\n" + declarations +
                                         "output color 0 mask xyzw\n\n"
                                         "function \"main\" entry {\n    b0:\n" +
                                         body + "}\n",
                                     options);
    return program ? '\n' + assembly_of(*program) : "";
}

} // namespace

TEST_CASE("interpolation: weights beside the centre follow from their derivatives") {
    CHECK(code("input generic 0 smooth mask xyzw\n", R"(
        %0:32 = const 0
        %1:32x2 = const 0.25, -0.125
        %2:32x2 = load_barycentric_at_offset %1
        %3:32x2 = load_interpolated_input %2, %0 {io_semantics=generic 0 1}
        store_output %3, %0 {write_mask=xy}
)") == R"(
dsx (f32)(x)r0.z, r0.x
dsx (f32)(x)r0.w, r0.y
dsy (f32)(x)r1.x, r0.x
dsy (f32)(x)r1.y, r0.y
mov.u32u32 r1.z, 0
mov.u32u32 r1.w, 0
(sy)mad.f32 r0.z, c0.x, r0.z, r0.x
mad.f32 r0.w, c0.x, r0.w, r0.y
mad.f32 r0.x, c0.y, r1.x, r0.z
(nop3) mad.f32 r0.y, c0.y, r1.y, r0.w
bary.f r1.x, 0, r0.x
bary.f (ei)r1.y, 1, r0.x
end
)");
}

TEST_CASE("interpolation: a sample is so far from the centre as the hardware says") {
    const std::string text = code("input generic 0 smooth mask xyzw\n", R"(
        %0:32 = const 0
        %1:32 = const 3
        %2:32x2 = load_barycentric_at_sample %1
        %3:32x2 = load_interpolated_input %2, %0 {io_semantics=generic 0 1}
        store_output %3, %0 {write_mask=xy}
)");
    INFO(text);
    CHECK(text.find("rgetpos (f32)(xy)") != std::string::npos);
    CHECK(text.find("dsx (f32)(x)") != std::string::npos);
    CHECK(text.find("bary.f (ei)") != std::string::npos);
}

TEST_CASE("interpolation: the layer and the view are flat varyings") {
    CHECK(code("", R"(
        %0:32 = const 0
        %1:32 = load_layer_id
        %2:32 = load_view_index
        %3:32 = load_layer_id
        %4:32x3 = vec3 %1, %2, %3
        store_output %4, %0 {write_mask=xyz}
)") == R"(
flat.b r0.x, 0, 0
flat.b (ei)r0.y, 4, 0
mov.u32u32 r0.w, 0
nop
mov.u32u32 r0.z, r0.x
end
)");
}

} // namespace jacquard::ir3::testing
