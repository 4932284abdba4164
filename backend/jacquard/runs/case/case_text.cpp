#include <jacquard/runs/case/case_file.h>
#include <jacquard/runs/case/case_texels.h>
#include <jacquard/runs/textures/sampler_words.h>
#include <jacquard/support/hex.h>

#include <algorithm>

namespace jacquard::driver {

namespace {

class CasePrinter {
  public:
    std::string print(const CaseFile& file) {
        places_ = file.places;
        text_ = "shader " + file.shader + '\n';
        print_headings(file);
        for (const CaseRun& run : file.runs) {
            text_ += "run\n";
            print_inputs(run);
            print_vertex_inputs(run);
            print_constants(run);
            print_memories(run);
            print_textures("TEXTURE", run.textures, before_.textures);
            print_textures("IMAGE", run.images, before_.images);
            print_samplers(run);
            print_others(run);
            print_expected(run);
            before_ = run;
        }
        return std::move(text_);
    }

    std::string print_changes(const CaseRun& run, std::vector<CaseMemory> memories,
                              std::vector<CaseTexture> images) {
        before_ = run;
        CaseRun after;
        after.memories = std::move(memories);
        begin_with_zeros(after.memories);
        after.images = std::move(images);
        print_memories(after);
        print_textures("IMAGE", after.images, before_.images);
        return std::move(text_);
    }

  private:
    void print_headings(const CaseFile& file) {
        if (!file.entry.empty()) {
            text_ += "entry " + file.entry + '\n';
        }
        if (file.stage) {
            text_ += "stage " + std::string(nir::name_of(*file.stage)) + '\n';
        }
        for (const spirv::Specialisation& each : file.specialisations) {
            text_ += "spec " + std::to_string(each.id) + ' ' + hex(each.bits & 0xffffffff, 8) +
                     (each.bits >> 32 != 0 ? ' ' + hex(each.bits >> 32, 8) : std::string()) + '\n';
        }
    }

    // Memory that a case does not give begins as zeros, so that what a run changed of it is told.
    void begin_with_zeros(const std::vector<CaseMemory>& memories) {
        for (const CaseMemory& memory : memories) {
            const bool is_given =
                std::any_of(before_.memories.begin(), before_.memories.end(),
                            [&](const CaseMemory& other) { return other.space == memory.space; });
            if (is_given) {
                continue;
            }
            CaseMemory zeros = memory;
            for (std::vector<Vector4>& buffer : zeros.buffers) {
                std::fill(buffer.begin(), buffer.end(), Vector4{});
            }
            before_.memories.push_back(std::move(zeros));
        }
    }

    // Returns how lines name a resource.
    [[nodiscard]] std::string place(std::size_t number) const {
        return number < places_.size() ? places_[number] : std::to_string(number);
    }

    void vector(const Vector4& words) {
        for (const std::uint32_t word : words) {
            text_ += ' ';
            append_hex(text_, word, 8);
        }
        text_ += '\n';
    }

    void print_inputs(const CaseRun& run) {
        const std::size_t count = std::max(run.inputs.size(), before_.inputs.size());
        for (std::size_t i = 0; i < count; ++i) {
            const LaneVectors now = i < run.inputs.size() ? run.inputs[i] : LaneVectors{};
            const LaneVectors then = i < before_.inputs.size() ? before_.inputs[i] : LaneVectors{};
            for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
                if (now[lane] != then[lane]) {
                    text_ += "IN " + std::to_string(i) + " lane " + std::to_string(lane);
                    vector(now[lane]);
                }
            }
        }
    }

    static LaneVectors vertex_input(const CaseRun& run, std::size_t i, std::size_t vertex) {
        return i < run.vertex_inputs.size() && vertex < run.vertex_inputs[i].size()
                   ? run.vertex_inputs[i][vertex]
                   : LaneVectors{};
    }

    void print_vertex_inputs(const CaseRun& run) {
        const std::size_t count = std::max(run.vertex_inputs.size(), before_.vertex_inputs.size());
        const unsigned vertices = std::max(run.num_vertices(), before_.num_vertices());
        for (std::size_t i = 0; i < count; ++i) {
            for (unsigned vertex = 0; vertex < vertices; ++vertex) {
                const LaneVectors now = vertex_input(run, i, vertex);
                const LaneVectors then = vertex_input(before_, i, vertex);
                for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
                    if (now[lane] != then[lane]) {
                        text_ += "IN " + std::to_string(i) + " vertex " + std::to_string(vertex) +
                                 " lane " + std::to_string(lane);
                        vector(now[lane]);
                    }
                }
            }
        }
    }

