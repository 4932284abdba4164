#include <jacquard/driver/case_file.h>
#include <jacquard/driver/case_line.h>
#include <jacquard/driver/hex.h>
#include <jacquard/support/near_name.h>

#include <algorithm>
#include <new>
#include <optional>
#include <span>

namespace jacquard::driver {

namespace {

class CaseParser {
  public:
    CaseParser(Diagnostics& diagnostics, const Limits& limits)
        : diagnostics_(&diagnostics), limits_(&limits), bytes_left_(limits.memory) {}

    CaseFile parse(std::string_view text) {
        std::uint32_t number = 1;
        for (std::size_t start = 0; start < text.size(); ++number) {
            if (stopped_ || diagnostics_->is_full()) {
                return std::move(file_);
            }
            const std::size_t end = std::min(text.find('\n', start), text.size());
            parse_line(text.substr(start, end - start), number);
            start = end + 1;
        }
        if (file_.shader.empty()) {
            diagnostics_->error("C101", {1, 1}, "a case begins with a line 'shader PATH'");
        }
        if (file_.runs.empty()) {
            diagnostics_->error("C102", {number, 1}, "the case has no line 'run'");
        }
        return std::move(file_);
    }

  private:
    void parse_line(std::string_view text, std::uint32_t number) {
        CaseLine line(text, number, *diagnostics_);
        if (line.at_end()) {
            return;
        }
        const CaseWord keyword = line.next();
        if (keyword.text.starts_with('#')) {
            return;
        }
        if (keyword.text == "shader") {
            parse_shader(line, keyword);
        } else if (keyword.text == "run") {
            begin_run(line, keyword);
        } else if (!known_keyword(keyword)) {
            return;
        } else if (file_.runs.empty()) {
            diagnostics_->error("C107", keyword.position,
                                "'" + std::string(keyword.text) + "' comes before the first 'run'");
        } else {
            parse_item(line, keyword);
        }
    }

    bool known_keyword(const CaseWord& keyword) {
        static constexpr std::array<std::string_view, 13> kKeywords = {
            "shader", "run",   "IN",     "CONST", "SV",   "MEMORY", "TEXTURE",
            "IMAGE",  "TEXEL", "GROUPS", "POS",   "FACE", "expect"};
        if (std::find(kKeywords.begin(), kKeywords.end(), keyword.text) != kKeywords.end()) {
            return true;
        }
        Diagnostic& fault =
            diagnostics_->error("C108", keyword.position,
                                "unknown line of a case: '" + std::string(keyword.text) + "'");
        const std::string_view near = near_name(keyword.text, kKeywords);
        if (!near.empty()) {
            fault.notes.push_back({{}, "did you mean '" + std::string(near) + "'?"});
        }
        return false;
    }

    void parse_shader(CaseLine& line, const CaseWord& keyword) {
        if (!file_.shader.empty()) {
            diagnostics_->error("C109", keyword.position, "the case names its shader twice");
            return;
        }
        const CaseWord path = line.next();
        if (path.text.empty()) {
            line.fail("C103", path, "expected the path of the shader");
            return;
        }
        if (line.end_of_line()) {
            file_.shader = path.text;
        }
    }

    // The state of the run at hand is what the next one begins with.
    void begin_run(CaseLine& line, const CaseWord& keyword) {
        line.end_of_line();
        if (!take(sizeof(CaseRun) + state_bytes_, keyword.position)) {
            return;
        }
        CaseRun run;
        if (!file_.runs.empty()) {
            run = file_.runs.back();
            run.expected.clear();
            run.expected_vectors.clear();
            run.expected_mask = 0xf;
        }
        run.position = keyword.position;
        file_.runs.push_back(std::move(run));
    }

    // Before memory is taken for all runs together. False, and an error, when there is none left.
    bool take(std::uint64_t bytes, SourcePosition position) {
        if (bytes > bytes_left_) {
            if (!stopped_) {
                report_limit(*diagnostics_, position, Limit::memory, *limits_);
            }
            stopped_ = true;
            return false;
        }
        bytes_left_ -= bytes;
        return true;
    }

