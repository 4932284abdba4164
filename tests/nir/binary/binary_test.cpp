// The binary form: what it keeps, what it refuses, and that hashes follow what a shader is.
#include <jacquard/nir/binary/deserialise.h>
#include <jacquard/nir/binary/hash.h>
#include <jacquard/nir/binary/serialise.h>
#include <jacquard/nir/build/builder.h>
#include <jacquard/nir/validate/validator.h>

#include "catch.h"
#include "nir/text.h"

#include <random>

using namespace jacquard::nir;

namespace {

const char* const kSample = R"(shader fragment
name "sample"
float_controls round_to_zero_16 flush_denormals_32
input generic 0 smooth mask xyzw
output color 0 mask xyzw
constant_buffer 0 size 16
texture 0 2d float
property "ONE" 1 2
struct "Light" {color: float32x4 @0, weights: float32[4:16] @16}
decl_var uniform texture 2d float32 "picture"
decl_var shader_temp struct "Light"[8] "lights" {location=3}
function "helper" (32x4, reference shader_temp float32x4) {
    decl_var function_temp float32x2 "pair" {initializer=[1.0, -2.0]}
    b0:
        %0:32x4 = load_param
        %1:32 = load_param {param_idx=1}
        %2:32 = deref_cast %1 {type=float32x4, modes=shader_temp, align_mul=16}
        store_deref %2, %0 {write_mask=xyzw}
        %3:32x2 = load_var "pair"
}
function "main" entry {
    b0:
        %0:32x4 = const 0.5, 0.25, 1.0, 2.0
        %1:32 = const 1
        %2:32 = deref_var "lights"
        %3:32 = deref_array %2[%1] {in_bounds}
        %4:32 = deref_struct %3.color
        call "helper" %0, %4
        %5:32 = deref_var "picture"
        %6:32x4 = texture tg4 2d coord %0, texture_deref %5 {dest_type=float32, texture=0, sampler=0, component=1}
        %7:1 = const true
    loop {
        b1:
            %8:32 = phi b0: %1, b3: %9
            %9:32 = iadd %8, %1
        if %7 {
            b2:
                break
        } else {
            b3:
        }
        b4:
            continue
    }
    b5:
        %10:32x4 = exact fmul %6.xxyy, %0
        %11:32x8 = vec8 %1, %1, %1, %1, %1, %1, %1, %8
        parallel_copy %12:32 = %1, %13:32 = %9
        store_output %10, %1 {base=-3, write_mask=xyzw, src_type=float32, io_semantics=color 0 1, io_xfb=2 0 16|0 0 0}
        barrier {execution_scope=workgroup, memory_modes=mem_ssbo|mem_shared}
}
)";

std::unique_ptr<Shader> sample() {
    std::string text = kSample;
    // The loop's end is its last block.
    text.replace(text.find("b3: %9"), 6, "b4: %9");
    return parsed(text);
}

std::string refused(const std::vector<std::uint8_t>& bytes) {
    jacquard::Diagnostics diagnostics;
    CHECK(deserialise(bytes, diagnostics) == nullptr);
    CHECK(diagnostics.has_errors());
    return diagnostics.render();
}

// Bytes that are wrong give errors, or another shader that is right.
void survives(const std::vector<std::uint8_t>& bytes) {
    jacquard::Diagnostics diagnostics;
    const auto shader = deserialise(bytes, diagnostics);
    if ((shader == nullptr) != diagnostics.has_errors()) {
        FAIL_CHECK("neither a shader nor an error");
    }
    if (shader != nullptr) {
        const std::string text = print(*shader);
        jacquard::Diagnostics reading("t", text);
        const auto again = parse(text, reading);
        INFO(reading.render() << text);
        REQUIRE(again != nullptr);
        CHECK(print(*again) == text);
    }
}

} // namespace

