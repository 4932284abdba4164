#pragma once

#include <jacquard/nir/build/core_builder.h>
#include <jacquard/nir/build/ssa_scalars.h>
#include <jacquard/support/memory/memory_pool.h>
#include <jacquard/tgsi/translate/registers/recently_made.h>

#include <array>
#include <cstdint>

namespace jacquard::tgsi {

// The place in the program at which storage is accessed.
struct StoragePlace {
    nir::CoreBuilder& declare; // declares registers
    nir::SsaDef* first_zero;   // the constant 0 behind the declarations, in front of all else
    nir::CoreBuilder& program; // builds the program
    nir::SsaScalars& scalars;
    bool is_conditional; // control may go past this place, or come here more than once
    bool is_repeated;    // control may have been behind this place already
    bool has_blocks;     // the program has more than one
};

// Holds the registers of one TGSI file in NIR. Registers outside of arrays are values; arrays are
// NIR registers, one for each component that is used.
//
// Everything starts at zero. If control flow certainly reaches the first access by a chosen index,
// and only once, the array gets its zeros there, in those elements that were not written before.
// Other arrays get them before the program begins.
//
// If there are accesses out of range, an array has two more elements at its end: one that stays
// zero, for reads, and one that is never read, for writes.
class RegisterStorage {
  public:
    explicit RegisterStorage(MemoryPool& pool) : registers_(pool), arrays_(pool) {}

    // Registers 0…count-1; none of them in an array yet.
    void reset(std::int32_t count);
    // Makes registers first…last elements of one array, whose elements a register may choose.
    void make_array(std::int32_t first, std::int32_t last);

    [[nodiscard]] std::int32_t count() const {
        return static_cast<std::int32_t>(registers_.size());
    }
    // The first and last register of the array around a register, or itself twice.
    [[nodiscard]] std::array<std::int32_t, 2> array_range(std::int32_t index) const;

    // Returns the value that a component outside of arrays has in a block, or null if it is
    // unknown.
    [[nodiscard]] nir::SsaDef* known(std::int32_t index, unsigned component,
                                     const nir::Block* block) const {
        return nir::SsaScalars::known(registers_[static_cast<std::size_t>(index)].cells[component],
                                      block);
    }
    nir::SsaDef* load(const StoragePlace& at, std::int32_t index, unsigned component);
    void store(const StoragePlace& at, std::int32_t index, unsigned component, nir::SsaDef* value);

    // These access register number `number`, which must be in the array around register `inside`. A
    // read elsewhere gives 0, and a write elsewhere does nothing.
    nir::SsaDef* load_relative(const StoragePlace& at, std::int32_t inside, nir::SsaDef* number,
                               unsigned component);
    void store_relative(const StoragePlace& at, std::int32_t inside, nir::SsaDef* number,
                        unsigned component, nir::SsaDef* value);

  private:
    struct Register {
        std::int32_t array = -1; // the one that it is in; -1: none
        std::uint8_t known = 0;  // components that hold something in any case
        std::array<nir::SsaScalars::Scalar, 4> cells{}; // of a register outside of arrays
    };
    // One component of an array.
    struct Component {
        nir::SsaDef* reg = nullptr;
        std::int32_t size = 0;    // elements, with those out of range
        std::int32_t zero = 0;    // the element for reads out of range; 0: there is none
        std::int32_t ignored = 0; // the one for writes; 0: there is none
    };
    struct Array {
        std::int32_t first = 0;
        std::int32_t count = 0;
        std::array<Component, 4> components{};
        std::uint8_t filled = 0;           // components without unwritten elements
        RecentlyMade<nir::SsaDef*> chosen; // elements, by the number and the one out of range
    };

    Register& register_at(std::int32_t index) {
        return registers_[static_cast<std::size_t>(index)];
    }
    Array* array_around(std::int32_t index) {
        const std::int32_t which = register_at(index).array;
        return which < 0 ? nullptr : &arrays_[static_cast<std::size_t>(which)];
    }
    static nir::SsaDef* array_register(const StoragePlace& at, Array& array, unsigned component);
    // The place of another element behind those that there are.
    static std::int32_t add_element(const StoragePlace& at, Array& array, unsigned component);
    static void start_at_zero(const StoragePlace& at, Array& array, std::int32_t index,
                              unsigned component);
    void fill(const StoragePlace& at, Array& array, unsigned component);
    // The element that a register number chooses: `beyond` out of range.
    static nir::SsaDef* element(nir::CoreBuilder& b, Array& array, nir::SsaDef* number,
                                std::int32_t beyond);

    PoolVector<Register> registers_;
    PoolVector<Array> arrays_;
};

} // namespace jacquard::tgsi