    // Makes the list long enough for an index. The next run takes as much again.
    template <typename T>
    bool grow(std::vector<T>& list, unsigned index, SourcePosition position) {
        if (index < list.size()) {
            return true;
        }
        const std::uint64_t bytes = sizeof(T) * (std::uint64_t{index} + 1 - list.size());
        if (!take(bytes, position)) {
            return false;
        }
        state_bytes_ += bytes;
        list.resize(index + std::size_t{1});
        return true;
    }

    void parse_item(CaseLine& line, const CaseWord& keyword) {
        CaseRun& run = file_.runs.back();
        if (keyword.text == "IN") {
            parse_input(line, keyword, run);
        } else if (keyword.text == "CONST") {
            parse_constant(line, keyword, run);
        } else if (keyword.text == "SV") {
            parse_system_value(line, keyword, run);
        } else if (keyword.text == "MEMORY") {
            parse_memory(line, keyword, run);
        } else if (keyword.text == "TEXTURE") {
            parse_texture(line, keyword, run.textures);
        } else if (keyword.text == "IMAGE") {
            parse_texture(line, keyword, run.images);
        } else if (keyword.text == "TEXEL") {
            parse_texel(line, run);
        } else if (keyword.text == "GROUPS") {
            parse_groups(line, run);
        } else if (keyword.text == "POS") {
            const std::optional<Vector4> value = line.vector();
            if (value && line.end_of_line()) {
                run.fragment_position = *value;
                run.has_fragment_position = true;
            }
        } else if (keyword.text == "FACE") {
            parse_facing(line, run);
        } else if (line.accept("MASK")) {
            parse_mask(line, run);
        } else if (line.accept("OUT")) {
            parse_output(line, keyword, run);
        } else if (line.accept("MEMORY")) {
            parse_expected_memory(line, keyword, run);
        } else if (line.accept("IMAGE")) {
            parse_expected_texel(line, keyword, run);
        } else {
            line.fail("C103", line.next(), "expected 'MASK', 'OUT', 'MEMORY' or 'IMAGE'");
        }
    }

    void parse_input(CaseLine& line, const CaseWord& keyword, CaseRun& run) {
        const std::optional<unsigned> index = line.number("the number of an input", kMaxCaseIndex);
        const std::optional<unsigned> lane = index ? line.lane() : std::nullopt;
        const std::optional<Vector4> value = lane ? line.vector() : std::nullopt;
        if (value && line.end_of_line() && grow(run.inputs, *index, keyword.position)) {
            run.inputs[*index][*lane] = *value;
        }
    }

    void parse_constant(CaseLine& line, const CaseWord& keyword, CaseRun& run) {
        const std::optional<unsigned> buffer =
            line.number("the number of a constant buffer", kMaxCaseBuffers);
        const std::optional<unsigned> index =
            buffer ? line.number("the number of a constant", kMaxCaseIndex) : std::nullopt;
        const std::optional<Vector4> value = index ? line.vector() : std::nullopt;
        if (value && line.end_of_line() && grow(run.constants, *buffer, keyword.position) &&
            grow(run.constants[*buffer], *index, keyword.position)) {
            run.constants[*buffer][*index] = *value;
        }
    }

    void parse_system_value(CaseLine& line, const CaseWord& keyword, CaseRun& run) {
        const CaseWord name = line.next();
        if (name.text.empty()) {
            line.fail("C103", name, "expected the name of a system value");
            return;
        }
        std::optional<unsigned> lane;
        if (line.accept("lane")) {
            lane = line.number("a lane", kCaseLanes);
            if (!lane) {
                return;
            }
        }
        const std::optional<std::uint32_t> value = line.hex_word();
        if (!value || !line.end_of_line()) {
            return;
        }
        auto found =
            std::find_if(run.system_values.begin(), run.system_values.end(),
                         [&](const CaseSystemValue& value) { return value.name == name.text; });
        if (found == run.system_values.end()) {
            const std::uint64_t bytes = sizeof(CaseSystemValue) + name.text.size();
            if (run.system_values.size() == kMaxCaseSystemValues) {
                line.fail("C111", name,
                          "a run has at most " + std::to_string(kMaxCaseSystemValues) +
                              " system values");
                return;
            }
            if (!take(bytes, keyword.position)) {
                return;
            }
            state_bytes_ += bytes;
            run.system_values.push_back({std::string(name.text), {}});
            found = run.system_values.end() - 1;
        }
        if (lane) {
            found->lanes[*lane] = *value;
        } else {
            found->lanes.fill(*value);
        }
    }

