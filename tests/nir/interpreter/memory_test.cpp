// Every access to memory that the table tells of goes to the place that it tells, and nowhere else.
#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/interpreter/handlers/atomic.h>
#include <jacquard/nir/text/print/printer.h>
#include <jacquard/nir/validate/validator.h>

#include "wave_test.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <optional>

using namespace jacquard::nir;

namespace {

constexpr std::size_t kBufferBytes = 256;
constexpr unsigned kBuffer = 2;
constexpr std::int64_t kBase = 16; // of intrinsics that have one, in what the offset counts
constexpr std::uint32_t kOffset = 2;

// Buffers of every memory space that comes from outside, each byte of them another.
class Memories {
  public:
    explicit Memories(interpreter::Environment& environment) {
        for (std::size_t i = 0; i < kNumMemorySpaces; ++i) {
            const auto space = static_cast<MemorySpace>(i);
            auto& buffers = bytes_[space];
            for (unsigned b = 0; b <= kBuffer; ++b) {
                auto& bytes = buffers.emplace_back(kBufferBytes * 4);
                for (std::size_t at = 0; at < bytes.size(); ++at) {
                    bytes[at] = static_cast<std::byte>(at * 7 + b * 31 + i * 3 + 1);
                }
            }
            for (auto& bytes : buffers) {
                writable_[space].emplace_back(bytes);
                constant_[space].emplace_back(bytes);
            }
            if (!give_buffers(environment, space, {writable_[space], constant_[space]})) {
                give_bytes(environment, space, writable_[space][0]);
            }
        }
    }

    // The bytes that an access by the sources of this test goes to.
    [[nodiscard]] std::span<std::byte> of(MemorySpace space) {
        const MemorySpaceInfo& info = memory_space_info(space);
        return writable_[info.storage][info.addressing == Addressing::buffer ? kBuffer : 0];
    }

  private:
    std::map<MemorySpace, std::vector<std::vector<std::byte>>> bytes_;
    std::map<MemorySpace, std::vector<std::span<std::byte>>> writable_;
    std::map<MemorySpace, std::vector<std::span<const std::byte>>> constant_;
};

// Places that constants tell are resolved before a shader runs.
enum class Sources : std::uint8_t { constant, computed };

// An access whose sources are constants or copies of them, in a shader of its own.
struct OneAccess {
    IntrinsicOp op;
    const MemoryAccess& what;
    Shader shader{Stage::compute};
    IntrinsicInstruction* instruction = nullptr;
    std::uint64_t place = 0; // bytes from the start of what is accessed, as the table says

    OneAccess(IntrinsicOp wanted, const std::map<std::int8_t, std::uint32_t>& values,
              std::optional<AtomicOp> operation = std::nullopt, Sources kind = Sources::constant)
        : op(wanted), what(*memory_access(wanted)) {
        Function* function = shader.add_function("main", true);
        Builder b(shader, Cursor::after_phis(function->first_block()));
        const IntrinsicInfo& info = intrinsic_info(op);
        std::array<SsaDef*, kMaxIntrinsicSources> sources{};
        for (std::int8_t i = 0; i < info.num_sources; ++i) {
            SsaDef* made = source(b, i, info, values);
            sources[static_cast<std::size_t>(i)] = kind == Sources::computed ? b.mov(made) : made;
        }
        instruction = b.intrinsic(op, info.dest_components == 0 ? 2 : 0, info.has_dest ? 32 : 0,
                                  std::span<SsaDef* const>(sources.data(), info.num_sources));
        if (instruction->has_base()) {
            instruction->set_base(kBase);
        }
        if (instruction->has_write_mask()) {
            instruction->set_write_mask(2);
        }
        if (operation) {
            instruction->set_atomic_op(*operation);
        }
        function->link_blocks();
        place = expected_place();
    }

