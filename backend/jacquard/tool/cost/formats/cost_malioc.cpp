// The JSON that tools around Arm's offline compiler read: version 2 of its schema, the newest that
// is known. What newer compilers tell of ray tracing does not apply.

#include <jacquard/generated/ir3/parts.h>
#include <jacquard/generated/version.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/support/json/json.h>
#include <jacquard/tool/cost/formats/cost_formats.h>
#include <jacquard/tool/cost/formats/cost_stages.h>

#include <algorithm>
#include <charconv>

namespace jacquard::driver {

namespace {

using ir3::CostReport;
using ir3::CostUnit;

constexpr std::int64_t kSchemaVersion = 2;

struct Pipeline {
    CostUnit unit;
    std::string_view display_name;
    std::string_view description;
};

constexpr Pipeline kPipelines[] = {
    {CostUnit::alu, "Arithmetic", "Arithmetic, logic, moves and conversions."},
    {CostUnit::complex, "Complex", "Special functions."},
    {CostUnit::texture, "Texture", "Lookups, derivatives and queries."},
    {CostUnit::varying, "Varying", "Reads of varyings."},
    {CostUnit::memory, "Memory", "Loads, stores and atomics."},
};

std::string_view name_of(CostUnit unit) {
    return ir3::kCostUnitNames[static_cast<unsigned>(unit)];
}

class Writer {
  public:
    std::string run(std::span<const CostedShader> shaders) {
        const bool all_compiled = std::all_of(shaders.begin(), shaders.end(),
                                              [](const auto& shader) { return shader.report; });
        json_.begin_object();
        json_.name("schema").begin_object();
        json_.member("name", all_compiled ? "performance" : "error")
            .member("version", kSchemaVersion);
        json_.end_object();
        add_producer();
        json_.name("shaders").begin_array();
        // Forms of one shader for a part stand next to each other.
        for (std::size_t first = 0; first < shaders.size();) {
            std::size_t end = first + 1;
            while (end < shaders.size() && shaders[end].source == shaders[first].source &&
                   shaders[end].gpu == shaders[first].gpu) {
                ++end;
            }
            add_shader(shaders.subspan(first, end - first));
            first = end;
        }
        json_.end_array();
        json_.end_object();
        return text_ + '\n';
    }

  private:
    void add_producer() {
        json_.name("producer").begin_object();
        json_.member("name", "jacquard");
        json_.name("version").begin_array();
        const std::string_view version = JACQUARD_VERSION_STRING;
        for (std::size_t start = 0; start < version.size();) {
            const std::size_t end = std::min(version.find('.', start), version.size());
            std::int64_t number = 0;
            std::from_chars(version.data() + start, version.data() + end, number);
            json_.integer(number);
            start = end + 1;
        }
        json_.end_array();
        json_.member("build", "").member("documentation", "docs/what-a-shader-costs.md");
        json_.end_object();
    }

    void add_shader(std::span<const CostedShader> forms) {
        const CostedShader& main = forms.front();
        json_.begin_object();
        json_.member("filename", main.source->name);
        add_hardware(main);
        json_.member("driver", "jacquard");
        json_.name("shader").begin_object();
        json_.member("api", "Vulkan");
        json_.member("type", main.report ? cost_stage(main.report->stage).name : "");
        json_.end_object();
        add_texts("notes", {});
        add_texts("warnings", {});
        add_texts("errors", forms);
        json_.name("attribute_streams").null();
        json_.name("properties").begin_array();
        if (main.report) {
            add_properties(*main.report);
        }
        json_.end_array();
        json_.name("variants").begin_array();
        for (const CostedShader& form : forms) {
            if (form.report) {
                add_variant(form, forms.size() > 1);
            }
        }
        json_.end_array();
        json_.end_object();
    }

    void add_hardware(const CostedShader& shader) {
        const auto revision = ir3::revision_of_part(shader.gpu);
        json_.name("hardware").begin_object();
        json_.member("architecture", "Adreno");
        json_.member("core", ir3::part_label(shader.gpu));
        json_.member("revision", revision ? ir3::name_of(*revision) : "");
        json_.name("pipelines").begin_array();
        for (const Pipeline& pipeline : kPipelines) {
            json_.begin_object();
            json_.member("name", name_of(pipeline.unit));
            json_.member("display_name", pipeline.display_name);
            json_.member("description", pipeline.description);
            json_.end_object();
        }
        json_.end_array();
        json_.end_object();
    }

    void add_texts(std::string_view name, std::span<const CostedShader> forms) {
        json_.name(name).begin_array();
        for (const CostedShader& form : forms) {
            if (!form.report) {
                json_.string(form.reason);
            }
        }
        json_.end_array();
    }

    json::Writer& begin_property(std::string_view name, std::string_view display_name,
                                 std::string_view description) {
        json_.begin_object();
        json_.member("name", name).member("display_name", display_name);
        json_.member("description", description);
        return json_.name("value");
    }

