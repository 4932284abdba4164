// Shaders as what they compute, in the interpreter.
#include <jacquard/nir/interpreter/interface/interpreter.h>
#include <jacquard/support/hex.h>

#include "components.h"
#include "shaders.h"

#include <algorithm>
#include <limits>

namespace jacquard::texts {

namespace {

namespace interpreter = nir::interpreter;

constexpr unsigned kDefaultLanes = 4;
constexpr std::size_t kSlots = 4; // of inputs and of outputs where a shader declares none

Component component_at(std::size_t at) {
    return {std::to_string(at / kComponents),
            static_cast<unsigned>(at % kComponents),
            false,
            nullptr,
            {}};
}

// The inputs or outputs of a shader.
class Slots {
  public:
    explicit Slots(const std::vector<nir::IoSlot>& declared)
        : declared_(declared), names_(all_names()) {}

    // The slots that there is memory for.
    [[nodiscard]] std::size_t count() const { return std::max(kSlots, declared_.size()); }

    // The place among the components of all slots; nothing where the shader has no such slot.
    [[nodiscard]] std::optional<std::size_t> find(const Component& component) const {
        const auto found = std::find(names_.begin(), names_.end(), component.name());
        return found != names_.end() ? std::optional<std::size_t>(found - names_.begin())
                                     : std::nullopt;
    }
    // Whether the shader reads or writes the component at a place.
    [[nodiscard]] bool is_used(std::size_t at) const {
        return declared_.empty() ||
               ((declared_.at(at / kComponents).mask >> (at % kComponents)) & 1) != 0;
    }
    // The components of the slots that the shader has; of all where it declares none.
    [[nodiscard]] std::vector<std::string_view> names() const {
        return {names_.begin(), names_.end()};
    }

  private:
    [[nodiscard]] std::vector<std::string> all_names() const {
        std::vector<std::string> names;
        const std::size_t slots = declared_.empty() ? kSlots : declared_.size();
        for (std::size_t at = 0; at < slots * kComponents; ++at) {
            names.push_back(component_at(at).name());
        }
        return names;
    }

    const std::vector<nir::IoSlot>& declared_;
    std::vector<std::string> names_;
};

std::string fault_text(const interpreter::Fault& fault) {
    return "fault: " + fault.message + "\n";
}

// The lines of the outputs that the settings name, and else of those that are not all zero.
std::string lines_of_outputs(const Settings& settings, const Slots& slots,
                             std::span<const std::uint32_t> words, unsigned lanes) {
    std::string text;
    const auto values_at = [&](std::size_t at) { return words.subspan(at * lanes, lanes); };
    const std::vector<Component> named = outputs_of(settings);
    for (const Component& output : named) {
        if (const auto at = slots.find(output)) {
            text += line_of(output, values_at(*at));
        } else {
            settings.unknown(*output.setting, "output of the shader", output.name(), slots.names());
        }
    }
    for (std::size_t at = 0; at < slots.count() * kComponents && named.empty(); ++at) {
        const auto values = values_at(at);
        const bool is_zero =
            std::all_of(values.begin(), values.end(), [](std::uint32_t word) { return word == 0; });
        text += is_zero ? "" : line_of(component_at(at), values);
    }
    return text;
}

} // namespace

unsigned lanes_of(const Settings& settings) {
    return static_cast<unsigned>(settings.number("lanes", 1, kMaxLanes).value_or(kDefaultLanes));
}

std::uint64_t steps_of(const Settings& settings, std::uint64_t otherwise) {
    return settings.number("steps", 1, std::numeric_limits<std::uint64_t>::max())
        .value_or(otherwise);
}

Answer outputs_of(const Request& request, Made made) {
    if (made.shader == nullptr) {
        return made.answer;
    }
    const Settings& settings = request.settings;
    const unsigned lanes = lanes_of(settings);
    const Slots input_slots(made.shader->info.inputs);
    const Slots output_slots(made.shader->info.outputs);
    std::vector<std::uint32_t> inputs(input_slots.count() * kComponents * lanes);
    std::vector<std::uint32_t> outputs(output_slots.count() * kComponents * lanes);
    for (const Component& input : inputs_of(settings, lanes)) {
        const auto at = input_slots.find(input);
        if (!at) {
            settings.idle(*input.setting,
                          unknown_word("input of the shader", input.name(), input_slots.names()));
        } else if (!input_slots.is_used(*at)) {
            settings.idle(*input.setting, "the shader does not read the input " + input.name());
        } else {
            std::copy(input.values.begin(), input.values.end(),
                      inputs.begin() + static_cast<std::ptrdiff_t>(*at * lanes));
        }
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
    options.fault_out_of_range = settings.flag("strict").value_or(false);
    options.maximum_steps = steps_of(settings, options.maximum_steps);
    const auto result = interpreter::Interpreter(*program, lanes).run(environment, options);
    return {(result.fault ? fault_text(result.fault) : "") +
                lines_of_outputs(settings, output_slots, outputs, lanes) +
                live_text(result.live, lanes),
            false,
            {}};
}

} // namespace jacquard::texts
