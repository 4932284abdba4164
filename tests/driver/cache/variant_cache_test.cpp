#include <jacquard/library/facade/compile_spirv.h>
#include <jacquard/library/facade/result_cache.h>
#include <jacquard/library/facade/shader.h>
#include <jacquard/library/facade/variant_entry.h>
#include <jacquard/library/facade/variant_key.h>
#include <jacquard/passes/registry/apply_state.h>

#include "catch.h"
#include "driver/tool_runner.h"

#include <set>
#include <sys/wait.h>
#include <unistd.h>

using namespace jacquard;
using namespace jacquard::driver;

namespace {

constexpr const char* kFragment =
    "FRAG\nDCL IN[0], COLOR, COLOR\nDCL OUT[0], COLOR\nDCL SAMP[0]\nDCL SVIEW[0], 2D, FLOAT\n"
    "DCL CONST[0..3]\nIMM[0] FLT32 {0.3, 0.7, 0.1, 0.9}\nTEX OUT[0], IN[0], SAMP[0], 2D\n"
    "MAD OUT[0], IN[0], CONST[2], IMM[0]\nEND\n";

VariantKey key_of(std::string_view state) {
    VariantKey key;
    key.state = nir::parse_state(state).state;
    return key;
}

struct Cached {
    explicit Cached(const char* name) : folder(name), cache(folder / "c") {
        REQUIRE(cache.prepare());
    }

    TemporaryFolder folder;
    ResultCache cache;
};

Shader shader_with(const ResultCache& cache, const char* text = kFragment) {
    return Shader("a.tgsi", text, {.limits = {}, .translation = {}, .cache = &cache});
}

std::vector<std::string> entries_of(const std::string& folder) {
    std::vector<std::string> paths;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        if (entry.is_regular_file()) {
            paths.push_back(entry.path().string());
        }
    }
    return paths;
}

} // namespace

TEST_CASE("a variant comes back from its text as it was") {
    for (const std::string_view path :
         {"examples/lit_texture.frag.tgsi", "examples/transform.vert.tgsi"}) {
        const std::string text = file_content(std::string(JACQUARD_SOURCE_DIR "/") + path.data());
        REQUIRE_FALSE(text.empty());
        for (const std::uint32_t gpu : {330U, 540U, 630U, 740U, 999U}) {
            Shader shader("a.tgsi", text);
            const Variant& variant = shader.variant({.gpu = gpu});
            const auto read = read_variant(write_variant(variant), variant.key);
            REQUIRE(read.has_value());
            CHECK(*read == variant);
            CHECK(read->result.program.words == variant.result.program.words);
            CHECK((gpu == 999) == variant.result.program.words.empty());
        }
    }
}

TEST_CASE("a text that is cut off or goes on is no variant") {
    Shader shader("a.tgsi", kFragment);
    const std::string text = write_variant(shader.variant({}));
    for (std::size_t size = 0; size < text.size(); ++size) {
        INFO(size);
        CHECK_FALSE(read_variant(text.substr(0, size), {}));
    }
    CHECK_FALSE(read_variant(text + "0:", {}));
    CHECK_FALSE(read_variant("99999999999999999999999:x", {}));
    CHECK_FALSE(read_variant("x", {}));
}

TEST_CASE("a second process, or shader, compiles nothing again") {
    const Cached kept("variant_cache");
    const ResultCache& cache = kept.cache;
    auto first = shader_with(cache);
    const Variant& plain = first.variant({});
    const Variant& flat = first.variant(key_of("flat_shade"));
    CHECK(first.variant(key_of("clip_planes=0x1")) == plain);
    CHECK(first.num_compiled() == 2);

    auto second = shader_with(cache);
    CHECK(second.variant({}) == plain);
    CHECK(second.variant(key_of("flat_shade")) == flat);
    CHECK(&second.variant(key_of("clip_planes=0x1")) == &second.variant({}));
    CHECK(second.num_variants() == 2);
    CHECK(second.num_compiled() == 0);

    auto other = shader_with(cache, "VERT\nEND\n");
    CHECK(other.variant({}).result.status == CompileStatus::compiled);
    CHECK(other.num_compiled() == 1);
}

TEST_CASE("an entry that leads to other state, or in a circle, is not followed") {
    const Cached kept("variant_cache_circle");
    const ResultCache& cache = kept.cache;
    const ShaderOptions options{.limits = {}, .translation = {}, .cache = &cache};
    const auto lead = [&](std::string_view from, const std::string& to) {
        cache.store(cache_key("a.tgsi", kFragment, options, key_of(from)), "same as " + to);
    };
    lead("flat_shade", "clamp_r=0x1");
    lead("clamp_r=0x1", "flat_shade");
    lead("alpha_to_one", "alpha_to_one+flat_shade");
    lead("clamp_s=0x1", "clamp_s=0x1");
    lead("clamp_t=0x1", "nothing_like_it");
    for (const std::string_view state :
         {"flat_shade", "clamp_r=0x1", "alpha_to_one", "clamp_s=0x1", "clamp_t=0x1"}) {
        INFO(state);
        auto shader = shader_with(cache);
        Shader plain("a.tgsi", kFragment);
        CHECK(shader.variant(key_of(state)) == plain.variant(key_of(state)));
    }
}