    SsaDef* source(Builder& b, std::int8_t i, const IntrinsicInfo& info,
                   const std::map<std::int8_t, std::uint32_t>& values) const {
        const auto found = values.find(i);
        if (found != values.end()) {
            return info.source_components[static_cast<std::size_t>(i)] == 1
                       ? b.imm_bits(found->second, 32)
                       : b.vec({b.imm_bits(found->second, 32), b.imm_bits(found->second + 1, 32)});
        }
        if (i == what.address_source) {
            const std::uint64_t address =
                interpreter::given_address(interpreter::Environment{}, what.space) + 64;
            return info.source_components[static_cast<std::size_t>(i)] == 2
                       ? b.vec(
                             {b.imm_bits(address & 0xffffffff, 32), b.imm_bits(address >> 32, 32)})
                       : b.imm_bits(address, 64);
        }
        const std::uint32_t number = i == what.resource_source ? kBuffer
                                     : i == what.bound_source  ? kBufferBytes
                                                               : kOffset;
        return b.imm_bits(number, 32);
    }

    // From the table's own words, apart from what the interpreter makes of them.
    [[nodiscard]] std::uint64_t expected_place() const {
        const unsigned unit = what.unit == 0 ? 4 : what.unit;
        const std::uint64_t base = instruction->has_base() ? kBase : 0;
        const std::uint64_t offset = what.offset_source >= 0 ? kOffset : 0;
        return what.address_source >= 0 ? 64 + base + offset * unit : (base + offset) * unit;
    }

    std::string run(interpreter::Environment& environment, std::vector<std::uint64_t>& result) {
        CHECK(validation_report(shader, "") == "");
        interpreter::Fault fault;
        const auto program = interpreter::Program::prepare(shader, fault);
        REQUIRE(program);
        interpreter::Interpreter wave(*program, 1);
        const interpreter::RunResult done = wave.run(environment, {.fault_out_of_range = true});
        if (const SsaDef* value = instruction->def()) {
            for (unsigned c = 0; c < value->num_components; ++c) {
                result.push_back(wave.value(*value, c, 0));
            }
        }
        return done.fault.message;
    }
};

std::uint32_t word(std::span<const std::byte> bytes, std::uint64_t at) {
    std::uint32_t bits = 0;
    std::memcpy(&bits, &bytes[static_cast<std::size_t>(at)], 4);
    return bits;
}

bool has_given_bytes(const MemoryAccess& access) {
    const MemorySpaceInfo& info = access.info();
    return !memory_space_info(info.storage).is_own && info.addressing != Addressing::slot;
}

// Bytes from one component to the next.
unsigned step_of(const MemoryAccess& access) {
    return access.info().addressing == Addressing::component ? access.info().unit : 4;
}

// Through dereferences variables are reached, whose tests are those of variables.
bool is_by_number(IntrinsicOp op) {
    return intrinsic_info(op).deref_sources == 0;
}

template <typename Visit>
unsigned for_each_access(MemoryAction action, Visit&& visit) {
    unsigned count = 0;
    for (std::size_t i = 0; i < kNumIntrinsics; ++i) {
        const auto op = static_cast<IntrinsicOp>(i);
        const MemoryAccess* access = memory_access(op);
        if (access != nullptr && access->action == action && has_given_bytes(*access) &&
            is_by_number(op)) {
            INFO(intrinsic_info(op).name);
            visit(op, *access);
            ++count;
        }
    }
    return count;
}

} // namespace

TEST_CASE("every load gives the components that are at its place") {
    const unsigned count =
        for_each_access(MemoryAction::load, [](IntrinsicOp op, const MemoryAccess&) {
            for (const Sources sources : {Sources::constant, Sources::computed}) {
                interpreter::Environment environment;
                Memories memories(environment);
                OneAccess load(op, {}, std::nullopt, sources);
                std::vector<std::uint64_t> result;
                CHECK(load.run(environment, result) == "");
                for (std::size_t c = 0; c < result.size(); ++c) {
                    CHECK(result[c] ==
                          word(memories.of(load.what.space), load.place + c * step_of(load.what)));
                }
                CHECK(!result.empty());
            }
        });
    CHECK(count == 20);
}

