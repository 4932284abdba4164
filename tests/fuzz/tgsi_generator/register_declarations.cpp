#include "registers.h"

#include <algorithm>
#include <bit>

namespace jacquard::tgsi {

namespace {

constexpr std::array<std::uint32_t, 14> kSpecialFloats = {
    0x7f800000, 0xff800000, 0x7fc00000, 0xffc00001, 0x7fa00000, 0x80000000, 0x00000001,
    0x807fffff, 0x00800000, 0x7f7fffff, 0xff7fffff, 0x4f000000, 0xcf000000, 0x4f800000};
constexpr std::array<std::uint32_t, 12> kSpecialIntegers = {
    0, 1, 2, 3, 31, 32, 0x7fffffff, 0x80000000, 0xffffffff, 0xfffffffe, 0xffff, 0x10000};

} // namespace

void Registers::declare(RegisterFile file, std::int32_t first, std::int32_t last) {
    Declaration& declared = program_.declarations.emplace_back();
    declared.file = file;
    declared.first = first;
    declared.last = last;
}

void Registers::declare_inputs() {
    for (unsigned i = 0; i < plan_.inputs; ++i) {
        declare(RegisterFile::input, static_cast<std::int32_t>(i), static_cast<std::int32_t>(i));
        if (menu_.stage != Stage::fragment) {
            continue;
        }
        Declaration& declared = program_.declarations.back();
        declared.semantic = Semantic::generic;
        declared.semantic_index = static_cast<std::int32_t>(i);
        declared.interpolation =
            choices_.one_in(6) ? Interpolation::linear : Interpolation::perspective;
        if (plan_.has_flat_inputs && choices_.one_in(16)) {
            declared.interpolation = Interpolation::constant;
        } else if (choices_.one_in(8)) {
            declared.location = choices_.one_in(2) ? InterpolationLocation::sample
                                                   : InterpolationLocation::centroid;
        }
        if (choices_.one_in(16)) {
            declared.semantic = choices_.one_in(2) ? Semantic::position : Semantic::face;
            declared.semantic_index = 0;
            const auto before = std::find_if(
                program_.declarations.begin(), std::prev(program_.declarations.end()),
                [&](const Declaration& other) { return other.semantic == declared.semantic; });
            if (before != std::prev(program_.declarations.end())) {
                declared.semantic = Semantic::generic;
                declared.semantic_index = static_cast<std::int32_t>(i);
            }
        }
    }
}

void Registers::declare_outputs() {
    static constexpr std::array<Semantic, 3> kOthers = {Semantic::position, Semantic::stencil,
                                                        Semantic::sample_mask};
    unsigned others = 0;
    for (unsigned i = 0; i < plan_.outputs; ++i) {
        declare(RegisterFile::output, static_cast<std::int32_t>(i), static_cast<std::int32_t>(i));
        Declaration& declared = program_.declarations.back();
        if (menu_.stage == Stage::fragment) {
            const bool is_other = i != 0 && others < kOthers.size() && choices_.one_in(12);
            declared.semantic = is_other ? kOthers[others++] : Semantic::color;
            declared.semantic_index = is_other ? 0 : static_cast<std::int32_t>(i - others);
        } else {
            declared.semantic = i == 0 ? Semantic::position : Semantic::generic;
            declared.semantic_index = i == 0 ? 0 : static_cast<std::int32_t>(i - 1);
        }
    }
    if (menu_.stage == Stage::fragment && plan_.outputs == 1 && choices_.one_in(16)) {
        program_.properties.push_back({Property::fs_color0_writes_all_cbufs, {}, {}});
        program_.properties.back().values = {1};
    }
}

void Registers::declare_constants() {
    for (unsigned buffer = 0; buffer < plan_.constant_buffers; ++buffer) {
        const unsigned count = buffer == 0 ? plan_.constants : 2;
        declare(RegisterFile::constant, 0, static_cast<std::int32_t>(count) - 1);
        program_.declarations.back().has_dimension = buffer != 0;
        program_.declarations.back().dimension = static_cast<std::int32_t>(buffer);
    }
}

// Temporaries, arrays, the scratch register, then those that are reserved.
void Registers::plan_temporaries() {
    std::int32_t next = static_cast<std::int32_t>(plan_.temporaries);
    for (const unsigned count : plan_.arrays) {
        arrays_.push_back({next, static_cast<std::int32_t>(count)});
        next += static_cast<std::int32_t>(count);
    }
    first_scratch_ = static_cast<unsigned>(next);
}

void Registers::make_immediates() {
    const auto add = [&](ImmediateType type, std::array<std::uint32_t, 4> words) {
        program_.immediates.push_back({type, words, {}});
    };
    const auto float_word = [](float value) { return std::bit_cast<std::uint32_t>(value); };
    add(ImmediateType::float32,
        {float_word(0.0F), float_word(1.0F), float_word(-0.5F), float_word(2.5F)});
    add(ImmediateType::uint32, {0, 1, 2, 3});
    for (unsigned i = 0; i < 2; ++i) {
        std::array<std::uint32_t, 4> words{};
        for (std::uint32_t& component : words) {
            component = word(i == 0);
        }
        add(i == 0 ? ImmediateType::float32 : ImmediateType::int32, words);
    }
}

std::uint32_t Registers::word(bool is_float) {
    if (!is_float) {
        return choices_.one_in(3) ? static_cast<std::uint32_t>(choices_.bits())
                                  : kSpecialIntegers[choices_.below(kSpecialIntegers.size())];
    }
    if (!plan_.is_moderate && choices_.one_in(3)) {
        return kSpecialFloats[choices_.below(kSpecialFloats.size())];
    }
    const auto steps = static_cast<int>(choices_.below(512)) - 256;
    return std::bit_cast<std::uint32_t>(static_cast<float>(steps) / 16.0F);
}

void Registers::finish() {
    const auto temporaries = static_cast<std::int32_t>(plan_.temporaries);
    declare(RegisterFile::temporary, 0, temporaries - 1);
    for (std::size_t i = 0; i < arrays_.size(); ++i) {
        declare(RegisterFile::temporary, arrays_[i].first, arrays_[i].first + arrays_[i].count - 1);
        program_.declarations.back().array_id = static_cast<std::uint16_t>(i + 1);
    }
    const auto scratch = static_cast<std::int32_t>(first_scratch_);
    declare(RegisterFile::temporary, scratch, scratch + static_cast<std::int32_t>(num_reserved_));
    declare(RegisterFile::address, 0, 0);
    if (uses_loop_counter_) {
        declare(RegisterFile::loop, 0, 0);
    }
    if (uses_predicate_) {
        declare(RegisterFile::predicate, 0, 0);
    }
    if (num_resources_ != 0) {
        declare(RegisterFile::buffer, 0, static_cast<std::int32_t>(num_resources_) - 1);
    }
    for (const auto& [semantic, number] : system_values_) {
        declare(RegisterFile::system_value, number, number);
        program_.declarations.back().semantic = semantic;
    }
    for (std::size_t unit = 0; unit < units_.size(); ++unit) {
        const auto number = static_cast<std::int32_t>(unit);
        declare(RegisterFile::sampler, number, number);
        declare(RegisterFile::sampler_view, number, number);
        Declaration& view = program_.declarations.back();
        view.target = units_[unit];
        view.num_return_types = 1;
        view.return_types[0] = ReturnType::floating;
    }
}

} // namespace jacquard::tgsi