    static Vector4 constant(const CaseRun& run, std::size_t buffer, std::size_t i) {
        return buffer < run.constants.size() && i < run.constants[buffer].size()
                   ? run.constants[buffer][i]
                   : Vector4{};
    }

    static std::size_t num_constants(const CaseRun& run, std::size_t buffer) {
        return buffer < run.constants.size() ? run.constants[buffer].size() : 0;
    }

    void print_constants(const CaseRun& run) {
        const std::size_t buffers = std::max(run.constants.size(), before_.constants.size());
        for (std::size_t buffer = 0; buffer < buffers; ++buffer) {
            const std::size_t count =
                std::max(num_constants(run, buffer), num_constants(before_, buffer));
            for (std::size_t i = 0; i < count; ++i) {
                const Vector4 now = constant(run, buffer, i);
                if (now != constant(before_, buffer, i)) {
                    text_ += "CONST " + place(buffer) + ' ' + std::to_string(i);
                    vector(now);
                }
            }
        }
    }

    // Unlike constants, memory ends where its last vector ends, be that all zeros.
    void print_memories(const CaseRun& run) {
        for (const CaseMemory& memory : run.memories) {
            const nir::MemorySpaceInfo& info = nir::memory_space_info(memory.space);
            const auto then =
                std::find_if(before_.memories.begin(), before_.memories.end(),
                             [&](const CaseMemory& other) { return other.space == memory.space; });
            for (std::size_t buffer = 0; buffer < memory.buffers.size(); ++buffer) {
                const std::vector<Vector4> none;
                const bool is_new =
                    then == before_.memories.end() || buffer >= then->buffers.size();
                const std::vector<Vector4>& old = is_new ? none : then->buffers[buffer];
                for (std::size_t i = 0; i < memory.buffers[buffer].size(); ++i) {
                    const Vector4& now = memory.buffers[buffer][i];
                    if (i < old.size() && old[i] == now) {
                        continue;
                    }
                    text_ += "MEMORY ";
                    text_ += info.name;
                    if (info.addressing == nir::Addressing::buffer) {
                        text_ += ' ' + place(buffer);
                    }
                    text_ += ' ' + std::to_string(i);
                    vector(now);
                }
            }
        }
    }

    // One that differs in more than its texels is declared again.
    void print_textures(std::string_view kind, const std::vector<CaseTexture>& now,
                        const std::vector<CaseTexture>& before) {
        for (const CaseTexture& declared : now) {
            const RecordedTexture& texture = declared.texture;
            const auto found =
                std::find_if(before.begin(), before.end(), [&](const CaseTexture& other) {
                    return other.number == declared.number;
                });
            const bool is_same =
                found != before.end() && is_declared_alike(found->texture, texture);
            const std::string name = std::string(kind) + ' ' + place(declared.number);
            if (!is_same) {
                declare(name, texture);
            }
            const TexelWords blank = texel_without_bits(texture.format);
            for (std::size_t i = 0; i < texture.num_texels(); ++i) {
                if (texel_of(texture, i) != (is_same ? texel_of(found->texture, i) : blank)) {
                    append_texel(text_, name, texture, i);
                }
            }
        }
    }

    static bool is_declared_alike(const RecordedTexture& one, const RecordedTexture& other) {
        return one.dim == other.dim && one.format == other.format && one.size == other.size &&
               one.layers == other.layers && one.levels == other.levels &&
               one.samples == other.samples && one.sampler == other.sampler;
    }

    void declare(const std::string& name, const RecordedTexture& texture) {
        text_ += name + ' ' + texture.dim;
        for (const std::uint32_t size : texture.size) {
            text_ += ' ' + std::to_string(size);
        }
        text_ += ' ' + std::to_string(texture.layers);
        if (texture.format != RecordedTexture{}.format) {
            text_ += " format ";
            text_ += texture.info().name;
        }
        if (texture.levels != 1) {
            text_ += " levels " + std::to_string(texture.levels);
        }
        if (texture.samples != 1) {
            text_ += " samples " + std::to_string(texture.samples);
        }
        sampler(texture.sampler);
    }

