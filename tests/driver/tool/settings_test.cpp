// Commands obey the options of the table of options, or refuse them.
#include <jacquard/generated/options/tool_options.h>
#include <jacquard/tool/files/shader_input.h>
#include <jacquard/tool/options/schedule_options.h>

#include "catch.h"
#include "contains.h"
#include "driver/tool_runner.h"

using jacquard::driver::OptionSpec;

namespace {

constexpr const char* kFaultyAssembly = "OpCapability Shader\nOpMemoryModel Logical Nothing\n";
constexpr const char* kScript = "#!amber\n"
                                "SHADER vertex plain PASSTHROUGH\n"
                                "BUFFER some DATA_TYPE uint32 DATA 1 END\n"
                                "EXPECT some IDX 0 EQ 1\n";

// `run` of a script with an option and, if it takes one, a value.
Answer run_script(const std::string& script, const OptionSpec& option) {
    const std::string value = option.is_closed ? option.words().front() : "1";
    return option.value_name.empty() ? run_tool({"run", option.name, script})
                                     : run_tool({"run", option.name, value, script});
}

std::size_t count_of(std::string_view text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos;
         at = text.find(part, at + part.size())) {
        ++count;
    }
    return count;
}

} // namespace

TEST_CASE("options that are for a single shader are refused where whole pipelines run") {
    using namespace jacquard::driver;
    TemporaryFolder folder("pipeline_options");
    folder.write("good.amber", kScript);
    const std::string script = folder / "good.amber";
    const Answer good = run_tool({"run", script});
    INFO(good.err);
    REQUIRE(good.code == 0);
    CHECK(run_tool({"run", "--precise", "--wave-size", "64", script}).code == 0);

    std::vector<OptionSpec> refused = {
        {"--case", "CASE", ""}, {"--header", "H", ""}, {"--trace", "", ""}};
    for (const std::string_view name : kOptionsOfPipelines) {
        refused.push_back({name, "VALUE", ""});
    }
    refused.insert(refused.end(), kModuleOptions.begin(), kModuleOptions.end());
    refused.insert(refused.end(), kLanguageOptions.begin(), kLanguageOptions.end());
    CHECK(kOptionsOfPipelines.size() == 2);
    for (const OptionSpec& option : refused) {
        const Answer answer =
            option.name == "--feeds"     ? run_tool({"run", option.name, "geometry", script})
            : option.name == "--patches" ? run_tool({"run", option.name, "quads", script})
                                         : run_script(script, option);
        INFO(option.name << ": " << answer.err);
        CHECK(answer.code == 2);
        CHECK(contains(answer.err, std::string(option.name) + " is for a single shader"));
        CHECK(answer.out.empty());
    }
    for (const OptionSpec& option : kScheduleOptions) {
        CHECK(run_script(script, option).code == 2);
    }
}

TEST_CASE("run refuses the form of reports that only scripts have") {
    const Answer answer = run_tool({"run", "--json", example("lit_texture.frag.tgsi")});
    CHECK(answer.code == 2);
    CHECK(contains(answer.err, "--json is for scripts"));
}

TEST_CASE("JSON tells of a shader that becomes no module") {
    TemporaryFolder folder("no_module");
    folder.write("faulty.spvasm", kFaultyAssembly);
    const std::string shader = folder / "faulty.spvasm";
    for (const Answer& answer : {run_tool({"compile", "--json", shader}),
                                 run_tool({"cost", "--format", "json", shader})}) {
        INFO(answer.out << answer.err);
        CHECK(answer.code == 1);
        CHECK(contains(answer.err, "Nothing"));
        CHECK(contains(answer.out, "\"status\": \"malformed\""));
        CHECK(contains(answer.out, "faulty.spvasm"));
        CHECK(contains(answer.out, "Nothing"));
    }
    const Answer large = run_tool({"compile", "--json", "--max-instructions", "1", shader});
    CHECK(large.code == 1);
    CHECK(contains(large.out, "\"status\": \"too_large\""));
    CHECK(contains(large.out, "instructions"));
}

