#include <jacquard/runs/recorded/module_case.h>

#include <algorithm>
#include <array>
#include <string_view>

namespace jacquard::driver {

namespace {

// System values that a module's run can be given, and the built-ins that they are.
struct GivenBuiltIn {
    std::string_view name; // of the case
    std::string_view key;  // of recorded runs
};
constexpr std::array<GivenBuiltIn, 2> kGivenBuiltIns = {
    {{"VERTEXID", "VertexIndex"}, {"PRIM_ID", "PrimitiveId"}}};
// The draw's first instance.
constexpr std::string_view kInstance = "INSTANCEID";

Words words_of(const std::vector<Vector4>& vectors) {
    Words words;
    words.reserve(vectors.size() * Vector4{}.size());
    for (const Vector4& vector : vectors) {
        words.insert(words.end(), vector.begin(), vector.end());
    }
    return words;
}

std::vector<Vector4> vectors_of(const Words& words) {
    std::vector<Vector4> vectors((words.size() + 3) / 4);
    for (std::size_t i = 0; i < words.size(); ++i) {
        vectors[i / 4][i % 4] = words[i];
    }
    return vectors;
}

// Makes the recorded run of one run of a case.
class Converter {
  public:
    Converter(const CaseFile& file, const CaseRun& run, std::string& fault)
        : file_(file), run_(run), fault_(fault) {}

    std::optional<RecordedCase> convert() {
        made_.module = file_.shader;
        if (file_.places.empty() && names_resources()) {
            fault_ = "a case of a module names its resources by SET.BINDING, not by number";
            return std::nullopt;
        }
        if (!run_.vertex_inputs.empty()) {
            fault_ = "a module is not given inputs of several vertices";
            return std::nullopt;
        }
        take_inputs();
        take_resources();
        if (!take_memories() || !take_system_values()) {
            return std::nullopt;
        }
        if (run_.groups[0] != 0) {
            made_.workgroups = run_.groups;
        }
        return std::move(made_);
    }

  private:
    [[nodiscard]] bool names_resources() const {
        const auto has_buffers = [](const CaseMemory& memory) {
            return nir::memory_space_info(memory.space).addressing == nir::Addressing::buffer;
        };
        return !run_.constants.empty() || !run_.textures.empty() || !run_.images.empty() ||
               !run_.samplers.empty() ||
               std::any_of(run_.memories.begin(), run_.memories.end(), has_buffers);
    }

    void take_inputs() {
        for (std::size_t location = 0; location < run_.inputs.size(); ++location) {
            LaneWordLists lanes;
            for (std::size_t lane = 0; lane < kCaseLanes; ++lane) {
                const Vector4& value = run_.inputs[location][lane];
                lanes[lane].assign(value.begin(), value.end());
            }
            made_.inputs.emplace_back(std::to_string(location), std::move(lanes));
        }
        if (run_.has_fragment_position) {
            LaneWordLists lanes;
            for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
                const Vector4 value = position_of_lane(run_.fragment_position, lane);
                lanes[lane].assign(value.begin(), value.end());
            }
            made_.inputs.emplace_back("FragCoord", std::move(lanes));
        }
        if (run_.has_facing) {
            LaneWordLists lanes;
            lanes.fill({run_.front_facing ? 1U : 0U});
            made_.inputs.emplace_back("FrontFacing", std::move(lanes));
        }
    }

    // A place that gives nothing here is that of a resource of another kind.
    void take_resources() {
        for (std::size_t i = 0; i < run_.constants.size(); ++i) {
            if (!run_.constants[i].empty()) {
                made_.uniform_buffers.emplace_back(file_.places[i], words_of(run_.constants[i]));
            }
        }
        for (const CaseTexture& texture : run_.textures) {
            made_.textures.emplace_back(file_.places[texture.number], texture.texture);
            made_.textures.back().second.is_combined = true;
        }
        for (const CaseTexture& image : run_.images) {
            made_.images.emplace_back(file_.places[image.number], image.texture);
        }
        for (const CaseSampler& sampler : run_.samplers) {
            made_.samplers.emplace_back(file_.places[sampler.number], sampler.state);
        }
    }

    void take_buffers(const CaseMemory& memory, ByKey<Words>& to) {
        for (std::size_t i = 0; i < memory.buffers.size(); ++i) {
            if (!memory.buffers[i].empty()) {
                to.emplace_back(file_.places[i], words_of(memory.buffers[i]));
            }
        }
    }

