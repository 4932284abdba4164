#include <jacquard/generated/ir3/machine.h>
#include <jacquard/generated/pipelines/link.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/library/frontend/pipeline.h>
#include <jacquard/library/link/link_stages.h>
#include <jacquard/library/link/stage_linker.h>

#include <optional>

namespace jacquard::driver {

namespace {

// A preamble, which runs once for all lanes, may take a few instructions that would else run for
// each vertex. Where there is none, only a load moves.
unsigned instructions_of_uniform(std::uint32_t gpu) {
    const std::optional<ir3::Revision> revision = ir3::revision_of_part(gpu);
    return revision && ir3::machine_facts(*revision, gpu).preamble
               ? pipelines::kInstructionsOfUniform
               : 0;
}

// Links a stage with the one that reads its outputs.
std::string link_pair(LinkedStage& writer, LinkedStage& reader, const LinkOptions& options) {
    StagePair pair{*writer.shader,
                   *reader.shader,
                   writer.resources,
                   reader.resources,
                   instructions_of_uniform(options.gpu),
                   writer.report};
    const VaryingPlaces none;
    const auto run = [&](nir::Shader& shader, const VaryingPlaces& places, auto&& pipeline) {
        StageLinker linker(shader, pair, places, options.listener);
        pipeline(linker);
        std::string report = linker.passes().report();
        return report.empty() ? run_pipeline(shader, options.listener) : report;
    };
    for (const auto& [shader, pipeline] : {std::pair{&pair.writer, &pipelines::prepare_writer},
                                           std::pair{&pair.reader, &pipelines::link_reader},
                                           std::pair{&pair.writer, &pipelines::link_writer}}) {
        std::string report = run(*shader, none, pipeline);
        if (!report.empty()) {
            return report;
        }
    }
    list_accessed_components(pair.reader);
    list_accessed_components(pair.writer);
    const VaryingPlaces places =
        options.keep_locations ? none : packed_places(pair.writer, pair.reader);
    for (const auto& [from, to] : places) {
        if (from != to) {
            note(pair, LinkAction::moved, from, name_of(to));
        }
    }
    for (const auto& [shader, pipeline] : {std::pair{&pair.writer, &pipelines::pack_writer},
                                           std::pair{&pair.reader, &pipelines::pack_reader}}) {
        std::string report = run(*shader, places, pipeline);
        if (!report.empty()) {
            return report;
        }
    }
    return {};
}

} // namespace

std::string link_stages(std::span<LinkedStage> stages, const LinkOptions& options) {
    for (std::size_t i = stages.size(); i-- > 1;) {
        if (stages[i - 1].shader->info.stage == nir::Stage::tess_control) {
            continue;
        }
        std::string report = link_pair(stages[i - 1], stages[i], options);
        if (!report.empty()) {
            return report;
        }
    }
    return {};
}

} // namespace jacquard::driver
