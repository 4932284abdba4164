// Shaders of older versions and their twins of today, which must compute the same: `pairs.txt` says
// what its form is.
#include <jacquard/generated/glsl/dialects.h>
#include <jacquard/glsl/dialect/tokens.h>
#include <jacquard/glsl/high_level.h>
#include <jacquard/library/facade/compile_spirv.h>
#include <jacquard/library/frontend/load_spirv.h>
#include <jacquard/nir/text/print/printer.h>
#include <jacquard/runs/engines/run_nir.h>
#include <jacquard/runs/engines/run_program.h>
#include <jacquard/runs/recorded/module_case.h>
#include <jacquard/runs/recorded/run_recorded_program.h>
#include <jacquard/support/hex.h>
#ifdef JACQUARD_HAS_GLSLANG
#include <linked_glslang.h>
#endif

#include "catch.h"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <utility>

using namespace jacquard;
using namespace jacquard::driver;

namespace {

struct Pair {
    std::string name; // section and row
    std::string stage;
    std::string old_text;
    std::string new_text;
};

std::string with(const std::string& text, const std::string& row) {
    std::string result = text;
    for (std::size_t at = result.find('$'); at != std::string::npos;
         at = result.find('$', at + row.size())) {
        result.replace(at, 1, row);
    }
    return result;
}

std::vector<Pair> read_pairs() {
    std::ifstream file(std::string(JACQUARD_SOURCE_DIR) + "/tests/driver/glsl/pairs.txt");
    std::vector<Pair> pairs;
    std::string name;
    std::string stage;
    std::array<std::string, 2> texts;
    unsigned part = 3; // the old text, the new one, rows
    std::size_t rows = 0;
    const auto end_section = [&] {
        if (part == 1 || (part == 2 && rows == 0)) {
            pairs.push_back({name, stage, texts[0], texts[1]});
        }
    };
    for (std::string line; std::getline(file, line);) {
        if (line.starts_with("===")) {
            end_section();
            std::istringstream words(line.substr(3));
            words >> stage;
            std::getline(words >> std::ws, name);
            texts = {};
            part = 0;
            rows = 0;
        } else if (line == "---") {
            ++part;
        } else if (part < 2) {
            texts[part] += line + '\n';
        } else if (part == 2 && !line.empty()) {
            const std::size_t arrow = line.find(" => ");
            const std::string old_row = line.substr(0, arrow);
            pairs.push_back(
                {name + ": " + line, stage, with(texts[0], old_row),
                 with(texts[1], arrow == std::string::npos ? old_row : line.substr(arrow + 4))});
            ++rows;
        }
    }
    end_section();
    return pairs;
}

const HighLevelCompiler* compiler() {
#ifdef JACQUARD_HAS_GLSLANG
    return &linked_glslang();
#else
    const bool found = std::system("glslangValidator --version > /dev/null 2>&1") == 0;
    return found ? &glslang_program() : nullptr;
#endif
}

std::string module_of(const std::string& text, const std::string& stage, std::string& fault,
                      bool is_hlsl = false) {
    HighLevelShader shader;
    shader.name = "shader." + stage;
    shader.text = text;
    shader.hlsl = is_hlsl;
    shader.stage = stage;
    Diagnostics diagnostics(shader.name, text);
    std::string module = make_module(shader, *compiler(), diagnostics);
    fault += diagnostics.has_errors() ? diagnostics.render() : std::string();
    return module;
}

// Supplies the same numbers for every input that a shader reads.
CaseRun values_for(const nir::Shader& shader) {
    CaseRun run;
    for (std::uint32_t input = 0; input < 32; ++input) {
        LaneVectors& lanes = run.inputs.emplace_back();
        for (std::uint32_t lane = 0; lane < kCaseLanes; ++lane) {
            for (std::uint32_t c = 0; c < 4; ++c) {
                lanes[lane][c] = std::bit_cast<std::uint32_t>(
                    0.125F + 0.0625F * static_cast<float>((input * 5 + lane * 3 + c) % 11));
            }
        }
    }
    for (unsigned buffer = 0; buffer < 8; ++buffer) {
        auto& vectors = run.constants.emplace_back();
        for (unsigned i = 0; i < 256; ++i) {
            Vector4& vector = vectors.emplace_back();
            for (unsigned c = 0; c < 4; ++c) {
                vector[c] = std::bit_cast<std::uint32_t>(
                    0.25F + 0.125F * static_cast<float>((i * 7 + c * 3 + buffer) % 13));
            }
        }
    }
    run.fragment_position = {std::bit_cast<std::uint32_t>(8.5F), std::bit_cast<std::uint32_t>(4.5F),
                             std::bit_cast<std::uint32_t>(0.5F),
                             std::bit_cast<std::uint32_t>(1.0F)};
    run.has_fragment_position = shader.info.stage == nir::Stage::fragment;
    return run;
}

using Values = std::vector<std::uint32_t>;

template <typename Runner>
Values outputs_of(Runner* runner, const CaseRun& run, std::string& fault) {
    RunResult result;
    Values values;
    if (runner == nullptr || !runner->run(run, result, fault)) {
        return values;
    }
    // Both shaders declare them in an order of their own.
    std::sort(result.outputs.begin(), result.outputs.end(),
              [](const CaseOutput& a, const CaseOutput& b) {
                  return std::pair(a.semantic, a.semantic_index) <
                         std::pair(b.semantic, b.semantic_index);
              });
    values.push_back(result.live_mask);
    for (const CaseOutput& output : result.outputs) {
        // Desktop versions declare clip distances even if nothing writes them.
        if (!run.has_fragment_position && output.lanes == LaneVectors{}) {
            continue;
        }
        for (const Vector4& lane : output.lanes) {
            values.insert(values.end(), lane.begin(), lane.end());
        }
    }
    return values;
}

// Lookups as the intermediate form has them, without the numbers of values: what the values of a
// texture that answers with its coordinates do not tell.
std::vector<std::string> lookups_of(const nir::Shader& shader) {
    std::vector<std::string> lookups;
    std::istringstream lines(nir::print(shader));
    for (std::string line; std::getline(lines, line);) {
        // Older versions give samplers a low precision where they say nothing.
        if (const std::size_t at = line.find("= relaxed "); at != std::string::npos) {
            line.erase(at + 2, std::string_view("relaxed ").size());
        }
        if (line.find("= tex") == std::string::npos) {
            continue;
        }
        std::string lookup;
        bool in_number = false;
        for (const char c : line.substr(line.find("= tex"))) {
            in_number = c == '%' || (in_number && c >= '0' && c <= '9');
            lookup += in_number ? std::string() : std::string(1, c);
        }
        lookups.push_back(lookup);
    }
    return lookups;
}

struct Computed {
    Values interpreted;
    Values executed;
    std::vector<std::string> lookups;
};

Computed computed_by(const std::string& module, std::string& fault) {
    Computed computed;
    Diagnostics diagnostics("module", {});
    const SpirvResult loaded = load_spirv(module, {}, diagnostics);
    if (loaded.nir.shader == nullptr) {
        fault += diagnostics.render();
        return computed;
    }
    const CaseRun run = values_for(*loaded.nir.shader);
    computed.interpreted =
        outputs_of(NirRunner::prepare(*loaded.nir.shader, fault).get(), run, fault);
    computed.lookups = lookups_of(*loaded.nir.shader);
    VariantKey key;
    key.gpu = 630;
    key.check = true;
    key.precision = ir3::Precision::full; // as the interpreter computes
    const SpirvProgram program = compile_spirv(module, {}, key, diagnostics);
    if (program.compiled.status != CompileStatus::compiled) {
        fault += diagnostics.render();
        return computed;
    }
    if (!computed.lookups.empty()) {
        // Textures answer with their coordinates, whatever is bound.
        computed.executed =
            outputs_of(ProgramRunner::prepare(program.compiled.program, fault).get(), run, fault);
        return computed;
    }
    CaseFile file;
    for (std::size_t binding = 0; binding < run.constants.size(); ++binding) {
        file.places.push_back("0." + std::to_string(binding));
    }
    const auto runner =
        RecordedProgramRunner::prepare(program.compiled.program, program.module, fault);
    if (runner != nullptr) {
        ModuleCaseRunner module_runner(*runner, file, loaded.nir.shader->info);
        computed.executed = outputs_of(&module_runner, run, fault);
    }
    return computed;
}

std::string told(const Values& values) {
    std::string text;
    for (std::size_t i = 0; i < values.size(); ++i) {
        text += (i % 16 == 1 ? "\n" : " ") + hex(values[i], 8);
    }
    return text + '\n';
}

// Returns the fault of a pair, or nothing. A fault of the twin alone counts as well.
std::string judge(const Pair& pair) {
    std::string fault;
    const std::string stage = pair.stage.substr(0, pair.stage.find('.'));
    const std::string old_module =
        module_of(pair.old_text, stage, fault, pair.stage.ends_with(".hlsl"));
    const std::string new_module = module_of(pair.new_text, stage, fault);
    if (old_module.empty() || new_module.empty()) {
        return fault + pair.old_text;
    }
    const Computed old_values = computed_by(old_module, fault);
    const Computed new_values = computed_by(new_module, fault);
    if (!fault.empty()) {
        return fault;
    }
    if (old_values.interpreted.size() < 2 || old_values.executed.size() < 2) {
        return "nothing comes out";
    }
    if (old_values.interpreted != new_values.interpreted) {
        return "the interpreter computes something else\n" + pair.old_text + pair.new_text +
               told(old_values.interpreted) + told(new_values.interpreted);
    }
    if (old_values.executed != new_values.executed) {
        return "the machine computes something else\n" + pair.old_text + pair.new_text +
               told(old_values.executed) + told(new_values.executed);
    }
    if (old_values.lookups != new_values.lookups) {
        std::string told = "the lookups are others\n";
        for (const auto& lookups : {old_values.lookups, new_values.lookups}) {
            for (const std::string& lookup : lookups) {
                told += "    " + lookup + '\n';
            }
        }
        return told;
    }
    return {};
}

constexpr std::size_t kPairs = 556;

// Old names that no pair uses, each with the reason.
constexpr std::pair<std::string_view, std::string_view> kWithoutPair[] = {
    {"gl_ClipVertex", "it is refused, which dialect_test.cpp shows"},
    {"gl_DepthRangeParameters", "a type, of which the variable gl_DepthRange is judged"},
    {"gl_FogParameters", "the type of gl_Fog"},
    {"gl_LightModelParameters", "the type of gl_LightModel"},
    {"gl_LightModelProducts", "the type of gl_FrontLightModelProduct"},
    {"gl_LightProducts", "the type of gl_FrontLightProduct"},
    {"gl_LightSourceParameters", "the type of gl_LightSource"},
    {"gl_MaterialParameters", "the type of gl_FrontMaterial"},
    {"gl_NumSamples", "it is refused, which dialect_test.cpp shows"},
    {"gl_MaxVaryingVectors", "its twin would be the same constant"},
    {"gl_PointParameters", "the type of gl_Point"},
    {"gl_SecondaryFragColorEXT", "blending with two sources has no picture in these runs"},
    {"shadowCubeNV", "the same entry as shadow2DEXT"},
    {"texelFetchBuffer", "runs have no texel buffers"},
    {"texture2DArrayNV", "the same entry as texture2DGradEXT"},
    {"textureSizeBuffer", "runs have no texel buffers"},
};

} // namespace

