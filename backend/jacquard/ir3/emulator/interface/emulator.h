#pragma once

#include <jacquard/ir3/emulator/interface/resources.h>
#include <jacquard/ir3/emulator/interface/wave.h>
#include <jacquard/ir3/isa/describe/fault.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/ir3/program.h>
#include <jacquard/support/api.h>
#include <jacquard/support/text/limits.h>
#include <jacquard/textures/storage_images.h>
#include <jacquard/textures/texture_sampler.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>

JACQUARD_BEGIN_API

namespace jacquard {
struct ConcurrentRun;
} // namespace jacquard

namespace jacquard::ir3 {

// A program decoded once, to be run many times, by several threads at once.
class Executable {
  public:
    // Returns nothing when a word is no instruction, or one the emulator cannot execute; `fault`
    // says which. It returns nothing for more words than `limits.instructions` either. Words behind
    // the last `end` are not looked at. `part` is one of the revision; 0: what most of its parts
    // have.
    [[nodiscard]] static std::optional<Executable> prepare(std::span<const std::uint64_t> words,
                                                           Revision revision, Fault& fault,
                                                           const Limits& limits = {},
                                                           unsigned part = 0);
    Executable(Executable&&) noexcept;
    Executable& operator=(Executable&&) noexcept;
    ~Executable();

    [[nodiscard]] std::size_t num_instructions() const;
    [[nodiscard]] Revision revision() const;
    // Whether no atomic of the program reaches beyond its workgroup.
    [[nodiscard]] bool has_local_atomics_alone() const;

  private:
    friend class Emulator;
    struct Code;
    explicit Executable(std::unique_ptr<Code> code);
    std::unique_ptr<Code> code_;
};

// The environment of a run: everything that it sees beside its registers.
struct Environment {
    // The constant file as 32-bit words, four to a vec4. What lies beyond cannot be read. Programs
    // with a preamble write into it, into the room there is.
    std::span<std::uint32_t> constants;
    // Varying storage: component `c` of lane `l` is varyings[c * lanes + l]. `bary.f`, `flat.b`
    // and `ldlv` return it as it is, since it is given interpolated already.
    std::span<const std::uint32_t> varyings;
    // 1 / w of each lane. Where it is given, the first three lanes of a quad tell what a varying is
    // at weights that are not the lane's own, which count from them (see quad_weights.h). Else
    // weights change nothing.
    std::span<const float> reciprocal_w;
    // By component of varying storage, whether it is not interpolated; empty when that is not
    // known. Each is to be read as the revision reads its kind.
    std::span<const bool> flat_varyings;
    // Uniform buffers by number, as 32-bit words (ldc, ldc.k without a set).
    std::span<const std::span<const std::uint32_t>> uniform_buffers;
    textures::TextureSampler* textures = nullptr;

    // Bindless descriptor sets by number (.baseN). When there are none, textures and samplers keep
    // the numbers that instructions have for them.
    std::span<const std::span<const Descriptor>> descriptor_sets;
    // Storage buffers and images by slot, for instructions that name no set.
    std::span<const Descriptor> slots;
    textures::StorageImages* images = nullptr;

    // Memory by address (ldg, stg), and the address of its first byte.
    MemoryArea global;
    std::uint64_t global_address = 0x10000;
    // Several of them that do not overlap, in place of that one. An access outside of all is always
    // a fault.
    std::span<const MemoryRange> global_ranges;
    // Memory of the workgroup (ldl, stl); the same for all of its waves.
    MemoryArea local;
    // Memory in which stages before the rasteriser pass their outputs on (ldlw, stlw).
    MemoryArea stage;
    // Memory of lanes (ldp, stp): as many equal parts as there are lanes.
    MemoryArea private_memory;
    // Push constants, which some revisions copy into the constant file (stsc).
    std::span<const std::uint32_t> shared_constants;
    // The positions of the samples of a pixel, relative to its centre: x and y of each (rgetpos).
    std::span<const std::array<float, 2>> sample_positions;

