// The compiler follows what the tables say of a machine: if it believes of a part what holds for
// another, the emulator or the check of that part finds a fault in the program.
//
// An entry of a table of selection that cannot hold on a revision is not there for it, whatever is
// believed; such directions are left out. The right program is judged by its agreement with the
// interpreter's answers and with the programs of other compilers elsewhere; here it must only be
// without a fault.

#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/generated/ir3/roles.h>
#include <jacquard/ir3/check/check_program.h>
#include <jacquard/ir3/compiler/compiler.h>
#include <jacquard/ir3/emulator/interface/emulator.h>
#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/nir/ir/shader.h>
#include <jacquard/nir/text/parse/parser.h>
#include <jacquard/tgsi/read/parse.h>
#include <jacquard/tgsi/translate/translate.h>

#include "catch.h"

#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

using namespace jacquard;
using namespace jacquard::ir3;

namespace {

// Answers by all that it is asked, so that nothing asked otherwise gives the same.
struct Textures : textures::TextureSampler {
    textures::Texel lookup(const textures::TextureRequest& request) override {
        std::uint32_t hash = static_cast<std::uint32_t>(request.kind) * 4 + request.component;
        const auto mix = [&hash](std::uint32_t word) { hash = (hash ^ word) * 0x01000193 + 1; };
        for (const std::uint32_t word :
             {request.coordinates[0], request.coordinates[1], request.coordinates[2], request.layer,
              request.comparator, request.sample_index, request.level, request.bias,
              request.texture}) {
            mix(word);
        }
        return {{hash, hash * 3, hash * 5, hash * 7}};
    }
};

std::unique_ptr<nir::Shader> shader_of(std::string_view text) {
    Diagnostics diagnostics("test", text);
    if (text.starts_with("shader")) {
        return nir::parse(text, diagnostics);
    }
    const auto program = tgsi::parse(text, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(program.has_value());
    return std::move(tgsi::translate_to_nir(*program, {}, diagnostics).shader);
}

// Returns what a program does on its part, or why there is none; a fault begins with '!'.
std::string behaviour(std::string_view text, unsigned gpu, const MachineFacts* believed) {
    CompileOptions options;
    options.gpu = gpu;
    options.machine = believed;
    Diagnostics diagnostics("test", text);
    const auto shader = shader_of(text);
    const std::optional<Program> program = compile(*shader, options, diagnostics);
    if (!program) {
        return "!" + diagnostics.all()[0].message;
    }
    const Revision revision = *revision_of_part(gpu);
    for (const Fault& fault : check_program(*program, revision)) {
        return "!" + fault.message;
    }
    Fault fault;
    const auto executable = Executable::prepare(program->words, revision, fault, {}, gpu);
    REQUIRE(executable.has_value());
    Emulator emulator(4, revision);
    std::vector<std::uint32_t> constants(2048);
    std::copy(program->immediates.values.begin(), program->immediates.values.end(),
              constants.begin() + program->immediates.base_vec4 * 4);
    std::vector<std::uint32_t> varyings(64 * 4);
    for (std::size_t i = 0; i < varyings.size(); ++i) {
        varyings[i] = std::bit_cast<std::uint32_t>(static_cast<float>(i) * 0.75F + 1.0F);
    }
    std::array<bool, 64> flat{};
    Environment environment;
    Textures textures;
    for (const ProgramInput& input : program->inputs) {
        for (std::size_t i = 0; i < 4; ++i) {
            if (input.barycentric) {
                flat.at(input.varying_location + i) = input.flat;
            } else if (input.location.exists() && (input.component_mask >> i & 1) != 0) {
                for (unsigned lane = 0; lane < 4; ++lane) {
                    emulator.wave().write(
                        static_cast<std::uint16_t>(input.location.number + i), input.location.half,
                        lane, std::bit_cast<std::uint32_t>(1.5F + static_cast<float>(i)));
                }
            }
        }
    }
    environment.constants = constants;
    environment.varyings = varyings;
    environment.flat_varyings = flat;
    environment.textures = &textures;
    std::vector<std::byte> private_memory(std::size_t{program->private_bytes} * 4);
    environment.private_memory.bytes = private_memory;
    for (const TexturePrefetch& prefetch : program->prefetches) {
        emulator.prefetch(prefetch, environment);
    }
    const RunResult result = emulator.run(*executable, environment);
    if (result.fault) {
        return "!" + result.fault.message;
    }
    std::string outputs = "live " + std::to_string(result.live.words[0]) + ", constants " +
                          std::to_string(program->statistics.constant_length) + ", waves " +
                          std::to_string(program->statistics.waves);
    for (const ProgramOutput& output : program->outputs) {
        for (unsigned i = 0; i < output.num_components; ++i) {
            for (unsigned lane = 0; lane < 4; ++lane) {
                const auto number = static_cast<std::uint16_t>(output.location.number + i);
                outputs +=
                    ' ' + std::to_string(emulator.wave().read(number, output.location.half, lane));
            }
        }
    }
    return outputs;
}

std::string fragment(const std::string& body) {
    return "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL IN[1], GENERIC[1], CONSTANT\n"
           "DCL OUT[0], COLOR\nDCL SAMP[0]\nDCL TEMP[0..3]\nDCL CONST[0..3]\n"
           "IMM[0] INT32 {2, 1, 0, 7}\nIMM[1] FLT32 {0.37, 0.61, 1.7, 5.3}\n" +
           body + "\nEND\n";
}

std::string long_loop(unsigned instructions) {
    std::string body = "MOV TEMP[0], IN[0]\nBGNLOOP\nSGE TEMP[1].x, TEMP[0].xxxx, IMM[1].wwww\n"
                       "UIF TEMP[1].xxxx\nBRK\nENDIF\n";
    for (unsigned i = 0; i < instructions; ++i) {
        body += "MAD TEMP[0], TEMP[0].yzwx, IN[0].wzyx, IMM[1]\n";
    }
    return fragment(body + "ENDLOOP\nMOV OUT[0], TEMP[0]");
}

const std::string kProjected = R"(shader fragment
input generic 0 smooth mask xyzw
output color 0 mask xyzw
texture 0 2d float

function "main" entry {
    b0:
        %0:32 = const 0
        %1:32x2 = load_barycentric_pixel {interp_mode=smooth}
        %2:32x4 = load_interpolated_input %1, %0 {dest_type=float32, io_semantics=generic 0 1}
        %3:32x2 = vec2 %2.x, %2.y
        %4:32 = mov %2.w
        %5:32x4 = texture tex 2d coord %3, projector %4 {dest_type=float32, texture=0, sampler=0}
        store_output %5, %0 {write_mask=xyzw, io_semantics=color 0 1}
}
)";

struct Mutation {
    std::string_view fact;
    unsigned gpu;   // the part
    unsigned other; // of which the entry is believed
    std::string shader;
    std::function<void(MachineFacts&, const MachineFacts&)> take;
};

#define TAKES(name) [](MachineFacts& facts, const MachineFacts& other) { facts.name = other.name; }

std::vector<Mutation> mutations() {
    const std::string layered = fragment("TEX OUT[0], IN[0], SAMP[0], 2D_ARRAY");
    const std::string fetched = fragment("F2I TEMP[0], IN[0]\nMOV TEMP[0].w, IMM[0].xxxx\n"
                                         "TXF OUT[0], TEMP[0], SAMP[0], 2D");
    const std::string sampled =
        fragment("F2I TEMP[0], IN[0]\nTXF OUT[0], TEMP[0], SAMP[0], 2D_MSAA");
    const std::string sized = fragment("TXQ TEMP[0].xyz, IMM[0].yyyy, SAMP[0], 2D_ARRAY\n"
                                       "MOV OUT[0], TEMP[0].xyzz");
    const std::string flat = fragment("I2F TEMP[0], IN[1]\nADD OUT[0], IN[0], TEMP[0]");
    const std::string counted = fragment("POPC TEMP[0], IN[1]\nI2F OUT[0], TEMP[0]");
    const std::string gathered = "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
                                 "DCL SAMP[0]\nDCL SVIEW[0], 2D, UINT\nIMM[0] INT32 {1, 0, 0, 0}\n"
                                 "TG4 OUT[0], IN[0], IMM[0].xxxx, SAMP[0], 2D\nEND\n";
    const std::string vertex = "VERT\nDCL SV[0], VERTEXID\nDCL OUT[0], POSITION\nDCL TEMP[0]\n"
                               "I2F TEMP[0], SV[0].xxxx\nMOV OUT[0], TEMP[0]\nEND\n";
    const std::string gradients = "VERT\nDCL IN[0]\nDCL OUT[0], POSITION\nDCL SAMP[0]\n"
                                  "TXD OUT[0], IN[0], IN[0].zwzw, IN[0].yxyx, SAMP[0], 2D\nEND\n";
    const std::string long_array =
        "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\nDCL TEMP[0]\n"
        "DCL TEMP[1..256], ARRAY(1)\nDCL ADDR[0]\nF2U TEMP[0], IN[0]\n"
        "UARL ADDR[0].x, TEMP[0].xxxx\nMOV TEMP[ADDR[0].x+1](1), IN[0]\n"
        "UARL ADDR[0].x, TEMP[0].yyyy\nMOV OUT[0], TEMP[ADDR[0].x+1](1)\nEND\n";
    const std::string plain = fragment("TEX OUT[0], IN[0], SAMP[0], 2D");
    const std::string uniform = fragment("RCP TEMP[0].x, CONST[0].xxxx\nEX2 TEMP[0].y, CONST[1]\n"
                                         "RSQ TEMP[0].z, CONST[2].xxxx\nMUL OUT[0], TEMP[0].xyzz, "
                                         "IN[0]");
    const std::string killed = fragment("FSLT TEMP[0], IN[0], IMM[1]\nAND TEMP[1].x, TEMP[0].xxxx, "
                                        "TEMP[0].yyyy\nUIF TEMP[1].xxxx\nKILL\nENDIF\n"
                                        "MOV OUT[0], IN[0]");
    const std::string dependent = fragment("MUL TEMP[0], IN[0], IN[0].yzwx\n"
                                           "MUL TEMP[0], TEMP[0], TEMP[0].wxyz\n"
                                           "MUL TEMP[0], TEMP[0].xxxx, TEMP[0].yyyy\n"
                                           "RCP OUT[0], TEMP[0].xxxx");
    // Both are needed at the end, and computed before the branch on the first.
    const std::string predicates = fragment(
        "FSLT TEMP[0].x, IN[0].xxxx, IMM[1].xxxx\nFSLT TEMP[0].y, IN[0].yyyy, IMM[1].yyyy\n"
        "UIF TEMP[0].xxxx\nKILL\nENDIF\nUIF TEMP[0].yyyy\nKILL\nENDIF\nMOV OUT[0], IN[0]");
    const std::string halves =
        fragment("PK2H TEMP[0].x, IN[0]\nPK2H TEMP[0].y, IN[0].zwzw\n"
                 "MUL TEMP[1], IN[0], IN[0].wzyx\n"
                 "ADD TEMP[2], TEMP[1], IN[0].yzwx\n"
                 "UADD TEMP[0].xy, TEMP[0], IMM[0]\n"
                 "UP2H TEMP[3].xy, TEMP[0].xxxx\nUP2H TEMP[3].zw, TEMP[0].yyyy\n"
                 "ADD TEMP[3], TEMP[3], TEMP[2]\nADD OUT[0], TEMP[3], TEMP[1]");
    const std::string empty = "FRAG\nDCL IN[0], GENERIC[0], PERSPECTIVE\nDCL OUT[0], COLOR\n"
                              "MOV OUT[0], IN[0]\nEND\n";
    return {
        {"layers_start_at_half", 420, 320, layered, TAKES(layers_start_at_half)},
        {"fetches_at_base_level", 320, 630, fetched, TAKES(fetches_at_base_level)},
        {"fetches_samples", 420, 320, sampled, TAKES(fetches_samples)},
        {"counts_from_zero", 320, 420, sized, TAKES(counts_from_zero)},
        {"divides_coordinates", 420, 320, kProjected, TAKES(divides_coordinates)},
        {"divides_coordinates", 630, 320, kProjected, TAKES(divides_coordinates)},
        {"gathers_as_stored", 420, 530, gathered, TAKES(gathers_as_stored)},
        {"gathers_as_stored", 530, 420, gathered, TAKES(gathers_as_stored)},
        {"gradients_in_all_stages", 630, 530, gradients, TAKES(gradients_in_all_stages)},
        {"gradients_in_all_stages", 530, 630, gradients, TAKES(gradients_in_all_stages)},
        {"loads_flat_varyings", 320, 420, flat, TAKES(loads_flat_varyings)},
        {"loads_flat_varyings", 420, 320, flat, TAKES(loads_flat_varyings)},
        {"flat_varying", 530, 630, flat, TAKES(flat_varying)},
        {"flat_varying", 630, 320, flat, TAKES(flat_varying)},
        {"wide_bit_count", 530, 420, counted, TAKES(wide_bit_count)},
        {"wide_bit_count", 630, 320, counted, TAKES(wide_bit_count)},
        {"vertex_ids_from_zero", 530, 630, vertex, TAKES(vertex_ids_from_zero)},
        {"vertex_ids_from_zero", 630, 530, vertex, TAKES(vertex_ids_from_zero)},
        {"alu_nop_count", 530, 630, dependent, TAKES(alu_nop_count)},
        {"alu_nop_count", 320, 630, dependent, TAKES(alu_nop_count)},
        {"predicate_logic", 530, 630, killed, TAKES(predicate_logic)},
        {"predicates", 530, 630, predicates, TAKES(predicates)},
        {"merged_registers", 630, 530, halves, TAKES(merged_registers)},
        {"texture_prefetches", 530, 630, plain, TAKES(texture_prefetches)},
        {"texture_prefetches", 610, 630, plain, TAKES(texture_prefetches)},
        {"preamble", 530, 630, uniform, TAKES(preamble)},
        {"private_memory", 420, 530, long_array, TAKES(private_memory)},
        {"private_memory", 530, 420, long_array, TAKES(private_memory)},
        {"constant_unit", 320, 420, fragment("MAD OUT[0], IN[0], IMM[1], IMM[1].yzwx"),
         TAKES(constant_unit)},
        {"constant_unit", 420, 320, fragment("MAD OUT[0], IN[0], IMM[1], IMM[1].yzwx"),
         TAKES(constant_unit)},
        {"fragment_needs_constants", 730, 750, empty, TAKES(fragment_needs_constants)},
        {"fragment_needs_constants", 750, 730, empty, TAKES(fragment_needs_constants)},
        {"end_as_jump_target", 540, 630, long_loop(1), TAKES(end_as_jump_target)},
    };
}

#undef TAKES

// The program of a shader for a 740 with these facts.
Program compiled_for(const MachineFacts& facts, const std::string& shader) {
    CompileOptions options;
    options.gpu = 740;
    options.machine = &facts;
    Diagnostics diagnostics("test", shader);
    const std::optional<Program> program = compile(*shader_of(shader), options, diagnostics);
    REQUIRE(program.has_value());
    return *program;
}

} // namespace