    // "MEMORY space [buffer] i x y z w": vector `i` of a memory space of NIR.
    void parse_memory(CaseLine& line, const CaseWord& keyword, CaseRun& run) {
        const CaseWord name = line.next();
        const std::optional<nir::MemorySpace> space = given_space(name);
        if (!space) {
            return;
        }
        const std::optional<unsigned> buffer = buffer_of(line, *space);
        const std::optional<unsigned> index =
            buffer ? line.number("the number of a vector", kMaxCaseIndex) : std::nullopt;
        const std::optional<Vector4> value = index ? line.vector() : std::nullopt;
        if (!value || !line.end_of_line()) {
            return;
        }
        auto found = std::find_if(run.memories.begin(), run.memories.end(),
                                  [&](const CaseMemory& memory) { return memory.space == *space; });
        if (found == run.memories.end()) {
            if (!take(sizeof(CaseMemory), keyword.position)) {
                return;
            }
            state_bytes_ += sizeof(CaseMemory);
            run.memories.push_back({*space, {}});
            found = run.memories.end() - 1;
        }
        if (grow(found->buffers, *buffer, keyword.position) &&
            grow(found->buffers[*buffer], *index, keyword.position)) {
            found->buffers[*buffer][*index] = *value;
        }
    }

    // "n SHAPE width height depth layers [compare HOW]": a texture with its sampler, or an image,
    // all zeros until texels are given.
    void parse_texture(CaseLine& line, const CaseWord& keyword, std::vector<CaseTexture>& to) {
        const std::optional<unsigned> number = line.number("a number", kMaxCaseTextures);
        if (!number) {
            return;
        }
        CaseTexture made{*number, {}};
        const CaseWord shape = line.next();
        if (!known_word(shape, kCaseShapes, "a shape of textures")) {
            return;
        }
        made.texture.dim = shape.text;
        std::uint64_t texels = 1;
        for (unsigned i = 0; i < 4; ++i) {
            std::uint32_t& to_size = i < 3 ? made.texture.size[i] : made.texture.layers;
            const std::optional<std::uint32_t> size = size_along(line, kMaxCaseSize);
            if (!size) {
                return;
            }
            to_size = *size;
            texels = std::min<std::uint64_t>(texels * *size, kMaxCaseTexels + 1);
        }
        if (line.accept("compare")) {
            const CaseWord how = line.next();
            if (!known_word(how, kCaseComparisons, "a comparison")) {
                return;
            }
            made.texture.compare = how.text;
        }
        if (!line.end_of_line()) {
            return;
        }
        if (texels > kMaxCaseTexels) {
            diagnostics_->error("C113", keyword.position,
                                "a texture of a case has at most " +
                                    std::to_string(kMaxCaseTexels) + " texels");
            return;
        }
        const std::uint64_t bytes = sizeof(CaseTexture) + texels * sizeof(Vector4);
        if (!take(bytes, keyword.position)) {
            return;
        }
        state_bytes_ += bytes;
        made.texture.texels.resize(texels * 4);
        if (CaseTexture* old = find_texture(to, *number)) {
            *old = std::move(made);
        } else {
            to.push_back(std::move(made));
        }
    }

    // From 1 to `most`.
    std::optional<std::uint32_t> size_along(CaseLine& line, unsigned most) {
        const CaseWord word = line.next();
        const auto size = parse_number<std::uint32_t>(word.text);
        if (!size || *size == 0 || *size > most) {
            line.fail("C104", word, "expected a size from 1 to " + std::to_string(most));
            return std::nullopt;
        }
        return size;
    }

    bool known_word(const CaseWord& word, std::span<const std::string_view> known,
                    const std::string& what) {
        if (std::find(known.begin(), known.end(), word.text) != known.end()) {
            return true;
        }
        Diagnostic& fault = diagnostics_->error("C114", word.position,
                                                '\'' + std::string(word.text) + "' is not " + what);
        const std::string_view near = near_name(word.text, known);
        if (!near.empty()) {
            fault.notes.push_back({{}, "did you mean '" + std::string(near) + "'?"});
        }
        return false;
    }

