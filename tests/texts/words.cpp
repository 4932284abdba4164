// Shaders as machine code, and as the graph after a pass of the backend.
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/compiler/compiler.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>
#include <jacquard/ir3/compiler/graph/print_graph.h>
#include <jacquard/ir3/isa/listing/listing.h>

#include "shaders.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <regex>

namespace jacquard::texts {

namespace {

// Keeps the graph as one of the passes leaves it.
class GraphKeeper : public ir3::PassObserver {
  public:
    explicit GraphKeeper(std::string pass) : pass_(std::move(pass)) {}

    void after_pass(std::string_view pass, const ir3::Graph& graph) override {
        passes_.emplace_back(pass);
        if (pass == pass_) {
            text = ir3::print_graph(graph);
            was_seen = true;
        }
    }
    [[nodiscard]] std::vector<std::string_view> passes() const {
        return {passes_.begin(), passes_.end()};
    }

    std::string text;
    bool was_seen = false;

  private:
    std::string pass_;
    std::vector<std::string> passes_;
};

struct Fact {
    std::string_view name;
    std::string (*text)(const ir3::Program& program);
};

template <std::uint32_t ir3::ProgramStatistics::*Number>
std::string number_text(const ir3::Program& program) {
    return std::to_string(program.statistics.*Number);
}

// The names of what the driver puts into the constant file.
std::string parameter_names(const ir3::Program& program) {
    std::string names;
    for (const ir3::DriverParameter& parameter : program.driver_parameters) {
        names += (names.empty() ? "" : " ") + parameter.name;
    }
    return names;
}

constexpr std::array<Fact, 6> kFacts = {{
    {"instructions", number_text<&ir3::ProgramStatistics::instructions>},
    {"nops", number_text<&ir3::ProgramStatistics::nops>},
    {"full_registers", number_text<&ir3::ProgramStatistics::full_registers>},
    {"branch_stack", number_text<&ir3::ProgramStatistics::branch_stack>},
    {"outputs", [](const ir3::Program& each) { return std::to_string(each.outputs.size()); }},
    {"driver_parameters", parameter_names},
}};

// The facts that the settings name; a fault for each that there is not.
std::vector<const Fact*> facts_of(const Settings& settings) {
    std::vector<std::string_view> names;
    for (const Fact& fact : kFacts) {
        names.push_back(fact.name);
    }
    std::vector<const Fact*> facts;
    for (const std::string& word : settings.list("facts")) {
        const auto found = std::find(names.begin(), names.end(), word);
        if (found == names.end()) {
            settings.unknown(*settings.find("facts"), "fact of a program", word, names);
        } else {
            facts.push_back(&kFacts.at(static_cast<std::size_t>(found - names.begin())));
        }
    }
    return facts;
}

std::vector<std::string_view> resource_kinds() {
    constexpr auto kLast = static_cast<std::uint8_t>(ir3::ResourceKind::image);
    std::vector<std::string_view> names;
    for (std::uint8_t kind = 0; kind <= kLast; ++kind) {
        names.push_back(ir3::name_of(static_cast<ir3::ResourceKind>(kind)));
    }
    return names;
}

struct ResourceNumber {
    std::string_view name;
    std::uint32_t ir3::Resource::*member;
};

constexpr std::array<ResourceNumber, 5> kResourceNumbers = {{{"first", &ir3::Resource::first},
                                                             {"set", &ir3::Resource::set},
                                                             {"binding", &ir3::Resource::binding},
                                                             {"count", &ir3::Resource::count},
                                                             {"size", &ir3::Resource::size}}};

void read_resource_word(const Settings& settings, const Setting& setting, const std::string& word,
                        ir3::Resource& resource) {
    static constexpr std::string_view kWithSampler = "with_sampler";
    if (word == kWithSampler) {
        resource.has_sampler = true;
        return;
    }
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const auto found =
        std::find_if(kResourceNumbers.begin(), kResourceNumbers.end(),
                     [&name](const ResourceNumber& each) { return each.name == name; });
    if (found == kResourceNumbers.end()) {
        std::vector<std::string_view> names = {kWithSampler};
        for (const ResourceNumber& each : kResourceNumbers) {
            names.push_back(each.name);
        }
        settings.unknown(setting, "word of a resource", name, names);
        return;
    }
    const auto number = settings.number_of(
        setting, equals == std::string::npos ? "" : word.substr(equals + 1),
        found->name == "count" ? 1 : 0,
        found->name == "count" ? ir3::kMaxElements : std::numeric_limits<std::uint32_t>::max());
    resource.*found->member = static_cast<std::uint32_t>(number.value_or(1));
}

// Reads `KIND first=N set=N binding=N …`.
ir3::Resource resource_of(const Settings& settings, const Setting& setting) {
    ir3::Resource resource;
    const std::vector<std::string> words = words_of(setting.value);
    const auto kind = ir3::find_resource_kind(words[0]);
    if (!kind) {
        settings.unknown(setting, "kind of resource", words[0], resource_kinds());
        return resource;
    }
    resource.kind = *kind;
    std::vector<std::string> names;
    for (std::size_t i = 1; i < words.size(); ++i) {
        read_resource_word(settings, setting, words[i], resource);
        names.push_back(words[i].substr(0, words[i].find('=')));
    }
    if (const std::string twice = doubled_word(names); !twice.empty()) {
        settings.fault(setting, "'" + twice + "' is given twice");
    }
    return resource;
}

std::vector<ir3::Resource> resources_of(const Settings& settings) {
    std::vector<ir3::Resource> resources;
    for (const Setting* setting : settings.all("resource")) {
        const ir3::Resource resource = resource_of(settings, *setting);
        if (const ir3::Resource* other =
                ir3::find_resource(resources, resource.kind, resource.first)) {
            settings.fault(*setting, "the number " + std::to_string(resource.first) +
                                         " is one of another resource of its kind, from " +
                                         std::to_string(other->first) + " on");
        }
        resources.push_back(resource);
    }
    return resources;
}

// Returns nothing where no setting names one.
std::optional<ir3::Precision> precision_of(const Settings& settings) {
    const auto word = settings.choice("precision", ir3::kPrecisionWords);
    return word ? ir3::find_value<ir3::Precision>(ir3::kPrecisionNames, ir3::kPrecisionWords[*word])
                : std::nullopt;
}

ir3::CompileOptions options_of(const Request& request) {
    const Settings& settings = request.settings;
    ir3::CompileOptions options;
    options.precise = settings.flag("precise").value_or(options.precise);
    options.precision = precision_of(settings).value_or(options.precision);
    options.gpu = request.gpu.value_or(options.gpu);
    options.check = true;
    return options;
}

// Lines of instructions without serial numbers and what passes note beside them.
std::string tidy(const std::string& graph) {
    static const std::regex kSerial("^  [0-9]+: ");
    static const std::regex kNotes(", (left|right|depth)=[0-9]+");
    std::string text;
    for (const std::string& line : lines_of(graph)) {
        if (line.starts_with("  ")) {
            text += std::regex_replace(std::regex_replace(line, kSerial, ""), kNotes, "") + '\n';
        }
    }
    return text;
}

} // namespace

void read_precision(const Settings& settings) {
    (void)precision_of(settings);
}
void read_resources(const Settings& settings) {
    (void)resources_of(settings);
}
void read_facts(const Settings& settings) {
    (void)facts_of(settings);
}

Answer words_of_shader(const Request& request, Made made) {
    if (made.shader == nullptr) {
        return made.answer;
    }
    const std::vector<ir3::Resource> resources = resources_of(request.settings);
    ir3::CompileOptions options = options_of(request);
    options.resources = resources;
    Diagnostics diagnostics(kInputName, made.text);
    const auto program = ir3::compile(*made.shader, options, diagnostics);
    if (!program) {
        made.refuse(request.settings, diagnostics);
        return made.answer;
    }
    std::string text;
    for (const Fact* fact : facts_of(request.settings)) {
        text += std::string(fact->name) + ": " + fact->text(*program) + "\n";
    }
    return {text + ir3::disassemble_program(program->words, *ir3::revision_of_part(options.gpu)),
            false,
            {}};
}

Answer graph_of(const Request& request, Made made) {
    if (made.shader == nullptr) {
        return made.answer;
    }
    const Setting* pass = request.settings.find("after");
    if (pass == nullptr) {
        return {{}, false, "the setting 'after: PASS' must say which pass leaves the graph"};
    }
    GraphKeeper keeper(pass->value);
    const std::vector<ir3::Resource> resources = resources_of(request.settings);
    ir3::CompileOptions options = options_of(request);
    options.resources = resources;
    options.observer = &keeper;
    Diagnostics diagnostics(kInputName, made.text);
    if (!ir3::compile(*made.shader, options, diagnostics)) {
        made.refuse(request.settings, diagnostics);
        return made.answer;
    }
    if (!keeper.was_seen) {
        request.settings.unknown(*pass, "pass of the backend that ran", pass->value,
                                 keeper.passes());
    }
    return {tidy(keeper.text), false, {}};
}

} // namespace jacquard::texts
