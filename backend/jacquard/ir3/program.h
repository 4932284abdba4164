#pragma once

#include <jacquard/generated/options/option_values.h>
#include <jacquard/nir/ir/kernel_arguments.h>
#include <jacquard/support/api.h>
#include <jacquard/support/text/source_line.h>

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

JACQUARD_BEGIN_API

namespace jacquard::ir3 {

enum class ShaderStage : std::uint8_t {
    vertex,
    fragment,
    compute,
    tess_control,
    tess_evaluation,
    geometry
};

// Returns the name in headers and assembly: "triangles".
[[nodiscard]] std::string_view name_of(PatchKind kind);
[[nodiscard]] std::optional<PatchKind> find_patch_kind(std::string_view name);

// The memory in which an output is stored if the next stage reads it from there.
enum class StoredIn : std::uint8_t {
    registers, // it does not
    vertex,    // the outputs of a vertex
    patch,     // the outputs of a patch, once
    vertices,  // the outputs of a patch, for each of its vertices
    factors    // the levels that the tessellator reads of a patch
};

// Returns the name in headers and assembly: "vertex".
[[nodiscard]] std::string_view name_of(StoredIn place);
[[nodiscard]] std::optional<StoredIn> find_stored_in(std::string_view name);

// The memory of an output, and the byte offset in it at which the stage's data starts.
struct StoredPlace {
    StoredIn in = StoredIn::registers;
    std::uint32_t offset = 0;

    friend bool operator==(const StoredPlace&, const StoredPlace&) = default;
};

// A register that a program and its surroundings agree on.
struct RegisterLocation {
    static constexpr std::uint16_t kNone = 0xffff;

    std::uint16_t number = kNone; // 4 * register + component
    bool half = false;

    [[nodiscard]] bool exists() const { return number != kNone; }

    friend bool operator==(const RegisterLocation&, const RegisterLocation&) = default;
};

// "r1.z", "hr0.x" or "none".
[[nodiscard]] std::string to_string(RegisterLocation location);

// The hardware puts an input into registers before the first instruction (vertex attributes and
// system values), or into varying storage for bary.f and flat.b (the varyings of a fragment
// program).
struct ProgramInput {
    std::string name; // from defs/ir3/slots.yaml, for example VARYING_SLOT_VAR0
    std::uint32_t slot = 0;
    std::uint32_t index = 0;   // of the declaration in the source, where there is one
    RegisterLocation location; // none for a varying, and for a value nothing reads
    std::uint8_t component_mask = 0;
    std::uint8_t varying_location = 0; // the first component in varying storage
    bool system_value = false;
    bool barycentric = false; // a varying
    bool flat = false;

    friend bool operator==(const ProgramInput&, const ProgramInput&) = default;
};

struct ProgramOutput {
    std::string name;
    std::uint32_t slot = 0;
    std::uint32_t index = 0;           // of the declaration in the source
    std::uint8_t source_component = 0; // which component of the declared output comes first
    std::uint8_t num_components = 4;
    // The first component at the end of the program; none where no component is in a register.
    RegisterLocation location;
    // Components, counted from the first one, that the program sets once for all lanes before it
    // starts. Their registers are not read.
    std::uint8_t aliased = 0;
    StoredPlace stored; // of one that stands in no register

    [[nodiscard]] bool is_in_register(unsigned component) const {
        return location.exists() && component < num_components && (aliased >> component & 1) == 0;
    }

    friend bool operator==(const ProgramOutput&, const ProgramOutput&) = default;
};

// Bytes start..end of a buffer stand from a vec4 of the constant file on.
struct MappedConstantBuffer {
    std::uint32_t block = 0;
    std::uint32_t const_vec4 = 0;
    std::uint32_t start = 0;
    std::uint32_t end = 0;
    bool by_program = false; // the preamble copies them there, not the driver

    friend bool operator==(const MappedConstantBuffer&, const MappedConstantBuffer&) = default;
};

// Bytes start..end of the push constants stand from a vec4 of the constant file on.
struct PushConstants {
    std::uint32_t const_vec4 = 0;
    std::uint32_t start = 0;
    std::uint32_t end = 0; // 0: the program reads none
    // true in the constants that all stages share, beyond the program's own
    bool is_shared = false;
    bool by_program = false; // the preamble copies them there

    friend bool operator==(const PushConstants&, const PushConstants&) = default;
};

// A value that the driver puts into the constant file.
struct DriverParameter {
    std::string name;           // from defs/ir3/slots.yaml, for example SYSTEM_VALUE_BASE_INSTANCE
    std::uint32_t constant = 0; // 4 * vec4 + component of the first component
    std::uint32_t num_components = 1;