    bool take_memories() {
        for (const CaseMemory& memory : run_.memories) {
            switch (memory.space) {
            case nir::MemorySpace::ssbo: take_buffers(memory, made_.storage_buffers); break;
            case nir::MemorySpace::ubo: take_buffers(memory, made_.uniform_buffers); break;
            case nir::MemorySpace::push_constant:
                made_.push_constants = words_of(memory.buffers.front());
                break;
            case nir::MemorySpace::global:
                made_.storage_buffers.emplace_back(kGlobalKey, words_of(memory.buffers.front()));
                break;
            default:
                fault_ = "a module is not given the memory space '" +
                         std::string(nir::memory_space_info(memory.space).name) +
                         "', only ssbo, ubo, push_constant and global";
                return false;
            }
        }
        return true;
    }

    bool take_system_values() {
        for (const CaseSystemValue& value : run_.system_values) {
            if (value.name == kInstance) {
                made_.run = value.lanes[0];
                continue;
            }
            const auto* const known =
                std::find_if(kGivenBuiltIns.begin(), kGivenBuiltIns.end(),
                             [&](const GivenBuiltIn& each) { return each.name == value.name; });
            if (known == kGivenBuiltIns.end()) {
                fault_ = "a module is not given the system value '" + value.name + "', only " +
                         std::string(kInstance);
                for (const GivenBuiltIn& each : kGivenBuiltIns) {
                    fault_ += ", " + std::string(each.name);
                }
                return false;
            }
            LaneWordLists lanes;
            for (std::size_t lane = 0; lane < kCaseLanes; ++lane) {
                lanes[lane] = {value.lanes[lane]};
            }
            made_.inputs.emplace_back(known->key, std::move(lanes));
        }
        return true;
    }

    const CaseFile& file_;
    const CaseRun& run_;
    std::string& fault_;
    RecordedCase made_;
};

} // namespace

std::optional<RecordedCase> recorded_of(const CaseFile& file, const CaseRun& run,
                                        std::string& fault) {
    return Converter(file, run, fault).convert();
}

void add_headings(const CaseFile& file, spirv::TranslateOptions& options) {
    if (options.entry.empty()) {
        options.entry = file.entry;
    }
    if (!options.stage) {
        options.stage = file.stage;
    }
    // A later value of a constant replaces an earlier one, so the command line comes last.
    options.specialisations.insert(options.specialisations.begin(), file.specialisations.begin(),
                                   file.specialisations.end());
}

RunResult result_of(const CaseFile& file, const RecordedCase& recorded,
                    const RecordedResult& computed, const nir::ShaderInfo& info,
                    const SlotWords& words) {
    RunResult result;
    result.live_mask = computed.live_mask;
    for (std::size_t slot = 0; slot < info.outputs.size(); ++slot) {
        CaseOutput& output = result.outputs.emplace_back();
        output.index = static_cast<unsigned>(slot);
        output.semantic = nir::name_of(info.outputs[slot].semantic);
        output.semantic_index = info.outputs[slot].semantic_index;
        output.given = 0xf;
        for (std::size_t lane = 0; lane < kCaseLanes; ++lane) {
            for (std::size_t c = 0; c < Vector4{}.size(); ++c) {
                output.lanes[lane][c] = words[(slot * 4 + c) * kCaseLanes + lane];
            }
        }
    }
    const auto number_of = [&file](std::string_view key) {
        return static_cast<std::size_t>(std::find(file.places.begin(), file.places.end(), key) -
                                        file.places.begin());
    };
    CaseMemory buffers{nir::MemorySpace::ssbo, {}};
    for (const auto& [key, content] : computed.storage_buffers) {
        if (key == kGlobalKey) {
            result.memories.push_back({nir::MemorySpace::global, {vectors_of(content)}});
        } else if (const std::size_t number = number_of(key); number < file.places.size()) {
            buffers.buffers.resize(std::max(buffers.buffers.size(), number + 1));
            buffers.buffers[number] = vectors_of(content);
        }
    }
    result.memories.push_back(std::move(buffers));
    if (!computed.shared.empty()) {
        result.memories.push_back({nir::MemorySpace::shared, {vectors_of(computed.shared)}});
    }
    for (const auto& [key, texels] : computed.images) {
        const RecordedTexture* before = find_key(recorded.images, key);
        if (const std::size_t number = number_of(key); before && number < file.places.size()) {
            result.images.push_back({static_cast<unsigned>(number), *before});
            result.images.back().texture.texels = texels;
        }
    }
    return result;
}

} // namespace jacquard::driver
