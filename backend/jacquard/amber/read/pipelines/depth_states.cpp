#include <jacquard/amber/read/pipelines/depth_states.h>

#include <array>

namespace jacquard::driver::amber {

bool DepthStates::read_bounds() {
    std::array<float, 2> bounds{};
    if (!lines().expect(Keyword::min) || !lines().take_depth(bounds[0]) ||
        !lines().expect(Keyword::max) || !lines().take_depth(bounds[1])) {
        return false;
    }
    pipeline().draw.depth_bounds = bounds;
    return true;
}

bool DepthStates::read_state(DepthCommand command) {
    DrawState& draw = pipeline().draw;
    switch (command) {
    case DepthCommand::test: return lines().take_word(kSwitchWords, draw.depth_test);
    case DepthCommand::write: return lines().take_word(kSwitchWords, draw.depth_write);
    case DepthCommand::compare_op:
        return lines().take_word(kCompareOperationWords, draw.depth_comparison);
    case DepthCommand::clamp: return lines().take_word(kSwitchWords, draw.depth_clamp);
    case DepthCommand::bounds: break;
    }
    return read_bounds();
}

bool DepthStates::read_depth() {
    return lines().read_block(lines().word(), true, kDepthCommandWords,
                              [&](DepthCommand command) { return read_state(command); });
}

} // namespace jacquard::driver::amber