    // Number of the wave in its workgroup.
    unsigned wave = 0;
    // Lanes that are there for their neighbours' derivatives from the start: nobody sees what they
    // store.
    LaneMask helpers{};
    // Whether the wave runs the preamble, which one of those that share the constant file does.
    bool runs_preamble = true;
};

struct RunOptions {
    bool check_hazards = true;
    // When to check all paths of a program instead, once: one that has no hazards on any of them
    // need not be watched. A proof costs as much as a few runs.
    enum class Proof : std::uint8_t { when_it_pays, at_once, never };
    Proof proof = Proof::when_it_pays;
    // Faults on reading a register that neither the caller (see Emulator::mark_written) nor the
    // program has written.
    bool check_unwritten = false;
    // Faults on a relative read outside the constant file or the registers, which else gives 0.
    bool check_relative_reads = false;
    // Faults on an access outside the memory that is given. Without it, a load gives 0 and a store
    // does nothing.
    bool check_memory_range = false;
    // Faults when lanes wait for others at an instruction without (jp).
    bool check_reconvergence = true;
    // Faults on what the part does not do as its words say. Programs of drivers that did not know
    // an erratum may still tell what they compute.
    bool check_errata = true;
    // Most issued instructions, so that no program runs for ever.
    std::uint64_t maximum_steps = Limits{}.steps;
    // For who runs workgroups: several are there at the same time, and a ConcurrentRun of this seed
    // says in which order their waves go on. Nothing: one group after the other.
    std::optional<std::uint64_t> seed = {};
};

// One lane's access to neighbouring bytes of memory.
struct ObservedAccess {
    const MemoryArea* area = nullptr;
    std::uint64_t first = 0; // in the area
    std::uint32_t word = 0;  // what was loaded or stored; the old value of an atomic
    unsigned bytes = 0;
    unsigned lane = 0;
    bool is_store = false;
};

// Sees each instruction after it was executed (`jacquard run --trace`), and before that what it
// loaded and stored.
class ExecutionObserver {
  public:
    virtual ~ExecutionObserver() = default;
    virtual void executed(std::uint32_t instruction, LaneMask lanes, const Wave& wave) = 0;
    virtual void accessed(const ObservedAccess& /*access*/) {}
};

struct RunResult {
    Fault fault;
    LaneMask live;           // Lanes that no `kill` has ended.
    std::uint64_t steps = 0; // Instructions issued.
    std::uint64_t slots = 0; // Issue slots that may be counted on.
};

// Runs programs on one wave. The object keeps the registers and the hazard model's state and
// allocates nothing while running, but for a program's proof, once, and for another program than
// ran last. So keep it for many runs; one thread at a time.
class Emulator {
  public:
    // A wave of so many lanes, of the `wave_size` that a full one has; 0: of no more than it needs.
    Emulator(unsigned lanes, Revision revision, unsigned wave_size = 0);
    Emulator(Emulator&&) noexcept;
    Emulator& operator=(Emulator&&) noexcept;
    ~Emulator();

    // Registers: set inputs before run(), take outputs after it.
    [[nodiscard]] Wave& wave();
    [[nodiscard]] const Wave& wave() const;

    // Zeroes the registers and forgets what was written.
    void reset();
    // Says that the caller has set a register (for RunOptions::check_unwritten).
    void mark_written(RegisterLocation location);
    // Does a texture prefetch: looks the texel up for every lane and leaves the destination
    // pending until the program takes (sy).
    void prefetch(const TexturePrefetch& prefetch, const Environment& environment);

    // A barrier is passed at once: there is no other wave.
    [[nodiscard]] RunResult run(const Executable& program, const Environment& environment,
                                const RunOptions& options = {},
                                ExecutionObserver* observer = nullptr);

    // Runs a program on all waves of a workgroup, each of which has an environment of its own.
    // Waves take turns at barriers; one that never gets to where the others wait is a fault.
    // `live` is that of the first wave, `steps` and `slots` are those of all together.
    [[nodiscard]] static RunResult run_workgroup(std::span<Emulator> waves,
                                                 const Executable& program,
                                                 std::span<const Environment> environments,
                                                 const RunOptions& options = {},
                                                 ExecutionObserver* observer = nullptr);

    // Runs a program on the waves of several workgroups at the same time, `waves_per_group`
    // neighbours each, in the order that `run` chooses and with memory as weak as the program
    // allows: a load may give an old value where no fence or barrier says otherwise, and comes as
    // late as the flag that waits for it. Each wave runs the preamble on constants of its own.
    // Faults, too, where waves wait for each other at different barriers.
    [[nodiscard]] static RunResult
    run_concurrently(std::span<Emulator> waves, std::size_t waves_per_group,
                     const Executable& program, std::span<const Environment> environments,
                     ConcurrentRun& run, const RunOptions& options = {});

  private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace jacquard::ir3

JACQUARD_END_API