    friend bool operator==(const DriverParameter&, const DriverParameter&) = default;
};

enum class ResourceKind : std::uint8_t {
    uniform_buffer,
    storage_buffer,
    texture, // with a sampler or without one
    sampler,
    image,
};

// Elements of a resource that are told apart. Of an array without a length nothing says how many
// there are, and so it has as many.
inline constexpr std::uint32_t kMaxElements = 1U << 16;

// A resource is a buffer, a texture, a sampler or an image, or an array of them, that a shader
// refers to by number: constant buffers, storage buffers and images have numbers of their own,
// textures and samplers share theirs. On parts with descriptor sets, the descriptors of its
// elements are every `stride`th one of the set from `unit` on. The next one is the sampler of a
// combined texture, or the byte view of a storage buffer on parts that store bytes.
struct Resource {
    ResourceKind kind{};
    std::string name;
    std::uint32_t set = 0;
    std::uint32_t binding = 0;
    std::uint32_t count = 1;    // elements, of arrays
    std::uint32_t first = 0;    // number of the first one
    std::uint32_t unit = 0;     // descriptors of the set before its own
    std::uint32_t stride = 1;   // descriptors an element
    std::uint32_t size = 0;     // of a uniform buffer, in bytes; 0: unknown
    bool has_sampler = false;   // a texture
    bool has_byte_view = false; // a storage buffer

    friend bool operator==(const Resource&, const Resource&) = default;
};

// Returns the name in headers and assembly: "uniform_buffer".
[[nodiscard]] std::string_view name_of(ResourceKind kind);
[[nodiscard]] std::optional<ResourceKind> find_resource_kind(std::string_view name);
// The resource that a number means; null: none.
[[nodiscard]] const Resource* find_resource(std::span<const Resource> resources, ResourceKind kind,
                                            std::uint32_t number);

struct ImmediateConstants {
    std::uint32_t base_vec4 = 0;
    std::vector<std::uint32_t> values;

    friend bool operator==(const ImmediateConstants&, const ImmediateConstants&) = default;
};

// A texture lookup done before the first instruction.
struct TexturePrefetch {
    std::uint8_t source = 0; // varying component
    RegisterLocation destination;
    std::uint8_t write_mask = 0;
    std::uint16_t sampler = 0;
    std::uint16_t texture = 0;
    // If true, texture and sampler are in the descriptor sets below, not in slots.
    bool bindless = false;
    std::uint8_t sampler_set = 0;
    std::uint8_t texture_set = 0;

    friend bool operator==(const TexturePrefetch&, const TexturePrefetch&) = default;
};

// A buffer that the program reads and writes through its slot.
struct StorageBuffer {
    std::uint32_t slot = 0;
    std::uint32_t size = 0; // in bytes; 0 where any size will do

    friend bool operator==(const StorageBuffer&, const StorageBuffer&) = default;
};

struct SamplerUnit {
    std::uint32_t unit = 0;
    std::string target; // as the source names it, for example 2D or CUBE

    friend bool operator==(const SamplerUnit&, const SamplerUnit&) = default;
};

// A fact of the whole shader that the driver sets up, from defs/ir3/modes.yaml.
struct ProgramMode {
    std::string name;        // for example spacing
    std::uint32_t value = 0; // the place of its word, where values have words

    friend bool operator==(const ProgramMode&, const ProgramMode&) = default;
};

// Components of an output that transform feedback writes to a buffer, one after the other.
struct FeedbackOutput {
    std::string name; // from defs/ir3/slots.yaml, for example VARYING_SLOT_VAR0
    std::uint8_t component = 0;
    std::uint8_t num_components = 4;
    std::uint32_t buffer = 0;
    std::uint32_t offset = 0; // of the first one in what a vertex writes, in bytes
    std::uint32_t stride = 0; // from one vertex to the next, in bytes
    std::uint32_t stream = 0; // of a geometry shader

    friend bool operator==(const FeedbackOutput&, const FeedbackOutput&) = default;
};

// Neighbouring registers that are an array, for all of the program or for a part of it.
struct ProgramArray {
    RegisterLocation location; // the first component
    std::uint16_t length = 0;  // components
    std::uint32_t first_instruction = 0;
    std::uint32_t last_instruction = 0xffffffff;

