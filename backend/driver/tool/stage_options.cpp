#include <jacquard/driver/tool/stage_options.h>
#include <jacquard/passes/registry/apply_state.h>

namespace jacquard::driver {

bool read_stage_options(const Arguments& arguments, const Streams& streams, VariantKey& key) {
    if (const std::optional<std::string_view> feeds = arguments.value(kFeedsOption.name)) {
        if (*feeds != kNextStageNames[0] && *feeds != kNextStageNames[1]) {
            usage_error(streams, "--feeds does not know '" + std::string(*feeds) + '\'' +
                                     suggestion(*feeds, kNextStageNames) +
                                     "; it takes tess_control or geometry");
            return false;
        }
        key.feeds =
            *feeds == kNextStageNames[0] ? ir3::NextStage::tess_control : ir3::NextStage::geometry;
    }
    if (const std::optional<std::string_view> patches = arguments.value(kPatchesOption.name)) {
        const std::optional<ir3::PatchKind> kind = ir3::find_patch_kind(*patches);
        if (!kind) {
            usage_error(streams, "--patches does not know '" + std::string(*patches) + '\'' +
                                     suggestion(*patches, kPatchNames) +
                                     "; it takes quads, triangles or isolines");
            return false;
        }
        key.patches = *kind;
    }
    if (const std::optional<std::string_view> given = arguments.value(kStateOption.name)) {
        const nir::StateText state = nir::parse_state(*given);
        for (const std::string& error : state.errors) {
            usage_error(streams, error);
        }
        if (!state.errors.empty()) {
            return false;
        }
        key.state = state.state;
    }
    return true;
}

} // namespace jacquard::driver
