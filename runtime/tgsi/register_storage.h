#pragma once

#include <jacquard/nir/build/core_builder.h>
#include <jacquard/support/memory_pool.h>
#include <jacquard/tgsi/recently_made.h>

#include <array>
#include <cstdint>

namespace jacquard::tgsi {

// Where storage is accessed.
struct StoragePlace {
    nir::CoreBuilder& declare; // where registers are declared
    nir::SsaDef* first_zero;   // the constant 0 behind the declarations, in front of all else
    nir::CoreBuilder& program; // where the program is
    bool is_conditional;       // control may go past this place, or come here more than once
    bool is_repeated;          // control may have been behind this place already
    bool has_blocks;           // the program has more than one
};

// NIR registers for the registers of one TGSI file, one for each component that is used in more
// than one block.
//
// Within a block what was read or written last is known, so that a program of a single block has
// values alone. What the others leave behind at the end of a block is stored by finish().
//
// Everything starts at zero. That needs no stores where control comes once and in any case: a
// component that was not written yet is the constant 0, and an array gets its zeros where it is
// first accessed by a chosen index, in the elements that were not written before. What is first
// accessed elsewhere gets its zeros before the program begins.
//
// Behind its elements an array has one that stays zero, for reads out of range, and one that nobody
// reads, for writes out of range, where there are such accesses.
class RegisterStorage {
  public:
    explicit RegisterStorage(MemoryPool& pool) : registers_(pool), writes_(pool), arrays_(pool) {}

    // Registers 0…count-1; none of them in an array yet.
    void reset(std::int32_t count);
    // Makes registers first…last elements of one array, whose elements a register may choose.
    void make_array(std::int32_t first, std::int32_t last);

    [[nodiscard]] std::int32_t count() const {
        return static_cast<std::int32_t>(registers_.size());
    }
    // The first and last register of the array around a register, or itself twice.
    [[nodiscard]] std::array<std::int32_t, 2> array_range(std::int32_t index) const;

    // What a component outside of arrays holds where it was read or written in `block` already,
    // else null.
    [[nodiscard]] nir::SsaDef* known(std::int32_t index, unsigned component,
                                     const nir::Block* block) const {
        const Cell& cell = registers_[static_cast<std::size_t>(index)].cells[component];
        return cell.block == block ? cell.value : nullptr;
    }
    nir::SsaDef* load(const StoragePlace& at, std::int32_t index, unsigned component);
    void store(const StoragePlace& at, std::int32_t index, unsigned component, nir::SsaDef* value);

    // At register number `number`, a value, which must lie in the array that holds register
    // `inside`; a read elsewhere gives 0 and a write elsewhere does nothing.
    nir::SsaDef* load_relative(const StoragePlace& at, std::int32_t inside, nir::SsaDef* number,
                               unsigned component);
    void store_relative(const StoragePlace& at, std::int32_t inside, nir::SsaDef* number,
                        unsigned component, nir::SsaDef* value);

    // To be called once, when the program is built.
    void finish(nir::Shader& shader);

  private:
    static constexpr std::uint32_t kNone = ~std::uint32_t{0};

    // One component of a register that is in no array.
    struct Cell {
        nir::SsaDef* reg = nullptr;
        nir::Block* block = nullptr;      // where it was read or written last
        nir::SsaDef* value = nullptr;     // what it holds at the end of that block
        std::uint32_t last_write = kNone; // in writes_, if that is in the block
        bool is_loaded = false;           // by a block that did not write it before
    };
    struct Register {
        std::int32_t array = -1; // the one that it is in; -1: none
        std::uint8_t known = 0;  // components that hold something in any case
        std::array<Cell, 4> cells{};
    };
    // The last one of a block.
    struct Write {
        const Cell* cell;
        nir::Block* block;
        nir::SsaDef* value;
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
    Cell& cell(std::int32_t index, unsigned component) {
        return register_at(index).cells[component];
    }
    static nir::SsaDef* register_of(const StoragePlace& at, Cell& cell);
    static nir::SsaDef* load(const StoragePlace& at, Cell& cell);
    void store(const StoragePlace& at, Cell& cell, nir::SsaDef* value);
    static nir::SsaDef* array_register(const StoragePlace& at, Array& array, unsigned component);
    // The place of another element behind those that there are.
    static std::int32_t add_element(const StoragePlace& at, Array& array, unsigned component);
    void start_at_zero(const StoragePlace& at, std::int32_t index, unsigned component);
    void fill(const StoragePlace& at, Array& array, unsigned component);
    // The element that a register number chooses: `beyond` out of range.
    static nir::SsaDef* element(nir::CoreBuilder& b, Array& array, nir::SsaDef* number,
                                std::int32_t beyond);

    PoolVector<Register> registers_;
    PoolVector<Write> writes_;
    PoolVector<Array> arrays_;
};

} // namespace jacquard::tgsi
