// Every pass of the registry, on shaders whose accesses to memory count: each is there afterwards,
// and all of them in the order of the program.
#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/analysis/memory/counted_access.h>
#include <jacquard/nir/analysis/memory/deref_path.h>
#include <jacquard/nir/validate/validator.h>
#include <jacquard/passes/registry/registry.h>

#include "nir/text.h"

#include <algorithm>
#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

using namespace jacquard::nir;

namespace {

// The placeholder for the qualifiers; if there are none it is removed with the comma before it.
constexpr std::string_view kQualifiers = ", access=QUALIFIERS";

struct Example {
    std::string_view name;
    std::string_view header; // in front of the entry
    std::string_view body;
};

// Each access is one that some pass would like to do without: nobody reads it, it equals another,
// it stands next to another, its value was stored before or is stored over, or only a loop that
// does nothing waits for it.
constexpr auto kExamples = std::to_array<Example>({
    {"buffers", "", R"(
    b0:
        %0:32 = const 0
        %1:32 = const 4
        %2:32 = const 8
        %3:32 = load_ssbo %0, %0 {align_mul=4, access=QUALIFIERS}
        %4:32 = load_ssbo %0, %0 {align_mul=4, access=QUALIFIERS}
        %5:32 = load_ssbo %0, %1 {align_mul=4, access=QUALIFIERS}
        %6:32x4 = load_ssbo %0, %0 {align_mul=16, access=QUALIFIERS}
        %7:32 = iadd %3, %4
        %8:32 = iadd %7, %6.y
        store_ssbo %8, %0, %0 {write_mask=x, align_mul=4, access=QUALIFIERS}
        store_ssbo %7, %0, %1 {write_mask=x, align_mul=4, access=QUALIFIERS}
        store_ssbo %7, %0, %1 {write_mask=x, align_mul=4, access=QUALIFIERS}
        %9:32 = ssbo_atomic %0, %0, %7 {atomic_op=iadd, access=QUALIFIERS}
        %10:32 = load_ssbo %0, %1 {align_mul=4, access=QUALIFIERS}
        %11:32 = undef
        store_ssbo %11, %0, %2 {write_mask=x, align_mul=4, access=QUALIFIERS}
)"},
    {"memory of the work group", "", R"(
    b0:
        %0:32 = const 0
        %1:32 = const 4
        %2:32 = load_shared %0 {align_mul=4, access=QUALIFIERS}
        %3:32 = load_shared %0 {align_mul=4, access=QUALIFIERS}
        %4:32 = load_shared %1 {align_mul=4, access=QUALIFIERS}
        %5:32 = iadd %2, %3
        store_shared %5, %0 {write_mask=x, align_mul=4, access=QUALIFIERS}
        store_shared %5, %1 {write_mask=x, align_mul=4, access=QUALIFIERS}
        store_shared %5, %1 {write_mask=x, align_mul=4, access=QUALIFIERS}
        %6:32 = load_shared %1 {align_mul=4, access=QUALIFIERS}
)"},
    {"memory by address", "", R"(
    b0:
        %0:64 = const 4096
        %1:64 = const 4100
        %2:32 = load_global %0 {align_mul=4, access=QUALIFIERS}
        %3:32 = load_global %0 {align_mul=4, access=QUALIFIERS}
        %4:32 = load_global %1 {align_mul=4, access=QUALIFIERS}
        %5:32 = iadd %2, %3
        store_global %5, %0 {write_mask=x, align_mul=4, access=QUALIFIERS}
        store_global %5, %1 {write_mask=x, align_mul=4, access=QUALIFIERS}
        store_global %5, %1 {write_mask=x, align_mul=4, access=QUALIFIERS}
)"},
    {"images", "decl_var image image 2d uint32 \"i\"\n", R"(
    b0:
        %0:32 = const 0
        %1:32x4 = const 0, 0, 0, 0
        %2:32x4 = image_load %0, %1, %0, %0 {image_dim=2d, dest_type=uint32, access=QUALIFIERS}
        %3:32x4 = image_load %0, %1, %0, %0 {image_dim=2d, dest_type=uint32, access=QUALIFIERS}
        image_store %0, %1, %0, %2, %0 {image_dim=2d, src_type=uint32, access=QUALIFIERS}
        image_store %0, %1, %0, %3, %0 {image_dim=2d, src_type=uint32, access=QUALIFIERS}
        %4:32 = deref_var "i"
        %5:32x4 = image_deref_load %4, %1, %0, %0 {image_dim=2d, dest_type=uint32, access=QUALIFIERS}
        image_deref_store %4, %1, %0, %1, %0 {image_dim=2d, src_type=uint32, access=QUALIFIERS}
)"},
    {"variables",
     "struct \"B\" {m0: uint32 @0, m1: uint32 @4}\ndecl_var mem_ssbo struct \"B\" \"b\"\n"
     "decl_var mem_shared uint32 \"s\"\n",
     R"(
    b0:
        %0:32 = const 1
        %1:32 = const 2
        %2:32 = deref_var "s"
        store_deref %2, %0 {write_mask=x, access=QUALIFIERS}
        store_deref %2, %1 {write_mask=x, access=QUALIFIERS}
        %3:32 = load_deref %2 {access=QUALIFIERS}
        %4:32 = load_deref %2 {access=QUALIFIERS}
        %5:32 = deref_var "b"
        %6:32 = deref_struct %5.m0
        %7:32 = deref_struct %5.m1
        %8:32 = load_deref %6 {access=QUALIFIERS}
        %9:32 = load_deref %6 {access=QUALIFIERS}
        store_deref %6, %0 {write_mask=x, access=QUALIFIERS}
        store_deref %7, %0 {write_mask=x, access=QUALIFIERS}
        store_deref %7, %1 {write_mask=x, access=QUALIFIERS}
)"},
    {"variables that are only written", "decl_var mem_shared uint32 \"s\"\n", R"(
    b0:
        %0:32 = const 1
        %1:32 = deref_var "s"
        store_deref %1, %0 {write_mask=x, access=QUALIFIERS}
)"},
    {"a side of an if", "", R"(
    b0:
        %0:32 = const 0
        %1:32 = load_local_invocation_index
        %2:1 = ieq %1, %0
    if %2 {
        b1 from b0:
            %3:32 = load_ssbo %0, %0 {align_mul=4, access=QUALIFIERS}
    } else {
        b2 from b0:
    }
    b3 from b1 b2:
    if %2 {
        b4 from b3:
            store_ssbo %1, %0, %0 {write_mask=x, align_mul=4, access=QUALIFIERS}
    } else {
        b5 from b3:
    }
    b6 from b4 b5:
)"},
    {"a loop that reads the same each time", "", R"(
    b0:
        %0:32 = const 0
        %1:32 = load_local_invocation_index
    loop {
        b1 from b0 b4:
            %2:32 = phi b0: %0, b4: %6
            %3:1 = uge %2, %1
        if %3 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
            %4:32 = load_ssbo %0, %0 {align_mul=4, access=QUALIFIERS}
            %5:32 = const 1
            %6:32 = iadd %2, %5
    }
    b5 from b2:
)"},
    {"a loop that waits for a buffer", "", R"(
    b0:
        %0:32 = const 0
    loop {
        b1 from b0 b4:
            %1:32 = load_ssbo %0, %0 {align_mul=4, access=QUALIFIERS}
            %2:1 = ine %1, %0
        if %2 {
            b2 from b1:
                break
        } else {
            b3 from b1:
        }
        b4 from b3:
    }
    b5 from b2:
)"},
});

std::unique_ptr<Shader> shader_of(const Example& example, std::string_view qualifiers) {
    std::string body(example.body);
    const std::string wanted = qualifiers.empty() ? "" : ", access=" + std::string(qualifiers);
    for (std::size_t at = body.find(kQualifiers); at != std::string::npos;
         at = body.find(kQualifiers, at)) {
        body.replace(at, kQualifiers.size(), wanted);
    }
    for (std::size_t at = body.find("{access=QUALIFIERS}"); at != std::string::npos;
         at = body.find("{access=QUALIFIERS}", at)) {
        body.replace(at, 19, qualifiers.empty() ? "" : "{access=" + std::string(qualifiers) + "}");
    }
    return parsed("shader compute\nproperty \"CS_FIXED_BLOCK_WIDTH\" 64\n" +
                  std::string(example.header) + "function \"main\" entry {" + body + "}\n");
}

// The memory that an access is to, which stays the same when it is lowered.
char memory_of(const IntrinsicInstruction& intrinsic) {
    std::optional<MemorySpace> space;
    if (const MemoryAccess* memory = memory_access(intrinsic.op)) {
        space = memory->space;
    } else if (const VariableAccess* variable = variable_access(intrinsic.op)) {
        const DerefInstruction* deref = deref_of(intrinsic.sources()[variable->deref_source]);
        space = space_of_mode(deref->modes);
    }
    return !space                          ? 'i'
           : *space == MemorySpace::shared ? 's'
           : *space == MemorySpace::ssbo   ? 'b'
           : *space == MemorySpace::global ? 'g'
                                           : '?';
}

char action_of(const IntrinsicInstruction& intrinsic) {
    const bool has_result = intrinsic.def() != nullptr;
    return intrinsic.has_atomic_op() ? 'A' : has_result ? 'L' : 'S';
}

bool accesses_memory(const IntrinsicInstruction& intrinsic) {
    const MemoryAccess* memory = memory_access(intrinsic.op);
    const VariableAccess* variable = variable_access(intrinsic.op);
    const ImageAccess* image = image_access(intrinsic.op);
    if (memory != nullptr) {
        return memory->info().is_changing() && memory->info().shared_by != SharedBy::invocation;
    }
    if (variable != nullptr) {
        return !variable->is_by_name() && (variable->is_load() || variable->is_store());
    }
    return image != nullptr;
}

// Action, memory and components of the result of each access in the order of the program, with a
// star for each loop around it.
std::string accesses_of(const Shader& shader) {
    std::string text;
    for (const Block& block : shader.entry->blocks()) {
        for (const Instruction& instruction : block.instructions()) {
            const auto* intrinsic = instruction.as<IntrinsicInstruction>();
            if (intrinsic == nullptr || !accesses_memory(*intrinsic)) {
                continue;
            }
            unsigned depth = 0;
            for (const ControlFlowNode* node = block.parent; node != nullptr; node = node->parent) {
                depth += node->kind == ControlFlowKind::loop ? 1 : 0;
            }
            text += action_of(*intrinsic);
            text += memory_of(*intrinsic);
            text += std::to_string(intrinsic->value.num_components);
            text += std::string(depth, '*') + ' ';
        }
    }
    return text;
}

// Returns the accesses that remain after a pass.
std::string accesses_after(const PassInfo& pass, const Example& example,
                           std::string_view qualifiers) {
    const auto shader = shader_of(example, qualifiers);
    REQUIRE(shader != nullptr);
    prepare_for(*shader, pass);
    pass.run(*shader, {});
    CHECK(validation_report(*shader, std::string(pass.name)) == "");
    return accesses_of(*shader);
}

} // namespace

