#include <jacquard/passes/dead_functions.h>
#include <jacquard/passes/inline_calls.h>
#include <jacquard/passes/steps/find_recursion.h>

#include "passes/pass_test.h"

using namespace jacquard::nir;

namespace {

std::string inlined(const std::string& text, const InlineCallsOptions& options = {}) {
    const auto shader = parsed(text);
    REQUIRE(shader != nullptr);
    inline_calls(*shader, options);
    dead_functions(*shader);
    CHECK(validation_report(*shader, "after inlining") == "");
    shader->number_values();
    return print(*shader);
}

} // namespace

TEST_CASE("bodies take the place of calls, with arguments for parameters") {
    CHECK(inlined(R"(shader fragment
function "unused" {
    b0:
}
function "twice" (32) {
    b0:
        %0:32 = load_param
        %1:32 = iadd %0, %0
        %2:1 = ilt %0, %1
    if %2 {
        b1 from b0:
            store_output %1, %0 {write_mask=x}
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        return
}
function "both" (32) {
    b0:
        %0:32 = load_param
        call "twice" %0
}
function "main" entry {
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        call "both" %0
        %2:32 = iadd %0, %1
        call "twice" %2
        store_output %2, %1 {write_mask=x}
}
)") == R"(shader fragment

function "main" entry {
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
        %2:32 = iadd %0, %0
        %3:1 = ilt %0, %2
    if %3 {
        b1 from b0:
            store_output %2, %0 {write_mask=x}
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        %4:32 = iadd %0, %1
        %5:32 = iadd %4, %4
        %6:1 = ilt %4, %5
    if %6 {
        b4 from b3:
            store_output %5, %4 {write_mask=x}
    } else {
        b5 from b3:
    }
    b6 from b4 b5:
        store_output %4, %1 {write_mask=x}
}
)");
}

TEST_CASE("calls inside loops and ifs keep phis right") {
    CHECK(inlined(R"(shader fragment
function "write" (32) {
    b0:
        %0:32 = load_param
        %1:1 = ieq %0, %0
    if %1 {
        b1 from b0:
            store_output %0, %0 {write_mask=x}
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
}
function "main" entry {
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
    loop {
        b1 from b0 b4:
            %2:32 = phi b0: %0, b4: %3
            %3:32 = iadd %2, %1
            %4:1 = ilt %3, %1
        if %4 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            call "write" %3
    }
    b5 from b2:
}
)") == R"(shader fragment

function "main" entry {
    b0:
        %0:32 = load_vertex_id
        %1:32 = const 3
    loop {
        b1 from b0 b7:
            %2:32 = phi b0: %0, b7: %3
            %3:32 = iadd %2, %1
            %4:1 = ilt %3, %1
        if %4 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            %5:1 = ieq %3, %3
        if %5 {
            b5 from b4:
                store_output %3, %3 {write_mask=x}
        } else {
            b6 from b4:
        }
        b7 from b5 b6:
    }
    b8 from b2:
}
)");
}

TEST_CASE("functions that call themselves are told and stay") {
    const std::string text = R"(shader fragment

function "again" {
    b0:
        call "more"
}

function "more" {
    b0:
        call "again"
}

function "main" entry {
    b0:
        call "again"
}
)";
    CHECK(inlined(text) == text);
    const auto shader = parsed(text);
    REQUIRE(find_recursion(*shader) != nullptr);
    CHECK(find_recursion(*shader)->name == "again");
    shader->last_function->first_block()->first->remove();
    CHECK(find_recursion(*shader) != nullptr);
    shader->first_function->first_block()->first->remove();
    CHECK(find_recursion(*shader) == nullptr);
}

// Two blocks, three instructions, and the body once more.
TEST_CASE("calls stay where a shader would grow beyond the limit") {
    const std::string text = R"(shader fragment

function "write" {
    b0:
        %0:32 = const 1
        store_output %0, %0 {write_mask=x}
}

function "main" entry {
    b0:
        call "write"
}
)";
    CHECK(inlined(text, {7}) == text);
    CHECK(inlined(text, {8}).find("call") == std::string::npos);
}

TEST_CASE("calls that would nest too deep or count too many blocks are left") {
    const std::string deep = R"(shader fragment
function "inner" {
    b0:
        %0:1 = const true
    if %0 {
        b1 from b0:
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
}
function "main" entry {
    b0:
        %0:1 = const true
    loop {
        b1 from b0 b3:
        call "inner"
        if %0 {
            b2 from b1:
            call "inner"
            break
        } else {
            b4 from b1:
        }
        b3 from b4:
    }
    b5 from b2:
}
)";
    const auto calls = [](const std::string& text) {
        std::size_t count = 0;
        for (std::size_t at = text.find("call "); at != std::string::npos;
             at = text.find("call ", at + 1)) {
            ++count;
        }
        return count;
    };
    CHECK(calls(inlined(deep)) == 0);
    CHECK(calls(inlined(deep, {.nesting = 2})) == 1);
    CHECK(calls(inlined(deep, {.nesting = 1})) == 2);
    // 4 blocks and a constant in the one, 6 blocks and 4 instructions in the other.
    CHECK(calls(inlined(deep, {.limit = 20})) == 1);
    CHECK(calls(inlined(deep, {.limit = 25})) == 0);
}