TEST_CASE("facts: a program that believes the entry of another part is found wrong") {
    unsigned found = 0;
    for (const Mutation& mutation : mutations()) {
        INFO(mutation.fact << " of " << mutation.other << " on " << mutation.gpu);
        const Revision revision = *revision_of_part(mutation.gpu);
        MachineFacts facts = machine_facts(revision, mutation.gpu);
        mutation.take(facts, machine_facts(*revision_of_part(mutation.other), mutation.other));
        const std::string right = behaviour(mutation.shader, mutation.gpu, nullptr);
        const std::string wrong = behaviour(mutation.shader, mutation.gpu, &facts);
        INFO("right: " << right.substr(0, 300) << "\nwrong: " << wrong.substr(0, 300));
        // If the part supports the shader, the right program works.
        CHECK((right[0] != '!' || right.find("not supported yet") != std::string::npos));
        CHECK(wrong != right);
        found += wrong != right ? 1 : 0;
    }
    CHECK(found == 33);
}

TEST_CASE("facts: push constants that are copied once are found where that is not reliable") {
    const std::string kernel = "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 4\nDCL BUFFER[0]\n"
                               "DCL MEMORY[0], INPUT\nDCL TEMP[0]\nIMM[0] UINT32 {0, 4, 8, 12}\n"
                               "LOAD TEMP[0].x, MEMORY[0], IMM[0].yyyy\n"
                               "STORE BUFFER[0].x, IMM[0].xxxx, TEMP[0].xxxx\nEND\n";
    for (const bool once : {false, true}) {
        MachineFacts facts = machine_facts(Revision::a7xx, 740);
        CHECK_FALSE(facts.copies_shared_words_once);
        facts.copies_shared_words_once = once;
        const std::vector<Fault> faults =
            check_program(compiled_for(facts, kernel), Revision::a7xx);
        CHECK(faults.size() == (once ? 1 : 0));
        CHECK((faults.empty() || faults[0].kind == FaultKind::unreliable));
    }
}

