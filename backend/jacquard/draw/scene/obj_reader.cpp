#include <jacquard/draw/scene/obj_reader.h>
#include <jacquard/support/text/line_words.h>
#include <jacquard/support/text/near_name.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <optional>
#include <string>

namespace jacquard::driver::draw {

namespace {

// Statements of the format beside vertices and faces; the reader skips these lines.
constexpr std::array<std::string_view, 16> kPassedOver = {
    "o",      "g",   "s",    "usemtl", "mtllib",     "l",         "p",     "vp",
    "cstype", "deg", "curv", "surf",   "shadow_obj", "trace_obj", "bevel", "lod"};
constexpr std::array<std::string_view, 4> kRead = {"v", "vt", "vn", "f"};
constexpr std::size_t kMostCorners = 256; // of a face

class Reader {
  public:
    Reader(std::string_view text, Diagnostics& diagnostics)
        : text_(text), diagnostics_(diagnostics) {}

    Mesh read() {
        for (std::size_t start = 0; start < text_.size() && !diagnostics_.is_full();) {
            const std::size_t end = std::min(text_.find('\n', start), text_.size());
            ++line_;
            whole_ = text_.substr(start, end - start);
            words_ = LineWords(whole_);
            start = end + 1;
            read_line();
        }
        if (mesh_.triangles.empty() && !diagnostics_.has_errors()) {
            diagnostics_.error("P306", {}, "the file has no faces");
        }
        if (!diagnostics_.has_errors()) {
            add_missing_normals(mesh_);
        }
        return std::move(mesh_);
    }

  private:
    // Numbers of a position, texture coordinate and normal; -1: none.
    using Corner = std::array<std::int64_t, 3>;

    [[nodiscard]] SourcePosition place_of(std::string_view word) const {
        return {line_, static_cast<std::uint32_t>(word.data() - whole_.data()) + 1};
    }

    // Empty at the end of the line.
    std::string_view next_word() {
        const std::string_view word = words_.next();
        if (word.starts_with('#')) {
            words_ = LineWords();
            return word.substr(0, 0);
        }
        return word;
    }

    void read_line() {
        const std::string_view word = next_word();
        if (word.empty()) {
            return;
        }
        if (word == "v") {
            read_numbers(word, 3, positions_);
        } else if (word == "vt") {
            read_numbers(word, 1, coordinates_);
        } else if (word == "vn") {
            read_numbers(word, 3, normals_);
        } else if (word == "f") {
            read_face(word);
        } else if (std::find(kPassedOver.begin(), kPassedOver.end(), word) == kPassedOver.end()) {
            Diagnostic& fault = diagnostics_.error(
                "P301", place_of(word), "no line begins with '" + std::string(word) + '\'');
            suggest_name(fault, word, kRead);
        }
    }

    // At least as many as are needed, at most three of which are kept.
    void read_numbers(std::string_view keyword, unsigned needed,
                      std::vector<std::array<float, 3>>& into) {
        if (into.size() >= kMostVertices) {
            too_many(keyword, "vertices", kMostVertices);
            return;
        }
        std::array<float, 3> numbers{};
        unsigned count = 0;
        for (std::string_view word = next_word(); !word.empty(); word = next_word()) {
            float value = 0.0F;
            const char* end = word.data() + word.size();
            const auto [stop, problem] = std::from_chars(word.data(), end, value);
            if (problem != std::errc() || stop != end || !std::isfinite(value)) {
                diagnostics_.error("P302", place_of(word),
                                   '\'' + std::string(word) + "' is not a finite number");
            }
            if (count < numbers.size()) {
                numbers[count] = value;
            }
            ++count;
        }
        if (count < needed) {
            diagnostics_.error("P303", place_of(keyword),
                               '\'' + std::string(keyword) + "' needs " + std::to_string(needed) +
                                   (needed == 1 ? " number" : " numbers") + ", and there are " +
                                   std::to_string(count));
        }
        into.push_back(numbers); // so that what follows is counted as it was meant
    }

    void too_many(std::string_view word, const std::string& what, std::size_t most) {
        if (!said_too_many_) {
            diagnostics_.error("P305", place_of(word),
                               "there are more than " + std::to_string(most) + ' ' + what);
        }
        said_too_many_ = true;
    }

