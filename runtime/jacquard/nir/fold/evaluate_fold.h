#pragma once

#include <jacquard/generated/nir/evaluators.h>
#include <jacquard/nir/fold/fold.h>
#include <jacquard/nir/ir/types.h>

#include <cstddef>
#include <utility>

namespace jacquard::nir::folds {

namespace detail {

template <typename Source>
auto read(const ConstantValue* source, [[maybe_unused]] unsigned component) {
    if constexpr (kIsVector<Source>) {
        return expression::vector<Source::count>(
            [source](unsigned c) { return Source::Component::load(source[c].u64); });
    } else {
        return Source::load(source[component].u64);
    }
}

template <typename Opcode, std::size_t... Number>
auto value_at([[maybe_unused]] const ConstantValue* const* sources,
              [[maybe_unused]] unsigned component, std::index_sequence<Number...>) {
    return Opcode::of(read<std::tuple_element_t<Number, typename Opcode::Sources>>(sources[Number],
                                                                                   component)...);
}

} // namespace detail

// Computes the fold of an opcode at one width; see evaluate() in constant_evaluator.h for the
// parameters.
template <typename Opcode>
void evaluate_fold([[maybe_unused]] unsigned num_components, const ConstantValue* const* sources,
                   ConstantValue* dest) {
    using Result = typename Opcode::Result;
    constexpr std::make_index_sequence<std::tuple_size_v<typename Opcode::Sources>> numbers{};
    if constexpr (kIsVector<Result>) {
        const auto values = detail::value_at<Opcode>(sources, 0, numbers);
        for (unsigned c = 0; c < Result::count; ++c) {
            dest[c].u64 = Result::Component::store(values[c]);
        }
    } else if constexpr (kIsSame<Result> || kIsOne<Result>) {
        const std::uint64_t value =
            Result::Component::store(detail::value_at<Opcode>(sources, 0, numbers));
        for (unsigned c = 0; c < (kIsOne<Result> ? 1 : num_components); ++c) {
            dest[c].u64 = value;
        }
    } else {
        for (unsigned c = 0; c < num_components; ++c) {
            dest[c].u64 = Result::store(detail::value_at<Opcode>(sources, c, numbers));
        }
    }
}

struct Evaluation {
    using Function = evaluators::Evaluator;
    template <typename Opcode>
    static constexpr Function of = evaluate_fold<Opcode>;
};

} // namespace jacquard::nir::folds
