#pragma once

#include <jacquard/support/json/json.h>
#include <jacquard/support/text/diagnostics.h>
#include <jacquard/tool/cost/compare/changed_line.h>
#include <jacquard/tool/cost/shader/costed_shader.h>

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace jacquard::driver {

// The outputs of earlier runs as JSON, with one value a line.
class EarlierCosts {
  public:
    // Adds those of a text. Returns false after a fault, which is in `diagnostics`, made from the
    // same text; what follows the first line with a fault is not read.
    [[nodiscard]] bool add(std::string_view text, Diagnostics& diagnostics, const Limits& limits);

    using Key = std::tuple<std::string, std::uint32_t, std::string>; // file, part, form
    // Lets files of other names take part in the comparison: one has the earlier file whose path
    // ends in the most of the same folders and the same name, where there is only one, and the
    // files that are left over on both sides go together in their order, where they are as many.
    void pair_with(std::span<const std::string> names);
    // The earlier name of a file; its own where it has no other.
    [[nodiscard]] const std::string& earlier_name(const std::string& name) const;
    // Returns a value of kind `missing` if the shader was not there.
    [[nodiscard]] json::Value find(const Key& key) const;
    [[nodiscard]] std::vector<Key> keys() const;

  private:
    void pair_by_ends(std::vector<std::string_view>& now, std::vector<std::string_view>& before,
                      std::size_t count);

    std::map<Key, json::Document> shaders_;
    std::vector<std::string> names_;                 // of files, as they were added
    std::set<std::string, std::less<>> known_names_; // the same
    std::map<std::string, std::string> paired_;      // earlier names, by the present ones
};

// The ways in which a figure may change between two runs.
enum class CostVerdict : std::uint8_t { unchanged, better, worse, worse_within_threshold };

struct CostChange {
    std::string section;
    std::string name;
    std::string label;            // for people
    std::optional<double> before; // nothing: no bound
    std::optional<double> after;
    std::optional<double> percent; // nothing where there was 0, or no bound
    CostVerdict verdict{};
};

// A form of a shader for a part, and what changed of what tells better from worse.
struct ChangedShader {
    EarlierCosts::Key key;
    std::string note;    // "new", "gone", or what became of compiling it; then there are no changes
    std::string was;     // the earlier name, where it is another
    bool failed = false; // it compiled and does not any more
    std::vector<CostChange> changes;
    // Cycles, instructions, registers and occupancy, whether they changed or not; nothing of a
    // shader that has no report now.
    std::vector<CostChange> summary;
    std::optional<ChangedLine> line;

    [[nodiscard]] bool has(CostVerdict verdict) const;
    [[nodiscard]] bool is_worse() const { return failed || has(CostVerdict::worse); }
};

struct CostComparison {
    std::vector<ChangedShader> shaders; // those that changed
    std::size_t unchanged = 0;
    std::size_t better = 0; // shaders, of those with changes
    std::size_t worse = 0;  // beyond the threshold in something
    std::size_t added = 0;  // shaders that were not there
    std::size_t gone = 0;   // that are not there any more
};

// Finds what became better and worse. Growth of up to `threshold` percent does not count as worse.
[[nodiscard]] CostComparison compare_costs(const EarlierCosts& earlier,
                                           std::span<const CostedShader> shaders, double threshold);

[[nodiscard]] std::string comparison_table(const CostComparison& comparison);
// A comment on a proposed change: a row for each shader, the worst first, and then all figures.
// Names and texts of the shaders cannot be read as Markdown, and the length is bounded.
[[nodiscard]] std::string comparison_markdown(const CostComparison& comparison);
// A value a line for each change.
[[nodiscard]] std::string comparison_json(const CostComparison& comparison);

} // namespace jacquard::driver
