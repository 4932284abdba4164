#include <jacquard/reduce/reduce.h>
#include <jacquard/spirv/module/print.h>
#include <jacquard/spirv/module/read.h>
#include <jacquard/spirv/translate/translate.h>

#include "catch.h"
#include "driver/tool_runner.h"
#include "spirv/assembler.h"

#include <string>

using namespace jacquard;
using namespace jacquard::driver;

namespace {

// The module as text, without the comments that head it; empty where it is none.
std::string text_of(const std::string& bytes) {
    Diagnostics diagnostics;
    const auto module = spirv::read_module(bytes, diagnostics);
    const std::string text = module ? spirv::print(*module) : std::string();
    const std::size_t start = text.find("OpCapability");
    return start != std::string::npos ? text.substr(start) : std::string();
}

bool contains_part(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

std::size_t lines_of(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

// Reduces a module in which these parts have to stay.
std::string reduced(const std::string& bytes, std::initializer_list<std::string_view> parts) {
    const std::string result = reduce_spirv(bytes, [&](const std::string& candidate) {
        const std::string text = text_of(candidate);
        // Only modules are tried.
        CHECK(!text.empty());
        return std::all_of(parts.begin(), parts.end(),
                           [&](std::string_view part) { return contains_part(text, part); });
    });
    return text_of(result);
}

const std::string& example() {
    static const std::string module = spirv::assemble(spirv::fragment_module("", R"(
%fn = OpTypeFunction %float %float
%start = OpTypeFunction %void
%helper = OpFunction %float None %fn
%x = OpFunctionParameter %float
%h0 = OpLabel
%twice = OpFAdd %float %x %x
%more = OpFMul %float %twice %f2
OpReturnValue %more
OpFunctionEnd
%main = OpFunction %void None %start
%m0 = OpLabel
%called = OpFunctionCall %float %helper %f1
%less = OpFOrdLessThan %bool %called %f3
OpSelectionMerge %m3 None
OpBranchConditional %less %m1 %m2
%m1 = OpLabel
%left = OpFSub %float %called %f1
OpBranch %m3
%m2 = OpLabel
%right = OpFDiv %float %called %f2
OpBranch %m3
%m3 = OpLabel
%both = OpPhi %float %left %m1 %right %m2
%last = OpFNegate %float %both
OpReturn
OpFunctionEnd
)"));
    return module;
}

} // namespace

TEST_CASE("a module is reduced to one instruction and what it needs") {
    REQUIRE(!text_of(example()).empty());
    const std::string text = reduced(example(), {"OpFNegate"});
    INFO(text);
    CHECK(contains_part(text, "OpCapability Shader"));
    for (const char* gone : {"OpFAdd", "OpFunctionCall", "OpBranch", "OpPhi", "OpSelectionMerge",
                             "OpTypeBool", "OpFunctionParameter", "OpExecutionMode"}) {
        INFO(gone);
        CHECK(!contains_part(text, gone));
    }
    CHECK(lines_of(text) <= 13);
}

TEST_CASE("a branch of a module goes with the side that is not needed") {
    const std::string text = reduced(example(), {"OpFDiv"});
    INFO(text);
    CHECK(!contains_part(text, "OpBranchConditional"));
    CHECK(!contains_part(text, "OpFSub"));
    const std::string both = reduced(example(), {"OpFDiv", "OpPhi", "OpFSub"});
    INFO(both);
    CHECK(contains_part(both, "OpSelectionMerge"));
    CHECK(!contains_part(both, "OpFunctionCall"));
}

TEST_CASE("a function of a module stays where its call has to") {
    const std::string text = reduced(example(), {"OpFunctionCall"});
    INFO(text);
    CHECK(contains_part(text, "OpFunctionParameter"));
    CHECK(!contains_part(text, "OpFAdd"));
}

TEST_CASE("several candidates at once lead to the same module") {
    const auto holds = [](const std::string& candidate) {
        return contains_part(text_of(candidate), "OpPhi");
    };
    const Trials together(
        [&](std::span<const std::string> texts) {
            std::size_t found = texts.size();
            for (std::size_t i = texts.size(); i-- > 0;) {
                found = holds(texts[i]) ? i : found;
            }
            return found;
        },
        5);
    CHECK(reduce_spirv(example(), together) == reduce_spirv(example(), holds));
}

TEST_CASE("what is no module is reduced as words") {
    const std::string broken = example() + "zzzz";
    REQUIRE(text_of(broken).empty());
    const std::string result = reduce_spirv(
        broken, [](const std::string& candidate) { return contains_part(candidate, "zzzz"); });
    CHECK(result == "zzzz");
}

TEST_CASE("of a valid module only valid ones are tried", "[spirv]") {
    const TemporaryFolder folder("reduce_valid");
    folder.write("a.spv", example());
    const Answer answer = run_tool({"reduce", folder / "a.spv", "-o", folder / "b.spv", "--", "sh",
                                    "-c", "head -c 4 {} | grep -q . && exit 3"});
    INFO(answer.err);
    CHECK(answer.code == 0);
    Diagnostics diagnostics;
    const std::string reduced = file_content(folder / "b.spv");
    CHECK(reduced.size() < example().size());
    const auto module = spirv::read_module(reduced, diagnostics);
    REQUIRE(module);
    CHECK(spirv::translate_to_nir(*module, {}, diagnostics).status ==
          spirv::TranslateStatus::translated);
}
