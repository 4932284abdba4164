#include <jacquard/generated/spirv/enums.h>
#include <jacquard/runs/recorded/recorded_slots.h>
#include <jacquard/support/expression/half.h>
#include <jacquard/support/hex.h>

#include <algorithm>
#include <bit>
#include <map>
#include <optional>

namespace jacquard::driver {

namespace {

// The facts of a built-in by SPIR-V's name; null where it is none that is supported.
const spirv::BuiltInFacts* built_in(std::string_view name) {
    static const auto kByName = [] {
        constexpr std::uint32_t kEnd = 8192; // behind the numbers of all extensions
        std::map<std::string_view, const spirv::BuiltInFacts*> facts;
        for (std::uint32_t value = 0; value < kEnd; ++value) {
            const spirv::Enumerant* known =
                spirv::find_enumerant(spirv::OperandKind::built_in, value);
            if (known != nullptr && spirv::find_built_in(value) != nullptr) {
                facts.emplace(known->name.view(), spirv::find_built_in(value));
            }
        }
        return facts;
    }();
    const auto found = kByName.find(name);
    return found != kByName.end() ? found->second : nullptr;
}

bool is_built_in(const VaryingFacts& varying, std::string_view name) {
    if (name == "ClipDistance") {
        return varying.semantic == nir::Semantic::clipdist && varying.component == 0 &&
               varying.semantic_index == 0;
    }
    if (name == "CullDistance") {
        return varying.semantic == nir::Semantic::clipdist;
    }
    const spirv::BuiltInFacts* facts = built_in(name);
    return facts != nullptr && facts->varying == varying.semantic;
}

// The parts of `location.N`; the component is 0 if the key has none.
struct Location {
    std::optional<std::uint32_t> number;
    std::optional<std::uint32_t> component;
};

Location location_of(std::string_view key) {
    const std::size_t dot = key.find('.');
    return {parse_number<std::uint32_t>(key.substr(0, dot)),
            dot == std::string_view::npos ? std::optional<std::uint32_t>(0)
                                          : parse_number<std::uint32_t>(key.substr(dot + 1))};
}

bool has_location(const VaryingFacts& varying) {
    return varying.semantic == nir::Semantic::generic || varying.semantic == nir::Semantic::color;
}

// The input or output that a key of a case means, and the slot and component where it begins.
struct SlotPlace {
    const VaryingFacts* varying = nullptr; // null: there is none
    std::uint32_t word = 0;                // 4 * slot + component
};

SlotPlace place_of(std::string_view key, const std::vector<VaryingFacts>& varyings) {
    const auto [location, component] = location_of(key);
    if (!location || !component) {
        for (const VaryingFacts& varying : varyings) {
            if (is_built_in(varying, key)) {
                return {&varying, 4 * varying.first_slot + varying.component};
            }
        }
        return {};
    }
    // The first slot of a variable goes before a later one of an array, matrix or structure.
    SlotPlace later;
    for (const VaryingFacts& varying : varyings) {
        if (!has_location(varying) || *location < varying.semantic_index ||
            *location - varying.semantic_index >= varying.slots) {
            continue;
        }
        const std::uint32_t slot = varying.first_slot + *location - varying.semantic_index;
        const SlotPlace place = {&varying, 4 * slot + *component};
        if (*location == varying.semantic_index) {
            return place;
        }
        later = later.varying == nullptr ? place : later;
    }
    return later;
}

bool is_half(const SlotPlace& place) {
    return place.varying->scalar.base == nir::BaseType::float_type &&
           place.varying->scalar.bit_size == 16;
}

} // namespace

const VaryingFacts* varying_of(std::string_view key, const std::vector<VaryingFacts>& varyings) {
    return place_of(key, varyings).varying;
}

nir::AluType type_of_slot(const std::vector<VaryingFacts>& varyings, std::size_t slot) {
    for (const VaryingFacts& varying : varyings) {
        if (slot >= varying.first_slot && slot - varying.first_slot < varying.slots) {
            return varying.scalar;
        }
    }
    return {nir::BaseType::float_type, 32};
}

std::uint32_t half_of(std::uint32_t word) {
    return word >> 16 != 0 ? float_to_half(std::bit_cast<float>(word)) : word;
}

std::uint32_t num_slots(const std::vector<VaryingFacts>& varyings) {
    std::uint32_t count = 0;
    for (const VaryingFacts& varying : varyings) {
        count = std::max(count, varying.first_slot + varying.slots);
    }
    return count;
}

SlotWords slot_words(const ByKey<LaneWordLists>& values, const std::vector<VaryingFacts>& varyings,
                     std::size_t count) {
    SlotWords words(count * 4 * kCaseLanes, 0);
    for (const auto& [key, lanes] : values) {
        const SlotPlace place = place_of(key, varyings);
        for (unsigned lane = 0; lane < kCaseLanes && place.varying != nullptr; ++lane) {
            for (std::size_t i = 0; i < lanes[lane].size(); ++i) {
                const std::size_t word = (place.word + i) * kCaseLanes + lane;
                if (word < words.size()) {
                    words[word] = is_half(place) ? half_of(lanes[lane][i]) : lanes[lane][i];
                }
            }
        }
    }
    return words;
}

ByKey<LaneWordLists> outputs_of(const ByKey<LaneWordLists>& wanted,
                                const std::vector<VaryingFacts>& varyings, const SlotWords& words) {
    ByKey<LaneWordLists> outputs;
    for (const auto& [key, lanes] : wanted) {
        const SlotPlace place = place_of(key, varyings);
        LaneWordLists made;
        for (unsigned lane = 0; lane < kCaseLanes && place.varying != nullptr; ++lane) {
            for (std::size_t i = 0; i < lanes[lane].size(); ++i) {
                const std::size_t word = (place.word + i) * kCaseLanes + lane;
                made[lane].push_back(word < words.size() ? words[word] : 0);
            }
        }
        outputs.emplace_back(key, std::move(made));
    }
    return outputs;
}

std::uint32_t input_word(const RecordedCase& recorded, std::string_view key, unsigned component,
                         unsigned lane) {
    const LaneWordLists* given = find_key(recorded.inputs, key);
    return given != nullptr && component < (*given)[lane].size() ? (*given)[lane][component] : 0;
}

} // namespace jacquard::driver
