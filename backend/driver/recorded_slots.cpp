#include <jacquard/driver/hex.h>
#include <jacquard/driver/recorded_slots.h>

#include <algorithm>
#include <optional>

namespace jacquard::driver {

namespace {

// The input or output that a key of a case means, and the slot and component where it begins.
// `location.N` begins at component N.
struct SlotPlace {
    std::uint32_t word = 0; // 4 * slot + component
    bool is_found = false;
};

SlotPlace place_of(std::string_view key, const std::vector<VaryingFacts>& varyings) {
    const std::size_t dot = key.find('.');
    const auto location = parse_number<std::uint32_t>(key.substr(0, dot));
    const auto component = dot == std::string_view::npos
                               ? std::optional<std::uint32_t>(0)
                               : parse_number<std::uint32_t>(key.substr(dot + 1));
    for (const VaryingFacts& varying : varyings) {
        if (location && component) {
            const bool has_location = varying.semantic == nir::Semantic::generic ||
                                      varying.semantic == nir::Semantic::color;
            if (has_location && *location == varying.semantic_index) {
                return {4 * varying.first_slot + *component, true};
            }
            continue;
        }
        const bool is_it = (key == "Position" && varying.semantic == nir::Semantic::position) ||
                           (key == "FragDepth" && varying.semantic == nir::Semantic::position) ||
                           (key == "PointSize" && varying.semantic == nir::Semantic::psize) ||
                           (key == "ClipDistance" && varying.semantic == nir::Semantic::clipdist &&
                            varying.component == 0 && varying.semantic_index == 0) ||
                           (key == "CullDistance" && varying.semantic == nir::Semantic::clipdist);
        if (is_it) {
            return {4 * varying.first_slot + varying.component, true};
        }
    }
    // A later slot of an array, matrix or structure.
    for (const VaryingFacts& varying : varyings) {
        const bool is_in = location && component && *location >= varying.semantic_index &&
                           *location - varying.semantic_index < varying.slots &&
                           (varying.semantic == nir::Semantic::generic ||
                            varying.semantic == nir::Semantic::color);
        if (is_in) {
            return {4 * (varying.first_slot + *location - varying.semantic_index) + *component,
                    true};
        }
    }
    return {};
}

} // namespace

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
        for (unsigned lane = 0; lane < kCaseLanes && place.is_found; ++lane) {
            for (std::size_t i = 0; i < lanes[lane].size(); ++i) {
                const std::size_t word = (place.word + i) * kCaseLanes + lane;
                if (word < words.size()) {
                    words[word] = lanes[lane][i];
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
        for (unsigned lane = 0; lane < kCaseLanes && place.is_found; ++lane) {
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
