#pragma once

#include <jacquard/generated/tgsi/opcodes.h>
#include <jacquard/nir/build/core_builder.h>
#include <jacquard/tgsi/program.h>

#include <array>

namespace jacquard::tgsi {

// Gives the components of an instruction's sources as values.
class SourceReader {
  public:
    virtual nir::Operand read_source(unsigned source, unsigned component) = 0;
    // The 64 bits of components xy or zw.
    virtual nir::Operand read_pair(unsigned source, unsigned pair) = 0;

  protected:
    ~SourceReader() = default;
};

// Reads the numbers that choose registers, which stand in registers themselves.
class IndexReader {
  public:
    // Returns the number that an index chooses: the register it names and what is added to it.
    virtual nir::SsaDef* index_value(const Index& index) = 0;

  protected:
    ~IndexReader() = default;
};

// One instruction while its formula is built: the components wanted, and what was made for them.
// Source components are read when a formula asks for them, each once.
class Formula {
  public:
    // `saturate` clamps 64-bit results; narrow ones are left to whoever takes them.
    Formula(nir::CoreBuilder& b, unsigned mask, SourceReader& reader, bool saturate = false)
        : builder(b), mask_(mask), saturate_(saturate), reader_(reader) {}

    nir::CoreBuilder& builder;

    [[nodiscard]] bool wants(unsigned mask) const { return (mask_ & mask) != 0; }

    nir::Operand source(unsigned index, unsigned component) {
        nir::Operand& known = sources_[index][component];
        if (known.value == nullptr) {
            known = reader_.read_source(index, component);
        }
        return known;
    }

    nir::Operand wide_source(unsigned index, unsigned pair) {
        return reader_.read_pair(index, pair);
    }
    void set_pair(unsigned pair, const nir::Operand& value) {
        nir::SsaDef* whole = saturate_ ? builder.fsat(value) : builder.whole(value);
        set(2 * pair, builder.unpack_64_2x32_split_x(whole));
        set(2 * pair + 1, builder.unpack_64_2x32_split_y(whole));
    }
    // Chooses the components of narrow results of pairs: x and y, or the first that is wanted of xy
    // and of zw.
    void keep_first_pair() { mask_ &= 3; }
    void keep_first_of_pairs() {
        mask_ &= ((mask_ & 1) != 0 ? ~2U : ~0U) & ((mask_ & 4) != 0 ? ~8U : ~0U);
    }

    void set(unsigned component, const nir::Operand& value) { results_[component] = value; }
    void set_all(unsigned mask, const nir::Operand& value) {
        for (unsigned component = 0; component < 4; ++component) {
            if ((mask >> component & 1) != 0) {
                results_[component] = value;
            }
        }
    }
    // Sets each component that is wanted to what `make` gives for it.
    template <typename Make>
    void each(Make make) {
        for (unsigned component = 0; component < 4; ++component) {
            if (wants(1U << component)) {
                set(component, make(component));
            }
        }
    }
    // A value that several components use.
    nir::SsaDef* value(const nir::Operand& operand) { return builder.whole(operand); }

    [[nodiscard]] const nir::Operand& result(unsigned component) const {
        return results_[component];
    }

  private:
    unsigned mask_;
    bool saturate_;
    SourceReader& reader_;
    std::array<std::array<nir::Operand, 4>, 5> sources_{};
    std::array<nir::Operand, 4> results_{};
};

using FormulaFunction = void (*)(Formula&);

// Returns the function that builds the result of an opcode, or null for an opcode without a
// formula.
[[nodiscard]] FormulaFunction formula_of(Opcode opcode);

} // namespace jacquard::tgsi
