#include <jacquard/nir/analysis/divergence.h>
#include <jacquard/nir/analysis/instruction_equality.h>

#include "catch.h"
#include "nir/text.h"

#include <set>
#include <sstream>

using namespace jacquard::nir;

namespace {

std::unique_ptr<Shader> shader_of(const std::string& body) {
    return parsed("shader fragment\nfunction \"main\" entry {\n" + body + "}\n");
}

// Numbers of the values that diverge, then d or u for each if and loop, in order of the text.
std::string divergence(const std::string& body) {
    const auto shader = shader_of(body);
    compute_divergence(*shader);
    std::ostringstream text;
    for (Block& block : shader->entry->blocks()) {
        for (Instruction& instruction : block.instructions()) {
            if (const SsaDef* value = instruction.def(); value != nullptr && value->divergent) {
                text << '%' << value->index << ' ';
            }
        }
        if (block.next != nullptr && block.next->kind == ControlFlowKind::if_node) {
            text << (block.next->as<IfNode>()->divergent ? "if-d " : "if-u ");
        } else if (block.next != nullptr && block.next->kind == ControlFlowKind::loop) {
            text << (block.next->as<LoopNode>()->divergent ? "loop-d " : "loop-u ");
        }
    }
    return text.str();
}

} // namespace

TEST_CASE("divergence follows sources and meets in phis behind divergent ifs") {
    CHECK(divergence(R"(
    b0:
        %0:32 = load_subgroup_invocation
        %1:32 = const 3
        %2:1 = ilt %0, %1
        %3:32 = load_draw_id
        %4:1 = ilt %3, %1
    if %2 {
        b1 from b0:
            %5:32 = iadd %3, %1
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
        %6:32 = phi b1: %5, b2: %3
        %7:32 = phi b1: %3, b2: %3
    if %4 {
        b4 from b3:
    } else {
        b5 from b3:
    }
    b6 from b4 b5:
        %8:32 = phi b4: %1, b5: %3
        %9:32 = phi b4: %0, b5: %3
        %10:32 = read_first_invocation %9
)") == "%0 %2 if-d %6 if-u %9 ");
}

TEST_CASE("values of a loop that lanes leave at different times diverge behind it") {
    const std::string loop = R"(
    b0:
        %0:32 = load_subgroup_invocation
        %1:32 = const 3
        %2:32 = load_draw_id
    loop {
        b1 from b0 b4:
            %3:32 = phi b0: %1, b4: %4
            %4:32 = iadd %3, %1
            %5:1 = ilt %4, LIMIT
        if %5 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
    }
    b5 from b2:
        %6:32 = phi b2: %3
        %7:32 = iadd %4, %1
        %8:32 = iadd %2, %1
)";
    std::string divergent = loop;
    divergent.replace(divergent.find("LIMIT"), 5, "%0");
    std::string uniform = loop;
    uniform.replace(uniform.find("LIMIT"), 5, "%2");
    CHECK(divergence(divergent) == "%0 loop-d %5 if-d %6 %7 ");
    CHECK(divergence(uniform) == "%0 loop-u if-u ");
    const auto shader = shader_of(divergent);
    compute_divergence(*shader);
    const LoopNode& node = *shader->entry->body.first->next->as<LoopNode>();
    const SsaDef& counter = *node.header()->first->next->def();
    CHECK(!counter.divergent);
    CHECK(!is_divergent_at(counter, *node.header()));
    CHECK(is_divergent_at(counter, *node.block_after()));
}

TEST_CASE("a divergent continue makes the header's phis and the exit diverge") {
    CHECK(divergence(R"(
    b0:
        %0:32 = load_subgroup_invocation
        %1:32 = const 3
        %2:32 = load_draw_id
        %3:1 = ilt %0, %1
        %4:1 = ilt %2, %1
    loop {
        b1 from b0 b2 b6:
            %5:32 = phi b0: %1, b2: %1, b6: %2
        if %3 {
            b2 from b1:
                continue
        } else {
            b3 from b1:
        }
        b4 from b3:
        if %4 {
            b5 from b4:
                break
        } else {
            b7 from b4:
        }
        b6 from b7:
    }
    b8 from b5:
)") == "%0 %3 loop-d %5 if-d if-u ");
}

TEST_CASE("divergence goes through a long chain of loops with little stack") {
    // Each loop is left by what the one before computed.
    std::string body =
        "b0:\n%0:32 = load_subgroup_invocation\n%1:32 = const 3\n%2:1 = ieq %0, %1\n";
    int block = 1;
    int value = 3;
    int leaves = 2;
    const auto label = [&block] { return "b" + std::to_string(block++) + ":\n"; };
    for (int i = 0; i < 20'000; ++i) {
        body += "loop {\n" + label() + "%" + std::to_string(value) + ":1 = ieq %1, %1\n";
        body += "if %" + std::to_string(leaves) + " {\n" + label() + "break\n} else {\n" + label() +
                "}\n" + label() + "}\n" + label();
        leaves = value++;
    }
    const auto shader = shader_of(body);
    CHECK(compute_divergence(*shader));
    for (Block& at : shader->entry->blocks()) {
        if (at.next != nullptr && at.next->kind == ControlFlowKind::loop) {
            REQUIRE(at.next->as<LoopNode>()->divergent);
        }
    }
}

TEST_CASE("instructions that differ in one thing have hashes that differ in their low bits") {
    const auto distinct = [](const Shader& shader) {
        std::set<std::uint64_t> places;
        for (Block& block : shader.entry->blocks()) {
            for (Instruction& instruction : block.instructions()) {
                places.insert(hash_of(instruction) & 0xffff);
            }
        }
        return places.size();
    };
    std::string doubles = "b0:\n";
    std::string samplers = "b0:\n%0:32x2 = const 1.0, 2.0\n";
    std::string casts = "b0:\n%0:64 = const 0\n";
    for (int i = 1; i < 4000; ++i) {
        const std::string number = std::to_string(i);
        doubles += "%" + number + ":64 = const " + number + ".0\n";
        samplers += "%" + number +
                    ":32x4 = texture tex 2d coord %0 {dest_type=float32, texture=0, "
                    "sampler=" +
                    number + "}\n";
        casts +=
            "%" + number + ":64 = deref_cast %0 {type=float32[" + number + "], modes=mem_global}\n";
    }
    for (const std::string& body : {doubles, samplers, casts}) {
        // 4000 of 65536 places: 118 pairs share one by chance, and a few hundred by how the
        // addresses of this run lie. Hashes that leave out what differs share one.
        CHECK(distinct(*shader_of(body)) > 3000);
    }
}
