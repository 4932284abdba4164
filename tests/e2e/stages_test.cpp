// Geometry and tessellation, and the vertex shaders in front of them: for each such shader of the
// corpora, and for vertex shaders before each kind, machine code that runs with made-up inputs
// hands on and emits what the interpreter says.
#include <jacquard/library/frontend/load_nir.h>
#include <jacquard/library/frontend/load_spirv.h>
#include <jacquard/runs/case/agreement.h>
#include <jacquard/runs/engines/nir_vertices.h>
#include <jacquard/runs/engines/run_nir.h>
#include <jacquard/runs/engines/run_program.h>

#include "e2e.h"

#include <algorithm>
#include <bit>
#include <fstream>
#include <iterator>
#include <random>
#include <set>

using namespace jacquard;

namespace {

namespace fs = std::filesystem;

constexpr unsigned kVertices = 6;
constexpr unsigned kBuffers = 4;
constexpr unsigned kConstants = 64;
constexpr std::size_t kMaximumInputs = 16;

std::string content_of(const fs::path& path) {
    std::ifstream stream(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

// Numbers that sums and products of a few of keep exact, and that are small integers' bits at
// times.
class Numbers {
  public:
    explicit Numbers(std::uint32_t seed) : random_(seed) {}

    std::uint32_t word() {
        const auto number = static_cast<std::uint32_t>(random_());
        if (number % 4 == 0) {
            return number / 4 % 5;
        }
        return std::bit_cast<std::uint32_t>((static_cast<float>(number / 4 % 1024) - 512.0F) / 256);
    }
    driver::Vector4 vector() { return {word(), word(), word(), word()}; }
    std::uint32_t fraction() {
        return std::bit_cast<std::uint32_t>(static_cast<float>(random_() % 128) / 256);
    }

  private:
    std::mt19937 random_;
};

driver::CaseSystemValue coordinates(Numbers& numbers) {
    driver::CaseSystemValue value{"TESSCOORD", {}, {}};
    for (unsigned lane = 0; lane < driver::kCaseLanes; ++lane) {
        value.lanes[lane] = numbers.fraction();
        value.more[0][lane] = numbers.fraction();
        value.more[1][lane] =
            std::bit_cast<std::uint32_t>(1.0F - std::bit_cast<float>(value.more[0][lane]) -
                                         std::bit_cast<float>(value.lanes[lane]));
    }
    return value;
}

driver::CaseRun made_up_run(const nir::ShaderInfo& shader, std::uint32_t seed) {
    Numbers numbers(seed);
    driver::CaseRun run;
    const std::size_t inputs = std::min(shader.inputs.size(), kMaximumInputs);
    run.inputs.resize(inputs);
    run.vertex_inputs.assign(inputs, std::vector<driver::LaneVectors>(kVertices));
    for (std::size_t i = 0; i < inputs; ++i) {
        for (unsigned lane = 0; lane < driver::kCaseLanes; ++lane) {
            run.inputs[i][lane] = numbers.vector();
            for (driver::LaneVectors& vertex : run.vertex_inputs[i]) {
                vertex[lane] = numbers.vector();
            }
        }
    }
    run.constants.assign(kBuffers, std::vector<driver::Vector4>(kConstants));
    for (std::vector<driver::Vector4>& buffer : run.constants) {
        std::generate(buffer.begin(), buffer.end(), [&] { return numbers.vector(); });
    }
    run.system_values.push_back(coordinates(numbers));
    run.system_values.push_back({"PRIM_ID", {3, 4, 5, 6}, {}});
    run.system_values.push_back({"VERTICESIN", {kVertices, kVertices, kVertices, kVertices}, {}});
    run.system_values.push_back({"VERTEXID", {0, 1, 2, 0}, {}});
    return run;
}

// Vertices that all lanes emit.
std::size_t num_emitted(const driver::RunResult& result) {
    std::size_t count = 0;
    for (const driver::CaseOutput& output : result.outputs) {
        count += output.semantic == driver::kVertexFlags
                     ? static_cast<std::size_t>(std::popcount(output.given))
                     : 0;
    }
    return count;
}

struct Stage {
    std::string name;
    std::string content;
    bool is_module = false;
};

driver::NirResult load(const Stage& stage, Diagnostics& diagnostics) {
    if (stage.is_module) {
        return std::move(driver::load_spirv(stage.content, {}, diagnostics).nir);
    }
    return driver::load_nir(stage.content, driver::SourceLanguage::tgsi, true, diagnostics);
}

// Compiles the shader and runs it by both engines.
void check_engines_agree(const Stage& stage, const driver::VariantKey& key) {
    INFO(stage.name);
    Diagnostics diagnostics(stage.name, {});
    driver::NirResult reference = load(stage, diagnostics);
    driver::NirResult lowered = load(stage, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(reference.shader != nullptr);
    // Without descriptor sets buffers and textures keep their numbers, as the case has them.
    const driver::CompileResult compiled =
        driver::compile_prepared(*lowered.shader, key, diagnostics);
    INFO(compiled.reason);
    REQUIRE(compiled.status == driver::CompileStatus::compiled);
    std::string fault;
    const auto interpreter = driver::NirRunner::prepare(*reference.shader, fault);
    const auto emulator = driver::ProgramRunner::prepare(compiled.program, fault);
    INFO(fault);
    REQUIRE((interpreter != nullptr && emulator != nullptr));
    for (std::uint32_t seed = 0; seed < 4; ++seed) {
        driver::CaseRun run = made_up_run(reference.shader->info, seed);
        driver::RunResult expected;
        driver::RunResult computed;
        const bool interpreted = interpreter->run(run, expected, fault);
        INFO(fault);
        REQUIRE(interpreted);
        const bool executed = emulator->run(run, computed, fault);
        INFO(fault);
        REQUIRE(executed);
        run.expected = expected.outputs;
        run.expected_mask = expected.live_mask;
        const auto difference = driver::compare_run(run, computed, 0);
        CHECK((difference ? difference->to_string() : "") == "");
        if (reference.shader->info.stage == nir::Stage::geometry) {
            CHECK(num_emitted(computed) == num_emitted(expected));
        }
    }
}

// The shaders below a folder of which the name has one of the endings.
std::vector<Stage> stages_below(const fs::path& folder, const std::set<std::string>& endings) {
    std::vector<Stage> stages;
    std::error_code fault;
    for (const auto& entry : fs::recursive_directory_iterator(folder, fault)) {
        const std::string name = entry.path().filename().string();
        const bool is_wanted =
            std::any_of(endings.begin(), endings.end(),
                        [&](const std::string& ending) { return name.ends_with(ending); });
        if (is_wanted) {
            stages.push_back({name, content_of(entry.path()), name.ends_with(".spv")});
        }
    }
    std::sort(stages.begin(), stages.end(),
              [](const Stage& a, const Stage& b) { return a.name < b.name; });
    return stages;
}

void check_all(const std::vector<Stage>& stages, driver::VariantKey key) {
    key.precise = true;
    key.check = true;
    for (const Stage& stage : stages) {
        check_engines_agree(stage, key);
    }
}

} // namespace

TEST_CASE("geometry and tessellation modules hand on what the interpreter says",
          "[e2e][corpus][stages]") {
    const fs::path shared = shared_folder();
    if (shared.empty()) {
        return;
    }
    const std::vector<Stage> stages = stages_below(shared / "corpus" / "spirv" / "modules",
                                                   {".geom.spv", ".tesc.spv", ".tese.spv"});
    CHECK(stages.size() == 43);
    check_all(stages, {.gpu = GENERATE(630U, 660U, 730U, 830U)});
}

TEST_CASE("geometry and tessellation texts hand on what the interpreter says",
          "[e2e][corpus][stages]") {
    const fs::path shared = shared_folder();
    if (shared.empty()) {
        return;
    }
    std::vector<Stage> stages = stages_below(shared / "corpus" / "tgsi", {".tgsi"});
    std::erase_if(stages, [](const Stage& stage) {
        return !stage.content.starts_with("GEOM") && !stage.content.starts_with("TESS");
    });
    CHECK(stages.size() == 10);
    check_all(stages, {.gpu = GENERATE(630U, 660U, 730U, 830U)});
}

// The program must pass on the values that it gives the rasteriser, whose registers the other tests
// judge.
TEST_CASE("vertex modules store for the next stage what they give the rasteriser",
          "[e2e][corpus][stages]") {
    const fs::path shared = shared_folder();
    if (shared.empty()) {
        return;
    }
    const auto gpu = GENERATE(630U, 730U);
    const auto feeds = GENERATE(ir3::NextStage::tess_control, ir3::NextStage::geometry);
    unsigned compared = 0;
    for (const Stage& stage :
         stages_below(shared / "corpus" / "spirv" / "modules", {".vert.spv"})) {
        INFO(stage.name);
        const auto compiled = [&](ir3::NextStage next) {
            Diagnostics diagnostics(stage.name, {});
            driver::NirResult loaded = load(stage, diagnostics);
            REQUIRE(loaded.shader != nullptr);
            return driver::compile_prepared(
                *loaded.shader, {.gpu = gpu, .precise = true, .check = true, .feeds = next},
                diagnostics);
        };
        const driver::CompileResult plain = compiled(ir3::NextStage::rasteriser);
        const driver::CompileResult fed = compiled(feeds);
        INFO(fed.reason);
        REQUIRE(plain.status == driver::CompileStatus::compiled);
        REQUIRE(fed.status == driver::CompileStatus::compiled);
        std::string fault;
        const auto reference = driver::ProgramRunner::prepare(plain.program, fault);
        const auto runner = driver::ProgramRunner::prepare(fed.program, fault);
        REQUIRE((reference != nullptr && runner != nullptr));
        Diagnostics diagnostics(stage.name, {});
        driver::CaseRun run = made_up_run(load(stage, diagnostics).shader->info, 1);
        driver::RunResult expected;
        driver::RunResult computed;
        const bool both = reference->run(run, expected, fault) && runner->run(run, computed, fault);
        INFO(fault);
        REQUIRE(both);
        run.expected = expected.outputs;
        run.expected_mask = expected.live_mask;
        const auto difference = driver::compare_run(run, computed, 0);
        CHECK((difference ? difference->to_string() : "") == "");
        ++compared;
    }
    CHECK(compared == 302);
}

TEST_CASE("evaluation shaders feed geometry shaders", "[e2e][corpus][stages]") {
    const fs::path shared = shared_folder();
    if (shared.empty()) {
        return;
    }
    const std::vector<Stage> stages =
        stages_below(shared / "corpus" / "spirv" / "modules", {".tese.spv"});
    check_all(stages, {.gpu = GENERATE(630U, 730U), .feeds = ir3::NextStage::geometry});
}
