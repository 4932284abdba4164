#include <jacquard/generated/passes/dead_functions.h>
#include <jacquard/generated/passes/inline_calls.h>
#include <jacquard/passes/util/find_recursion.h>

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

TEST_CASE("what a function computed for two of its lines is shared between them at each call") {
    const auto shader = parsed(R"(shader fragment
function "shade" (32) {
    decl_var function_temp float32 "kept"
    b0:
        %0:32 = load_param
        %1:32 = fsin %0
        store_var "kept", %1
}
function "main" entry {
    b0:
        %0:32 = const 1.0
        call "shade" %0
        call "shade" %0
}
)");
    REQUIRE(shader != nullptr);
    jacquard::SourceContext& context = shader->info.source_context;
    Instruction* sine = shader->find_function("shade")->first_block()->first->next;
    context.share(sine->origin, {90});
    CHECK(inline_calls(*shader));
    std::vector<std::uint32_t> calls;
    for (const Instruction& instruction :
         shader->find_function("main")->first_block()->instructions()) {
        context.for_each_sharer(instruction.origin, [&](const jacquard::SourceLine& other) {
            CHECK(other.line == 90);
            CHECK(other.call == instruction.origin.call);
            calls.push_back(context.calls[other.call - 1].at.line);
        });
    }
    CHECK(calls == std::vector<std::uint32_t>{12, 13});
}

TEST_CASE("the last call takes the body, the ones before a copy of it") {
    const std::string text = R"(shader fragment
function "inner" (32) {
    decl_var function_temp float32 "kept"
    b0:
        %0:32 = load_param
        store_var "kept", %0
}
function "once" (32) {
    b0:
        %0:32 = load_param
        call "inner" %0
}
function "main" entry {
    b0:
        %0:32 = const 1.0
        call "inner" %0
        call "once" %0
        call "inner" %0
}
)";
    const auto shader = parsed(text);
    REQUIRE(shader != nullptr);
    const Variable* kept = shader->find_function("inner")->locals.first();
    CHECK(inline_calls(*shader));
    CHECK(validation_report(*shader, "after inlining") == "");
    for (const char* name : {"inner", "once"}) {
        const Function* emptied = shader->find_function(name);
        CHECK(emptied->first_block()->first == nullptr);
        CHECK(emptied->locals.empty());
    }
    CHECK(kept->function == shader->entry);
    std::size_t locals = 0;
    for (const Variable& variable : shader->entry->variables()) {
        CHECK(variable.function == shader->entry);
        ++locals;
    }
    CHECK(locals == 3);
    std::size_t stores = 0;
    for (const Block& block : shader->entry->blocks()) {
        for (const Instruction& instruction : block.instructions()) {
            const auto* store = instruction.as<IntrinsicInstruction>();
            stores += store != nullptr && store->op == IntrinsicOp::store_var ? 1U : 0U;
        }
    }
    CHECK(stores == 3);
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
