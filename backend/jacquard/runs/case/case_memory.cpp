// The lines of case files that give memory, textures and images, and say what they hold in the end.

#include <jacquard/nir/fold/texel_codec.h>
#include <jacquard/runs/case/case_parser.h>
#include <jacquard/runs/case/case_texels.h>
#include <jacquard/runs/textures/sampler_words.h>
#include <jacquard/support/hex.h>
#include <jacquard/support/text/near_name.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

namespace jacquard::driver {

namespace {

// The words of a texture's line beside those of its sampler.
constexpr std::array<std::string_view, 3> kTextureWords = {"format", "levels", "samples"};

// The words of a texel, two for each component of 64 bits.
std::optional<TexelWords> texel_words(CaseLine& line, const RecordedTexture& texture) {
    TexelWords words{};
    for (unsigned i = 0; i < num_texel_words(texture.format); ++i) {
        const std::optional<std::uint32_t> word = line.hex_word();
        if (!word) {
            return std::nullopt;
        }
        words[i] = *word;
    }
    return words;
}

} // namespace

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
    const std::optional<unsigned> number = resource(line, "a number", kMaxCaseTextures);
    if (!number) {
        return;
    }
    std::optional<RecordedTexture> texture = declared_shape(line, keyword);
    if (!texture) {
        return;
    }
    state_bytes_ += sizeof(CaseTexture);
    CaseTexture made{*number, std::move(*texture)};
    if (CaseTexture* old = find_texture(to, *number)) {
        *old = std::move(made);
    } else {
        to.push_back(std::move(made));
    }
}

std::optional<RecordedTexture> CaseParser::declared_shape(CaseLine& line, const CaseWord& keyword) {
    RecordedTexture made;
    const CaseWord shape = line.next();
    if (!known_word(shape, kCaseShapes, "a shape of textures")) {
        return std::nullopt;
    }
    made.dim = shape.text;
    for (unsigned i = 0; i < 4; ++i) {
        const std::optional<std::uint32_t> size = size_along(line, kMaxCaseSize);
        if (!size) {
            return std::nullopt;
        }
        (i < 3 ? made.size[i] : made.layers) = *size;
    }
    if (!parse_texture_words(line, made)) {
        return std::nullopt;
    }
    std::uint64_t texels = made.samples;
    for (const std::uint32_t along : {made.size[0], made.size[1], made.size[2], made.layers}) {
        texels = std::min<std::uint64_t>(texels * along, kMaxCaseTexels + 1);
    }
    if (texels > kMaxCaseTexels) {
        diagnostics_->error("C113", keyword.position,
                            "a texture of a case has at most " + std::to_string(kMaxCaseTexels) +
                                " texels");
        return std::nullopt;
    }
    const std::uint64_t bytes = sizeof(RecordedTexture) + made.num_words() * sizeof(std::uint32_t);
    if (!take(bytes, keyword.position)) {
        return std::nullopt;
    }
    state_bytes_ += bytes;
    made.texels.resize(made.num_words());
    return made;
}

bool CaseParser::parse_texture_words(CaseLine& line, RecordedTexture& made) {
    std::array<bool, kTextureWords.size()> is_given{};
    while (!line.at_end()) {
        const CaseWord key = line.next();
        const auto* const own = std::find(kTextureWords.begin(), kTextureWords.end(), key.text);
        if (own == kTextureWords.end()) {
            if (!parse_sampler_word(line, key, made.sampler, kTextureWords)) {
                return false;
            }
            continue;
        }
        const auto which = static_cast<std::size_t>(own - kTextureWords.begin());
        if (std::exchange(is_given[which], true)) {
            return line.fail("C114", key, "each key may be given once");
        }
        if (key.text == "format") {
            const CaseWord name = line.next();
            const std::optional<nir::TexelFormat> format = nir::find_texel_format(name.text);
            if (!format) {
                return unknown_format(name);
            }
            made.format = *format;
        } else if (key.text == "levels") {
            const std::optional<std::uint32_t> levels = size_along(line, most_levels(made.size));
            made.levels = levels.value_or(1);
            if (!levels) {
                return false;
            }
        } else {
            const std::optional<std::uint32_t> samples = size_along(line, kMaxCaseSamples);
            made.samples = samples.value_or(1);
            if (!samples) {
                return false;
            }
        }
    }
    return true;
}

bool CaseParser::unknown_format(const CaseWord& name) {
    std::vector<std::string_view> known;
    for (const nir::TexelFormatInfo& info : nir::kTexelFormatInfos) {
        known.push_back(info.name);
        known.push_back(info.vulkan_name);
    }
    suggest_name(diagnostics_->error("C114", name.position,
                                     "there is no format '" + std::string(name.text) + '\''),
                 name.text, known);
    return false;
}

bool CaseParser::parse_sampler_word(CaseLine& line, const CaseWord& key, SamplerState& sampler,
                                    std::span<const std::string_view> others) {
    const CaseWord value = line.next();
    std::optional<SamplerFault> fault = tell_sampler(sampler, key.text, value.text);
    if (!fault) {
        return true;
    }
    const CaseWord& place = fault->is_key ? key : value;
    if (fault->is_key && !fault->known.empty()) {
        fault->known.insert(fault->known.end(), others.begin(), others.end());
        fault->message =
            "expected a word of textures and samplers, found '" + std::string(key.text) + '\'';
    }
    suggest_name(diagnostics_->error("C114", place.position, fault->message), place.text,
                 fault->known);
    return false;
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
    const auto texels = static_cast<unsigned>(texture->texture.num_texels());
    const std::optional<unsigned> index = line.number("the number of a texel", texels);
    const std::optional<TexelWords> value =
        index ? texel_words(line, texture->texture) : std::nullopt;
    if (value && line.end_of_line()) {
        set_texel(texture->texture, *index, *value);
    }
}

CaseTexture* CaseParser::declared_texture(CaseLine& line, std::vector<CaseTexture>& among) {
    const CaseWord word = line.next();
    auto number = parse_number<unsigned>(word.text);
    if (const auto known = std::find(file_.places.begin(), file_.places.end(), word.text);
        known != file_.places.end()) {
        number = static_cast<unsigned>(known - file_.places.begin());
    } else if (!file_.places.empty()) {
        number = std::nullopt;
    }
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
    if (nir::has_wide_components(image->texture.format)) {
        line.fail("C114", line.next(),
                  "texels of " + std::string(image->texture.info().name) +
                      " cannot be expected, only such with components of up to 32 bits");
        return;
    }
    CaseVector wanted;
    wanted.in_image = true;
    wanted.buffer = image->number;
    const auto texels = static_cast<unsigned>(image->texture.num_texels());
    const std::optional<unsigned> index = line.number("the number of a texel", texels);
    const std::optional<TexelWords> value =
        index ? texel_words(line, image->texture) : std::nullopt;
    if (value && line.end_of_line()) {
        wanted.index = *index;
        std::copy_n(value->begin(), wanted.value.size(), wanted.value.begin());
        expect(wanted, keyword.position, run);
    }
}

std::optional<unsigned> CaseParser::buffer_of(CaseLine& line, nir::MemorySpace space) {
    const bool has_buffers = nir::memory_space_info(space).addressing == nir::Addressing::buffer;
    return has_buffers ? resource(line, "the number of a buffer", kMaxCaseBuffers)
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
