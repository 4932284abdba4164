#pragma once

#include <jacquard/runs/case/case_file.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// The results of one run of a shader.
struct RunResult {
    std::uint8_t live_mask = 0xf;
    std::vector<CaseOutput> outputs; // in the order of the shader's outputs, all lanes given
    // The final contents of memory and images that the case provides.
    std::vector<CaseMemory> memories = {};
    std::vector<CaseTexture> images = {};
};

enum class Agreement : std::uint8_t {
    exact,   // all words of all live lanes are equal
    bound,   // within 2^-13 of the expected value, relative to it where it is above 1
    disagree // live lanes, outputs or values differ
};

[[nodiscard]] std::string_view to_string(Agreement agreement);

// "MEMORY ssbo 1 vector 3" or "IMAGE 0 texel 5"; resources are named as CaseFile::places has them.
[[nodiscard]] std::string place_of(const CaseVector& vector,
                                   std::span<const std::string> places = {});

// The first place where a run is not what the case expects, the worst kind of difference first.
struct Difference {
    Agreement kind = Agreement::exact;
    unsigned run = 0;
    bool in_mask = false;        // the live lanes differ; the fields below up to `expected` are 0
    bool missing_output = false; // the shader has no such output
    unsigned output = 0;
    std::optional<unsigned> vertex = {};
    unsigned lane = 0;
    unsigned component = 0;
    std::uint32_t expected = 0;
    std::uint32_t computed = 0;
    std::string place;           // in memory or an image: "MEMORY ssbo 1 vector 3"
    bool missing_vertex = false; // the lane emits no such vertex

    // "run 0 OUT 1 lane 2 .y: expected 3f800000, computed 00000000"
    [[nodiscard]] std::string to_string() const;
};

// Returns how two words agree. Payload and sign of a NaN are free.
[[nodiscard]] Agreement compare_words(std::uint32_t expected, std::uint32_t computed);

// Compares the lanes that `expected` says are live. Nothing when they agree exactly. Outputs match
// by their number; one that the program does not have is 0, as if it were never written.
[[nodiscard]] std::optional<Difference> compare_run(const CaseRun& expected,
                                                    const RunResult& computed, unsigned run_number,
                                                    std::span<const std::string> places = {});

} // namespace jacquard::driver
