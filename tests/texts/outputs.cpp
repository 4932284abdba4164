// Shaders as what they compute, in the interpreter.
#include <jacquard/nir/interpreter/interface/interpreter.h>
#include <jacquard/runs/recorded/run_recorded.h>

#include "shaders.h"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cstdlib>
#include <sstream>

namespace jacquard::texts {

namespace {

namespace interpreter = nir::interpreter;

constexpr unsigned kComponents = 4;
constexpr unsigned kSlots = 4; // that there are at least, of inputs and of outputs

// A component of an input or output, written `SLOT.C`; of an output shown as floats,
// `SLOT.C:float`.
struct Component {
    unsigned slot = 0;
    unsigned component = 0;
    bool is_float = false;
    std::vector<std::uint32_t> values; // of inputs, by lane

    [[nodiscard]] std::string name() const {
        return std::to_string(slot) + "." + "xyzw"[component];
    }
};

Component component_of(const Setting& setting, std::string word) {
    Component component;
    const std::size_t colon = word.find(':');
    if (colon != std::string::npos) {
        component.is_float = word.substr(colon) == ":float";
        word = component.is_float ? word.substr(0, colon) : "";
    }
    const std::size_t dot = word.find('.');
    const std::size_t letter = dot == std::string::npos || dot + 2 != word.size()
                                   ? std::string::npos
                                   : std::string_view("xyzw").find(word[dot + 1]);
    if (letter == std::string_view::npos) {
        throw SettingFault{setting.line, "'" + setting.key +
                                             "' names components of slots, as in '0.x' and, for "
                                             "outputs that are floats, '1.w:float'"};
    }
    component.slot = static_cast<unsigned>(number_of(setting, word.substr(0, dot)));
    component.component = static_cast<unsigned>(letter);
    return component;
}

std::uint32_t word_of(const Setting& setting, const std::string& text) {
    if (text.find('.') != std::string::npos) {
        return std::bit_cast<std::uint32_t>(std::strtof(text.c_str(), nullptr));
    }
    const bool is_negative = text.starts_with('-');
    const auto number =
        static_cast<std::uint32_t>(number_of(setting, text.substr(is_negative ? 1 : 0)));
    return is_negative ? 0 - number : number;
}

// Inputs `SLOT.C: VALUE…`; the values are repeated where there are more lanes.
std::vector<Component> inputs_of(const Settings& settings, unsigned lanes) {
    std::vector<Component> inputs;
    for (const Setting* setting : settings.all("input")) {
        const std::size_t colon = setting->value.find(": ");
        const std::vector<std::string> words =
            words_of(colon == std::string::npos ? "" : setting->value.substr(colon + 2));
        if (words.empty()) {
            throw SettingFault{setting->line, "an input is written 'input: SLOT.C: VALUE…'"};
        }
        inputs.push_back(component_of(*setting, setting->value.substr(0, colon)));
        for (unsigned lane = 0; lane < lanes; ++lane) {
            inputs.back().values.push_back(word_of(*setting, words[lane % words.size()]));
        }
    }
    return inputs;
}

// The components that `outputs` names; of none where nothing does.
std::vector<Component> outputs_of(const Settings& settings) {
    std::vector<Component> outputs;
    const Setting* setting = settings.find("outputs");
    for (const std::string& word : words_of(setting != nullptr ? setting->value : "")) {
        outputs.push_back(component_of(*setting, word));
    }
    return outputs;
}

// Small numbers are decimal, others hexadecimal, since they are floats or masks.
std::string text_of(std::uint32_t word, bool is_float) {
    std::array<char, 40> text{};
    char* end = text.data();
    if (is_float) {
        end = std::to_chars(text.begin(), text.end(), std::bit_cast<float>(word)).ptr;
    } else if (word < 0x10000) {
        end = std::to_chars(text.begin(), text.end(), word).ptr;
    } else {
        return "0x" + [word] {
            std::ostringstream digits;
            digits << std::hex << word;
            return digits.str();
        }();
    }
    const std::string number(text.data(), end);
    const bool is_plain = number.find_first_not_of("-0123456789") == std::string::npos;
    return is_float && is_plain ? number + ".0" : number;
}

std::string line_of(const Component& component, std::span<const std::uint32_t> values) {
    std::string line = component.name() + ":";
    for (const std::uint32_t value : values) {
        line += " " + text_of(value, component.is_float);
    }
    return line + "\n";
}

std::string fault_text(const interpreter::Fault& fault) {
    static constexpr std::array<std::string_view, 7> kKinds = {
        "none",    "not supported",  "malformed", "out of range",
        "barrier", "too many steps", "too large"};
    return "fault, " + std::string(kKinds.at(static_cast<std::size_t>(fault.kind))) + ": " +
           fault.message + "\n";
}

// The lanes that wrote what they computed, where that is not all.
std::string live_text(const interpreter::LaneMask& live, unsigned lanes) {
    std::string text;
    bool are_all = true;
    for (unsigned lane = 0; lane < lanes; ++lane) {
        text += live.test(lane) ? " " + std::to_string(lane) : "";
        are_all = are_all && live.test(lane);
    }
    return are_all ? "" : "live:" + (text.empty() ? " none" : text) + "\n";
}

} // namespace

Answer outputs_of(const Request& request, Made made) {
    if (made.shader == nullptr) {
        return made.answer;
    }
    const auto lanes = static_cast<unsigned>(request.settings.number("lanes", 4));
    const auto slots = std::max<std::size_t>(kSlots, made.shader->info.outputs.size());
    std::vector<std::uint32_t> inputs(std::size_t{kSlots} * kComponents * lanes);
    std::vector<std::uint32_t> outputs(slots * kComponents * lanes);
    for (const Component& input : inputs_of(request.settings, lanes)) {
        const std::size_t at = (std::size_t{input.slot} * kComponents + input.component) * lanes;
        inputs.resize(std::max(inputs.size(), at + lanes));
        std::copy(input.values.begin(), input.values.end(),
                  inputs.begin() + static_cast<std::ptrdiff_t>(at));
    }
    interpreter::Fault fault;
    const auto program = interpreter::Program::prepare(*made.shader, fault);
    if (!program) {
        return {fault_text(fault), false, {}};
    }
    interpreter::Environment environment;
    environment.inputs = inputs;
    environment.outputs = outputs;
    interpreter::RunOptions options;
    options.fault_out_of_range = request.settings.flag("strict");
    options.maximum_steps = request.settings.number("steps", options.maximum_steps);
    const auto result = interpreter::Interpreter(*program, lanes).run(environment, options);

    std::string text = result.fault ? fault_text(result.fault) : "";
    std::vector<Component> shown = outputs_of(request.settings);
    const bool are_named = !shown.empty();
    for (unsigned i = 0; i < slots * kComponents && !are_named; ++i) {
        shown.push_back({i / kComponents, i % kComponents, false, {}});
    }
    for (const Component& component : shown) {
        const std::size_t at =
            (std::size_t{component.slot} * kComponents + component.component) * lanes;
        if (at + lanes > outputs.size()) {
            throw SettingFault{request.settings.find("outputs")->line,
                               "there is no output " + component.name()};
        }
        const auto values = std::span(outputs).subspan(at, lanes);
        if (are_named || std::any_of(values.begin(), values.end(),
                                     [](std::uint32_t word) { return word != 0; })) {
            text += line_of(component, values);
        }
    }
    return {text + live_text(result.live, lanes), false, {}};
}

Answer outputs_of_spirv(const Request& request) {
    Made made = shader_of_spirv(request); // The translation is valid, too.
    if (made.shader == nullptr) {
        return made.answer;
    }
    Diagnostics diagnostics(kInputName, made.text);
    const driver::SpirvResult loaded = driver::load_spirv(
        module_bytes(made.text, diagnostics).value(), spirv_options(request.settings), diagnostics);
    if (loaded.nir.shader == nullptr) {
        made.refuse(diagnostics);
        return made.answer;
    }
    std::string fault;
    const auto runner = driver::RecordedRunner::prepare(loaded, fault);
    if (runner == nullptr) {
        return {{}, false, fault};
    }
    driver::RecordedCase given;
    const auto key_of = [](const Component& component) { return std::to_string(component.slot); };
    const auto words_at = [](driver::ByKey<driver::LaneWordLists>& list, const std::string& key,
                             unsigned component) -> driver::LaneWordLists& {
        auto found = std::find_if(list.begin(), list.end(),
                                  [&key](const auto& each) { return each.first == key; });
        if (found == list.end()) {
            found = list.insert(list.end(), {key, {}});
        }
        for (auto& words : found->second) {
            words.resize(std::max<std::size_t>(words.size(), component + 1));
        }
        return found->second;
    };
    for (const Component& input : inputs_of(request.settings, driver::kCaseLanes)) {
        driver::LaneWordLists& lists = words_at(given.inputs, key_of(input), input.component);
        for (unsigned lane = 0; lane < driver::kCaseLanes; ++lane) {
            lists[lane][input.component] = input.values[lane];
        }
    }
    std::vector<Component> shown = outputs_of(request.settings);
    if (shown.empty()) {
        shown.emplace_back();
    }
    for (const Component& output : shown) {
        words_at(given.outputs, key_of(output), output.component);
    }
    driver::RecordedResult result;
    if (!runner->run(given, result, fault)) {
        return {"fault: " + fault + "\n", false, {}};
    }
    std::string text;
    for (const Component& output : shown) {
        driver::LaneWordLists& lists = words_at(result.outputs, key_of(output), output.component);
        std::vector<std::uint32_t> values;
        for (const auto& words : lists) {
            values.push_back(words[output.component]);
        }
        text += line_of(output, values);
    }
    return {text, false, {}};
}

} // namespace jacquard::texts
