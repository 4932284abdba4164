#include <jacquard/amber/read/pipelines/blend_states.h>

namespace jacquard::driver::amber {

bool BlendStates::read_state(BlendCommand command) {
    BlendState& blend = *pipeline().draw.blend;
    switch (command) {
    case BlendCommand::source_colour:
        return lines().take_word(kBlendFactorWords, blend.source_colour);
    case BlendCommand::target_colour:
        return lines().take_word(kBlendFactorWords, blend.target_colour);
    case BlendCommand::colour_operation:
        return lines().take_word(kBlendOperationWords, blend.colour);
    case BlendCommand::source_alpha:
        return lines().take_word(kBlendFactorWords, blend.source_alpha);
    case BlendCommand::target_alpha:
        return lines().take_word(kBlendFactorWords, blend.target_alpha);
    case BlendCommand::alpha_operation: break;
    }
    return lines().take_word(kBlendOperationWords, blend.alpha);
}

bool BlendStates::read_blend() {
    pipeline().draw.blend.emplace();
    return lines().read_block(lines().word(), true, kBlendCommandWords,
                              [&](BlendCommand command) { return read_state(command); });
}

} // namespace jacquard::driver::amber
