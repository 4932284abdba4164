#pragma once

#include <jacquard/nir/builder.h>

#include <array>
#include <cstdint>
#include <vector>

namespace jacquard::tgsi {

// NIR registers for the registers of one TGSI file, one for each component that is used.
//
// Everything starts at zero. In straight-line code that needs no stores: a component that was not
// written yet is the constant 0, and an array gets its zeros where it is first accessed by a
// chosen index, in the elements that were not written before.
class RegisterStorage {
  public:
    // Registers 0…count-1; none of them in an array yet.
    void reset(std::int32_t count);
    // Makes registers first…last elements of one array, whose elements a register may choose.
    void make_array(std::int32_t first, std::int32_t last);

    [[nodiscard]] std::int32_t count() const { return static_cast<std::int32_t>(array_of_.size()); }
    // Which components of a register were written so far; all those of an array that were written
    // at a chosen index.
    [[nodiscard]] unsigned written_mask(std::int32_t index) const;

    // Both builders: `declare` stands where registers are declared, `b` where the program is.
    nir::SsaDef* load(nir::Builder& declare, nir::Builder& b, std::int32_t index,
                      unsigned component);
    void store(nir::Builder& declare, nir::Builder& b, std::int32_t index, unsigned component,
               nir::SsaDef* value);

    // At register number `number`, a value, which must lie in the array that holds register
    // `inside`; a read elsewhere gives 0 and a write elsewhere does nothing.
    nir::SsaDef* load_relative(nir::Builder& declare, nir::Builder& b, std::int32_t inside,
                               nir::SsaDef* number, unsigned component);
    void store_relative(nir::Builder& declare, nir::Builder& b, std::int32_t inside,
                        nir::SsaDef* number, unsigned component, nir::SsaDef* value);

  private:
    struct Array {
        std::int32_t first = 0;
        std::int32_t count = 0;
        std::array<nir::SsaDef*, 4> registers{};
        std::uint8_t filled = 0;           // components without unwritten elements
        std::uint8_t written_anywhere = 0; // components written at a chosen index
    };
    struct Element {
        nir::SsaDef* in_range; // whether the number is one of the array's
        nir::SsaDef* index;    // within the array in any case
    };

    Array* array_around(std::int32_t index) {
        const std::int32_t which = array_of_[static_cast<std::size_t>(index)];
        return which < 0 ? nullptr : &arrays_[static_cast<std::size_t>(which)];
    }
    nir::SsaDef* array_register(nir::Builder& declare, Array& array, unsigned component);
    void fill(nir::Builder& declare, nir::Builder& b, Array& array, unsigned component);
    static Element element(nir::Builder& b, const Array& array, nir::SsaDef* number);

    std::vector<std::int32_t> array_of_; // of each register; -1: in none
    std::vector<std::uint8_t> written_;  // components of each register
    std::vector<std::array<nir::SsaDef*, 4>> registers_;
    std::vector<Array> arrays_;
};

} // namespace jacquard::tgsi