TEST_CASE("every store writes the components of its mask, and nothing else") {
    const unsigned count =
        for_each_access(MemoryAction::store, [](IntrinsicOp op, const MemoryAccess& access) {
            interpreter::Environment environment;
            Memories memories(environment);
            OneAccess store(op, {{access.value_source, 0xabcd0001}});
            const std::span<std::byte> bytes = memories.of(access.space);
            std::vector<std::byte> expected(bytes.begin(), bytes.end());
            for (unsigned c = store.instruction->has_write_mask() ? 1 : 0; c < 2; ++c) {
                const std::uint32_t value = 0xabcd0001 + c;
                std::memcpy(&expected[static_cast<std::size_t>(store.place + c * step_of(access))],
                            &value, 4);
            }
            std::vector<std::uint64_t> result;
            CHECK(store.run(environment, result) == "");
            CHECK(std::vector<std::byte>(bytes.begin(), bytes.end()) == expected);
        });
    CHECK(count >= 9);
}

TEST_CASE("every atomic gives what was there and leaves what its operation does") {
    constexpr std::uint32_t kData = 0x12345678;
    unsigned operations = 0;
    const unsigned count =
        for_each_access(MemoryAction::atomic, [&](IntrinsicOp op, const MemoryAccess& access) {
            for (const EnumWord& each : kAtomicOpWords) {
                const auto operation = static_cast<AtomicOp>(each.number);
                const bool compares =
                    operation == AtomicOp::cmpxchg || operation == AtomicOp::fcmpxchg;
                if (compares != (access.compare_source >= 0) ||
                    (access.has_operation && operation != access.operation)) {
                    continue;
                }
                ++operations;
                interpreter::Environment environment;
                Memories memories(environment);
                const std::uint64_t place = OneAccess(op, {}).place;
                const std::uint32_t old = word(memories.of(access.space), place);
                OneAccess atomic(op, {{access.data_source, kData}, {access.compare_source, old}},
                                 access.has_operation ? std::nullopt : std::optional(operation));
                const std::uint64_t data =
                    access.data_source >= 0 ? kData : static_cast<std::uint32_t>(access.operand);
                const std::uint64_t left = interpreter::apply_atomic(operation, 32, old, data, old);
                std::vector<std::uint64_t> result;
                CHECK(atomic.run(environment, result) == "");
                CHECK(word(memories.of(access.space), place) == left);
                REQUIRE(result.size() == 1);
                CHECK(result[0] == (access.gives_new ? left : old));
            }
        });
    CHECK(count == 25);
    CHECK(operations == 130);
}

TEST_CASE("the size of a buffer is how many bytes there are") {
    const unsigned count =
        for_each_access(MemoryAction::size, [](IntrinsicOp op, const MemoryAccess&) {
            interpreter::Environment environment;
            Memories memories(environment);
            std::vector<std::uint64_t> result;
            CHECK(OneAccess(op, {}).run(environment, result) == "");
            CHECK(result == std::vector<std::uint64_t>{kBufferBytes * 4});
        });
    CHECK(count >= 2);
}

TEST_CASE("every access outside of memory is a fault where that is asked for") {
    for (const MemoryAction action :
         {MemoryAction::load, MemoryAction::store, MemoryAction::atomic}) {
        for_each_access(action, [](IntrinsicOp op, const MemoryAccess& access) {
            for (const Sources sources : {Sources::constant, Sources::computed}) {
                interpreter::Environment nothing;
                OneAccess outside(op, {{access.bound_source, 0xffffffff}, {access.value_source, 1}},
                                  std::nullopt, sources);
                std::vector<std::uint64_t> result;
                const std::string message = outside.run(nothing, result);
                CHECK(message.find("outside of the memory there is") != std::string::npos);
            }
        });
    }
}

TEST_CASE("slots hold as many words as there are lanes, however many those are") {
    for (const unsigned lanes : {1U, 2U, 3U, 4U, 5U, 7U, 8U, 63U, 128U}) {
        INFO(lanes << " lanes");
        TestWave wave(R"(
    b0:
        %0:32 = const 0
        %1:32x3 = load_input %0 {base=1, component=1}
        %2:32 = const 2
        %3:32x3 = iadd %1, %2.xxx
        store_output %3, %0 {base=1, component=1, write_mask=xz}
        %4:32 = iand %1.y, %0
        %5:32x2 = load_input %4 {base=2}
        store_output %5, %4 {base=2, write_mask=xy}
)",
                      lanes);
        for (std::size_t i = 0; i < wave.inputs.size(); ++i) {
            wave.inputs[i] = static_cast<std::uint32_t>(100 * i);
        }
        std::fill(wave.outputs.begin(), wave.outputs.end(), 1);
        CHECK(wave.run() == "");
        for (std::size_t i = 0; i < wave.outputs.size(); ++i) {
            const std::size_t row = i / lanes;
            const std::uint32_t expected = row == 5 || row == 7   ? wave.inputs[i] + 2
                                           : row == 8 || row == 9 ? wave.inputs[i]
                                                                  : 1;
            CHECK(wave.outputs[i] == expected);
        }
    }
}

