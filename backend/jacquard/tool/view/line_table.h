#pragma once

#include <jacquard/support/json/json.h>
#include <jacquard/support/memory/arena.h>
#include <jacquard/tool/view/forms.h>

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

namespace jacquard::driver::view {

[[nodiscard]] std::vector<std::string> lines_of(std::string_view text);

// Numbers with blanks between them: as a string of JSON they take half the room of an array.
class NumberList {
  public:
    NumberList& add(std::int64_t value);
    // Rounded to two places.
    NumberList& add_real(double value);
    [[nodiscard]] const std::string& text() const { return text_; }

  private:
    void separate();
    std::string text_;
};

// Gives each line of a source a number from 1 on; 0 is no line.
class OriginTable {
  public:
    explicit OriginTable(const CostedShader& shader) : shader_(shader) {}
    [[nodiscard]] std::uint32_t number(SourceLine line);
    // "files": names, the first is the source that was given. "origins": a file and a line each.
    void append(json::Writer& json) const;

  private:
    const CostedShader& shader_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> numbers_; // by file and line
    NumberList list_;
};

// Writes forms as pairs of a first line and how many follow it; lines are numbered in the order in
// which they first come.
class LineRuns {
  public:
    void begin();
    // Returns whether the line comes for the first time.
    bool add(std::uint32_t line);
    [[nodiscard]] NumberList end();

  private:
    static constexpr std::uint32_t kNoPlace = 0xffffffff;

    void finish();

    std::vector<std::uint32_t> places_; // by the number of a line
    std::uint32_t num_places_ = 0;
    std::uint32_t first_ = 0;
    std::uint32_t count_ = 0;
    NumberList runs_;
};

// Lines of texts, each kept once: forms mostly repeat those before them.
class LineTable {
  public:
    explicit LineTable(OriginTable& origins) : origins_(origins) {}
    // The numbers of the lines of the form, to which new ones are added.
    [[nodiscard]] std::vector<std::uint32_t> numbers_of(const Form& form);
    // "text": the lines; "key": the origins of each.
    void append(json::Writer& json) const;
    // About how much JSON a line takes.
    [[nodiscard]] std::size_t bytes_of(std::uint32_t line) const;

  private:
    struct Line {
        std::size_t hash = 0; // of all that follows
        std::uint32_t origin = 0;
        std::string_view text; // of a line that is kept: in the arena
        bool operator==(const Line&) const = default;
    };
    struct Hash {
        std::size_t operator()(const Line& line) const { return line.hash; }
    };

    // Returns the number of a line; a new line is added.
    std::uint32_t number(const Line& line);

    OriginTable& origins_;
    Arena texts_;
    std::vector<Line> lines_; // by number
    std::unordered_map<Line, std::uint32_t, Hash> numbers_;
};

} // namespace jacquard::driver::view
