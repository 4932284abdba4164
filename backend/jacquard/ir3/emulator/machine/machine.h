#pragma once

#include <jacquard/ir3/emulator/decode/code.h>
#include <jacquard/ir3/emulator/decode/hazards.h>
#include <jacquard/support/concurrency/weak_memory.h>
#include <jacquard/support/quad_weights.h>

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace jacquard::ir3 {

// Words of one operand, one a lane.
using LaneWords = std::array<std::uint32_t, Wave::kMaxLanes>;

// Whether texture and sampler are descriptors of sets, not slots.
[[nodiscard]] bool names_descriptors(DescriptorMode mode);

// A wave in the middle of a program.
//
// Every execute_… function returns false after it has recorded a fault. Within an instruction the
// order is: flags are taken, the hazard model sees all reads and writes, then it is executed.
struct Emulator::State {
    State(unsigned lanes, Revision revision, unsigned wave_size);

    // workgroup.cpp
    RunResult run(const Executable::Code& code, const Environment& environment,
                  const RunOptions& options, ExecutionObserver* observer);
    static RunResult run_workgroup(std::span<Emulator> waves, const Executable::Code& code,
                                   std::span<const Environment> environments,
                                   const RunOptions& options, ExecutionObserver* observer);

    // concurrent_run.cpp
    static RunResult run_concurrently(std::span<Emulator> waves, std::size_t waves_per_group,
                                      const Executable::Code& code,
                                      std::span<const Environment> environments, ConcurrentRun& run,
                                      const RunOptions& options);

    void prefetch(const TexturePrefetch& prefetch, const Environment& environment);

    Wave wave;
    const Timing& timing;
    HazardModel hazards;
    Revision revision;
    bool has_prefetched = false; // And the program has not waited for it.

  private:
    struct Waiting {
        std::uint32_t pc = 0;
        LaneMask lanes;
    };

    // Why the wave does not go on.
    enum class Stop : std::uint8_t { none, barrier, ended, switched };

    // run.cpp: the order of instructions
    // `run`: the wave shares memory with others that run at the same time, and is `agent` of them.
    void start(const Executable::Code& code, const Environment& environment,
               const RunOptions& options, ConcurrentRun* run = nullptr, unsigned agent = 0);
    // Until the wave stops or has a fault.
    void go_on(ExecutionObserver* observer);
    RunResult finish();
    bool select_lanes();
    bool execute(const Step& step);
    bool check_flags(const Step& step);
    void expect_flags(const Step& step);
    bool execute_branch(const Step& step);
    bool go_to(std::int64_t target);
    bool diverge(std::int64_t target, LaneMask jumping);
    bool wait_at(std::uint32_t pc, LaneMask lanes);

    // varyings.cpp: how they are read, and when their storage is given back
    bool check_varyings(const Step& step);
    bool check_kind_of_varying(const Step& step);

    // accesses.cpp: the order of reads and writes
    bool check_effects(const Step& step);
    bool check_ready_accesses(const Step& step);
    bool check_accesses(const Step& step);
    void read_late(const Step& step);
    [[nodiscard]] std::int32_t relative_number(const RegisterEffect& effect, unsigned lane) const;
    // By an instruction that begins at the slot at hand.
    [[nodiscard]] RegisterAccess access_of(const Step& step, const RegisterEffect& effect,
                                           std::uint16_t number, LaneMask lanes) const {
        return {number, effect.half, effect.third_source, step.effects.timing, pc_, slot_, lanes};
    }
    bool check_relative(const Step& step, const RegisterEffect& effect);
    bool check_constants(const RegisterEffect& effect);
    bool check_constant(const RegisterEffect& effect, unsigned number);
    bool check_special(const RegisterEffect& effect);
    bool check_register(const RegisterEffect& effect, RegisterAccess& access, Sync result);

    // stretches.cpp: what only computes in each lane
    const std::uint32_t* fetch(const LaneOperand& operand, LaneWords& scratch);
    bool execute_operation(const LaneOperation& operation);
    bool execute_operations(std::uint32_t first, std::uint32_t count);
    [[nodiscard]] bool can_execute_stretch(const Stretch& stretch) const;
    bool execute_stretch(const Step& step);

    // ready_calls.cpp: operations as this wave has them
    bool spread_words();
    bool find_varyings();
    void prepare_calls();
    void add_call(const LaneOperation& operation);

    // alu.cpp
    bool execute_lanes(const Step& step);
    bool execute_convert(const Step& step);
    bool execute_move_many(const Step& step);
    bool execute_lane_mask(const Step& step);
    bool execute_varying(const Step& step);
    // False where lanes, places or widths differ, or what is read is not there.
    bool copy_varyings(const Step& step);
    // Whether varyings must be looked at with their weights.
    [[nodiscard]] bool moves_weights() const;
    [[nodiscard]] std::uint32_t varying_at(const QuadWeights& weights, std::uint64_t component,
                                           unsigned lane) const;

    // aliases.cpp
    bool execute_alias(const Step& step);
    bool check_aliases(const Step& step);
    // Words of a register that an instruction names, or of what stands for it.
    const std::uint32_t* read_aliased(const Step& step, std::uint16_t number, bool half,
                                      LaneWords& scratch);

    // texture.cpp
    bool execute_sample(const Step& step);
    bool execute_derivative(const Step& step);
    bool execute_sample_position(const Step& step);
    [[nodiscard]] bool executes_quad(unsigned lane) const;
    bool write_texel(const Step& step, const std::array<LaneWords, 4>& texels);

    // bindless.cpp
    // Replaces the numbers that an instruction has for texture and sampler by those that the
    // descriptors in the given sets have; `texture` is that of the texture.
    bool find_texture(const Step& step, TextureRequest& request, const Descriptor*& texture);
    bool look_up(const Step& step, const Descriptor* texture, const TextureRequest& request,
                 Texel& texel);
    bool fetch_from_buffer(const Step& step, const Descriptor& buffer,
                           const TextureRequest& request, Texel& texel);

    // lanes.cpp: exchanges in a wave
    bool execute_quad_shuffle(const Step& step);
    bool execute_shuffle(const Step& step);
    bool execute_lane_value(const Step& step);
    bool execute_broadcast_cluster(const Step& step);
    bool execute_elect_last(const Step& step);

    // constants.cpp
    bool execute_varying_load(const Step& step);
    bool execute_constant_load(const Step& step);
    bool execute_constant_load_many(const Step& step);
    bool execute_constant_store(const Step& step);
    bool execute_shared_constant_store(const Step& step);
    bool find_uniform_buffer(const Step& step, std::uint32_t number,
                             std::span<const std::byte>& bytes);

    // memory.cpp
    bool execute_memory_load(const Step& step);
    bool execute_memory_store(const Step& step);
    bool execute_memory_atomic(const Step& step);
    // The bytes that a lane reaches in a space, and where they begin in the area.
    struct LaneMemory {
        const MemoryArea* area = nullptr;
        std::span<std::byte> bytes;
        std::uint64_t first = 0;
    };
    [[nodiscard]] LaneMemory memory_of(AddressSpace space, unsigned lane) const;
    bool read_addresses(const Step& step, std::array<std::uint64_t, Wave::kMaxLanes>& addresses);
    // An element of memory; 0 outside of it.
    bool load_element(const LaneMemory& memory, std::uint64_t at, DataType type, unsigned lane,
                      std::uint32_t& word);
    // The same for a component of the load at hand, which may come late.
    bool load_component(const LaneMemory& memory, std::uint64_t at, DataType type, unsigned lane,
                        unsigned component, std::uint32_t& word);
    bool store_element(const LaneMemory& memory, std::uint64_t at, DataType type, unsigned lane,
                       std::uint32_t word);
    // Gives the old value.
    bool change_element(const LaneMemory& memory, std::uint64_t at, const Step& step, unsigned lane,
                        std::uint32_t& data, std::uint32_t compare);
    bool is_inside(const LaneMemory& memory, std::uint64_t at, unsigned bytes, bool& inside);
    bool watch(const LaneMemory& memory, std::uint64_t at, unsigned bytes, unsigned lane,
               const std::uint64_t* stored, bool is_atomic);
    // Whether stores of a lane are seen: those of lanes that only help others are not.
    [[nodiscard]] bool writes_memory(unsigned lane) const {
        return lanes_.test(lane) && live_.test(lane);
    }
    [[nodiscard]] DataType data_type(const Instruction& instruction) const;
    // Elements that an instruction moves at most.
    static constexpr unsigned kMaxVector = 4;
    // Words of the registers from a source on.
    bool read_vector(const StepSource& source, unsigned count, LaneWords* words);

    // descriptors.cpp
    bool execute_descriptor_load(const Step& step);
    bool execute_descriptor_store(const Step& step);
    bool execute_descriptor_atomic(const Step& step);
    bool execute_descriptor_size(const Step& step);

    // slot_memory.cpp
    struct SlotAccess;
    bool read_slot_access(const Step& step, SlotAccess& access);
    bool check_place(const SlotAccess& access, unsigned lane);
    bool access_slot_image(const Step& step, const SlotAccess& access, ImageRequest::Kind kind,
                           unsigned lane, std::span<const LaneWords> data,
                           std::array<std::uint32_t, 4>& texel);
    template <typename Visit>
    bool for_each_slot_access(const SlotAccess& access, bool changes, Visit&& visit);
    bool execute_slot_load(const Step& step);
    bool execute_slot_store(const Step& step);
    bool execute_slot_atomic(const Step& step);
    // What each executing lane's descriptor is; never null.
    using LaneDescriptors = std::array<const Descriptor*, Wave::kMaxLanes>;
    bool find_descriptors(const Step& step, unsigned source, LaneDescriptors& found);
    [[nodiscard]] const Descriptor* find_descriptor(const Step& step, std::uint32_t index) const;
    static constexpr unsigned kMaxCoordinates = 3;
    using Coordinates = std::array<LaneWords, kMaxCoordinates>;
    [[nodiscard]] ImageRequest image_request(const Step& step, ImageRequest::Kind kind,
                                             unsigned lane, const Descriptor& image,
                                             const Coordinates* coordinates = nullptr) const;
    bool access_image(const ImageRequest& request, std::array<std::uint32_t, 4>& texel);
    bool fail_descriptor(const char* wanted, std::uint32_t index);

    // workgroup.cpp
    bool execute_barrier();
    bool execute_fence(const Step& step);

    // concurrent_memory.cpp: what others that run at the same time see
    // A load that was issued, whose registers nobody reads before the flag that waits for it.
    struct LateElement {
        LaneMemory memory;
        std::uint64_t at = 0;
        DataType type{};
        unsigned lane = 0;
        unsigned component = 0;
    };
    struct LateLoad {
        StepDestination destination;
        Sync waited_for_by = Sync::none;
        unsigned num_components = 0;
        std::vector<LateElement> elements;
    };
    [[nodiscard]] bool is_shared(const LaneMemory& memory) const {
        return concurrent_ != nullptr && memory.area != &environment_->private_memory;
    }
    [[nodiscard]] std::uint32_t kinds_of(const LaneMemory& memory) const;
    // Before a load: whether it is done late.
    void begin_load(const Step& step);
    // Its end: the registers are written, now or late.
    bool end_load(const Step& step, std::span<const LaneWords> words);
    bool finish_load(const LateLoad& load);
    // Those that the flags of an instruction wait for.
    bool finish_loads_waited_for(const Step& step);
    bool finish_loads_of(const std::byte* at, unsigned bytes);
    bool finish_loads();
    bool order_memory(const Step& step);
    void leave_barrier();
    std::array<std::uint32_t, 4> access_image_weakly(const ImageRequest& request);
    // After an access to memory: whether another wave goes on now.
    bool may_switch() {
        if (concurrent_ != nullptr && stop_ == Stop::none && concurrent_->schedule.switches()) {
            stop_ = Stop::switched;
        }
        return true;
    }

    // operands.cpp
    // The words of a source in repetition `repetition`, after its modifiers: in place or in
    // `scratch`. Null after a fault.
    const std::uint32_t* read_source(const Step& step, unsigned index, unsigned repetition,
                                     LaneWords& scratch);
    // Words of a register component, without modifiers.
    const std::uint32_t* read_register(std::uint16_t number, bool half, LaneWords& scratch);
    const std::uint32_t* read_constant(const StepSource& source, unsigned number,
                                       LaneWords& scratch);
    const std::uint32_t* read_relative(const StepSource& source, unsigned repetition,
                                       LaneWords& scratch);
    bool read_predicate(const StepSource& source, LaneMask& lanes);
    bool read_uniform(const Step& step, const StepSource& source, std::uint32_t& value);
    bool write_destination(const StepDestination& destination, unsigned repetition,
                           const std::uint32_t* words);
    // The components of a vector, each in a register of its own.
    bool write_components(const StepDestination& destination, std::span<const LaneWords> words);
    bool write_special(StepDestination::Kind kind, std::uint16_t number,
                       const std::uint32_t* words);
    bool write_relative(const StepDestination& destination, unsigned repetition,
                        const std::uint32_t* words);
    bool write_register(std::uint16_t number, bool half, const std::uint32_t* words);
    void store_register(std::uint16_t number, bool half, const std::uint32_t* words);

    // faults.cpp
    bool fail(FaultKind kind, std::string message);
    bool fail_constant_range(unsigned number);
    bool fail_hazard();
    [[nodiscard]] std::string describe(std::uint32_t instruction) const;

    [[nodiscard]] bool executes(unsigned lane) const { return lanes_.test(lane); }

    const Executable::Code* code_ = nullptr;
    const Environment* environment_ = nullptr;
    const RunOptions* options_ = nullptr;
    Fault fault_;
    LaneMask live_;
    LaneMask active_;     // Lanes at this instruction.
    LaneMask predicated_; // Lanes that predicated execution lets write.
    LaneMask lanes_;      // Lanes that execute this instruction.
    std::uint64_t slot_ = 0;
    std::uint64_t first_slot_ = 0;
    std::uint64_t steps_ = 0;
    std::uint64_t maximum_steps_ = 0;
    bool is_proven_ = false;          // No hazard is met but with what was outstanding before.
    bool is_watched_ = false;         // Accesses are looked at.
    bool has_ready_accesses_ = false; // The program's are all that is to be checked.
    std::uint32_t pc_ = 0;
    std::uint32_t next_pc_ = 0;
    enum class Predication : std::uint8_t {
        none,
        on_true,
        on_false
    } predication_ = Predication::none;
    Sync required_ = Sync::none;
    std::uint32_t required_by_ = 0;
    struct Varyings {
        bool read = false;
        bool released = false;
        std::uint32_t loaded_by = 0; // The load that is outstanding.
        bool outstanding = false;
    };
    Varyings varyings_;
    std::uint32_t num_aliases_ = 0; // That were made for the next texture instruction.
    Stop stop_ = Stop::ended;
    ConcurrentRun* concurrent_ = nullptr;
    unsigned agent_ = 0;
    bool is_late_ = false; // The load at hand, which is the last of these.
    std::vector<LateLoad> late_loads_;
    unsigned num_waiting_ = 0;
    std::array<Waiting, Wave::kMaxLanes> waiting_;
    bool has_spread_words_ = false;   // The program's stand in the wave.
    bool has_ready_varyings_ = false; // The calls that read varyings know where they stand.
    // The calls of a program, kept for when it runs again.
    struct ReadyCalls {
        std::shared_ptr<const char> program;  // Whose they are.
        const std::uint32_t* words = nullptr; // Of the wave, that they point into.
        std::vector<ReadyCall> calls;
        std::vector<std::uint32_t> of;        // By operation, and one more.
        std::vector<std::uint32_t> varyings;  // Those that read them.
        std::vector<std::uint32_t> constants; // Spread words that are none by themselves.
    };
    ReadyCalls ready_;
};

} // namespace jacquard::ir3
