#pragma once

#include <jacquard/nir/fold/fold.h>
#include <jacquard/nir/interpreter/program/lane_function.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <memory>
#include <utility>

namespace jacquard::nir::interpreter {

namespace detail {

// How many arrays of lanes an operand has.
template <typename Operand>
constexpr std::size_t arrays_of() {
    if constexpr (folds::kIsVector<Operand>) {
        return Operand::count;
    } else {
        return 1;
    }
}

template <typename Sources>
struct Arrays;
template <typename... Source>
struct Arrays<std::tuple<Source...>> {
    static constexpr std::size_t count = (arrays_of<Source>() + ... + 0);
    // The number of the first array of each source.
    static constexpr std::array<std::size_t, sizeof...(Source) + 1> first = [] {
        std::array<std::size_t, sizeof...(Source) + 1> made{0, arrays_of<Source>()...};
        for (std::size_t number = 1; number < made.size(); ++number) {
            made[number] += made[number - 1];
        }
        return made;
    }();
};

template <typename Word>
Word word_of_lane(const std::byte* array, std::size_t lane) {
    const auto* words = reinterpret_cast<const Word*>(array);
    return std::assume_aligned<kLaneAlignment<Word>>(words)[lane];
}

template <typename Source, std::size_t First, std::size_t Count>
auto read(const std::array<const std::byte*, Count>& arrays, std::size_t lane) {
    if constexpr (folds::kIsVector<Source>) {
        using Type = typename Source::Component;
        return expression::vector<Source::count>([&arrays, lane](unsigned c) {
            return Type::load(word_of_lane<LaneBits<Type::width>>(arrays[First + c], lane));
        });
    } else {
        return Source::load(word_of_lane<LaneBits<Source::width>>(arrays[First], lane));
    }
}

template <typename Opcode, std::size_t Count, std::size_t... Number>
auto value_at([[maybe_unused]] const std::array<const std::byte*, Count>& arrays,
              [[maybe_unused]] std::size_t lane, std::index_sequence<Number...>) {
    using Sources = typename Opcode::Sources;
    return Opcode::of(read<std::tuple_element_t<Number, Sources>, Arrays<Sources>::first[Number]>(
        arrays, lane)...);
}

// Fills one array of a result. The addresses of the operands are copied, as what is written might
// else be them. A group is computed before it is written; the compiler makes vector code of that.
template <bool IsOneGroup, typename Opcode, typename Type, typename Choose>
void fill([[maybe_unused]] std::size_t num_lanes, std::byte* result,
          const std::byte* const* operands, Choose choose) {
    using Sources = typename Opcode::Sources;
    using Word = LaneBits<Type::width>;
    constexpr std::make_index_sequence<std::tuple_size_v<Sources>> numbers{};
    std::array<const std::byte*, Arrays<Sources>::count> arrays{};
    for (std::size_t number = 0; number < arrays.size(); ++number) {
        arrays[number] = operands[number];
    }
    auto* words = std::assume_aligned<kLaneAlignment<Word>>(lane_words<Type::width>(result));
    std::size_t first = 0;
    do {
        std::array<Word, kLaneGroup> made;
        for (std::size_t lane = 0; lane < kLaneGroup; ++lane) {
            made[lane] = static_cast<Word>(
                Type::store(choose(value_at<Opcode>(arrays, first + lane, numbers))));
        }
        std::memcpy(words + first, made.data(), sizeof made);
        first += kLaneGroup;
    } while (!IsOneGroup && first != num_lanes);
}

} // namespace detail

// Computes the fold of an opcode at one width in many lanes; see LaneFunction.
template <typename Opcode, bool IsOneGroup>
void fold_lanes(std::size_t num_lanes, std::byte* const* arrays) {
    using Result = typename Opcode::Result;
    if constexpr (folds::kIsVector<Result>) {
        // One array after the other: of a vector mostly each component has its own sources.
        [&]<std::size_t... Component>(std::index_sequence<Component...>) {
            (detail::fill<IsOneGroup, Opcode, typename Result::Component>(
                 num_lanes, arrays[Component], arrays + Result::count,
                 [](const auto& values) { return values[Component]; }),
             ...);
        }
        (std::make_index_sequence<Result::count>{});
    } else if constexpr (folds::kIsSame<Result> || folds::kIsOne<Result>) {
        detail::fill<IsOneGroup, Opcode, typename Result::Component>(
            num_lanes, arrays[0], arrays + 1, [](auto value) { return value; });
    } else {
        detail::fill<IsOneGroup, Opcode, Result>(num_lanes, arrays[0], arrays + 1,
                                                 [](auto value) { return value; });
    }
}

// A function for one group more is worth its room where little is done but loop.
template <typename Opcode>
LaneFunction choose_lane_function([[maybe_unused]] std::size_t num_lanes) {
    constexpr std::size_t num_sources = std::tuple_size_v<typename Opcode::Sources>;
    if constexpr (detail::Arrays<typename Opcode::Sources>::count == num_sources) {
        return num_lanes == kLaneGroup ? fold_lanes<Opcode, true> : fold_lanes<Opcode, false>;
    } else {
        return fold_lanes<Opcode, false>;
    }
}

struct LaneLoop {
    using Function = LaneFunctionChoice;
    template <typename Opcode>
    static constexpr Function of = choose_lane_function<Opcode>;
};

} // namespace jacquard::nir::interpreter
