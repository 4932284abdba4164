// Sets up registers and varying storage for a program of another compiler.
#include <jacquard/generated/ir3/slots.h>
#include <jacquard/runs/engines/stage_inputs.h>
#include <jacquard/runs/recorded/recorded_values.h>
#include <jacquard/support/hex.h>

#include "run_foreign.h"

#include <algorithm>
#include <bit>

namespace jacquard::driver {

namespace {

constexpr unsigned kWords = 4; // of a vec4

const Words* words_at(const ByKey<LaneWordLists>& section, std::string_view key, unsigned lane) {
    const LaneWordLists* lists = find_key(section, key);
    return lists != nullptr ? &(*lists)[lane] : nullptr;
}

// Component of an input at a location; `location.N` begins at component N.
bool word_of_location(const ByKey<LaneWordLists>& section, std::uint32_t location,
                      unsigned component, unsigned lane, std::uint32_t& word) {
    const std::string key = std::to_string(location);
    for (unsigned first = 0; first <= component; ++first) {
        const Words* words =
            words_at(section, first == 0 ? key : key + '.' + std::to_string(first), lane);
        if (words != nullptr && component - first < words->size()) {
            word = (*words)[component - first];
            return true;
        }
    }
    return false;
}

std::uint32_t as_sixteenths(std::uint32_t bits) {
    return static_cast<std::uint32_t>(std::bit_cast<float>(bits) * 16.0F);
}

} // namespace

std::uint32_t ForeignRunner::invented(const ForeignProgram::Input& input, unsigned component,
                                      unsigned lane) const {
    if (input.name.ends_with("_HEADER_IR3")) {
        return ir3::slot_part::header_vertex.place(lane) |
               ir3::slot_part::header_invocation.place(lane) |
               ir3::slot_part::header_made_vertex.place(lane);
    }
    if (input.name.starts_with("SYSTEM_VALUE_")) {
        return lane;
    }
    return std::bit_cast<std::uint32_t>(0.125F * static_cast<float>(1 + lane + component));
}

bool ForeignRunner::set_varyings(const RecordedCase& recorded, std::string& reason) {
    std::size_t components = kWords;
    for (const ForeignProgram::Input& input : program_.inputs) {
        components =
            std::max<std::size_t>(components, std::size_t{input.varying_location} + kWords);
    }
    varyings_.assign(components * kCaseLanes, 0);
    for (const ForeignProgram::Input& input : program_.inputs) {
        for (unsigned c = 0; c < kWords && input.is_varying; ++c) {
            // Elements of an array that nothing reads stand in the list without a place.
            const bool is_read = (input.component_mask >> c & 1) != 0;
            for (unsigned lane = 0; lane < kCaseLanes && is_read; ++lane) {
                std::uint32_t word = 0;
                if (!value_of(recorded, input, {}, c, lane, word)) {
                    if (!invents_) {
                        reason = "the case does not give " + input.name;
                        return false;
                    }
                    word = invented(input, c, lane);
                }
                varyings_[(input.varying_location + std::size_t{c}) * kCaseLanes + lane] = word;
            }
        }
    }
    environment_.varyings = varyings_;
    take_reciprocal_w(RecordedValues(recorded), reciprocal_w_);
    environment_.reciprocal_w = reciprocal_w_;
    return true;
}

bool ForeignRunner::value_of(const RecordedCase& recorded, const ForeignProgram::Input& input,
                             const WaveNumbers& numbers, unsigned component, unsigned lane,
                             std::uint32_t& word) const {
    const std::string_view name = input.name;
    const auto builtin = [&](std::string_view key) {
        const Words* words = words_at(recorded.inputs, key, lane);
        const bool is_given = words != nullptr && component < words->size();
        word = is_given ? (*words)[component] : 0;
        return is_given;
    };
    for (const std::string_view start : {"VARYING_SLOT_VAR", "VERT_ATTRIB_GENERIC"}) {
        if (const auto location = number_behind(name, start)) {
            return word_of_location(recorded.inputs, *location, component, lane, word);
        }
    }
    if (name == "SYSTEM_VALUE_FRAG_COORD") {
        const bool is_given = builtin("FragCoord");
        word = component < 2 ? as_sixteenths(word) : word;
        return is_given;
    }
    if (name == "SYSTEM_VALUE_FRONT_FACE") {
        // Every triangle of the recorded runs that is not said to be seen from behind is not.
        const Words* words = words_at(recorded.inputs, "FrontFacing", lane);
        word = words != nullptr && !words->empty() && (*words)[0] == 0 ? 1 : 0;
        return true;
    }
    if (const std::optional<bool> is_linear = kind_of_weights(name)) {
        word = weight_in_quad(reciprocal_w_, *is_linear, component, lane);
        return true;
    }
    if (name.starts_with("SYSTEM_VALUE_BARYCENTRIC_")) {
        word = 0; // nothing is known of it
        return true;
    }
    if (name == "SYSTEM_VALUE_VERTEX_ID") {
        const bool is_given = builtin("VertexIndex");
        word = is_given ? word : lane;
        return true;
    }
    if (name == "SYSTEM_VALUE_INSTANCE_ID") {
        word = 0; // behind the base instance
        return true;
    }
    if (name == "VARYING_SLOT_PRIMITIVE_ID" || name == "SYSTEM_VALUE_PRIMITIVE_ID") {
        return builtin("PrimitiveId");
    }
    if (name == "VARYING_SLOT_LAYER" || name == "VARYING_SLOT_VIEW_INDEX" ||
        name == "SYSTEM_VALUE_VIEW_INDEX" || name == "SYSTEM_VALUE_SAMPLE_ID") {
        word = 0;
        return true;
    }
    if (name == "SYSTEM_VALUE_SAMPLE_MASK_IN") {
        word = 1;
        return true;
    }
    const std::array<std::uint32_t, 3>& size = recorded.local_size;
    const std::uint32_t number = numbers.first + lane;
    if (name == "SYSTEM_VALUE_LOCAL_INVOCATION_ID") {
        const std::array<std::uint32_t, 3> local = {number % size[0], number / size[0] % size[1],
                                                    number / (size[0] * size[1])};
        word = local[std::min(component, 2U)];
        return true;
    }
    if (name == "SYSTEM_VALUE_WORKGROUP_ID") {
        word = numbers.group[std::min(component, 2U)];
        return true;
    }
    return false;
}

bool ForeignRunner::set_registers(const RecordedCase& recorded, ir3::Emulator& emulator,
                                  const WaveNumbers& numbers, std::string& reason) const {
    emulator.reset();
    for (const ForeignProgram::Input& input : program_.inputs) {
        if (!input.location.exists() || input.is_varying) {
            continue;
        }
        for (unsigned c = 0; c < kWords; ++c) {
            if ((input.component_mask >> c & 1) == 0) {
                continue;
            }
            const auto number = static_cast<std::uint16_t>(input.location.number + c);
            emulator.mark_written({number, input.location.half});
            for (unsigned lane = 0; lane < emulator.wave().lanes(); ++lane) {
                std::uint32_t word = 0;
                if (!value_of(recorded, input, numbers, c, lane, word)) {
                    if (!invents_) {
                        reason = "the case does not give " + input.name;
                        return false;
                    }
                    word = invented(input, c, lane);
                }
                emulator.wave().write(number, input.location.half, lane, word);
            }
        }
    }
    return true;
}

} // namespace jacquard::driver