TEST_CASE("no pass changes the number or the order of accesses that count") {
    std::size_t num_checked = 0;
    for (const PassInfo& pass : all_passes()) {
        for (const Example& example : kExamples) {
            for (const std::string_view qualifiers :
                 {"coherent", "volatile", "coherent|volatile"}) {
                INFO(std::string_view(pass.name) << ": " << example.name << ", " << qualifiers);
                const std::string before = accesses_of(*shader_of(example, qualifiers));
                REQUIRE(!before.empty());
                CHECK(accesses_after(pass, example, qualifiers) == before);
                ++num_checked;
            }
        }
    }
    CHECK(num_checked == all_passes().size() * kExamples.size() * 3);
}

// Each of these would find the accesses to do without, so that the case above asks them something.
TEST_CASE("where accesses do not count, passes do without some of them") {
    std::vector<std::string> found;
    for (const PassInfo& pass : all_passes()) {
        const bool changes =
            std::any_of(kExamples.begin(), kExamples.end(), [&pass](const Example& example) {
                return accesses_after(pass, example, "") != accesses_of(*shader_of(example, ""));
            });
        if (changes) {
            found.emplace_back(std::string_view(pass.name));
        }
    }
    CHECK(found == std::vector<std::string>{"combine_stores", "copy_propagation_variables",
                                            "dead_code", "dead_control_flow", "dead_variables",
                                            "dead_writes", "shrink_vectors", "simplify",
                                            "undef_optimisation", "vectorise_loads_stores"});
}

// A loop that waits stays even where nothing says that others write, as long as they can.
TEST_CASE("no pass deletes a loop that waits for memory") {
    const Example& example = kExamples.back();
    for (const PassInfo& pass : all_passes()) {
        INFO(std::string_view(pass.name));
        CHECK(accesses_after(pass, example, "") == accesses_of(*shader_of(example, "")));
    }
}
