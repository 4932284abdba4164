#include <jacquard/driver/tool/stage_options.h>

#include <array>

namespace jacquard::driver {

bool read_stage_options(const Arguments& arguments, const Streams& streams, VariantKey& key) {
    if (const std::optional<std::string_view> feeds = arguments.value(kFeedsOption.name)) {
        static constexpr std::array<std::string_view, 2> kStages = {"tess_control", "geometry"};
        if (*feeds != kStages[0] && *feeds != kStages[1]) {
            usage_error(streams, "--feeds does not know '" + std::string(*feeds) + '\'' +
                                     suggestion(*feeds, kStages) +
                                     "; it takes tess_control or geometry");
            return false;
        }
        key.feeds = *feeds == kStages[0] ? ir3::NextStage::tess_control : ir3::NextStage::geometry;
    }
    if (const std::optional<std::string_view> patches = arguments.value(kPatchesOption.name)) {
        const std::optional<ir3::PatchKind> kind = ir3::find_patch_kind(*patches);
        if (!kind) {
            static constexpr std::array<std::string_view, 3> kKinds = {"quads", "triangles",
                                                                       "isolines"};
            usage_error(streams, "--patches does not know '" + std::string(*patches) + '\'' +
                                     suggestion(*patches, kKinds) +
                                     "; it takes quads, triangles or isolines");
            return false;
        }
        key.patches = *kind;
    }
    return true;
}

} // namespace jacquard::driver
