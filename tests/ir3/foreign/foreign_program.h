#pragma once

#include <jacquard/ir3/program.h>
#include <jacquard/runs/recorded/recorded_case.h>

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// A program that another compiler made of a module, with what that compiler says of it: one JSON
// object, as lists of such programs are written, one a line.
struct ForeignProgram {
    struct Input {
        ir3::RegisterLocation location; // none: a varying, or nothing reads it
        std::string name;               // SYSTEM_VALUE_FRAG_COORD, VARYING_SLOT_VAR0, ...
        std::uint32_t slot = 0;
        std::uint8_t component_mask = 0;
        std::uint8_t varying_location = 0; // the first component in varying storage
        bool is_varying = false;
    };
    struct Output {
        ir3::RegisterLocation location;
        std::string name;
        std::uint32_t slot = 0;
        std::uint8_t constant_components = 0; // A bit each that no register has, but `alias.rt`.
    };

    // Descriptors of a set, of a type as Vulkan numbers them.
    struct Binding {
        std::uint32_t set = 0;
        std::uint32_t binding = 0;
        std::uint32_t type = 0;
        std::uint32_t count = 1;
    };

    std::string name; // of the module or probe
    std::string sha1; // of the module's bytes; empty for a probe
    std::string stage;
    std::string variant;
    unsigned gpu = 0;
    bool has_binding_alias = false; // variables share a binding
    std::vector<Binding> bindings;  // where the list tells the pipeline
    std::array<std::uint32_t, 3> local_size{1, 1, 1};
    std::vector<std::uint64_t> words;
    std::vector<std::string> texts; // of the words
    std::vector<Input> inputs;
    std::vector<Output> outputs;
    // Texture and sampler are numbers of descriptors in set 0.
    std::vector<ir3::TexturePrefetch> prefetches;
    std::vector<ir3::ImmediateConstants> immediates;
    std::map<std::string, std::int64_t, std::less<>> facts;

    // A fact that is a number; `fallback` where nothing is said of it.
    [[nodiscard]] std::int64_t fact(std::string_view name, std::int64_t fallback = 0) const;
};

// The number behind the start of a name: 3 of VARYING_SLOT_VAR3.
[[nodiscard]] std::optional<std::uint32_t> number_behind(std::string_view name,
                                                         std::string_view start);

// Returns true if it computes or hands on floats of 16 bits, which come less close to what others
// compute.
[[nodiscard]] bool has_half_floats(const ForeignProgram& program);

// The programs of a line: its own, then those of other stages of the same pipeline. Nothing when it
// has none; `fault` then says why.
[[nodiscard]] std::vector<ForeignProgram> parse_foreign_programs(std::string_view line,
                                                                 std::string& fault);

// A run for a program of which none was recorded: resources of its pipeline with small numbers in
// them. Results mean nothing, but nothing may fault.
[[nodiscard]] RecordedCase made_up_case(const ForeignProgram& program);

} // namespace jacquard::driver