    void add_properties(const CostReport& report) {
        const auto add = [this](std::string_view name, std::string_view display_name,
                                std::string_view description, bool value) {
            begin_property(name, display_name, description).boolean(value);
            json_.end_object();
        };
        const bool is_fragment = report.stage == ir3::ShaderStage::fragment;
        add("has_uniform_computation", "Has uniform computation",
            "Something is computed once for all waves, in the preamble.",
            report.preamble.counts.alu_full + report.preamble.counts.alu_half +
                    report.preamble.counts.complex_full + report.preamble.counts.complex_half !=
                0);
        add("has_side_effects", "Has side-effects", "The shader writes memory.",
            report.main.counts.memory_writes != 0);
        add("modifies_coverage", "Modifies coverage", "Lanes may end early.",
            is_fragment && report.kills);
        add("uses_late_zs_test", "Uses late ZS test", "Depth is known when the shader ends.",
            is_fragment && report.writes_depth);
        add("uses_late_zs_update", "Uses late ZS update",
            "Depth is written when the shader has ended.",
            is_fragment && (report.writes_depth || report.kills));
        add("reads_color_buffer", "Reads color buffer",
            "The shader reads what it draws over; programs for these parts do that by lookups.",
            false);
    }

    void add_variant(const CostedShader& form, bool is_one_of_two) {
        const CostReport& report = *form.report;
        const ir3::CostPaths& paths = report.main.paths;
        json_.begin_object();
        json_.member("name", form.binning ? "Position" : is_one_of_two ? "Varying" : "Main");
        json_.name("performance").begin_object();
        json_.name("pipelines").begin_array();
        for (const Pipeline& pipeline : kPipelines) {
            json_.string(name_of(pipeline.unit));
        }
        json_.end_array();
        add_path("total_cycles", paths.total, true);
        add_path("shortest_path_cycles", paths.shortest, true);
        add_path("longest_path_cycles", paths.longest, paths.bounded);
        json_.end_object();
        json_.name("properties").begin_array();
        add_variant_properties(report, form.program.statistics);
        json_.end_array();
        json_.end_object();
    }

    void add_path(std::string_view name, const ir3::UnitCycles& cycles, bool bounded) {
        json_.name(name).begin_object();
        json_.name("cycle_count").begin_array();
        for (const Pipeline& pipeline : kPipelines) {
            if (bounded) {
                json_.number(cycles[static_cast<unsigned>(pipeline.unit)]);
            } else {
                json_.null();
            }
        }
        json_.end_array();
        json_.name("bound_pipelines").begin_array();
        const std::vector<CostUnit> binding =
            bounded ? ir3::binding_units(cycles) : std::vector<CostUnit>();
        for (const CostUnit unit : binding) {
            json_.string(name_of(unit));
        }
        if (binding.empty()) {
            json_.null();
        }
        json_.end_array();
        json_.end_object();
    }

    void add_variant_properties(const CostReport& report,
                                const ir3::ProgramStatistics& statistics) {
        const auto add = [this](std::string_view name, std::string_view display_name,
                                std::string_view description, double value) {
            begin_property(name, display_name, description).number(value);
            json_.end_object();
        };
        constexpr std::uint32_t kVectorBytes = 16;
        const double all = double{0} + report.main.counts.alu_full + report.main.counts.alu_half;
        add("work_registers_used", "Work registers used", "Registers of 128 bits.",
            report.registers.overall);
        add("uniform_registers_used", "Uniform registers used",
            "Vectors of the constant file, of 128 bits.", report.constant_vec4);
        add("thread_occupancy", "Thread occupancy", "Lanes at a time, in percent of the most.",
            report.occupancy);
        // Arrays and values that found no register lie in the same memory: all of it counts as
        // spilled where there is something of these. Of machine code that is not known.
        const bool is_compiled = statistics.instructions != 0;
        const bool spills = report.scratch_vec4 != 0 &&
                            (!is_compiled || statistics.spill_stores + statistics.spill_loads != 0);
        const double bytes = double(report.scratch_vec4) * kVectorBytes;
        add("stack_size", "Stack size", "Bytes of memory of a lane.", bytes);
        begin_property("has_stack_spilling", "Has stack spilling",
                       "Lanes keep values in memory for which there is no register.")
            .boolean(spills);
        json_.end_object();
        add("stack_spill_bytes", "Stack spill bytes", "Memory of a lane that holds such values.",
            spills ? bytes : 0);
        add("stack_alloca_bytes", "Stack allocation bytes", "Memory of a lane that holds arrays.",
            spills ? 0 : bytes);
        add("fp16_arithmetic", "16-bit arithmetic",
            "Share of arithmetic instructions at 16 bits, in percent.",
            all > 0 ? report.main.counts.alu_half / all * 100 : 0);
    }

    std::string text_;
    json::Writer json_{text_, 2};
};

} // namespace

std::string cost_malioc(std::span<const CostedShader> shaders) {
    return Writer().run(shaders);
}

} // namespace jacquard::driver