TEST_CASE("what a shader has wrong is kept too, what it had no memory for is not") {
    const Cached kept("variant_cache_faults");
    const ResultCache& cache = kept.cache;
    for (const unsigned compiled : {1U, 0U}) {
        auto broken = shader_with(cache, "VERT\nMOVE\n");
        CHECK(broken.variant({}).messages.starts_with("a.tgsi:2:1: error["));
        CHECK(broken.num_compiled() == compiled);
    }
    Limits limits;
    limits.memory = 10'000;
    for (int i = 0; i < 2; ++i) {
        Shader large("a.tgsi", kFragment, {.limits = limits, .translation = {}, .cache = &cache});
        CHECK(large.variant({}).result.status == CompileStatus::too_large);
        CHECK(large.num_compiled() == 1);
    }
}

TEST_CASE("a cache that is cut off or changed at any byte is never believed") {
    const Cached kept("variant_cache_damage");
    const ResultCache& cache = kept.cache;
    auto reference = shader_with(cache);
    const Variant& plain = reference.variant({});
    const std::vector<std::string> paths = entries_of(kept.folder / "c");
    REQUIRE(paths.size() == 1);
    const std::string whole = file_content(paths[0]);
    const auto make_with = [&](const std::string& content) {
        std::ofstream(paths[0], std::ios::binary) << content;
        auto shader = shader_with(cache);
        CHECK(shader.variant({}) == plain);
        return shader.num_compiled();
    };
    CHECK(make_with(whole) == 0);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        INFO(size);
        CHECK(make_with(whole.substr(0, size)) == 1);
        std::string changed = whole;
        changed[size] = static_cast<char>(changed[size] ^ 1);
        CHECK(make_with(changed) == 1);
    }
    CHECK(make_with(whole + whole) == 1);
    CHECK(file_content(paths[0]) == whole); // which the last one has written again
}

TEST_CASE("whatever a variant depends on is in its key") {
    std::set<std::string> keys;
    const ShaderOptions plain;
    const auto add = [&](const VariantKey& key, const ShaderOptions& options = {},
                         std::string_view name = "a", std::string_view source = "VERT\nEND\n") {
        keys.insert(cache_key(name, source, options, key));
    };
    add({});
    add({.gpu = 730});
    add({.precise = true});
    add({.check = true});
    add({.feeds = ir3::NextStage::geometry});
    add({.patches = ir3::PatchKind::triangles});
    add({.binning = true});
    add({.read_varyings = 0});
    add({.read_varyings = 1});
    for (const nir::StateInfo& info : nir::kStates) {
        VariantKey key;
        info.set(key.state, 1);
        add(key);
    }
    for (std::size_t i = 0; i < kNumLimits; ++i) {
        ShaderOptions options;
        options.limits.*info(static_cast<Limit>(i)).member = 77;
        add({}, options);
    }
    ShaderOptions options;
    options.translation.entry = "other";
    add({}, options);
    options = {};
    options.translation.stage = nir::Stage::vertex;
    add({}, options);
    options = {};
    options.translation.specialisations = {{1, 2}};
    add({}, options);
    options.translation.specialisations = {{1, 3}};
    add({}, options);
    options = {};
    options.translation.lines_of_text = true;
    add({}, options);
    add({}, plain, "b");
    add({}, plain, "a", "VERT\nEND");
    CHECK(keys.size() == 9 + nir::kStates.size() + kNumLimits + 5 + 2);
    add({});
    CHECK(keys.size() == 9 + nir::kStates.size() + kNumLimits + 5 + 2);
}

TEST_CASE("a process that dies while it writes leaves nothing that is believed") {
    const Cached kept("variant_cache_killed");
    const ResultCache& cache = kept.cache;
    for (useconds_t after = 0; after < 20'000; after += 1'000) {
        const pid_t child = fork();
        REQUIRE(child >= 0);
        if (child == 0) {
            for (unsigned i = 0;; ++i) {
                Shader shader("a.tgsi" + std::to_string(i % 50), kFragment,
                              {.limits = {}, .translation = {}, .cache = &cache});
                static_cast<void>(shader.variant({}));
            }
        }
        usleep(after);
        kill(child, SIGKILL);
        int status = 0;
        waitpid(child, &status, 0);
        CHECK(WIFSIGNALED(status));
    }
    Shader plain("a.tgsi", kFragment);
    for (unsigned i = 0; i < 50; ++i) {
        Shader shader("a.tgsi" + std::to_string(i), kFragment,
                      {.limits = {}, .translation = {}, .cache = &cache});
        CHECK(shader.variant({}).result == plain.variant({}).result);
    }
}
