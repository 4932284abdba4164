// Stages between vertices and the rasteriser in the interpreter: a lane is an invocation of a
// geometry shader, a point of a patch of an evaluation shader, or a patch of a control shader, all
// of whose invocations run as waves of their own.

#include <jacquard/generated/tgsi/names.h>
#include <jacquard/runs/engines/run_nir.h>

#include <algorithm>

namespace jacquard::driver {

namespace {

using nir::Semantic;

bool is_of_patch(Semantic semantic) {
    return semantic == Semantic::patch || semantic == Semantic::tessouter ||
           semantic == Semantic::tessinner;
}

unsigned property_of(const nir::Shader& shader, std::string_view name) {
    const nir::ShaderProperty* property = shader.info.property(name);
    return property != nullptr && !property->values.empty()
               ? std::clamp(property->values[0], 1U, kMaxCaseOutputVertices)
               : 1;
}

// The values that one invocation of a patch has for itself.
class InvocationValues final : public nir::interpreter::SystemValues {
  public:
    InvocationValues(unsigned invocation, nir::interpreter::SystemValues& others)
        : invocation_(invocation), others_(&others) {}

    std::optional<std::uint64_t> value(const nir::IntrinsicInstruction& instruction,
                                       unsigned component, unsigned lane,
                                       std::uint64_t argument) override {
        if (instruction.op == nir::IntrinsicOp::load_invocation_id) {
            return invocation_;
        }
        return others_->value(instruction, component, lane, argument);
    }

  private:
    unsigned invocation_;
    nir::interpreter::SystemValues* others_;
};

} // namespace

void NirRunner::give_vertices(const CaseRun& run) {
    vertices_.clear();
    environment_.vertices = shader_->info.stage == nir::Stage::geometry ? &vertices_ : nullptr;
    const std::size_t slots = shader_->info.inputs.size();
    const unsigned vertices = run.num_vertices();
    vertex_inputs_.assign(slots * 4 * kCaseLanes * vertices, 0);
    for (std::size_t slot = 0; slot < std::min(slots, run.vertex_inputs.size()); ++slot) {
        const std::vector<LaneVectors>& given = run.vertex_inputs[slot];
        for (std::size_t vertex = 0; vertex < given.size(); ++vertex) {
            for (unsigned component = 0; component < 4; ++component) {
                for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
                    vertex_inputs_[((vertex * slots + slot) * 4 + component) * kCaseLanes + lane] =
                        given[vertex][lane][component];
                }
            }
        }
    }
    environment_.vertex_inputs = vertex_inputs_;
    environment_.num_input_vertices = vertices;
    environment_.num_output_vertices = 0;
    if (shader_->info.stage == nir::Stage::tess_control) {
        environment_.num_output_vertices = property_of(*shader_, "TCS_VERTICES_OUT");
        vertex_outputs_.assign(std::size_t{environment_.num_output_vertices} * outputs_.size(), 0);
    }
    environment_.vertex_outputs = vertex_outputs_;
}

nir::interpreter::RunResult NirRunner::run_patches() {
    const unsigned invocations = environment_.num_output_vertices;
    std::vector<InvocationValues> values;
    values.reserve(invocations);
    std::vector<nir::interpreter::Environment> environments(invocations, environment_);
    for (unsigned i = 0; i < invocations; ++i) {
        values.emplace_back(i, system_values_);
        environments[i].system_values = &values.back();
    }
    nir::interpreter::Interpreter waves(program_, kCaseLanes, invocations);
    return waves.run(environments, options_);
}

void NirRunner::collect_vertex_outputs(RunResult& result) const {
    const std::vector<nir::IoSlot>& slots = shader_->info.outputs;
    if (shader_->info.stage == nir::Stage::tess_control) {
        std::vector<CaseOutput> outputs;
        for (CaseOutput& output : result.outputs) {
            if (is_of_patch(slots[output.index].semantic)) {
                outputs.push_back(output);
                continue;
            }
            for (unsigned vertex = 0; vertex < environment_.num_output_vertices; ++vertex) {
                CaseOutput& one = outputs.emplace_back(output);
                one.vertex = vertex;
                const std::size_t first = std::size_t{vertex} * outputs_.size();
                for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
                    for (unsigned c = 0; c < 4; ++c) {
                        one.lanes[lane][c] =
                            vertex_outputs_[first + (output.index * 4 + c) * kCaseLanes + lane];
                    }
                }
            }
        }
        result.outputs = std::move(outputs);
        return;
    }
    if (shader_->info.stage != nir::Stage::geometry) {
        return;
    }
    const std::vector<CaseOutput> declared = std::move(result.outputs);
    result.outputs.clear();
    // No more than the shader says it emits.
    const unsigned most = property_of(*shader_, "GS_MAX_OUTPUT_VERTICES");
    for (unsigned vertex = 0; vertex < most; ++vertex) {
        std::vector<CaseOutput> outputs = declared;
        CaseOutput& flags = outputs.emplace_back();
        flags.index = static_cast<unsigned>(declared.size());
        flags.semantic = kVertexFlags;
        for (CaseOutput& output : outputs) {
            output.vertex = vertex;
            output.given = 0;
            for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
                const std::vector<NirVertexSink::Vertex>& emitted = vertices_.of_lane(lane);
                output.lanes[lane] = {};
                if (vertex >= emitted.size()) {
                    continue;
                }
                output.given = static_cast<std::uint8_t>(output.given | (1U << lane));
                for (unsigned c = 0; c < 4 && output.index < declared.size(); ++c) {
                    output.lanes[lane][c] = emitted[vertex].words[output.index * 4 + c];
                }
            }
        }
        CaseOutput& last = outputs.back();
        for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
            if ((last.given >> lane & 1) != 0) {
                last.lanes[lane][0] = vertices_.of_lane(lane)[vertex].flags;
            }
        }
        if (last.given == 0) {
            break;
        }
        result.outputs.insert(result.outputs.end(), outputs.begin(), outputs.end());
    }
    std::stable_sort(result.outputs.begin(), result.outputs.end(),
                     [](const CaseOutput& a, const CaseOutput& b) { return a.index < b.index; });
}

} // namespace jacquard::driver