TEST_CASE("costs of what a limit refuses say so in each form of input") {
    TemporaryFolder folder("limited_costs");
    folder.write("words.bin", std::string(64, '\0'));
    folder.write("text.spvasm", kFaultyAssembly);
    folder.write("list", "words.bin\ntext.spvasm\n");
    const std::string words = folder / "words.bin";
    const std::string text = folder / "text.spvasm";
    const std::string list = folder / "list";
    for (const std::string& file : {words, text}) {
        const Answer answer =
            run_tool({"cost", "--format", "json", "--max-instructions", "1", file});
        INFO(answer.out << answer.err);
        CHECK(contains(answer.out, "\"status\": \"too_large\""));
    }
    const Answer instructions =
        run_tool({"cost", "--format", "json", "--max-instructions", "1", "--list", list});
    CHECK(count_of(instructions.out, "\"status\": \"too_large\"") == 2);
    const Answer bytes =
        run_tool({"cost", "--format", "json", "--max-input-bytes", "40", "--list", list});
    INFO(bytes.out << bytes.err);
    CHECK(count_of(bytes.out, "\"status\": \"too_large\"") == 2);
}

TEST_CASE("a form of a module alone is no result of a compile") {
    const std::string module =
        std::string(JACQUARD_SOURCE_DIR) + "/tests/driver/modules/shade.spvasm";
    CHECK(run_tool({"compile", "--print", "nir", module}).code == 0);
    const Answer both = run_tool({"compile", "--print", "nir", "--json", module});
    CHECK(both.code == 2);
    CHECK(contains(both.err, "--json"));
}

TEST_CASE("a module is translated as the options of modules say") {
    const std::string module =
        std::string(JACQUARD_SOURCE_DIR) + "/tests/driver/modules/shade.spvasm";
    const auto nir_with = [&](std::string_view option, std::string_view value) {
        return run_tool({"compile", "--print", "nir", option, value, module});
    };
    CHECK(nir_with("--entry", "nothing").code == 1);
    CHECK(nir_with("--stage", "compute").code == 1);
    CHECK(nir_with("--stage", "pixie").code == 2);
    const Answer spec = nir_with("--spec", "3=x");
    CHECK(spec.code == 2);
    CHECK(contains(spec.err, "--spec takes ID=VALUE, as in 3=1.5, not '3=x'"));
}

TEST_CASE(
    "a specialisation constant takes a number as its value, whatever its type, and bits as bits") {
    const std::string module =
        std::string(JACQUARD_SOURCE_DIR) + "/tests/driver/modules/specialised.spvasm";
    const auto outputs_with = [&](std::string_view values) {
        return run_tool({"run", module, "--engine", "nir", "--spec", values});
    };
    const Answer given = outputs_with("1=2,2=3,3=-1.5,4=7,5=true");
    CHECK(given.err.empty());
    CHECK(contains(given.out, "40000000 40400000 bfc00000 40e00000"));
    CHECK(contains(outputs_with("1=0x40000000,2=0x4200,3=0xbff8000000000000,4=0x7,5=0x1").out,
                   "40000000 40400000 bfc00000 40e00000"));
    CHECK(contains(outputs_with("1=1e-3").out, "3a83126f 3f800000 3f800000 3a83126f"));

    const Answer fraction = outputs_with("4=1.5");
    CHECK(fraction.code == 1);
    CHECK(contains(fraction.err, "error[S202]"));
    CHECK(contains(fraction.err, "the specialisation constant 4 is not a float"));
}

TEST_CASE("a value for a specialisation constant that there is not is a warning") {
    const std::string module =
        std::string(JACQUARD_SOURCE_DIR) + "/tests/driver/modules/specialised.spvasm";
    const Answer answer = run_tool({"compile", module, "--spec", "7=1,1=2", "-o", "/dev/null"});
    CHECK(answer.code == 0);
    CHECK(contains(answer.err, "warning[S205]: the module has no specialisation constant 7\n"));
    CHECK(contains(answer.err, "note: it has 1 ('scale'), 2, 3, 4 ('count'), 5\n"));
    CHECK(run_tool({"compile", module, "--spec", "1=2", "-o", "/dev/null"}).err.empty());
}