    void sampler(const SamplerState& state) {
        for (const SamplerWord& word : sampler_words(state)) {
            text_ += ' ';
            text_ += word.key;
            text_ += ' ' + word.value;
        }
        text_ += '\n';
    }

    void print_samplers(const CaseRun& run) {
        for (const CaseSampler& now : run.samplers) {
            const auto then =
                std::find_if(before_.samplers.begin(), before_.samplers.end(),
                             [&](const CaseSampler& other) { return other.number == now.number; });
            if (then == before_.samplers.end() || !(then->state == now.state)) {
                text_ += "SAMPLER " + place(now.number);
                sampler(now.state);
            }
        }
    }

    static Vector4 components_of(const CaseSystemValue& value, unsigned lane) {
        return {value.lanes[lane], value.more[0][lane], value.more[1][lane], value.more[2][lane]};
    }

    void print_others(const CaseRun& run) {
        if (run.groups != before_.groups) {
            text_ += "GROUPS";
            for (const std::uint32_t along : run.groups) {
                text_ += ' ' + std::to_string(along);
            }
            text_ += '\n';
        }
        for (const CaseSystemValue& value : run.system_values) {
            const CaseSystemValue* then = before_.find_system_value(value.name);
            for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
                const Vector4 now = components_of(value, lane);
                if (now == (then != nullptr ? components_of(*then, lane) : Vector4{})) {
                    continue;
                }
                text_ += "SV " + value.name + " lane " + std::to_string(lane);
                if (then == nullptr && now[1] == 0 && now[2] == 0 && now[3] == 0) {
                    text_ += ' ';
                    append_hex(text_, now[0], 8);
                    text_ += '\n';
                } else {
                    vector(now);
                }
            }
        }
        if (run.has_fragment_position && (!before_.has_fragment_position ||
                                          run.fragment_position != before_.fragment_position)) {
            text_ += "POS";
            vector(run.fragment_position);
        }
        if (run.has_facing && (!before_.has_facing || run.front_facing != before_.front_facing)) {
            text_ += run.front_facing ? "FACE 1\n" : "FACE -1\n";
        }
    }

    void print_expected(const CaseRun& run) {
        for (const CaseVector& wanted : run.expected_vectors) {
            print_expected_vector(wanted);
        }
        if (run.expected.empty() && run.expected_mask == 0xf) {
            return;
        }
        text_ += "expect MASK " + hex(run.expected_mask, 1) + '\n';
        for (const CaseOutput& output : run.expected) {
            for (unsigned lane = 0; lane < kCaseLanes; ++lane) {
                if ((output.given >> lane & 1) != 0) {
                    text_ += "expect OUT " + std::to_string(output.index) + ' ' + output.semantic +
                             ' ' + std::to_string(output.semantic_index);
                    if (output.vertex) {
                        text_ += " vertex " + std::to_string(*output.vertex);
                    }
                    text_ += " lane " + std::to_string(lane);
                    vector(output.lanes[lane]);
                }
            }
        }
    }

    void print_expected_vector(const CaseVector& wanted) {
        if (wanted.in_image) {
            text_ += "expect IMAGE " + place(wanted.buffer);
        } else {
            const nir::MemorySpaceInfo& info = nir::memory_space_info(wanted.space);
            text_ += "expect MEMORY ";
            text_ += info.name;
            if (info.addressing == nir::Addressing::buffer) {
                text_ += ' ' + place(wanted.buffer);
            }
        }
        text_ += ' ' + std::to_string(wanted.index);
        vector(wanted.value);
    }

    std::string text_;
    std::vector<std::string> places_;
    CaseRun before_; // the settings that hold until a line changes them
};

} // namespace

std::string print_case_file(const CaseFile& file) {
    return CasePrinter().print(file);
}

std::string print_changes(const CaseRun& run, std::vector<CaseMemory> memories,
                          std::vector<CaseTexture> images) {
    return CasePrinter().print_changes(run, std::move(memories), std::move(images));
}

} // namespace jacquard::driver