    static CaseTexture* find_texture(std::vector<CaseTexture>& textures, unsigned number) {
        const auto found =
            std::find_if(textures.begin(), textures.end(),
                         [&](const CaseTexture& texture) { return texture.number == number; });
        return found == textures.end() ? nullptr : &*found;
    }

    // "TEXTURE n i x y z w" or "IMAGE n i x y z w": texel `i` of one that was declared.
    void parse_texel(CaseLine& line, CaseRun& run) {
        const CaseWord kind = line.next();
        if (kind.text != "TEXTURE" && kind.text != "IMAGE") {
            line.fail("C103", kind, "expected 'TEXTURE' or 'IMAGE'");
            return;
        }
        CaseTexture* texture =
            declared_texture(line, kind.text == "IMAGE" ? run.images : run.textures);
        if (!texture) {
            return;
        }
        const auto texels = static_cast<unsigned>(texture->texture.texels.size() / 4);
        const std::optional<unsigned> index = line.number("the number of a texel", texels);
        const std::optional<Vector4> value = index ? line.vector() : std::nullopt;
        if (value && line.end_of_line()) {
            std::copy(value->begin(), value->end(),
                      texture->texture.texels.begin() + std::ptrdiff_t{*index} * 4);
        }
    }

    CaseTexture* declared_texture(CaseLine& line, std::vector<CaseTexture>& among) {
        const CaseWord word = line.next();
        const auto number = parse_number<unsigned>(word.text);
        CaseTexture* texture = number ? find_texture(among, *number) : nullptr;
        if (!texture) {
            line.fail("C115", word, "expected the number of a texture or image declared before");
        }
        return texture;
    }

    void parse_groups(CaseLine& line, CaseRun& run) {
        std::array<std::uint32_t, 3> groups{};
        for (std::uint32_t& along : groups) {
            const std::optional<std::uint32_t> size = size_along(line, kMaxCaseGroups);
            if (!size) {
                return;
            }
            along = *size;
        }
        if (line.end_of_line()) {
            run.groups = groups;
        }
    }

    void expect(const CaseVector& vector, SourcePosition position, CaseRun& run) {
        if (take(sizeof vector, position)) {
            run.expected_vectors.push_back(vector);
        }
    }

    void parse_expected_memory(CaseLine& line, const CaseWord& keyword, CaseRun& run) {
        const std::optional<nir::MemorySpace> space = given_space(line.next());
        if (!space) {
            return;
        }
        CaseVector wanted;
        wanted.space = *space;
        const std::optional<unsigned> buffer = buffer_of(line, *space);
        const std::optional<unsigned> index =
            buffer ? line.number("the number of a vector", kMaxCaseIndex) : std::nullopt;
        const std::optional<Vector4> value = index ? line.vector() : std::nullopt;
        if (value && line.end_of_line()) {
            wanted.buffer = *buffer;
            wanted.index = *index;
            wanted.value = *value;
            expect(wanted, keyword.position, run);
        }
    }

    void parse_expected_texel(CaseLine& line, const CaseWord& keyword, CaseRun& run) {
        const CaseTexture* image = declared_texture(line, run.images);
        if (!image) {
            return;
        }
        CaseVector wanted;
        wanted.in_image = true;
        wanted.buffer = image->number;
        const auto texels = static_cast<unsigned>(image->texture.texels.size() / 4);
        const std::optional<unsigned> index = line.number("the number of a texel", texels);
        const std::optional<Vector4> value = index ? line.vector() : std::nullopt;
        if (value && line.end_of_line()) {
            wanted.index = *index;
            wanted.value = *value;
            expect(wanted, keyword.position, run);
        }
    }

    // The number of a buffer in a space that has several; else 0.
    static std::optional<unsigned> buffer_of(CaseLine& line, nir::MemorySpace space) {
        const bool has_buffers =
            nir::memory_space_info(space).addressing == nir::Addressing::buffer;
        return has_buffers ? line.number("the number of a buffer", kMaxCaseBuffers)
                           : std::optional<unsigned>(0);
    }