TEST_CASE("there are pairs of all versions") {
    CHECK(read_pairs().size() >= kPairs);
}

TEST_CASE("every old name has a pair, or a reason to have none") {
    std::set<std::string, std::less<>> used;
    std::string text;
    for (const Pair& pair : read_pairs()) {
        text += pair.old_text + '\n';
    }
    for (const glsl::Token& token : glsl::tokens_of(text)) {
        used.emplace(token.text);
    }
    std::set<std::string_view> unused;
    for (const glsl::OldName& old : glsl::kOldNames) {
        if (used.count(old.name) == 0) {
            unused.insert(old.name);
        }
    }
    std::set<std::string_view> listed;
    for (const auto& [name, reason] : kWithoutPair) {
        INFO(name);
        CHECK(unused.count(name) == 1);
        listed.insert(name);
    }
    for (const std::string_view name : unused) {
        INFO(name);
        CHECK(listed.count(name) == 1);
    }
    CHECK(listed.size() == 16);
}

TEST_CASE("every function of HLSL that a table declares has a pair") {
    std::set<std::string, std::less<>> used;
    for (const Pair& pair : read_pairs()) {
        for (const glsl::Token& token : glsl::tokens_of(pair.old_text)) {
            used.emplace(token.text);
        }
    }
    std::size_t declared = 0;
    for (const glsl::HlslName& name : glsl::kHlslNames) {
        if (!name.declares.empty() && name.kind != glsl::HlslKind::sampler) {
            INFO(name.name);
            CHECK(used.count(name.name) == 1);
            ++declared;
        }
    }
    CHECK(declared == 23);
}

TEST_CASE("a shader of an older version computes what its twin of today does", "[slow]") {
    if (compiler() == nullptr) {
        WARN("skipped: there is no glslangValidator (Debian: glslang-tools)");
        return;
    }
    const std::vector<Pair> pairs = read_pairs();
    std::size_t wrong = 0;
    for (const Pair& pair : pairs) {
        const std::string fault = judge(pair);
        INFO(pair.name << '\n' << fault);
        CHECK(fault.empty());
        wrong += fault.empty() ? 0 : 1;
    }
    CHECK(wrong == 0);
}