TEST_CASE("facts: push constants are copied in as many pieces as the machine needs") {
    const std::string kernel = "COMP\nPROPERTY CS_FIXED_BLOCK_WIDTH 4\nDCL BUFFER[0]\n"
                               "DCL MEMORY[0], INPUT\nDCL TEMP[0..1]\nIMM[0] UINT32 {0, 60, 0, 0}\n"
                               "LOAD TEMP[0].x, MEMORY[0], IMM[0].xxxx\n"
                               "LOAD TEMP[1].x, MEMORY[0], IMM[0].yyyy\n"
                               "UADD TEMP[0].x, TEMP[0].xxxx, TEMP[1].xxxx\n"
                               "STORE BUFFER[0].x, IMM[0].xxxx, TEMP[0].xxxx\nEND\n";
    const auto copies = [&](std::uint16_t words) {
        MachineFacts facts = machine_facts(Revision::a7xx, 740);
        facts.copies_shared_words_once = true;
        facts.copied_shared_words = words;
        const Program program = compiled_for(facts, kernel);
        return std::count_if(program.words.begin(), program.words.end(), [](std::uint64_t word) {
            const auto instruction = decode(word, Revision::a7xx);
            return instruction && instruction->opcode == role::kCopySharedConstants;
        });
    };
    CHECK(copies(64) == 1);
    CHECK(copies(8) == 2);
    CHECK(copies(4) == 4);
}

// No part has so few bits; a branch over 32,767 instructions would take long to compile.
TEST_CASE("facts: a branch that is too far for the part is refused") {
    const std::string loop = long_loop(40);
    MachineFacts facts = machine_facts(Revision::a3xx, 320);
    CHECK(behaviour(loop, 320, &facts)[0] != '!');
    facts.branch_offset_bits = 8;
    CHECK(behaviour(loop, 320, &facts) ==
          "!a branch over more instructions than this part can is not supported yet");
}
