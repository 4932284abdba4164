// The lines of case files that give memory, textures and images, and say what they hold in the end.

#include <jacquard/driver/case_parser.h>
#include <jacquard/driver/hex.h>
#include <jacquard/support/near_name.h>

#include <algorithm>
#include <array>
#include <cstddef>

namespace jacquard::driver {

void CaseParser::parse_memory(CaseLine& line, const CaseWord& keyword, CaseRun& run) {
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

void CaseParser::parse_texture(CaseLine& line, const CaseWord& keyword,
                               std::vector<CaseTexture>& to) {
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
                            "a texture of a case has at most " + std::to_string(kMaxCaseTexels) +
                                " texels");
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

std::optional<std::uint32_t> CaseParser::size_along(CaseLine& line, unsigned most) {
    const CaseWord word = line.next();
    const auto size = parse_number<std::uint32_t>(word.text);
    if (!size || *size == 0 || *size > most) {
        line.fail("C104", word, "expected a size from 1 to " + std::to_string(most));
        return std::nullopt;
    }
    return size;
}

bool CaseParser::known_word(const CaseWord& word, std::span<const std::string_view> known,
                            const std::string& what) {
    if (std::find(known.begin(), known.end(), word.text) != known.end()) {
        return true;
    }
    Diagnostic& fault = diagnostics_->error("C114", word.position,
                                            '\'' + std::string(word.text) + "' is not " + what);
    suggest_name(fault, word.text, known);
    return false;
}

CaseTexture* CaseParser::find_texture(std::vector<CaseTexture>& textures, unsigned number) {
    const auto found =
        std::find_if(textures.begin(), textures.end(),
                     [&](const CaseTexture& texture) { return texture.number == number; });
    return found == textures.end() ? nullptr : &*found;
}

void CaseParser::parse_texel(CaseLine& line, CaseRun& run) {
    const CaseWord kind = line.next();
    if (kind.text != "TEXTURE" && kind.text != "IMAGE") {
        line.fail("C103", kind, "expected 'TEXTURE' or 'IMAGE'");
        return;
    }
    CaseTexture* texture = declared_texture(line, kind.text == "IMAGE" ? run.images : run.textures);
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

CaseTexture* CaseParser::declared_texture(CaseLine& line, std::vector<CaseTexture>& among) {
    const CaseWord word = line.next();
    const auto number = parse_number<unsigned>(word.text);
    CaseTexture* texture = number ? find_texture(among, *number) : nullptr;
    if (!texture) {
        line.fail("C115", word, "expected the number of a texture or image declared before");
    }
    return texture;
}

void CaseParser::parse_groups(CaseLine& line, CaseRun& run) {
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

void CaseParser::expect(const CaseVector& vector, SourcePosition position, CaseRun& run) {
    if (take(sizeof vector, position)) {
        run.expected_vectors.push_back(vector);
    }
}

void CaseParser::parse_expected_memory(CaseLine& line, const CaseWord& keyword, CaseRun& run) {
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

void CaseParser::parse_expected_texel(CaseLine& line, const CaseWord& keyword, CaseRun& run) {
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

std::optional<unsigned> CaseParser::buffer_of(CaseLine& line, nir::MemorySpace space) {
    const bool has_buffers = nir::memory_space_info(space).addressing == nir::Addressing::buffer;
    return has_buffers ? line.number("the number of a buffer", kMaxCaseBuffers)
                       : std::optional<unsigned>(0);
}

std::optional<nir::MemorySpace> CaseParser::given_space(const CaseWord& name) {
    const std::optional<nir::MemorySpace> space = nir::find_memory_space(name.text);
    if (space) {
        const nir::MemorySpaceInfo& info = nir::memory_space_info(*space);
        if (!info.is_own && info.addressing != nir::Addressing::slot &&
            info.addressing != nir::Addressing::value) {
            return space;
        }
        diagnostics_->error("C112", name.position,
                            "a case cannot give the memory space '" + std::string(name.text) + "'");
        return std::nullopt;
    }
    std::vector<std::string_view> known;
    for (const nir::MemorySpaceInfo& info : nir::kMemorySpaceInfos) {
        known.push_back(info.name);
    }
    Diagnostic& fault = diagnostics_->error(
        "C112", name.position, "there is no memory space '" + std::string(name.text) + "'");
    suggest_name(fault, name.text, known);
    return std::nullopt;
}

} // namespace jacquard::driver
