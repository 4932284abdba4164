#include "assembler.h"
#include "catch.h"
#include "run_module.h"

using namespace jacquard::spirv;

namespace {

std::string flow(std::string_view blocks) {
    std::string text = R"(
%main = OpFunction %void None %nothing
%begin = OpLabel
%v = OpVariable %to_int Function %i0
%x = OpLoad %int %in
)";
    text += blocks;
    text += "\nOpFunctionEnd\n";
    return fragment_module("%in %out", text);
}

// Adds to the variable what is written.
std::string add(const std::string& name, const std::string& amount) {
    return '%' + name + "a = OpLoad %int %v\n%" + name + "b = OpIAdd %int %" + name + "a " +
           amount + "\nOpStore %v %" + name + "b\n";
}

constexpr const char* kEnd = "%r = OpLoad %int %v\nOpStore %out %r\nOpReturn";

} // namespace

TEST_CASE("a phi has the value of the way that control came", "[spirv]") {
    const std::string text = flow(R"(
%c = OpSGreaterThan %bool %x %i1
OpSelectionMerge %meet None
OpBranchConditional %c %yes %no
%yes = OpLabel
%a = OpIAdd %int %x %i3
OpBranch %meet
%no = OpLabel
OpBranch %meet
%meet = OpLabel
%r = OpPhi %int %a %yes %i2 %no
OpStore %out %r
OpReturn)");
    CHECK(run_fragment(text, 5) == 8);
    CHECK(run_fragment(text, 0) == 2);
}

TEST_CASE("phis of a loop change at once", "[spirv]") {
    // (a, b) = (b, a) x times, from (1, 2).
    const std::string text = flow(R"(
OpBranch %head
%head = OpLabel
%i = OpPhi %int %i0 %begin %next %cont
%a = OpPhi %int %i1 %begin %b %cont
%b = OpPhi %int %i2 %begin %a %cont
OpLoopMerge %done %cont None
OpBranch %test
%test = OpLabel
%c = OpSLessThan %bool %i %x
OpBranchConditional %c %body %done
%body = OpLabel
OpBranch %cont
%cont = OpLabel
%next = OpIAdd %int %i %i1
OpBranch %head
%done = OpLabel
OpStore %out %a
OpReturn)");
    CHECK(run_fragment(text, 0) == 1);
    CHECK(run_fragment(text, 3) == 2);
    CHECK(run_fragment(text, 4) == 1);
}

TEST_CASE("a loop is continued and left from within ifs", "[spirv]") {
    // Adds 1 for 0, skips 1, adds 1 for 2, leaves at 3.
    const std::string text = flow("OpBranch %head\n%head = OpLabel\n"
                                  "%i = OpPhi %int %i0 %begin %next %cont\n"
                                  "OpLoopMerge %done %cont None\nOpBranch %test\n%test = OpLabel\n"
                                  "%c = OpSLessThan %bool %i %x\n"
                                  "OpBranchConditional %c %body %done\n%body = OpLabel\n"
                                  "%is1 = OpIEqual %bool %i %i1\nOpSelectionMerge %after None\n"
                                  "OpBranchConditional %is1 %skip %after\n%skip = OpLabel\n"
                                  "OpBranch %cont\n%after = OpLabel\n%is3 = OpIEqual %bool %i %i3\n"
                                  "OpSelectionMerge %on None\nOpBranchConditional %is3 %leave %on\n"
                                  "%leave = OpLabel\nOpBranch %done\n%on = OpLabel\n" +
                                  add("s", "%i1") +
                                  "OpBranch %cont\n%cont = OpLabel\n%next = OpIAdd %int %i %i1\n"
                                  "OpBranch %head\n%done = OpLabel\n" +
                                  kEnd);
    CHECK(run_fragment(text, 0) == 0);
    CHECK(run_fragment(text, 2) == 1);
    CHECK(run_fragment(text, 3) == 2);
    CHECK(run_fragment(text, 9) == 2);
}

TEST_CASE("a case of a switch falls into the next one", "[spirv]") {
    const std::string text =
        flow("OpSelectionMerge %meet None\n"
             "OpSwitch %x %other 0 %zero 1 %one 2 %meet\n%zero = OpLabel\n" +
             add("z", "%i1") + "OpBranch %one\n%one = OpLabel\n" + add("o", "%i2") +
             "OpBranch %meet\n%other = OpLabel\nOpStore %v %i3\n"
             "OpBranch %meet\n%meet = OpLabel\n" +
             kEnd);
    CHECK(run_fragment(text, 0) == 3);
    CHECK(run_fragment(text, 1) == 2);
    CHECK(run_fragment(text, 2) == 0);
    CHECK(run_fragment(text, 7) == 3);
}

