#pragma once

#include "generator/values.h"

#include <array>
#include <cstdint>

namespace jacquard::nir {

// The uses of the memory that random shaders for a backend access. None of it is a race: memory
// that one invocation writes is not accessed by others, unless a barrier separates them or all
// accesses are one operation that does not depend on the order.
struct MemoryOfMachine {
    static constexpr unsigned kRead = 0;   // anything may be read at any place
    static constexpr unsigned kOwn = 1;    // kOwnBytes for each invocation, of any width
    static constexpr unsigned kCells = 2;  // words, each changed by atomics of one kind
    static constexpr unsigned kHanded = 3; // kHandedBytes for each; read by others behind barriers
    static constexpr unsigned kBuffers = 4;
    static constexpr unsigned kReadBytes = 256;
    static constexpr unsigned kOwnBytes = 64;
    static constexpr unsigned kHandedBytes = 16;
    static constexpr unsigned kNumCells = 16;
    // Memory by address has kReadBytes to be read, then kOwnBytes for each invocation.
    static constexpr std::uint64_t kFirstAddress = 0x10000;

    // The results of these operations do not depend on the order; each cell has one.
    static constexpr std::array<AtomicOp, 8> kCommutative = {
        AtomicOp::iadd, AtomicOp::umin, AtomicOp::umax, AtomicOp::imin,
        AtomicOp::imax, AtomicOp::iand, AtomicOp::ior,  AtomicOp::ixor};

    // Images have the same meanings, a texel for each invocation. All are planes of one width.
    static constexpr unsigned kImages = 3;
    static constexpr unsigned kImageWidth = 16;
    static constexpr unsigned kReadRows = 4;

    // Invocations of stages without work groups: the numbers that Values::lane() gives.
    static constexpr unsigned kLanes = 32;
};

// Accesses to buffers, images and the memory of work groups and lanes, in a shader of any stage.
// Which kinds and widths a shader has differs, so that each machine takes some of the shaders.
class MachineMemory {
  public:
    // Declares what the shader has.
    MachineMemory(Choices& choices, Shader& shader);

    // At the start of the entry.
    void begin(Values& values);
    // One statement; `is_together` where all invocations of a work group come to this place.
    void statement(Values& values, bool is_together);
    // Stores the values that were computed last.
    void finish(Values& values);
    void load_system_value(Values& values);
    void load_any(Values& values);

  private:
    static constexpr unsigned kSharedBytes = 16; // of each invocation of a work group
    static constexpr unsigned kScratchBytes = 64;
    static constexpr std::array<AtomicOp, 9> kExchanging = {
        AtomicOp::iadd, AtomicOp::umin, AtomicOp::umax, AtomicOp::imin, AtomicOp::imax,
        AtomicOp::iand, AtomicOp::ior,  AtomicOp::ixor, AtomicOp::xchg};

    // A vector in memory: `offset` in bytes, some of which are known to be there.
    struct Element {
        unsigned bits;
        unsigned count;
        SsaDef* offset;
    };
    [[nodiscard]] Element element(Values& values, SsaDef* start, unsigned room);
    [[nodiscard]] SsaDef* word(Values& values, SsaDef* start, unsigned room);
    SsaDef* value_for(Values& values, const Element& place);
    void know_loaded(Values& values, SsaDef* value);
    void loaded(Values& values, const Element& place, IntrinsicInstruction* load);
    void stored(Values& values, const Element& place, IntrinsicInstruction* store);
    // Changes a word that is the invocation's own, so that what it gives is known.
    template <typename Swap, typename Change>
    void exchange(Values& values, Swap swap, Change change) {
        Choices& choices = values.choices();
        SsaDef* data = values.whole(ValueClass::integers, 32, 1);
        IntrinsicInstruction* made = nullptr;
        if (choices.one_in(4)) {
            made = swap(values.whole(ValueClass::integers, 32, 1), data);
            made->set_atomic_op(AtomicOp::cmpxchg);
        } else {
            made = change(data);
            made->set_atomic_op(kExchanging[choices.below(kExchanging.size())]);
        }
        values.know(&made->value, ValueClass::integers);
    }
    void access_buffer(Values& values, unsigned number, const Element& place, bool writes);

    void load_uniform(Values& values);
    // machine_groups.cpp has what only work groups have.
    void use_own(Values& values);
    void change_own(Values& values);
    void change_cell(Values& values);
    void use_handed(Values& values);
    void use_shared(Values& values);
    void use_scratch(Values& values);
    void use_address(Values& values);
    void use_image(Values& values);
    void ask_size(Values& values);
    void wait(Values& values);
    void fence(Values& values);
    [[nodiscard]] static Access access(Values& values, unsigned number);
    [[nodiscard]] SsaDef* texel(Values& values, SsaDef* number);

    Stage stage_;
    unsigned group_size_ = 0; // invocations; 0: no work groups
    bool has_buffers_ = true;
    bool has_shared_ = false;
    bool has_scratch_ = false;
    bool has_addresses_ = false;
    bool has_images_ = false;
    bool loads_images_ = false;
    bool has_halves_ = false;
    bool has_bytes_ = false;
    bool has_doubles_ = false;
    bool has_subgroups_ = false;
    unsigned num_shared_cells_ = 0;
    // True if the exchanged values may be read now; false if they may be written.
    bool is_handed_ = false;
    SsaDef* own_ = nullptr;   // number of the invocation among all
    SsaDef* local_ = nullptr; // in its work group
};

} // namespace jacquard::nir
