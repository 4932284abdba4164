// Any words that are instructions execute for some steps, with whatever around them, and any header
// sets them up: a fault is a message and nothing else.
//
// The first byte picks the revision, the second how many lanes there are and which checks are made,
// the third and fourth what surrounds the wave; each eight bytes after it are a word, the lowest
// byte first. Words that are no instructions are left out, so that what follows is reached.
#include <jacquard/ir3/emulator/interface/emulator.h>
#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/runs/engines/run_program.h>

#include "fuzzing.h"

#include <bit>
#include <vector>

using namespace jacquard;
using namespace jacquard::fuzzing;

namespace {

constexpr std::size_t kHeadBytes = 4;

class Sampler final : public textures::TextureSampler {
  public:
    textures::Texel lookup(const textures::TextureRequest& request) override {
        return {{request.coordinates[0], request.texture, request.sampler, request.lane}};
    }
};

void execute(const std::vector<std::uint64_t>& words, ir3::Revision revision, unsigned checks,
             unsigned around) {
    ir3::Fault fault;
    const auto program = ir3::Executable::prepare(words, revision, fault, kSmall);
    if (!program) {
        demand(!fault.message.empty(), "no program and no fault");
        return;
    }
    const unsigned lanes = 1U << (checks & 7) % 7;
    std::vector<std::uint32_t> constants(std::size_t{around & 3} * 64, 0x3f800000);
    const std::vector<std::uint32_t> varyings(std::size_t{around >> 2 & 3} * 4 * lanes, 5);
    const std::vector<std::uint32_t> buffer(around >> 4 & 15, 7);
    const std::vector<std::span<const std::uint32_t>> buffers(around >> 8 & 3, buffer);
    Sampler sampler;
    ir3::Environment environment;
    environment.constants = constants;
    environment.varyings = varyings;
    environment.uniform_buffers = buffers;
    environment.textures = (around >> 10 & 1) != 0 ? &sampler : nullptr;
    ir3::RunOptions options;
    options.check_hazards = (checks >> 3 & 1) != 0;
    options.check_unwritten = (checks >> 4 & 1) != 0;
    options.check_relative_reads = (checks >> 5 & 1) != 0;
    options.check_reconvergence = (checks >> 6 & 1) != 0;
    options.maximum_steps = kSmall.steps;
    ir3::Emulator emulator(lanes, revision);
    const ir3::RunResult result = emulator.run(*program, environment, options);
    demand(!result.fault || !result.fault.message.empty(), "a fault without a message");
    demand(result.steps <= kSmall.steps, "more steps than allowed");
}

// The same words with a header that the words themselves make up.
void execute_with_header(const std::vector<std::uint64_t>& words, std::uint32_t part) {
    ir3::Program program;
    program.gpu = part;
    program.words = words;
    program.stage = static_cast<ir3::ShaderStage>(words.size() % 3);
    for (const std::uint64_t word : words) {
        const auto byte = [word](unsigned i) { return static_cast<std::uint8_t>(word >> 8 * i); };
        ir3::RegisterLocation location;
        location.number = byte(0);
        location.half = (byte(1) & 1) != 0;
        switch (word % 5) {
        case 0: {
            ir3::ProgramInput input;
            input.name = (byte(2) & 1) != 0 ? "VARYING_SLOT_VAR0" : "SYSTEM_VALUE_FRAG_COORD";
            input.location = location;
            input.component_mask = byte(3);
            input.varying_location = byte(4);
            input.barycentric = (byte(5) & 1) != 0;
            input.system_value = (byte(5) & 2) != 0;
            input.index = byte(6);
            program.inputs.push_back(input);
            break;
        }
        case 1: {
            ir3::ProgramOutput output;
            output.name = "FRAG_RESULT_DATA0";
            output.location = location;
            output.source_component = byte(2) & 3;
            output.num_components = byte(3) & 7;
            output.index = byte(4);
            program.outputs.push_back(output);
            break;
        }
        case 2:
            program.constant_buffers.push_back({byte(2), byte(3), byte(4), 0xffU * byte(5)});
            break;
        case 3: program.prefetches.push_back({byte(2), location, byte(3), byte(4), byte(5)}); break;
        default: program.samplers.push_back({byte(2), (byte(3) & 1) != 0 ? "2D" : "FRAMEBUFFER"});
        }
    }
    std::string fault;
    const auto runner = driver::ProgramRunner::prepare(program, fault, kSmall);
    if (runner == nullptr) {
        return;
    }
    driver::CaseRun run;
    run.inputs.resize(2);
    run.constants.resize(3, {{1, 2, 3, 4}, {5, 6, 7, 8}});
    driver::RunResult result;
    demand(runner->run(run, result, fault) || !fault.empty(), "a failed run without a fault");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    if (size < kHeadBytes) {
        return 0;
    }
    const std::uint32_t part = kParts[data[0] % kParts.size()];
    const ir3::Revision revision = *ir3::revision_of_part(part);
    std::vector<std::uint64_t> words;
    for (std::size_t i = kHeadBytes; i + 8 <= size && words.size() < kSmall.instructions; i += 8) {
        std::uint64_t word = 0;
        for (unsigned byte = 0; byte < 8; ++byte) {
            word |= std::uint64_t{data[i + byte]} << 8 * byte;
        }
        if (ir3::decode(word, revision)) {
            words.push_back(word);
        }
    }
    execute(words, revision, data[1], data[2] | unsigned{data[3]} << 8);
    execute_with_header(words, part);
    return 0;
}