TEST_CASE("bytes that end early, or were changed, are refused or make another whole shader") {
    const auto shader = sample();
    REQUIRE(shader != nullptr);
    const auto bytes = serialise(*shader);
    for (std::size_t length = 0; length < bytes.size(); ++length) {
        refused({bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length)});
    }
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        for (unsigned bit = 0; bit < 8; ++bit) {
            auto changed = bytes;
            changed[at] = static_cast<std::uint8_t>(changed[at] ^ (1U << bit));
            survives(changed);
        }
    }
    std::mt19937 random(7);
    for (unsigned i = 0; i < 3000; ++i) {
        auto changed = bytes;
        for (unsigned n = 1 + random() % 4; n > 0; --n) {
            changed[13 + random() % (changed.size() - 13)] = static_cast<std::uint8_t>(random());
        }
        survives(changed);
    }
}

TEST_CASE("bytes of something else, another version or other tables are named as such") {
    const auto shader = sample();
    REQUIRE(shader != nullptr);
    const auto bytes = serialise(*shader);
    const auto with = [&bytes](std::size_t at) {
        auto changed = bytes;
        changed[at] = static_cast<std::uint8_t>(changed[at] + 1);
        return refused(changed);
    };
    contains(refused({}), "error[N301]: the bytes end too early, at byte 0");
    contains(with(0), "these are not bytes of a shader");
    contains(with(4), "the bytes are of another version");
    contains(with(5), "the bytes were made with other tables");
    auto longer = bytes;
    longer.push_back(0);
    contains(refused(longer), "bytes follow the last function");
}

TEST_CASE("counts that the bytes cannot hold are refused before anything is made of them") {
    Shader empty(Stage::vertex);
    const auto bytes = serialise(empty);
    // Everything behind the facts of the head is a count of nothing.
    for (std::size_t at = 14; at < bytes.size(); ++at) {
        auto changed = bytes;
        changed.resize(at);
        changed.insert(changed.end(), {0xff, 0xff, 0xff, 0xff, 0x0f});
        refused(changed);
    }
}

TEST_CASE("the hash follows what a shader is, not how its values are numbered") {
    const auto one = sample();
    const auto other = sample();
    REQUIRE(one != nullptr);
    REQUIRE(other != nullptr);
    CHECK(hash(*one) == hash(*other));
    for (Block& block : other->entry->blocks()) {
        for (Instruction& instruction : block.instructions()) {
            instruction.for_each_def([](SsaDef& value) { value.index += 1000; });
        }
    }
    other->next_ssa_index += 1000;
    CHECK(hash(*one) == hash(*other));
    auto* constant = first<ConstantInstruction>(*other);
    constant->values[0].u64 ^= 1;
    CHECK_FALSE(hash(*one) == hash(*other));
    constant->values[0].u64 ^= 1;
    CHECK(hash(*one) == hash(*other));
    other->info.float_controls.preserve_special_64 = true;
    CHECK_FALSE(hash(*one) == hash(*other));
    // Unused types are not part of the hash.
    other->info.float_controls.preserve_special_64 = false;
    CHECK(other->array_type(other->void_type(), 77) != nullptr);
    CHECK(hash(*one) == hash(*other));
    // Fixed, so that caches outlive the process.
    const std::vector<std::uint8_t> bytes = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    CHECK(hash_bytes(bytes).low != hash_bytes(bytes).high);
    CHECK_FALSE(hash_bytes(bytes) == hash_bytes(std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6, 7, 8}));
}

TEST_CASE("a large shader is a few bytes an instruction") {
    Shader shader(Stage::fragment);
    Function* main = shader.add_function("main", true);
    Builder b(*main);
    SsaDef* value = b.imm_vec4(1, 2, 3, 4);
    constexpr unsigned kCount = 20000;
    for (unsigned i = 0; i < kCount; ++i) {
        value = b.fadd(value, value);
    }
    b.store_output(value, b.imm_int(0))->set_write_mask(15);
    main->link_blocks();
    const auto bytes = serialise(shader);
    CHECK(bytes.size() < kCount * 13);
    jacquard::Diagnostics diagnostics;
    const auto read = deserialise(bytes, diagnostics);
    REQUIRE(read != nullptr);
    CHECK(print(*read) == print(shader));
}
