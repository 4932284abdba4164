#include <jacquard/passes/registry/apply_state.h>
#include <jacquard/support/hex.h>
#include <jacquard/support/lane_mask.h>
#include <jacquard/tool/options/stage_options.h>

#include <bit>

namespace jacquard::driver {

std::optional<std::uint32_t> wave_size_of(const Arguments& arguments, const Streams& streams) {
    const std::optional<std::string_view> text = arguments.value(kWaveSizeOption.name);
    if (!text) {
        return 0;
    }
    const std::optional<std::uint32_t> size = parse_number<std::uint32_t>(*text);
    if (!size || !std::has_single_bit(*size) || *size > kMaxLanes) {
        usage_error(streams,
                    "--wave-size takes the lanes of a full wave, such as 64 or 128, not '" +
                        std::string(*text) + '\'');
        return std::nullopt;
    }
    return size;
}

std::optional<ir3::Precision> precision_of(const Arguments& arguments, const Streams& streams,
                                           ir3::Precision otherwise) {
    const std::optional<std::string_view> text = arguments.value(kPrecisionOption.name);
    if (!text) {
        return otherwise;
    }
    if (const std::optional<ir3::Precision> precision = precision_of_keyword(*text)) {
        return precision;
    }
    usage_error(streams, "--precision does not know '" + std::string(*text) + '\'' +
                             suggestion(*text, kPrecisionKeywords) + "; it takes relaxed or full");
    return std::nullopt;
}

bool read_stage_options(const Arguments& arguments, const Streams& streams, VariantKey& key) {
    key.check = !arguments.has(kNoCheckOption.name);
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
    const std::optional<std::uint32_t> wave_size = wave_size_of(arguments, streams);
    key.wave_size = wave_size.value_or(0);
    const std::optional<ir3::Precision> precision = precision_of(arguments, streams, key.precision);
    key.precision = precision.value_or(key.precision);
    return wave_size.has_value() && precision.has_value();
}

} // namespace jacquard::driver