    // Numbers count from 1, negative ones back from the last.
    std::optional<std::int64_t> read_index(std::string_view word, std::size_t count,
                                           std::string_view what) {
        std::int64_t number = 0;
        const char* end = word.data() + word.size();
        const auto [stop, problem] = std::from_chars(word.data(), end, number);
        const auto size = static_cast<std::int64_t>(count);
        const std::int64_t index = number < 0 ? size + number : number - 1;
        if (problem != std::errc() || stop != end) {
            diagnostics_.error("P304", place_of(word),
                               "a corner is written 1, 1/2, 1//3 or 1/2/3, and '" +
                                   std::string(word) + "' is not a number");
            return std::nullopt;
        }
        if (number == 0 || index < 0 || index >= size) {
            diagnostics_.error("P304", place_of(word),
                               "there is no " + std::string(what) + ' ' + std::string(word) +
                                   "; so far there are " + std::to_string(count));
            return std::nullopt;
        }
        return index;
    }

    std::optional<Corner> read_corner(std::string_view word) {
        Corner corner = {-1, -1, -1};
        const std::array<std::size_t, 3> counts = {positions_.size(), coordinates_.size(),
                                                   normals_.size()};
        static constexpr std::array<std::string_view, 3> kWhat = {"vertex", "texture coordinate",
                                                                  "normal"};
        bool is_good = true;
        for (std::size_t part = 0; part < corner.size(); ++part) {
            const std::size_t slash = word.find('/');
            const std::string_view number = word.substr(0, slash);
            if (!number.empty() || part == 0) {
                const auto index = read_index(number, counts[part], kWhat[part]);
                is_good = is_good && index;
                corner[part] = index.value_or(-1);
            }
            if (slash == std::string_view::npos) {
                return is_good ? std::optional(corner) : std::nullopt;
            }
            word.remove_prefix(slash + 1);
        }
        diagnostics_.error("P304", place_of(word),
                           "a corner has no more than three numbers: 1/2/3");
        return std::nullopt;
    }

    void read_face(std::string_view keyword) {
        std::vector<std::uint32_t> corners;
        bool is_good = true;
        std::size_t count = 0;
        for (std::string_view word = next_word(); !word.empty(); word = next_word()) {
            if (++count > kMostCorners) {
                diagnostics_.error("P305", place_of(word),
                                   "a face has more than " + std::to_string(kMostCorners) +
                                       " corners");
                return;
            }
            const std::optional<Corner> corner = read_corner(word);
            is_good = is_good && corner;
            if (is_good && !diagnostics_.has_errors()) {
                corners.push_back(vertex_of(*corner));
            }
        }
        if (count < 3) {
            diagnostics_.error("P303", place_of(keyword),
                               "a face needs 3 corners, and there are " + std::to_string(count));
            return;
        }
        if (mesh_.triangles.size() + count - 2 > kMostTriangles) {
            too_many(keyword, "triangles", kMostTriangles);
            return;
        }
        for (std::size_t i = 2; i < corners.size(); ++i) {
            mesh_.triangles.push_back({corners[0], corners[i - 1], corners[i]});
        }
    }

    std::uint32_t vertex_of(const Corner& corner) {
        const auto next = static_cast<std::uint32_t>(mesh_.vertices.size());
        const auto [found, is_new] = numbers_.try_emplace(corner, next);
        if (is_new) {
            MeshVertex& vertex = mesh_.vertices.emplace_back();
            vertex.position = positions_[static_cast<std::size_t>(corner[0])];
            if (corner[1] >= 0) {
                const auto& uv = coordinates_[static_cast<std::size_t>(corner[1])];
                vertex.uv = {uv[0], uv[1]};
            }
            if (corner[2] >= 0) {
                vertex.normal = normals_[static_cast<std::size_t>(corner[2])];
            }
        }
        return found->second;
    }

    std::string_view text_;
    Diagnostics& diagnostics_;
    Mesh mesh_;
    std::string_view whole_; // the line
    LineWords words_;
    std::uint32_t line_ = 0;
    std::vector<std::array<float, 3>> positions_;
    std::vector<std::array<float, 3>> coordinates_;
    std::vector<std::array<float, 3>> normals_;
    std::map<Corner, std::uint32_t> numbers_;
    bool said_too_many_ = false;
};

} // namespace

Mesh read_obj(std::string_view text, Diagnostics& diagnostics) {
    return Reader(text, diagnostics).read();
}

} // namespace jacquard::driver::draw
