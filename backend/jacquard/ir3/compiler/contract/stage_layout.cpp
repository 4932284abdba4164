#include <jacquard/ir3/compiler/contract/shader_property.h>
#include <jacquard/ir3/compiler/contract/stage_layout.h>

#include <algorithm>

namespace jacquard::ir3 {

namespace {

// A patch has at most so many vertices, a primitive at most so many can be made of one.
constexpr std::uint32_t kMostVertices = 1024;

bool is_of_patch(nir::Semantic semantic) {
    return semantic == nir::Semantic::patch || semantic == nir::Semantic::tessouter ||
           semantic == nir::Semantic::tessinner;
}

} // namespace

std::uint32_t vertices_out(const nir::Shader& shader) {
    const bool is_control = shader.info.stage == nir::Stage::tess_control;
    const std::uint32_t count =
        property_of(shader, is_control ? "TCS_VERTICES_OUT" : "GS_MAX_OUTPUT_VERTICES", 1);
    return std::clamp(count, 1U, kMostVertices);
}

LevelCounts level_counts(PatchKind patches) {
    switch (patches) {
    case PatchKind::triangles: return {3, 1};
    case PatchKind::isolines: return {2, 0};
    case PatchKind::quads: break;
    }
    return {4, 2};
}

// The numbers of primitives are those of TGSI.
PatchKind patch_kind(const nir::Shader& shader, PatchKind otherwise) {
    constexpr std::uint32_t kLines = 1;
    constexpr std::uint32_t kTriangles = 4;
    constexpr std::uint32_t kQuads = 7;
    switch (property_of(shader, "TES_PRIM_MODE", ~0U)) {
    case kLines: return PatchKind::isolines;
    case kTriangles: return PatchKind::triangles;
    case kQuads: return PatchKind::quads;
    default: return otherwise;
    }
}

bool takes_stored_inputs(nir::Stage stage) {
    return stage == nir::Stage::tess_control || stage == nir::Stage::tess_evaluation ||
           stage == nir::Stage::geometry;
}

ChainHeader chain_header(nir::Stage stage, NextStage feeds) {
    if (stage == nir::Stage::tess_control || feeds == NextStage::tess_control) {
        return ChainHeader::patch;
    }
    return stage == nir::Stage::geometry || feeds == NextStage::geometry ? ChainHeader::primitive
                                                                         : ChainHeader::none;
}

StageLayout stage_layout(const nir::Shader& shader, PatchKind patches) {
    StageLayout layout;
    const std::vector<nir::IoSlot>& outputs = shader.info.outputs;
    layout.outputs.resize(outputs.size());
    if (shader.info.stage != nir::Stage::tess_control) {
        for (StoredPlace& place : layout.outputs) {
            place = {StoredIn::vertex, layout.bytes};
            layout.bytes += kSlotBytes;
        }
        return layout;
    }
    const LevelCounts levels = level_counts(patches);
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (outputs[i].semantic == nir::Semantic::tessouter) {
            layout.outputs[i] = {StoredIn::factors, kWordBytes};
        } else if (outputs[i].semantic == nir::Semantic::tessinner) {
            layout.outputs[i] = {StoredIn::factors, kWordBytes * (1 + levels.outer)};
        } else if (is_of_patch(outputs[i].semantic)) {
            layout.outputs[i] = {StoredIn::patch, layout.bytes};
            layout.bytes += kSlotBytes;
        }
    }
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        if (!is_of_patch(outputs[i].semantic)) {
            layout.outputs[i] = {StoredIn::vertices, layout.bytes};
            layout.bytes += kSlotBytes * vertices_out(shader);
        }
    }
    return layout;
}

} // namespace jacquard::ir3
