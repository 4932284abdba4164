// The header of programs with memory and constants; memory.txt has their machine code.
#include "fixture.h"

using namespace jacquard;
using namespace jacquard::ir3;
using namespace jacquard::ir3::testing;

namespace {

Resource resource(ResourceKind kind, std::uint32_t first, std::uint32_t set,
                  std::uint32_t binding) {
    Resource made;
    made.kind = kind;
    made.first = first;
    made.set = set;
    made.binding = binding;
    return made;
}

} // namespace

TEST_CASE("memory: the workgroup's number counts from the first one of the dispatch") {
    const std::vector<Resource> resources = {resource(ResourceKind::storage_buffer, 0, 2, 1)};
    CompileOptions options;
    options.resources = resources;
    const auto program = compile_nir(R"(shader compute
property "CS_FIXED_BLOCK_WIDTH" 64
property "shared_size" 256

function "main" entry {
    b0:
        %0:32 = const 0
        %1:32x3 = load_workgroup_id
        %2:32 = mov %1.x
        store_ssbo %2, %0, %0 {write_mask=x, align_mul=4}
}
)",
                                     options);
    REQUIRE(program);
    REQUIRE(program->driver_parameters.size() == 1);
    CHECK(program->driver_parameters[0].name == "SYSTEM_VALUE_BASE_WORKGROUP_ID");
    CHECK(program->driver_parameters[0].constant == 4);
    REQUIRE(program->inputs.size() == 1);
    CHECK(to_string(program->inputs[0].location) == "r48.x");
    CHECK(program->shared_bytes == 256);
    CHECK(program->workgroup_size == std::array<std::uint32_t, 3>{64, 1, 1});
}

namespace {

// The vectors of constants of a compute shader that reads blocks of `sizes` vectors at computed
// places.
std::uint32_t constants_of(const std::vector<std::uint32_t>& sizes, std::uint32_t shared_bytes,
                           std::uint32_t gpu, const std::string& also = "") {
    std::vector<Resource> blocks;
    std::string body = "        %0:32 = load_local_invocation_index\n";
    std::string sum = "%0";
    for (std::uint32_t i = 0; i < sizes.size(); ++i) {
        const std::string number = "%1" + std::to_string(i);
        const std::string read = "%2" + std::to_string(i);
        const std::string added = "%3" + std::to_string(i);
        blocks.push_back(resource(ResourceKind::uniform_buffer, i, 0, i));
        blocks.back().size = sizes[i] * 16;
        body += "        " + number + ":32 = const " + std::to_string(i) + "\n        " + read +
                ":32 = load_ubo_vec4 " + number + ", %0\n        " + added + ":32 = iadd " + sum +
                ", " + read + "\n";
        sum = added;
    }
    CompileOptions options;
    options.gpu = gpu;
    options.resources = blocks;
    const auto program = compile_nir(
        "shader compute\nproperty \"CS_FIXED_BLOCK_WIDTH\" 64\n"
        "property \"shared_size\" " +
            std::to_string(shared_bytes) + "\n\nfunction \"main\" entry {\n    b0:\n" + body +
            also + "        store_shared " + sum + ", %0 {write_mask=x, align_mul=4}\n}\n",
        options);
    REQUIRE(program);
    return program->statistics.constant_length;
}

} // namespace

TEST_CASE("memory: a workgroup's memory leaves less room for constants where they share a store") {
    const std::string groups = "        %99:32x3 = load_num_workgroups\n"
                               "        store_shared %99, %0 {write_mask=xyz, align_mul=4}\n";
    // 256 vectors are what uniforms may take of 512; 40 KiB hold 256 for both waves of a granule
    // beside 32 KiB.
    CHECK(constants_of({256}, 24576, 730, groups) == 260);
    CHECK(constants_of({256}, 32768, 730, groups) <= 256);
}

TEST_CASE("memory: blocks leave room for what the driver says of a dispatch") {
    const std::string groups = "        %99:32x3 = load_num_workgroups\n"
                               "        store_shared %99, %0 {write_mask=xyz, align_mul=4}\n";
    CHECK(constants_of({256}, 1024, 630) == 256);
    CHECK(constants_of({256}, 1024, 630, groups) <= 256);
    CHECK(constants_of({128, 124}, 1024, 630, groups) == 256);
}
