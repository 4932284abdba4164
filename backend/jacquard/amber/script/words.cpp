#include <jacquard/amber/script/words.h>

namespace jacquard::driver::amber {

namespace {

// In the order of `Refused`.
constexpr std::array<RefusedPart, 20> kRefused = {{
    {"OPENCL-C", "kernels come from another compiler"},
    {"raytracing", "no stage for rays is translated"},
    {"TIMED_EXECUTION", "nothing here takes the time that a device takes"},
    {"geometry shaders", "a draw joins vertex and fragment shaders alone"},
    {"tessellation shaders", "a draw joins vertex and fragment shaders alone"},
    {"topologies with adjacency", "only geometry shaders see the neighbours"},
    {"PATCH_LIST", "only tessellation shaders take patches"},
    {"constant_color and constant_alpha", "no command sets the constants of blending"},
    {"src1_color and src1_alpha", "fragment shaders with two outputs for one target"},
    {"advanced blend operations", "they belong to an extension that no part here has"},
    {"SAMPLES above 1", "targets of a draw have one sample a pixel"},
    {"REQUIRED_SIZE of a number", "the engines choose the size of a wave themselves"},
    {"VERTEX_DATA of 64 bits", "vertices carry words of 32 bits"},
    {"BIAS of DEPTH", "depth is not moved"},
    {"EQ_HISTOGRAM_EMD_BUFFER of other than 8-bit components", "they have no bins"},
    {"#include of a VIRTUAL_FILE", "compilers look for files on the disk alone"},
    {"logicOpEnable", "targets are blended, not combined bit by bit"},
    {"primitiveRestartEnable", "indices do not end strips"},
    {"rasterizerDiscardEnable", "a draw that draws nothing"},
    {"FILE PNG", "buffers take bytes and numbers; only 'draw' takes pictures"},
}};

constexpr std::array<Word<std::optional<nir::Stage>>, 7> kStages = {{
    {"vertex", nir::Stage::vertex},
    {"fragment", nir::Stage::fragment},
    {"geometry", nir::Stage::geometry},
    {"tessellation_control", nir::Stage::tess_control},
    {"tessellation_evaluation", nir::Stage::tess_evaluation},
    {"compute", nir::Stage::compute},
    {"multi", std::nullopt},
}};

constexpr std::array<Word<Topology>, 6> kTopologies = {{
    {"POINT_LIST", Topology::point_list},
    {"LINE_LIST", Topology::line_list},
    {"LINE_STRIP", Topology::line_strip},
    {"TRIANGLE_LIST", Topology::triangle_list},
    {"TRIANGLE_STRIP", Topology::triangle_strip},
    {"TRIANGLE_FAN", Topology::triangle_fan},
}};

constexpr std::array<Word<BindingKind>, 9> kBindings = {{
    {"uniform", BindingKind::uniform},
    {"storage", BindingKind::storage},
    {"uniform_dynamic", BindingKind::uniform},
    {"storage_dynamic", BindingKind::storage},
    {"uniform_texel_buffer", BindingKind::uniform_texels},
    {"storage_texel_buffer", BindingKind::storage_texels},
    {"sampled_image", BindingKind::sampled_image},
    {"storage_image", BindingKind::storage_image},
    {"combined_image_sampler", BindingKind::combined_image},
}};

constexpr std::array<Word<StencilOperation>, 8> kStencil = {{
    {"keep", StencilOperation::keep},
    {"zero", StencilOperation::zero},
    {"replace", StencilOperation::replace},
    {"increment_and_clamp", StencilOperation::increment_and_clamp},
    {"decrement_and_clamp", StencilOperation::decrement_and_clamp},
    {"invert", StencilOperation::invert},
    {"increment_and_wrap", StencilOperation::increment_and_wrap},
    {"decrement_and_wrap", StencilOperation::decrement_and_wrap},
}};

constexpr std::array<Word<BlendFactor>, 11> kFactors = {{
    {"zero", BlendFactor::zero},
    {"one", BlendFactor::one},
    {"src_color", BlendFactor::source_colour},
    {"one_minus_src_color", BlendFactor::one_minus_source_colour},
    {"dst_color", BlendFactor::target_colour},
    {"one_minus_dst_color", BlendFactor::one_minus_target_colour},
    {"src_alpha", BlendFactor::source_alpha},
    {"one_minus_src_alpha", BlendFactor::one_minus_source_alpha},
    {"dst_alpha", BlendFactor::target_alpha},
    {"one_minus_dst_alpha", BlendFactor::one_minus_target_alpha},
    {"src_alpha_saturate", BlendFactor::source_alpha_saturated},
}};

// The language spells two of them with one letter too many; both spellings are taken.
constexpr std::array<Word<BlendOperation>, 7> kOperations = {{
    {"add", BlendOperation::add},
    {"substract", BlendOperation::subtract},
    {"subtract", BlendOperation::subtract},
    {"reverse_substract", BlendOperation::reverse_subtract},
    {"reverse_subtract", BlendOperation::reverse_subtract},
    {"min", BlendOperation::min},
    {"max", BlendOperation::max},
}};

constexpr std::array<std::string_view, 46> kAdvanced = {"zero",
                                                        "src",
                                                        "dst",
                                                        "src_over",
                                                        "dst_over",
                                                        "src_in",
                                                        "dst_in",
                                                        "src_out",
                                                        "dst_out",
                                                        "src_atop",
                                                        "dst_atop",
                                                        "xor",
                                                        "multiply",
                                                        "screen",
                                                        "overlay",
                                                        "darken",
                                                        "lighten",
                                                        "color_dodge",
                                                        "color_burn",
                                                        "hard_light",
                                                        "soft_light",
                                                        "difference",
                                                        "exclusion",
                                                        "invert",
                                                        "invert_rgb",
                                                        "linear_dodge",
                                                        "linear_burn",
                                                        "vivid_light",
                                                        "linear_light",
                                                        "pin_light",
                                                        "hard_mix",
                                                        "hsl_hue",
                                                        "hsl_saturation",
                                                        "hsl_color",
                                                        "hsl_luminosity",
                                                        "plus",
                                                        "plus_clamped",
                                                        "plus_clamped_alpha",
                                                        "plus_darker",
                                                        "minus",
                                                        "minus_clamped",
                                                        "contrast",
                                                        "invert_org",
                                                        "red",
                                                        "green",
                                                        "blue"};

constexpr std::array<std::string_view, 82> kFeatures = {
    "robustBufferAccess",
    "fullDrawIndexUint32",
    "imageCubeArray",
    "independentBlend",
    "geometryShader",
    "tessellationShader",
    "sampleRateShading",
    "dualSrcBlend",
    "logicOp",
    "multiDrawIndirect",
    "drawIndirectFirstInstance",
    "depthClamp",
    "depthBiasClamp",
    "fillModeNonSolid",
    "depthBounds",
    "wideLines",
    "largePoints",
    "alphaToOne",
    "multiViewport",
    "samplerAnisotropy",
    "textureCompressionETC2",
    "textureCompressionASTC_LDR",
    "textureCompressionBC",
    "occlusionQueryPrecise",
    "pipelineStatisticsQuery",
    "vertexPipelineStoresAndAtomics",
    "fragmentStoresAndAtomics",
    "shaderTessellationAndGeometryPointSize",
    "shaderImageGatherExtended",
    "shaderStorageImageExtendedFormats",
    "shaderStorageImageMultisample",
    "shaderStorageImageReadWithoutFormat",
    "shaderStorageImageWriteWithoutFormat",
    "shaderUniformBufferArrayDynamicIndexing",
    "shaderSampledImageArrayDynamicIndexing",
    "shaderStorageBufferArrayDynamicIndexing",
    "shaderStorageImageArrayDynamicIndexing",
    "shaderClipDistance",
    "shaderCullDistance",
    "shaderFloat64",
    "shaderInt64",
    "shaderInt16",
    "shaderResourceResidency",
    "shaderResourceMinLod",
    "sparseBinding",
    "sparseResidencyBuffer",
    "sparseResidencyImage2D",
    "sparseResidencyImage3D",
    "sparseResidency2Samples",
    "sparseResidency4Samples",
    "sparseResidency8Samples",
    "sparseResidency16Samples",
    "sparseResidencyAliased",
    "variableMultisampleRate",
    "inheritedQueries",
    "VariablePointerFeatures.variablePointers",
    "VariablePointerFeatures.variablePointersStorageBuffer",
    "Float16Int8Features.shaderFloat16",
    "Float16Int8Features.shaderInt8",
    "Storage8BitFeatures.storageBuffer8BitAccess",
    "Storage8BitFeatures.uniformAndStorageBuffer8BitAccess",
    "Storage8BitFeatures.storagePushConstant8",
    "Storage16BitFeatures.storageBuffer16BitAccess",
    "Storage16BitFeatures.uniformAndStorageBuffer16BitAccess",
    "Storage16BitFeatures.storagePushConstant16",
    "Storage16BitFeatures.storageInputOutput16",
    "SubgroupSizeControl.subgroupSizeControl",
    "SubgroupSizeControl.computeFullSubgroups",
    "SubgroupSupportedOperations.basic",
    "SubgroupSupportedOperations.vote",
    "SubgroupSupportedOperations.arithmetic",
    "SubgroupSupportedOperations.ballot",
    "SubgroupSupportedOperations.shuffle",
    "SubgroupSupportedOperations.shuffleRelative",
    "SubgroupSupportedOperations.clustered",
    "SubgroupSupportedOperations.quad",
    "SubgroupSupportedStages.vertex",
    "SubgroupSupportedStages.tessellationControl",
    "SubgroupSupportedStages.tessellationEvaluation",
    "SubgroupSupportedStages.geometry",
    "SubgroupSupportedStages.fragment",
    "SubgroupSupportedStages.compute",
};

} // namespace

std::span<const RefusedPart> refused_parts() {
    return kRefused;
}

const RefusedPart& refused_part(Refused part) {
    return kRefused[static_cast<std::size_t>(part)];
}

std::span<const Word<std::optional<nir::Stage>>> stage_words() {
    return kStages;
}

std::span<const Word<Topology>> topology_words() {
    return kTopologies;
}

std::span<const Word<BindingKind>> binding_words() {
    return kBindings;
}

std::span<const Word<StencilOperation>> stencil_words() {
    return kStencil;
}

std::span<const Word<BlendFactor>> blend_factor_words() {
    return kFactors;
}

std::span<const Word<BlendOperation>> blend_operation_words() {
    return kOperations;
}

std::span<const std::string_view> advanced_blend_words() {
    return kAdvanced;
}

std::span<const std::string_view> feature_words() {
    return kFeatures;
}

} // namespace jacquard::driver::amber
