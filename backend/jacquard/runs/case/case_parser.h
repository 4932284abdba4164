#pragma once

#include <jacquard/runs/case/case_file.h>
#include <jacquard/runs/case/case_line.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace jacquard::driver {

// Reads the lines of one case file. What they take of memory is counted before it is taken, since
// each run begins with the state of the one before it.
class CaseParser {
  public:
    CaseParser(Diagnostics& diagnostics, const Limits& limits)
        : diagnostics_(&diagnostics), limits_(&limits), bytes_left_(limits.memory) {}

    CaseFile parse(std::string_view text);

  private:
    void parse_line(std::string_view text, std::uint32_t number);
    bool known_keyword(const CaseWord& keyword);
    void parse_shader(CaseLine& line, const CaseWord& keyword);
    // "entry NAME", "stage STAGE" and "spec ID WORD [WORD]": what is run of a module.
    [[nodiscard]] static bool is_heading(std::string_view keyword);
    void parse_heading(CaseLine& line, const CaseWord& keyword);
    void parse_specialisation(CaseLine& line);
    // The state of the run at hand is what the next one begins with.
    void begin_run(CaseLine& line, const CaseWord& keyword);
    // Before memory is taken for all runs together. False, and an error, when there is none left.
    bool take(std::uint64_t bytes, SourcePosition position);
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
    void parse_item(CaseLine& line, const CaseWord& keyword);
    // "vertex V", where it stands there. False after a fault.
    static bool vertex_of(CaseLine& line, unsigned limit, std::optional<unsigned>& vertex);
    void parse_input(CaseLine& line, const CaseWord& keyword, CaseRun& run);
    void parse_constant(CaseLine& line, const CaseWord& keyword, CaseRun& run);
    void parse_system_value(CaseLine& line, const CaseWord& keyword, CaseRun& run);
    // The number of a resource below `limit`; or a place, which becomes the number that the case
    // has for it.
    std::optional<unsigned> resource(CaseLine& line, std::string_view what, unsigned limit);
    std::optional<unsigned> number_of_place(CaseLine& line, const CaseWord& place);
    bool name_alike(CaseLine& line, const CaseWord& word, bool is_place);
    // "SAMPLER set.binding [WORD VALUE]…"
    void parse_sampler(CaseLine& line, const CaseWord& keyword, CaseRun& run);
    // "MEMORY space [buffer] i x y z w": vector `i` of a memory space of NIR.
    void parse_memory(CaseLine& line, const CaseWord& keyword, CaseRun& run);
    // "n SHAPE width height depth layers [WORD VALUE]…": a texture with its sampler, or an image,
    // all zeros until texels are given.
    void parse_texture(CaseLine& line, const CaseWord& keyword, std::vector<CaseTexture>& to);
    // Reads the shape after the number; all texels are 0. Returns nothing after a fault.
    std::optional<RecordedTexture> declared_shape(CaseLine& line, const CaseWord& keyword);
    // The words behind the sizes: "format F", "levels N", "samples N" and those of samplers.
    bool parse_texture_words(CaseLine& line, RecordedTexture& made);
    bool unknown_format(const CaseWord& name);
    // Reads the value of a sampler's key; `others` are words that could stand for the key.
    bool parse_sampler_word(CaseLine& line, const CaseWord& key, SamplerState& sampler,
                            std::span<const std::string_view> others);
    // From 1 to `most`.
    std::optional<std::uint32_t> size_along(CaseLine& line, unsigned most);
    bool known_word(const CaseWord& word, std::span<const std::string_view> known,
                    const std::string& what);
    static CaseTexture* find_texture(std::vector<CaseTexture>& textures, unsigned number);
    // "TEXTURE n i x y z w" or "IMAGE n i x y z w": texel `i` of one that was declared.
    void parse_texel(CaseLine& line, CaseRun& run);
    CaseTexture* declared_texture(CaseLine& line, std::vector<CaseTexture>& among);
    void parse_groups(CaseLine& line, CaseRun& run);
    void expect(const CaseVector& vector, SourcePosition position, CaseRun& run);
    void parse_expected_memory(CaseLine& line, const CaseWord& keyword, CaseRun& run);
    void parse_expected_texel(CaseLine& line, const CaseWord& keyword, CaseRun& run);
    // The number of a buffer in a space that has several; else 0.
    std::optional<unsigned> buffer_of(CaseLine& line, nir::MemorySpace space);
    // A space whose bytes come from outside; nothing, and an error, for any other name.
    std::optional<nir::MemorySpace> given_space(const CaseWord& name);
    static void parse_facing(CaseLine& line, CaseRun& run);
    static void parse_mask(CaseLine& line, CaseRun& run);
    void parse_output(CaseLine& line, const CaseWord& keyword, CaseRun& run);

    Diagnostics* diagnostics_;
    const Limits* limits_;
    std::uint64_t bytes_left_;
    std::uint64_t state_bytes_ = 0; // that the next run takes over from the one at hand
    bool stopped_ = false;
    std::optional<bool> names_places_; // nothing: no line has named a resource yet
    CaseFile file_;
};

} // namespace jacquard::driver
