#include <jacquard/ir3/emulator/decode/four_lanes.h>
#include <jacquard/ir3/emulator/decode/lane_results.h>
#include <jacquard/support/expression/expression.h>

namespace jacquard::ir3 {
namespace {

// A NaN becomes 0.
float saturated(float value) {
    return expression::minimum(expression::maximum(value, 0.0F), 1.0F);
}

} // namespace

void saturate_float(std::uint32_t* words, unsigned count, bool half) {
    for (unsigned i = 0; i < count; ++i) {
        words[i] = static_cast<std::uint32_t>(
            half ? expression::store_float<16>(saturated(expression::load_float<16>(words[i])))
                 : expression::store_float<32>(saturated(expression::load_float<32>(words[i]))));
    }
}

void change_width(WidthChange change, std::uint32_t* words, unsigned count) {
    switch (change) {
    case WidthChange::none: break;
    case WidthChange::narrow_float:
        for_each_four(words, words, count, [](std::uint32_t word) {
            return static_cast<std::uint32_t>(
                expression::store_float<16>(expression::load_float<32>(word)));
        });
        break;
    case WidthChange::widen_float:
        for_each_four(words, words, count, [](std::uint32_t word) {
            return static_cast<std::uint32_t>(
                expression::store_float<32>(expression::load_float<16>(word)));
        });
        break;
    case WidthChange::truncate:
    case WidthChange::zero_extend:
        for_each_four(words, words, count, [](std::uint32_t word) { return word & 0xffff; });
        break;
    case WidthChange::sign_extend:
        for_each_four(words, words, count, [](std::uint32_t word) {
            return static_cast<std::uint32_t>(
                static_cast<std::int32_t>(static_cast<std::int16_t>(word)));
        });
        break;
    }
}

} // namespace jacquard::ir3
