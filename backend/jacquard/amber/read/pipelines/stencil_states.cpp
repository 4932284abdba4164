#include <jacquard/amber/read/pipelines/stencil_states.h>

namespace jacquard::driver::amber {

template <typename T>
void StencilStates::set(T StencilFace::*member, T value) {
    std::array<StencilFace, 2>& faces = pipeline().draw.stencil;
    if (faces_ != Faces::back) {
        faces[0].*member = value;
    }
    if (faces_ != Faces::front) {
        faces[1].*member = value;
    }
}

bool StencilStates::take_operation(StencilOperation StencilFace::*member) {
    StencilOperation operation{};
    if (!lines().take_word(kStencilOperationWords, operation)) {
        return false;
    }
    set(member, operation);
    return true;
}

bool StencilStates::take_byte(std::string_view what, std::uint8_t StencilFace::*member) {
    std::uint64_t value = 0;
    if (!lines().take_unsigned(what, 0xff, value)) {
        return false;
    }
    set(member, static_cast<std::uint8_t>(value));
    return true;
}

bool StencilStates::read_state(StencilCommand command) {
    nir::TexelComparison comparison{};
    switch (command) {
    case StencilCommand::test: return lines().take_word(kSwitchWords, pipeline().draw.stencil_test);
    case StencilCommand::fail_op: return take_operation(&StencilFace::fail);
    case StencilCommand::pass_op: return take_operation(&StencilFace::pass);
    case StencilCommand::depth_fail_op: return take_operation(&StencilFace::depth_fail);
    case StencilCommand::compare_op:
        if (!lines().take_word(kCompareOperationWords, comparison)) {
            return false;
        }
        set(&StencilFace::comparison, comparison);
        return true;
    case StencilCommand::compare_mask: return take_byte("a mask", &StencilFace::compare_mask);
    case StencilCommand::write_mask: return take_byte("a mask", &StencilFace::write_mask);
    case StencilCommand::reference: break;
    }
    return take_byte("a reference", &StencilFace::reference);
}

bool StencilStates::read_stencil() {
    const Token start = lines().word();
    const bool is_head_read = lines().take_word(kFacesWords, faces_);
    return lines().read_block(start, is_head_read, kStencilCommandWords,
                              [&](StencilCommand command) { return read_state(command); });
}

} // namespace jacquard::driver::amber