    // A space whose bytes come from outside; nothing, and an error, for any other name.
    std::optional<nir::MemorySpace> given_space(const CaseWord& name) {
        const std::optional<nir::MemorySpace> space = nir::find_memory_space(name.text);
        if (space) {
            const nir::MemorySpaceInfo& info = nir::memory_space_info(*space);
            if (!info.is_own && info.addressing != nir::Addressing::slot &&
                info.addressing != nir::Addressing::value) {
                return space;
            }
            diagnostics_->error("C112", name.position,
                                "a case cannot give the memory space '" + std::string(name.text) +
                                    "'");
            return std::nullopt;
        }
        std::vector<std::string_view> known;
        for (const nir::MemorySpaceInfo& info : nir::kMemorySpaceInfos) {
            known.push_back(info.name);
        }
        Diagnostic& fault = diagnostics_->error(
            "C112", name.position, "there is no memory space '" + std::string(name.text) + "'");
        const std::string_view near = near_name(name.text, known);
        if (!near.empty()) {
            fault.notes.push_back({{}, "did you mean '" + std::string(near) + "'?"});
        }
        return std::nullopt;
    }

    static void parse_facing(CaseLine& line, CaseRun& run) {
        const CaseWord facing = line.next();
        if (facing.text != "1" && facing.text != "-1") {
            line.fail("C103", facing, "expected 1 (front) or -1 (back)");
        } else if (line.end_of_line()) {
            run.front_facing = facing.text == "1";
            run.has_facing = true;
        }
    }

    static void parse_mask(CaseLine& line, CaseRun& run) {
        const CaseWord word = line.next();
        const std::optional<unsigned> value = parse_number<unsigned>(word.text, 16);
        if (!value || *value > 0xf) {
            line.fail("C105", word, "expected one hex digit, one bit a lane");
        } else if (line.end_of_line()) {
            run.expected_mask = static_cast<std::uint8_t>(*value);
        }
    }

    void parse_output(CaseLine& line, const CaseWord& keyword, CaseRun& run) {
        const std::optional<unsigned> index =
            line.number("the number of an output", kMaxCaseOutputs);
        if (!index) {
            return;
        }
        const CaseWord semantic = line.next();
        const std::optional<unsigned> semantic_index =
            line.number("the index of a semantic", kMaxCaseIndex);
        const std::optional<unsigned> lane = semantic_index ? line.lane() : std::nullopt;
        const std::optional<Vector4> value = lane ? line.vector() : std::nullopt;
        if (!value || !line.end_of_line()) {
            return;
        }
        auto found = std::find_if(run.expected.begin(), run.expected.end(),
                                  [&](const CaseOutput& output) { return output.index == *index; });
        if (found == run.expected.end()) {
            if (!take(sizeof(CaseOutput) + semantic.text.size(), keyword.position)) {
                return;
            }
            run.expected.push_back({*index, std::string(semantic.text), *semantic_index, {}, 0});
            found = run.expected.end() - 1;
        } else if (found->semantic != semantic.text || found->semantic_index != *semantic_index) {
            line.fail("C110", semantic,
                      "output " + std::to_string(*index) + " is " + found->semantic + ' ' +
                          std::to_string(found->semantic_index) + " on an earlier line");
            return;
        }
        found->lanes[*lane] = *value;
        found->given = static_cast<std::uint8_t>(found->given | (1U << *lane));
    }

    Diagnostics* diagnostics_;
    const Limits* limits_;
    std::uint64_t bytes_left_;
    std::uint64_t state_bytes_ = 0; // that the next run takes over from the one at hand
    bool stopped_ = false;
    CaseFile file_;
};

} // namespace

const CaseSystemValue* CaseRun::find_system_value(std::string_view name) const {
    for (const CaseSystemValue& value : system_values) {
        if (value.name == name) {
            return &value;
        }
    }
    return nullptr;
}

CaseFile parse_case_file(std::string_view text, Diagnostics& diagnostics, const Limits& limits) {
    if (text.size() > limits.input_bytes) {
        report_limit(diagnostics, {}, Limit::input_bytes, limits);
        return {};
    }
    try {
        return CaseParser(diagnostics, limits).parse(text);
    } catch (const std::bad_alloc& reason) {
        report_out_of_memory(diagnostics, reason, limits);
        return {};
    }
}

} // namespace jacquard::driver