TEST_CASE("a load behind stores gives what they left, whatever loads surround them") {
    for (const unsigned lanes : {1U, 4U, 8U}) {
        INFO(lanes << " lanes");
        TestWave wave(R"(
    b0:
        %0:32 = const 0
        %1:32x4 = load_input %0 {base=1}
        %2:32 = load_ubo %0, %0 {align_mul=4}
        store_output %1, %0 {base=3, write_mask=xzw}
        %3:32x4 = load_output %0 {base=3}
        store_output %2, %0 {base=2, write_mask=x}
        store_output %3, %0 {write_mask=xyzw}
        %4:32x2 = load_output %0 {component=2}
        %5:32 = load_output %0 {base=2}
        store_output %4, %0 {base=1, write_mask=xy}
        store_output %5, %0 {base=1, component=2, write_mask=x}
)",
                      lanes);
        const Words constants = {77};
        const std::array<std::span<const std::byte>, 1> buffers = {
            std::as_bytes(std::span(constants))};
        wave.environment.constant_buffers = buffers;
        std::fill(wave.outputs.begin(), wave.outputs.end(), 5);
        for (unsigned c = 0; c < 4; ++c) {
            wave.set_input(1, c, Words{10 + c, 20 + c, 30 + c, 40 + c});
        }
        CHECK(wave.run() == "");
        const auto input = [&](unsigned c) {
            const auto first = wave.inputs.begin() + std::ptrdiff_t{4 + c} * lanes;
            return Words(first, first + lanes);
        };
        const Words fives(lanes, 5);
        CHECK(wave.output(0, 0) == input(0));
        CHECK(wave.output(0, 1) == fives);
        CHECK(wave.output(0, 2) == input(2));
        CHECK(wave.output(0, 3) == input(3));
        CHECK(wave.output(1, 0) == input(2));
        CHECK(wave.output(1, 1) == input(3));
        CHECK(wave.output(1, 2) == Words(lanes, 77));
        CHECK(wave.output(1, 3) == fives);
    }
}

TEST_CASE("a load at a place that is known gives a value to active lanes alone") {
    TestWave wave(R"(
    b0:
        %0:32 = const 0
        %1:32 = load_input %0 {component=0}
        %2:1 = ult %0, %1
    if %2 {
        b1 from b0:
            %3:32 = load_ubo %0, %0 {align_mul=4}
            store_output %3, %0 {write_mask=x}
    } else {
        b2 from b0:
            %4:32 = load_input %0 {base=1}
            store_output %4, %0 {write_mask=x}
    }
    b3 from b1 b2:
)");
    const Words constants = {77};
    const std::array<std::span<const std::byte>, 1> buffers = {std::as_bytes(std::span(constants))};
    wave.environment.constant_buffers = buffers;
    wave.set_input(0, 0, Words{0, 1, 0, 1});
    wave.set_input(1, 0, Words{10, 11, 12, 13});
    CHECK(wave.run() == "");
    CHECK(wave.output(0) == Words{10, 77, 12, 77});
}

