// Shaders as machine code, and as the graph after a pass of the backend.
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/compiler/compiler.h>
#include <jacquard/ir3/compiler/graph/machine_ir.h>
#include <jacquard/ir3/compiler/graph/print_graph.h>
#include <jacquard/ir3/isa/listing/listing.h>

#include "shaders.h"

#include <array>
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

std::string facts_text(const Setting& setting, const ir3::Program& program) {
    std::vector<std::string_view> names;
    for (const Fact& fact : kFacts) {
        names.push_back(fact.name);
    }
    std::string text;
    for (const std::string& word : words_of(setting.value)) {
        const auto found = std::find(names.begin(), names.end(), word);
        if (found == names.end()) {
            throw SettingFault{setting.line, unknown_word("fact of a program", word, names)};
        }
        const Fact& fact = kFacts.at(static_cast<std::size_t>(found - names.begin()));
        text += word + ": " + fact.text(program) + "\n";
    }
    return text;
}

// Reads `KIND first=N set=N binding=N …`.
ir3::Resource resource_of(const Setting& setting) {
    const std::vector<std::string> words = words_of(setting.value);
    const auto kind = ir3::find_resource_kind(words.empty() ? "" : words[0]);
    if (!kind) {
        throw SettingFault{setting.line, "'resource' begins with a kind of resource, as in "
                                         "'resource: uniform_buffer first=0 set=1 binding=5'"};
    }
    ir3::Resource resource;
    resource.kind = *kind;
    static constexpr std::array<std::pair<std::string_view, std::uint32_t ir3::Resource::*>, 5>
        kNumbers = {{{"first", &ir3::Resource::first},
                     {"set", &ir3::Resource::set},
                     {"binding", &ir3::Resource::binding},
                     {"count", &ir3::Resource::count},
                     {"size", &ir3::Resource::size}}};
    for (std::size_t i = 1; i < words.size(); ++i) {
        const std::size_t equals = words[i].find('=');
        const std::string name = words[i].substr(0, equals);
        const auto found = std::find_if(kNumbers.begin(), kNumbers.end(),
                                        [&name](const auto& each) { return each.first == name; });
        if (words[i] == "with_sampler") {
            resource.has_sampler = true;
        } else if (found == kNumbers.end() || equals == std::string::npos) {
            static constexpr std::array<std::string_view, 6> kNames = {
                "first", "set", "binding", "count", "size", "with_sampler"};
            throw SettingFault{setting.line, unknown_word("word of a resource", name, kNames)};
        } else {
            resource.*found->second =
                static_cast<std::uint32_t>(number_of(setting, words[i].substr(equals + 1)));
        }
    }
    return resource;
}

std::vector<ir3::Resource> resources_of(const Settings& settings) {
    std::vector<ir3::Resource> resources;
    for (const Setting* setting : settings.all("resource")) {
        resources.push_back(resource_of(*setting));
    }
    return resources;
}

ir3::CompileOptions options_of(const Request& request) {
    const Settings& settings = request.settings;
    ir3::CompileOptions options;
    options.precise = settings.flag("precise");
    static constexpr std::array<std::string_view, 2> kPrecisions = {"full", "relaxed"};
    options.precision = settings.choice("precision", kPrecisions) == 0 ? ir3::Precision::full
                                                                       : ir3::Precision::relaxed;
    options.gpu = request.gpu.value_or(options.gpu);
    if (!ir3::revision_of_part(options.gpu)) {
        throw SettingFault{settings.find("gpu")->line,
                           "there is no part '" + std::to_string(options.gpu) + "'"};
    }
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
        made.refuse(diagnostics);
        return made.answer;
    }
    const Setting* facts = request.settings.find("facts");
    return {(facts != nullptr ? facts_text(*facts, *program) : "") +
                ir3::disassemble_program(program->words, *ir3::revision_of_part(options.gpu)),
            false,
            {}};
}

Answer graph_of(const Request& request, Made made) {
    if (made.shader == nullptr) {
        return made.answer;
    }
    const Setting* pass = request.settings.find("after");
    if (pass == nullptr) {
        return {{}, false, "'after: PASS' must say which pass leaves the graph"};
    }
    GraphKeeper keeper(pass->value);
    const std::vector<ir3::Resource> resources = resources_of(request.settings);
    ir3::CompileOptions options = options_of(request);
    options.resources = resources;
    options.observer = &keeper;
    Diagnostics diagnostics(kInputName, made.text);
    if (!ir3::compile(*made.shader, options, diagnostics)) {
        made.refuse(diagnostics);
        return made.answer;
    }
    if (!keeper.was_seen) {
        throw SettingFault{
            pass->line, unknown_word("pass of the backend that ran", pass->value, keeper.passes())};
    }
    return {tidy(keeper.text), false, {}};
}

} // namespace jacquard::texts
