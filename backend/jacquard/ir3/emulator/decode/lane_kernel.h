#pragma once

#include <jacquard/generated/ir3/semantics.h>
#include <jacquard/nir/fold/fold.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

namespace jacquard::ir3 {

// The kernel of a class that says what an instruction computes in one lane: its function `of`
// takes the values of the sources and, if it wants them, the fields.
template <typename Computed>
void each_lane(const std::uint32_t* source0, const std::uint32_t* source1,
               const std::uint32_t* source2, std::uint32_t* destination, unsigned lanes,
               [[maybe_unused]] std::uint32_t fields) {
    using Sources = typename Computed::Sources;
    const std::array<const std::uint32_t*, 3> words{source0, source1, source2};
    const auto value = [&]<std::size_t... Number>(unsigned lane, std::index_sequence<Number...>) {
        if constexpr (std::is_invocable_v<decltype(&Computed::of),
                                          decltype(std::tuple_element_t<Number, Sources>::load(
                                              0))...,
                                          std::uint32_t>) {
            return Computed::of(std::tuple_element_t<Number, Sources>::load(words[Number][lane])...,
                                fields);
        } else {
            return Computed::of(
                std::tuple_element_t<Number, Sources>::load(words[Number][lane])...);
        }
    };
    constexpr std::make_index_sequence<std::tuple_size_v<Sources>> numbers{};
    // Results wait for those of four lanes, as the destination may be a source.
    for (unsigned lane = 0; lane < lanes; lane += 4) {
        std::array<std::uint32_t, 4> results;
        for (unsigned next = 0; next < 4; ++next) {
            results[next] =
                static_cast<std::uint32_t>(Computed::Result::store(value(lane + next, numbers)));
        }
        std::memcpy(destination + lane, results.data(), sizeof results);
    }
}

// The same where the processor is known to have instructions that fuse a product and a sum, without
// which std::fma() is a call for each lane.
#if defined(__x86_64__) && defined(__GNUC__)
#define JACQUARD_FUSES
template <typename Computed>
[[gnu::target("fma")]] void
each_lane_fused(const std::uint32_t* source0, const std::uint32_t* source1,
                const std::uint32_t* source2, std::uint32_t* destination, unsigned lanes,
                std::uint32_t /*fields*/) {
    using Sources = typename Computed::Sources;
    static_assert(std::tuple_size_v<Sources> == 3);
    for (unsigned lane = 0; lane < lanes; lane += 4) {
        std::array<std::uint32_t, 4> results{};
        for (unsigned next = 0; next < 4; ++next) {
            results[next] = static_cast<std::uint32_t>(Computed::Result::store(
                Computed::of(std::tuple_element_t<0, Sources>::load(source0[lane + next]),
                             std::tuple_element_t<1, Sources>::load(source1[lane + next]),
                             std::tuple_element_t<2, Sources>::load(source2[lane + next]))));
        }
        std::memcpy(destination + lane, results.data(), sizeof results);
    }
}
#endif

} // namespace jacquard::ir3
