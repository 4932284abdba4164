#pragma once

#include <jacquard/runs/case/case_file.h>
#include <jacquard/runs/textures/recorded_texture.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace jacquard::driver {

// A recorded run of a SPIR-V module: what it was given, and what another implementation made of it.
// One JSON object, as the cases of a corpus of modules are written, one a line.

template <typename T>
using ByKey = std::vector<std::pair<std::string, T>>;

// Among the storage buffers: memory by address, from kGlobalAddress on.
inline constexpr std::string_view kGlobalKey = "global";
inline constexpr std::uint64_t kGlobalAddress = 0x10000;

// The words that each lane has for an input or output; an empty list if the lane has no value.
using LaneWordLists = std::array<Words, kCaseLanes>;

struct RecordedCase {
    std::string module; // relative to the folder of the file
    std::string stage;  // fragment, vertex, compute
    std::uint32_t run = 0;
    ByKey<LaneWordLists> inputs; // by location or built-in
    ByKey<Words> uniform_buffers;
    ByKey<Words> storage_buffers;
    Words push_constants;
    ByKey<RecordedTexture> textures;
    // The separate samplers; if empty, each texture has its own.
    ByKey<std::optional<SamplerState>> samplers;
    ByKey<RecordedTexture> images;
    std::array<std::uint32_t, 3> workgroups{1, 1, 1};
    std::array<std::uint32_t, 3> local_size{1, 1, 1};

    ByKey<LaneWordLists> outputs;
    ByKey<LaneWordLists> outputs_nudged; // of inputs that are one unit in the last place away
    std::uint8_t discarded = 0;          // a bit a lane
    std::uint8_t discarded_nudged = 0;
    ByKey<Words> images_after;
    ByKey<Words> images_after_nudged;
    ByKey<Words> storage_buffers_after;
    ByKey<Words> storage_buffers_after_nudged;
    // Keys of storage buffers that hold nothing else; the words of others tell what they may be.
    std::vector<std::string> integer_buffers;
    std::vector<std::string> float_buffers;
    std::vector<std::string> half_buffers; // two floats of 16 bits a word
    std::uint8_t undefined = 0;            // lanes whose results the specification leaves open
    std::vector<std::array<std::uint32_t, 2>> doubtful_places; // lane and component
    std::vector<std::string> doubtful_keys;                    // the output of each
};

// The case of a line. Nothing when it is none; `fault` then says why, and in which column.
[[nodiscard]] std::optional<RecordedCase> parse_recorded_case(std::string_view line,
                                                              std::string& fault);

// The bytes of memory by address; empty where a case gives none.
[[nodiscard]] std::span<std::byte> global_bytes(ByKey<Words>& storage_buffers);

template <typename T>
[[nodiscard]] const T* find_key(const ByKey<T>& list, std::string_view key) {
    for (const auto& [name, value] : list) {
        if (name == key) {
            return &value;
        }
    }
    return nullptr;
}

} // namespace jacquard::driver
