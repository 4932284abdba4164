#include <jacquard/generated/ir3/machine.h>
#include <jacquard/ir3/emulator/decode/convert.h>
#include <jacquard/ir3/emulator/memory/quad_differences.h>
#include <jacquard/ir3/emulator/memory/texture_unit.h>
#include <jacquard/ir3/isa/instruction/texture_operands.h>
#include <jacquard/support/expression/half.h>
#include <jacquard/textures/whole_layer.h>

#include <algorithm>
#include <bit>

namespace jacquard::ir3 {

namespace {

// The layer that a filtered lookup takes: what stands before the point, or the nearest.
std::uint32_t layer_of(std::uint32_t word, const MachineFacts& machine) {
    return textures::whole_layer(std::bit_cast<float>(word) +
                                 (machine.layers_start_at_half ? 0.0F : 0.5F));
}

} // namespace

// Whether all lanes of a lane's quad take part.
bool TextureUnit::executes_quad(unsigned lane) const {
    const unsigned first = lane & ~3U;
    return first + 3 < state_.wave.lanes() && executes(first) && executes(first + 1) &&
           executes(first + 2) && executes(first + 3);
}

bool TextureUnit::write_texel(const Step& step, const std::array<LaneWords, 4>& texels) {
    const Instruction& instruction = step.instruction;
    for (unsigned k = 0; k < 4; ++k) {
        if ((instruction.write_mask >> k & 1) == 0) {
            continue;
        }
        LaneWords words;
        for (unsigned lane = 0; lane < state_.wave.lanes(); ++lane) {
            words[lane] = instruction.type == DataType::f16
                              ? float_to_half(std::bit_cast<float>(texels[k][lane]))
                              : texels[k][lane];
        }
        if (!operands_.write_destination(step.destinations[0], k, words.data())) {
            return false;
        }
    }
    return true;
}

bool TextureUnit::execute_sample(const Step& step) {
    if (state_.concurrent != nullptr) {
        state_.concurrent->order.begin_instruction(state_.agent);
    }
    const Instruction& instruction = step.instruction;
    const Opcode opcode = instruction.opcode;
    const TextureOperands operands = texture_operands(instruction, state_.revision);
    const OpcodeInfo& info = opcode_info(state_.revision, opcode);
    const bool query = is_query(info.lookup);
    const bool with_sample = has_property(state_.revision, opcode, property_sample_index);
    const bool with_level = info.num_sources == 2;
    const bool own_level = has_property(state_.revision, opcode, property_own_level);
    // A lookup that chooses its level itself adds what stands in the place of a level to it.
    const bool adds_bias = !own_level && !query && info.lookup != LookupKind::fetch;
    const bool has_differences =
        !own_level && operands.gradients == 0 &&
        (info.lookup == LookupKind::filter || info.lookup == LookupKind::level_of_detail);
    const bool integers = info.sources[0].type == ValueType::int_;
    const MachineFacts& machine = state_.code->machine;

    if (step.destinations[0].kind == StepDestination::Kind::none) {
        return true; // It only brings descriptors near.
    }

    // Registers behind the sources are read one after the other.
    std::array<LaneWords, 16> vector;
    const auto read_vector = [&](unsigned source, unsigned first, unsigned count) {
        for (unsigned i = 0; i < count; ++i) {
            const StepSource& operand = step.sources[source];
            LaneWords scratch;
            const auto number = static_cast<std::uint16_t>(operand.number + i);
            const std::uint32_t* words = aliases_.read_aliased(step, number, operand.half, scratch);
            if (!words) {
                return false;
            }
            for (unsigned lane = 0; lane < state_.wave.lanes(); ++lane) {
                const std::uint32_t word = words[lane];
                vector[first + i][lane] =
                    !operand.half ? word
                    : integers
                        ? static_cast<std::uint32_t>(std::int32_t{static_cast<std::int16_t>(word)})
                        : std::bit_cast<std::uint32_t>(
                              half_to_float(static_cast<std::uint16_t>(word)));
            }
        }
        return true;
    };

    constexpr unsigned kSecond = 12;
    if (!read_vector(0, 0, operands.first_length) ||
        !read_vector(1, kSecond, operands.second_length)) {
        return false;
    }

    LaneWords texture_scratch;
    LaneWords sampler_scratch;
    const std::uint32_t* textures = nullptr;
    const std::uint32_t* samplers = nullptr;
    const StepSource& descriptor = step.sources[2];
    if (descriptor.kind == OperandKind::gpr) {
        const auto second = static_cast<std::uint16_t>(descriptor.number + 1);
        textures = aliases_.read_aliased(step, descriptor.number, descriptor.half, texture_scratch);
        samplers = aliases_.read_aliased(step, second, descriptor.half, sampler_scratch);
        if (!textures || !samplers) {
            return false;
        }
    }

    const bool is_bindless =
        instruction.by_descriptor && names_descriptors(instruction.descriptor_mode);
    const bool has_sets = is_bindless && !state_.environment->descriptor_sets.empty();
    textures::TextureRequest request;
    request.kind = request_kind(info.lookup);
    request.component = info.variant;
    request.is_array = instruction.is_array;
    request.is_shadow = instruction.is_shadow;
    request.has_level = own_level;
    request.num_coordinates = operands.num_coordinates;
    std::array<LaneWords, 4> texels;
    for (unsigned lane = 0; lane < state_.wave.lanes(); ++lane) {
        for (LaneWords& words : texels) {
            words[lane] = 0;
        }
        if (!executes(lane)) {
            continue;
        }
        request.lane = lane;
        request.texture = textures ? textures[lane] : instruction.texture;
        request.sampler = samplers ? samplers[lane] : instruction.sampler;
        const Descriptor* texture = nullptr;
        if (has_sets && !find_texture(step, request, texture)) {
            return false;
        }
        const auto divided = [&](unsigned place, unsigned of) {
            const std::uint32_t word = vector[place][of];
            return !instruction.is_projected
                       ? word
                       : std::bit_cast<std::uint32_t>(
                             std::bit_cast<float>(word) /
                             std::bit_cast<float>(vector[operands.divisor][of]));
        };
        for (unsigned i = 0; i < operands.num_coordinates; ++i) {
            request.coordinates[i] = divided(i, lane);
        }
        if (has_differences) {
            const bool is_whole = executes_quad(lane);
            for (unsigned i = 0; i < operands.num_coordinates; ++i) {
                if (is_whole) {
                    set_differences(request, i, [&](unsigned of) { return divided(i, of); });
                } else {
                    request.gradient_x[i] = request.gradient_y[i] = 0;
                }
            }
        }
        if (with_level) {
            (adds_bias ? request.bias : request.level) = vector[kSecond + operands.level][lane];
        } else if (query && operands.first_length != 0) {
            request.level = vector[0][lane];
        }
        if (integers && with_level && machine.fetches_at_base_level) {
            for (std::uint32_t& coordinate : request.coordinates) {
                coordinate = static_cast<std::uint32_t>(static_cast<std::int32_t>(coordinate) >>
                                                        std::min(request.level, 31U));
            }
        }
        if (info.lookup == LookupKind::fetch && !machine.fetches_samples && !texture &&
            state_.environment->textures) {
            // The samples of a texel stand beside each other.
            const std::uint32_t samples =
                state_.environment->textures->num_samples(request.texture);
            request.sample_index = request.coordinates[0] & (samples - 1);
            request.coordinates[0] >>= static_cast<unsigned>(std::countr_zero(samples));
        }
        request.comparator = instruction.is_shadow ? divided(operands.reference, lane) : 0;
        if (instruction.is_array && !query) {
            const std::uint32_t word = vector[operands.layer][lane];
            request.layer = integers ? word : layer_of(word, machine);
        }
        if (with_sample) {
            request.sample_index = vector[operands.sample][lane];
        }
        for (unsigned i = 0; i < operands.num_offsets; ++i) {
            request.offsets[i] = static_cast<std::int32_t>(vector[kSecond + i][lane]);
        }
        for (unsigned i = 0; operands.gradients != 0 && i < operands.num_coordinates; ++i) {
            const unsigned place = operands.gradients + i;
            request.gradient_x[i] = vector[place][lane];
            request.gradient_y[i] = vector[place + operands.num_coordinates][lane];
        }
        TexelWords texel;
        if (!texture && state_.environment->textures) {
            texel = texel_words(state_.environment->textures->lookup(request), info.lookup);
        } else if (!look_up(step, texture, request, texel)) {
            return false;
        }
        if (machine.counts_from_zero) {
            texel[3] -= info.lookup == LookupKind::size_query ? 1 : 0;
            texel[2] -= info.lookup == LookupKind::level_query ? 1 : 0;
        }
        for (unsigned k = 0; k < 4; ++k) {
            texels[k][lane] = texel[k];
        }
    }
    return write_texel(step, texels);
}

bool TextureUnit::execute_derivative(const Step& step) {
    const Instruction& instruction = step.instruction;
    const bool fine = has_property(state_.revision, instruction.opcode, property_fine);
    const bool in_x = has_property(state_.revision, instruction.opcode, property_along_x);
    if (fine && !instruction.is_projected) {
        return true; // The first of a pair; the second gives the result.
    }
    const StepSource& source = step.sources[0];
    std::array<LaneWords, 4> results{};
    for (unsigned k = 0; k < 4; ++k) {
        if ((instruction.write_mask >> k & 1) == 0) {
            continue;
        }
        LaneWords scratch;
        const auto number = static_cast<std::uint16_t>(source.number + k);
        const std::uint32_t* words = operands_.read_register(number, source.half, scratch);
        if (!words) {
            return false;
        }
        const auto value = [&](unsigned lane) {
            lane = lane < state_.wave.lanes() ? lane : 0;
            return source.half ? half_to_float(static_cast<std::uint16_t>(words[lane]))
                               : std::bit_cast<float>(words[lane]);
        };
        for (unsigned lane = 0; lane < state_.wave.lanes(); ++lane) {
            // Lanes of a quad: top left, top right, bottom left, bottom right.
            const unsigned quad = lane & ~3U;
            const unsigned row = fine ? lane & 2 : 2;
            const unsigned column = fine ? lane & 1 : 0;
            const float difference = in_x ? value(quad + row + 1) - value(quad + row)
                                          : value(quad + column + 2) - value(quad + column);
            results[k][lane] = std::bit_cast<std::uint32_t>(difference);
        }
    }
    return write_texel(step, results);
}

bool TextureUnit::execute_sample_position(const Step& step) {
    LaneWords scratch;
    const std::uint32_t* samples =
        operands_.read_register(step.sources[0].number, step.sources[0].half, scratch);
    if (!samples) {
        return false;
    }
    const std::span<const std::array<float, 2>> positions = state_.environment->sample_positions;
    std::array<LaneWords, 4> results{};
    for (unsigned lane = 0; lane < state_.wave.lanes(); ++lane) {
        // The only sample lies in the middle.
        const bool is_given = samples[lane] < positions.size();
        for (unsigned k = 0; k < 2; ++k) {
            results[k][lane] =
                std::bit_cast<std::uint32_t>(is_given ? positions[samples[lane]][k] : 0.0F);
        }
    }
    return write_texel(step, results);
}

} // namespace jacquard::ir3
