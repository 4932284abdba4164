#include "compute_shader.h"

#include <jacquard/glsl/high_level.h>
#include <jacquard/library/facade/compile_spirv.h>
#include <jacquard/library/frontend/load_spirv.h>
#include <jacquard/runs/recorded/run_recorded.h>
#include <jacquard/runs/recorded/run_recorded_program.h>

#include "catch.h"

#include <cstdlib>
#include <memory>
#include <utility>

using namespace jacquard;

namespace compute_shader {

namespace {

std::vector<driver::Words> words_of(const driver::RecordedResult& result) {
    std::vector<driver::Words> words;
    for (const auto& [name, buffer] : result.storage_buffers) {
        words.push_back(buffer);
    }
    for (const auto& [name, image] : result.images) {
        words.push_back(image);
    }
    return words;
}

template <typename Runner>
std::vector<driver::Words> run(const std::unique_ptr<Runner>& runner, std::string fault,
                               const driver::RecordedCase& recorded) {
    INFO(fault);
    REQUIRE(runner != nullptr);
    driver::RecordedResult result;
    const bool has_run = runner->run(recorded, result, fault);
    INFO(fault);
    REQUIRE(has_run);
    return words_of(result);
}

std::vector<driver::Words> interpreted(const std::string& module,
                                       const driver::RecordedCase& recorded) {
    Diagnostics diagnostics("shader.comp", {});
    const driver::SpirvResult loaded = driver::load_spirv(module, {}, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(loaded.nir.shader != nullptr);
    std::string fault;
    const auto runner = driver::RecordedRunner::prepare(loaded, fault);
    return run(runner, std::move(fault), recorded);
}

std::vector<driver::Words> executed(const std::string& module, const driver::RecordedCase& recorded,
                                    std::uint32_t part) {
    Diagnostics diagnostics("shader.comp", {});
    driver::VariantKey key;
    key.gpu = part;
    key.precise = true;
    key.check = true;
    const driver::SpirvProgram program = driver::compile_spirv(module, {}, key, diagnostics);
    INFO(diagnostics.render());
    REQUIRE(program.compiled.status == driver::CompileStatus::compiled);
    std::string fault;
    const auto runner =
        driver::RecordedProgramRunner::prepare(program.compiled.program, program.module, fault);
    return run(runner, std::move(fault), recorded);
}

} // namespace

bool has_glslang() {
    const bool found = std::system("glslangValidator --version > /dev/null 2>&1") == 0;
    if (!found) {
        WARN("skipped: there is no glslangValidator (Debian: glslang-tools)");
    }
    return found;
}

std::string module_of(const std::string& text, const std::string& target) {
    Diagnostics diagnostics("shader.comp", text);
    driver::HighLevelShader shader;
    shader.name = "shader.comp";
    shader.text = text;
    shader.stage = "comp";
    shader.target = target;
    std::string module = driver::make_module(shader, driver::glslang_program(), diagnostics);
    INFO(diagnostics.render());
    REQUIRE_FALSE(module.empty());
    return module;
}

std::vector<driver::Words> check_engines_agree(const std::string& text,
                                               const driver::RecordedCase& recorded,
                                               const std::vector<std::uint32_t>& parts,
                                               const std::string& target) {
    const std::string module = module_of(text, target);
    const std::vector<driver::Words> expected = interpreted(module, recorded);
    std::vector<driver::Words> before;
    for (const auto& [name, buffer] : recorded.storage_buffers) {
        before.push_back(buffer);
    }
    CHECK(expected != before);
    for (const std::uint32_t part : parts) {
        INFO(part);
        CHECK(executed(module, recorded, part) == expected);
    }
    return expected;
}

} // namespace compute_shader
