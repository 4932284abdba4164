#pragma once

#include <jacquard/support/expression/values.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <tuple>

// The computations of ALU opcodes. The generated headers folds_*.h have a class for each opcode, of
// the form
//
//     template <unsigned W>
//     struct fmul : Fold<F<W>(F<W>, F<W>)> {
//         static auto of(Float<W> src0, Float<W> src1) { return src0 * src1; }
//     };
//
// The constant evaluator and the lane loops of the interpreter call its function for each component
// of the result, or once where the result is a vector; see evaluate_fold.h and lane_loop.h. W is
// the width of the operands without one of their own, T that of the truth that an opcode makes.
namespace jacquard::nir::folds {

// The type of an operand that works per component: the width of the bits that a component is kept
// as, and the functions that make its value of them and them of it.
template <unsigned Bits, auto Load, auto Store>
struct Scalar {
    static constexpr unsigned width = Bits;
    static auto load(std::uint64_t bits) { return Load(bits); }
    template <typename Value>
    static std::uint64_t store(Value value) {
        return Store(value);
    }
};
template <unsigned Bits>
using F = Scalar<Bits, expression::load_float<Bits>, expression::store_float<Bits>>;
template <unsigned Bits>
using I = Scalar<Bits, expression::load_int<Bits>, expression::store_int<Bits>>;
template <unsigned Bits>
using U = Scalar<Bits, expression::load_uint<Bits>, expression::store_uint<Bits>>;
template <unsigned Bits>
using B = Scalar<Bits, expression::load_bool<Bits>, expression::store_bool<Bits>>;

// An operand that is a vector: the function takes or returns an array.
template <typename Type, unsigned Count>
struct Vector {
    static constexpr unsigned count = Count;
    using Component = Type;
};
template <typename Value, unsigned Count>
using Values = const std::array<Value, Count>&;

// A result whose components are all the same, and one that has a single component.
template <typename Type>
struct Same {
    using Component = Type;
};
template <typename Type>
struct One {
    using Component = Type;
};

template <typename Operand>
inline constexpr bool kIsVector = false;
template <typename Type, unsigned Count>
inline constexpr bool kIsVector<Vector<Type, Count>> = true;

template <typename Operand>
inline constexpr bool kIsSame = false;
template <typename Type>
inline constexpr bool kIsSame<Same<Type>> = true;

template <typename Operand>
inline constexpr bool kIsOne = false;
template <typename Type>
inline constexpr bool kIsOne<One<Type>> = true;

template <typename Signature>
struct Fold;
template <typename Result_, typename... Sources_>
struct Fold<Result_(Sources_...)> {
    using Result = Result_;
    using Sources = std::tuple<Sources_...>;
};

// Makes a function of an opcode for each width of its unsized operands. `Made` has the type
// Function, and `of<Opcode>` is one.
template <typename Made>
struct Widths {
    using Function = typename Made::Function;

    // Null at widths that are not named.
    template <template <unsigned> typename Opcode, unsigned... Width>
    static Function at(unsigned bit_size) {
        Function found = nullptr;
        static_cast<void>(
            ((bit_size == Width && (found = Made::template of<Opcode<Width>>, true)) || ...));
        return found;
    }
    template <template <unsigned, unsigned> typename Opcode, unsigned Truth, unsigned... Width>
    static Function truth_at(unsigned bit_size) {
        Function found = nullptr;
        static_cast<void>((
            (bit_size == Width && (found = Made::template of<Opcode<Width, Truth>>, true)) || ...));
        return found;
    }
    // The same at each, as all operands have widths of their own.
    template <typename Opcode>
    static Function fixed() {
        return Made::template of<Opcode>;
    }
};

} // namespace jacquard::nir::folds