TEST_CASE("atomic operations leave what their names say") {
    using enum AtomicOp;
    const auto leaves = [](AtomicOp op, unsigned bits, std::uint64_t old, std::uint64_t data,
                           std::uint64_t compare = 0) {
        return interpreter::apply_atomic(op, bits, old, data, compare);
    };
    CHECK(leaves(iadd, 32, 0xffffffff, 2) == 1);
    CHECK(leaves(iadd, 64, 0xffffffff, 2) == 0x100000001);
    CHECK(leaves(imin, 16, 0x8000, 1) == 0x8000);
    CHECK(leaves(umin, 16, 0x8000, 1) == 1);
    CHECK(leaves(imax, 8, 0x80, 1) == 1);
    CHECK(leaves(umax, 8, 0x80, 1) == 0x80);
    CHECK(leaves(iand, 32, 0xff00ff00, 0x0ff00ff0) == 0x0f000f00);
    CHECK(leaves(ior, 32, 0xff00ff00, 0x0ff00ff0) == 0xfff0fff0);
    CHECK(leaves(ixor, 32, 0xff00ff00, 0x0ff00ff0) == 0xf0f0f0f0);
    CHECK(leaves(xchg, 32, 1, 2) == 2);
    CHECK(leaves(fadd, 32, 0x3f800000, 0x40000000) == 0x40400000);
    CHECK(leaves(fadd, 16, 0x3c00, 0x4000) == 0x4200);
    CHECK(leaves(fmin, 64, 0x3ff0000000000000, 0xbff0000000000000) == 0xbff0000000000000);
    CHECK(leaves(fmax, 32, 0x7fc00000, 0x3f800000) == 0x3f800000);
    CHECK(leaves(cmpxchg, 32, 5, 9, 5) == 9);
    CHECK(leaves(cmpxchg, 32, 5, 9, 6) == 5);
    CHECK(leaves(fcmpxchg, 32, 0x80000000, 9, 0) == 9);
    CHECK(leaves(fcmpxchg, 32, 0x7fc00000, 9, 0x7fc00000) == 0x7fc00000);
    CHECK(leaves(inc_wrap, 32, 4, 4) == 0);
    CHECK(leaves(inc_wrap, 32, 3, 4) == 4);
    CHECK(leaves(dec_wrap, 32, 0, 4) == 4);
    CHECK(leaves(dec_wrap, 32, 9, 4) == 4);
    CHECK(leaves(dec_wrap, 32, 3, 4) == 2);
}

TEST_CASE("what the invocations of a wave have for themselves begins with zeros in each run") {
    TestWave wave(R"(
    b0:
        %0:32 = const 0
        %1:32 = load_input %0 {component=0}
        %2:32 = const 8
        %3:32x2 = load_scratch %2 {align_mul=4}
        store_output %3, %0 {write_mask=xy}
        %4:32x2 = vec2 %1, %2
        store_scratch %4, %2 {write_mask=xy, align_mul=4}
        %5:32x2 = load_scratch %2 {align_mul=4}
        store_output %5, %0 {base=1, write_mask=xy}
        store_preamble %1 {base=3}
        %6:32 = load_preamble {base=3}
        store_output %6, %0 {base=2, write_mask=x}
)");
    wave.set_input(0, 0, Words{7, 5, 3, 1});
    for (unsigned times = 0; times < 2; ++times) {
        CHECK(wave.run() == "");
        CHECK(wave.output(0, 0) == Words{0, 0, 0, 0});
        CHECK(wave.output(1, 0) == Words{7, 5, 3, 1});
        CHECK(wave.output(1, 1) == Words{8, 8, 8, 8});
        // Written once, by the first invocation.
        CHECK(wave.output(2, 0) == Words{7, 7, 7, 7});
    }
}

TEST_CASE("bytes are copied between variables as they stand in memory") {
    TestWave wave(R"(
    b0:
        %0:32 = const 0
        %1:32 = load_input %0 {component=0}
        %2:32 = deref_var "from"
        %3:32 = deref_array %2[%0]
        store_deref %3, %1 {write_mask=x}
        %4:32 = deref_var "to"
        %5:32 = const 3
        memcpy_deref %4, %2, %5
        %6:32 = deref_array %4[%0]
        %7:32 = load_deref %6
        store_output %7, %0 {write_mask=x}
)",
                  4,
                  "decl_var shader_temp int32[4] \"from\"\ndecl_var shader_temp int32[4] \"to\"\n");
    wave.set_input(0, 0, Words{0x11223344, 0xff, 0xff000000, 1});
    CHECK(wave.run() == "");
    CHECK(wave.output(0, 0) == Words{0x223344, 0xff, 0, 1});
}
