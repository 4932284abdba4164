#pragma once

#include <jacquard/generated/nir/behaviour.h>
#include <jacquard/runs/textures/recorded_texture.h>
#include <jacquard/spirv/translate/translate_options.h>
#include <jacquard/support/text/limits.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// A case file says what one shader computes: for each run its inputs, constants and system values,
// and the outputs another implementation gave for them. Values are the 32-bit words of four lanes,
// a quad: top left, top right, bottom left, bottom right.

inline constexpr unsigned kCaseLanes = 4;

using Vector4 = std::array<std::uint32_t, 4>;
using LaneVectors = std::array<Vector4, kCaseLanes>;
using LaneWords = std::array<std::uint32_t, kCaseLanes>;

struct CaseSystemValue {
    std::string name; // as the shader declares it: VERTEXID
    LaneWords lanes{};
    std::array<LaneWords, 3> more{}; // the components behind the first
};

// The contents of a memory space of NIR, in vectors of four words. A space without buffers has one.
struct CaseMemory {
    nir::MemorySpace space{};
    std::vector<std::vector<Vector4>> buffers;
};

// A texture with its sampler, or a storage image, by the number that the shader has for it.
struct CaseTexture {
    unsigned number = 0;
    RecordedTexture texture;
};

// A sampler of a module that stands apart from textures.
struct CaseSampler {
    unsigned number = 0;
    SamplerState state;
};

// A vector of memory, or a texel of a storage image, that the run must leave.
struct CaseVector {
    bool in_image = false;
    nir::MemorySpace space{}; // not of an image
    unsigned buffer = 0;      // or the number of the image
    unsigned index = 0;
    Vector4 value{};
};

struct CaseOutput {
    unsigned index = 0; // of OUT[index]
    std::string semantic;
    unsigned semantic_index = 0;
    LaneVectors lanes{};
    std::uint8_t given = 0; // one bit a lane that the case states
    // In a control shader this is the vertex of the patch, in a geometry shader the emitted one.
    std::optional<unsigned> vertex = {};
};

// The whole state of one run: what earlier runs gave is repeated here. Whatever no line gives is 0.
struct CaseRun {
    SourcePosition position;
    std::vector<LaneVectors> inputs; // by number of IN[i]
    // By number of IN[v][i], then by vertex of the primitive or patch.
    std::vector<std::vector<LaneVectors>> vertex_inputs;
    std::vector<std::vector<Vector4>> constants; // by buffer, then by number of CONST[b][i]
    std::vector<CaseSystemValue> system_values;
    std::vector<CaseMemory> memories;
    std::vector<CaseTexture> textures;
    std::vector<CaseTexture> images;
    std::vector<CaseSampler> samplers;
    std::array<std::uint32_t, 3> groups{}; // work groups in each direction; zeros: a quad of lanes
    Vector4 fragment_position{};           // of lane 0
    bool has_fragment_position = false;
    bool front_facing = true;
    bool has_facing = false;
    std::uint8_t expected_mask = 0xf;
    std::vector<CaseOutput> expected; // in the order of their first lines
    std::vector<CaseVector> expected_vectors;

    [[nodiscard]] const CaseSystemValue* find_system_value(std::string_view name) const;
    // The most vertices that any input has; 0 where there are none.
    [[nodiscard]] unsigned num_vertices() const;
};

struct CaseFile {
    std::string shader; // path relative to the parent of the cases' folder
    // A case of a module names the entry point, where the module has several, and gives values to
    // specialisation constants.
    std::string entry;
    std::optional<nir::Stage> stage;
    std::vector<spirv::Specialisation> specialisations;
    // A case of a module names its resources `set.binding` or `set.binding[element]`, which stand
    // here; the number of a buffer, texture or image in a run is then an index into this list. The
    // list is empty where the case numbers its resources itself.
    std::vector<std::string> places;
    std::vector<CaseRun> runs;
};

// Returns true if a case says what only modules have, and what to say where one is there
// nevertheless.
[[nodiscard]] bool is_of_module(const CaseFile& file);
inline constexpr std::string_view kOnlyOfModules =
    "entry, stage, spec and SET.BINDING are for modules of SPIR-V; other shaders number their "
    "resources";

// Numbers that a line may use for inputs, buffers, constants and outputs end here, so that a short
// file cannot ask for much memory.
inline constexpr unsigned kMaxCaseIndex = 4096;
inline constexpr unsigned kMaxCaseBuffers = 32;
inline constexpr unsigned kMaxCaseOutputs = 256;
inline constexpr unsigned kMaxCaseVertices = 32; // of a primitive or patch
inline constexpr unsigned kMaxCaseOutputVertices = 1024;
inline constexpr std::size_t kMaxCaseSystemValues = 64;
inline constexpr unsigned kMaxCaseTextures = 128;
inline constexpr unsigned kMaxCasePlaces = 128;          // of resources of a module
inline constexpr unsigned kMaxCaseDescriptor = 1U << 16; // sets, bindings and elements
inline constexpr std::size_t kMaxCaseSpecialisations = 256;
inline constexpr unsigned kMaxCaseSize = 16384; // texels along an axis, and layers
inline constexpr unsigned kMaxCaseTexels = 1U << 20;
inline constexpr unsigned kMaxCaseGroups = 1024; // in one direction
inline constexpr std::size_t kMaxCaseVectors = 1U << 16;

inline constexpr unsigned kMaxCaseSamples = 64;

// The shapes of a texture as a case writes them.
inline constexpr std::array<std::string_view, 4> kCaseShapes = {"1D", "2D", "3D", "Cube"};

// The position of a lane of a quad from that of lane 0: the lanes are (x,y) (x+1,y) (x,y+1)
// (x+1,y+1).
[[nodiscard]] Vector4 position_of_lane(const Vector4& first, unsigned lane);

// Parses a case file and reports every fault to `diagnostics` (codes C101 …). The result holds what
// could be read; it is to be used only when no error was reported. All its runs together take no
// more than `limits.memory`.
[[nodiscard]] CaseFile parse_case_file(std::string_view text, Diagnostics& diagnostics,
                                       const Limits& limits = {});

// The text of a case, which reads back to the same. A run repeats nothing that the one before it
// gave already; vectors of zeros that no run before has set are left out.
[[nodiscard]] std::string print_case_file(const CaseFile& file);

// The lines that make of what a run begins with what memory and images hold in the end.
[[nodiscard]] std::string print_changes(const CaseRun& run, std::vector<CaseMemory> memories,
                                        std::vector<CaseTexture> images);

} // namespace jacquard::driver