TEST_CASE("a switch compares each value where its case begins", "[spirv]") {
    const std::string text =
        flow("OpSelectionMerge %meet None\nOpSwitch %x %meet 0 %zero 1 %one\n%zero = OpLabel\n" +
             add("z", "%i1") + "OpBranch %meet\n%one = OpLabel\n" + add("o", "%i2") +
             "OpBranch %meet\n%meet = OpLabel\n" + kEnd);
    CHECK(run_fragment(text, 0) == 1);
    CHECK(run_fragment(text, 1) == 2);
    CHECK(run_fragment(text, 2) == 0);
    // Else the answers for all cases would be kept up to the last one.
    const std::string nir = translated_text(text);
    INFO(nir);
    const std::size_t first_if = nir.find("if %");
    CHECK(nir.find("ieq") < first_if);
    CHECK(nir.rfind("ieq") > first_if);
}

TEST_CASE("a case is left from within an if, and the loop around from within a switch", "[spirv]") {
    // For i below x: 0 adds 3 and leaves the case, 1 goes on with the loop, 2 leaves it.
    const std::string text =
        flow("OpBranch %head\n%head = OpLabel\n%i = OpPhi %int %i0 %begin %next %cont\n"
             "OpLoopMerge %done %cont None\nOpBranch %test\n%test = OpLabel\n"
             "%c = OpSLessThan %bool %i %x\nOpBranchConditional %c %body %done\n%body = OpLabel\n"
             "OpSelectionMerge %meet None\nOpSwitch %i %meet 0 %zero 1 %one 2 %two\n"
             "%zero = OpLabel\n%p = OpSGreaterThan %bool %x %i0\nOpSelectionMerge %in0 None\n"
             "OpBranchConditional %p %deep %in0\n%deep = OpLabel\n" +
             add("d", "%i3") +
             "OpBranch %meet\n%in0 = OpLabel\nOpBranch %meet\n%one = OpLabel\nOpBranch %cont\n"
             "%two = OpLabel\nOpBranch %done\n%meet = OpLabel\n" +
             add("m", "%i1") +
             "OpBranch %cont\n%cont = OpLabel\n%next = OpIAdd %int %i %i1\nOpBranch %head\n"
             "%done = OpLabel\n" +
             kEnd);
    CHECK(run_fragment(text, 0) == 0);
    CHECK(run_fragment(text, 1) == 4);
    CHECK(run_fragment(text, 2) == 4);
    CHECK(run_fragment(text, 9) == 4);
}

TEST_CASE("a value of a do-while's end is used behind the loop", "[spirv]") {
    const std::string text = flow(R"(
OpBranch %head
%head = OpLabel
%i = OpPhi %int %i0 %begin %next %cont
OpLoopMerge %done %cont None
OpBranch %cont
%cont = OpLabel
%next = OpIAdd %int %i %i2
%c = OpSLessThan %bool %next %x
OpBranchConditional %c %head %done
%done = OpLabel
OpStore %out %next
OpReturn)");
    CHECK(run_fragment(text, 0) == 2);
    CHECK(run_fragment(text, 5) == 6);
}

TEST_CASE("a branch whose targets are one block may leave its if from within", "[spirv]") {
    const std::string text = flow(R"(
%c = OpSGreaterThan %bool %x %i0
%d = OpSGreaterThan %bool %x %i1
OpSelectionMerge %meet None
OpBranchConditional %c %both %both
%both = OpLabel
OpStore %v %i1
OpBranchConditional %d %more %meet
%more = OpLabel
OpStore %v %i2
OpBranch %meet
%meet = OpLabel
)" + std::string(kEnd));
    CHECK(run_fragment(text, 0) == 1);
    CHECK(run_fragment(text, 1) == 1);
    CHECK(run_fragment(text, 2) == 2);
}

TEST_CASE("a case falls on behind a loop that control never leaves", "[spirv]") {
    // Case 1 returns in its loop; the block behind the loop, which falls on, is never reached.
    const std::string text = flow(R"(
OpStore %out %i3
OpSelectionMerge %meet None
OpSwitch %x %meet 1 %one 2 %two
%one = OpLabel
OpBranch %head
%head = OpLabel
OpLoopMerge %never %again None
OpBranch %body
%body = OpLabel
OpStore %out %i1
OpReturn
%again = OpLabel
OpBranch %head
%never = OpLabel
OpBranch %two
%two = OpLabel
OpStore %v %i2
OpBranch %meet
%meet = OpLabel
)" + std::string(kEnd));
    CHECK(run_fragment(text, 0) == 0);
    CHECK(run_fragment(text, 1) == 1);
    CHECK(run_fragment(text, 2) == 2);
}

TEST_CASE("lines may be told behind the end of a block", "[spirv]") {
    const std::string text = fragment_module("%in %out", R"(
%file = OpString "a.frag"
%main = OpFunction %void None %nothing
%begin = OpLabel
%x = OpLoad %int %in
OpBranch %next
OpLine %file 7 1
%next = OpLabel
OpStore %out %x
OpReturn
OpNoLine
OpFunctionEnd
)");
    CHECK(run_fragment(text, 5) == 5);
}