    friend bool operator==(const ProgramArray&, const ProgramArray&) = default;
};

// How the addresses of a memory access differ from lane to lane.
struct LaneStride {
    enum class Kind : std::uint8_t {
        unknown,
        same,   // all lanes have one address
        steps,  // the next lane's address is `bytes` further
        spread, // the address follows from loaded values
    };

    Kind kind = Kind::unknown;
    std::int32_t bytes = 0;

    friend bool operator==(const LaneStride&, const LaneStride&) = default;
};

// A loop that goes round a known number of times.
struct ProgramLoop {
    std::uint32_t first_word = 0; // where its rounds begin
    // Whole rounds each time that the loop is entered; what stands before the exit runs once more.
    std::uint32_t rounds = 0;
    bool is_exact = true; // false: it may leave earlier

    friend bool operator==(const ProgramLoop&, const ProgramLoop&) = default;
};

struct ProgramStatistics {
    // Issue slots of every wave: repeats and (nopN) expanded, the preamble left out.
    std::uint32_t instructions = 0;
    std::uint32_t preamble_instructions = 0; // slots of what runs once for all waves
    std::uint32_t nops = 0;                  // of those, slots that do nothing
    std::uint32_t movs = 0;
    std::uint32_t covs = 0;
    std::uint32_t full_registers = 0; // vec4: the highest one used, plus one
    std::uint32_t half_registers = 0;
    std::uint32_t short_syncs = 0; // (ss)
    std::uint32_t long_syncs = 0;  // (sy)
    // Accesses to private memory for values that found no register.
    std::uint32_t spill_stores = 0;
    std::uint32_t spill_loads = 0;
    // Components of 32 bits live where most are, beyond those there are registers for.
    std::uint32_t beyond_registers = 0;
    std::uint32_t private_bytes = 0;   // memory of a lane
    std::uint32_t constant_length = 0; // vec4
    std::uint32_t branch_stack = 0;    // places at which lanes may wait for others at once
    std::uint32_t waves = 0;           // that may run at a time

    friend bool operator==(const ProgramStatistics&, const ProgramStatistics&) = default;
};

// A compiled shader: machine words and what a driver must set up to run them.
struct Program {
    std::uint32_t gpu = 0;
    ShaderStage stage = ShaderStage::vertex;
    NextStage feeds = NextStage::rasteriser;
    PatchKind patches = PatchKind::quads; // of tessellation shaders
    std::uint32_t stored_bytes = 0;       // of a vertex or patch, for the next stage
    std::uint32_t vertices_out = 0;       // of a control or geometry shader
    std::vector<std::uint64_t> words;
    std::vector<SourceLine> lines; // by word: where it comes from; empty where that is not known
    std::vector<SourceLine> prefetch_lines; // by prefetch, likewise
    std::vector<std::string> source_files;  // by SourceLine::file
    SourceContext source_context;           // of the lines
    std::vector<LaneStride> lane_strides;   // by word; empty where no access has a pattern
    std::vector<ProgramLoop> loops;         // those of which the number of rounds is known
    std::vector<ProgramInput> inputs;
    std::vector<ProgramOutput> outputs;
    ImmediateConstants immediates;
    std::vector<MappedConstantBuffer> constant_buffers;
    PushConstants push_constants;
    std::vector<DriverParameter> driver_parameters;
    std::vector<Resource> resources; // of a shader with descriptor sets
    // A kernel has them in the constant buffer of set 0 and binding 0.
    std::vector<nir::KernelArgument> arguments;
    std::vector<TexturePrefetch> prefetches;
    std::vector<SamplerUnit> samplers;
    // Arrays; what is addressed through a0.x is an element of one, where that is known.
    std::vector<ProgramArray> arrays;
    std::vector<StorageBuffer> storage_buffers;
    // In a shader with images and without descriptor sets, images take the slots from this one on.
    std::optional<std::uint32_t> first_image_slot;
    // In a shader that reads images as textures, image n is the texture n after this one.
    std::optional<std::uint32_t> first_image_texture;
    std::vector<ProgramMode> modes;
    std::vector<FeedbackOutput> feedback;
    std::uint32_t wave_size = 0; // lanes of a full wave; 0: base width, or unknown
    std::array<std::uint32_t, 3> workgroup_size{}; // zeros where the stage has no workgroups
    std::uint32_t shared_bytes = 0;                // memory of a workgroup
    std::uint32_t private_bytes = 0;               // memory of a lane
    ProgramStatistics statistics;

    friend bool operator==(const Program&, const Program&) = default;
};

} // namespace jacquard::ir3

JACQUARD_END_API
