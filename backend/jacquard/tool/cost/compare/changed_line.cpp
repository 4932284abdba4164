// Lines of two versions of a shader are matched by their text, since their numbers move. What
// stands between two lines that are in both versions was edited: such lines are matched in their
// order, so that a line with a new factor counts with what the factor costs, not with all of it.

#include <jacquard/tool/cost/compare/changed_line.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace jacquard::driver {

namespace {

struct Line {
    std::string name;
    std::uint32_t number = 0;
    std::string text;
    double cycles = 0;

    // The name has to do where the text is not known.
    [[nodiscard]] const std::string& key() const { return text.empty() ? name : text; }
};

// The lines of a version in their order; those with the same text are one.
class Version {
  public:
    void add(Line line) {
        const auto [found, is_first] = by_key_.try_emplace(line.key(), lines_.size());
        if (is_first) {
            lines_.push_back(std::move(line));
        } else {
            lines_[found->second].cycles += line.cycles;
        }
    }

    // Returns the end of the lines where there is none.
    [[nodiscard]] std::size_t find(const std::string& key) const {
        const auto found = by_key_.find(key);
        return found != by_key_.end() ? found->second : lines_.size();
    }

    [[nodiscard]] const std::vector<Line>& lines() const { return lines_; }

  private:
    std::vector<Line> lines_;
    std::map<std::string, std::size_t> by_key_;
};

Version version_of(std::vector<Line> lines) {
    std::stable_sort(lines.begin(), lines.end(), [](const Line& left, const Line& right) {
        return left.number < right.number;
    });
    Version version;
    for (Line& line : lines) {
        version.add(std::move(line));
    }
    return version;
}

class LineMatcher {
  public:
    LineMatcher(const Version& before, const Version& after) : before_(before), after_(after) {}

    [[nodiscard]] std::optional<ChangedLine> most_changed() {
        const std::size_t end = before_.lines().size();
        std::size_t next = 0; // of the earlier lines, behind the last that was matched in order
        for (const Line& line : after_.lines()) {
            const std::size_t found = before_.find(line.key());
            if (found == end) {
                edited_.push_back(&line);
                continue;
            }
            if (found >= next) {
                match_edited(next, found);
                next = found + 1;
            }
            consider(&before_.lines()[found], &line);
        }
        match_edited(next, end);
        return most_;
    }

  private:
    // Matches the new lines that were met with the earlier ones of a range that are gone.
    void match_edited(std::size_t first, std::size_t last) {
        std::size_t used = 0;
        for (std::size_t i = first; i < last; ++i) {
            const Line& line = before_.lines()[i];
            if (after_.find(line.key()) == after_.lines().size()) {
                consider(&line, used < edited_.size() ? edited_[used] : nullptr);
                ++used;
            }
        }
        for (; used < edited_.size(); ++used) {
            consider(nullptr, edited_[used]);
        }
        edited_.clear();
    }

    void consider(const Line* before, const Line* after) {
        const double cycles_before = before != nullptr ? before->cycles : 0;
        const double cycles_after = after != nullptr ? after->cycles : 0;
        const double change = std::abs(cycles_after - cycles_before);
        if (change > largest_) {
            largest_ = change;
            const Line& told = after != nullptr ? *after : *before;
            most_ = {told.name, told.number, told.text, cycles_before, cycles_after};
        }
    }

    const Version& before_;
    const Version& after_;
    std::vector<const Line*> edited_;
    double largest_ = 0;
    std::optional<ChangedLine> most_;
};

} // namespace

std::optional<ChangedLine> line_that_changed_most(const json::Value& before,
                                                  const CostedShader& after) {
    if (!after.report || !before["lines"].is(json::Kind::array)) {
        return std::nullopt;
    }
    std::vector<Line> earlier;
    for (const json::Value each : before["lines"]) {
        earlier.push_back({std::string(each["line"].string()),
                           static_cast<std::uint32_t>(each["number"].integer()),
                           std::string(each["text"].string()), each["cycles"].number()});
    }
    std::vector<Line> present;
    for (const ir3::LineCost& each : after.report->lines) {
        present.push_back({line_name(after, each.line), each.line.line,
                           std::string(line_text(after, each.line)), each.cycles()});
    }
    const Version old_version = version_of(std::move(earlier));
    const Version new_version = version_of(std::move(present));
    return LineMatcher(old_version, new_version).most_changed();
}

} // namespace jacquard::driver
