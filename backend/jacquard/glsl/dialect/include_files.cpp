#include <jacquard/glsl/dialect/include_files.h>
#include <jacquard/platform/files.h>
#include <jacquard/platform/paths.h>
#include <jacquard/support/plain_file.h>
#include <jacquard/support/text/near_name.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <optional>

namespace jacquard::driver::glsl {

namespace {

namespace fs = std::filesystem;

// Files within files: more is a mistake, whatever the language allows.
constexpr std::size_t kMostDepth = 200;

// As glslang and debug lines have it, on every system.
std::string generic(const fs::path& path) {
    return platform::with_slashes(platform::text_of_path(path));
}

bool is_same(const std::string& path, const std::string& other) {
    std::error_code fault;
    return fs::equivalent(platform::native_path(path), platform::native_path(other), fault);
}

std::string joined(const std::string& folder, const std::string& name) {
    return generic(platform::plain_path(folder) / platform::plain_path(name));
}

bool is_file(const std::string& path) {
    std::error_code fault;
    return fs::is_regular_file(platform::native_path(path), fault);
}

// A file that is included a second time adds nothing if it begins with `#pragma once`, or if all of
// it is guarded by `#ifndef NAME`, `#define NAME` and `#endif`.
enum class Once : std::uint8_t { no, by_pragma, by_guard };

Once once_of(const Pieces& file) {
    std::size_t first = 0;
    while (first < file.pieces.size() && !file.pieces[first].counts()) {
        ++first;
    }
    if (first == file.pieces.size()) {
        return Once::by_guard; // an empty file adds nothing either
    }
    const auto word_at = [&](std::size_t directive, unsigned number) {
        std::size_t at = directive;
        for (unsigned i = 0; i < number && at < file.pieces.size(); ++i) {
            at = file.after(at);
        }
        return at < file.pieces.size() ? file.pieces[at].written.text : std::string_view();
    };
    if (is_directive(file, first, "pragma")) {
        return word_at(first, 2) == "once" ? Once::by_pragma : Once::no;
    }
    if (!is_directive(file, first, "ifndef")) {
        return Once::no;
    }
    std::size_t second = end_of_directive(file, first);
    while (second < file.pieces.size() && !file.pieces[second].counts()) {
        ++second;
    }
    if (second == file.pieces.size() || !is_directive(file, second, "define") ||
        word_at(second, 2) != word_at(first, 2)) {
        return Once::no;
    }
    std::size_t depth = 0;
    bool has_ended = false;
    for (std::size_t at = first; at < file.pieces.size(); ++at) {
        if (has_ended && file.pieces[at].counts() && !file.pieces[at].written.in_directive) {
            return Once::no;
        }
        if (!file.pieces[at].is("#") || !file.pieces[at].written.in_directive) {
            continue;
        }
        const std::string_view name = word_at(at, 1);
        if (has_ended) {
            return Once::no;
        }
        if (name.starts_with("if")) {
            ++depth;
        } else if (depth == 1 && (name == "else" || name == "elif")) {
            return Once::no;
        } else if (name == "endif") {
            has_ended = --depth == 0;
        }
    }
    return has_ended ? Once::by_guard : Once::no;
}

// A line count follows the `#line` directives of a file, which renumber its lines and rename it.
struct LineCount {
    std::int64_t shift = 0; // from the lines of the file
    std::string name;

    void take(const Pieces& file, std::size_t directive) {
        std::size_t at = file.after(file.after(directive));
        std::int64_t number = 0;
        if (at == file.pieces.size()) {
            return;
        }
        const std::string_view digits = file.pieces[at].written.text;
        const auto [end, fault] =
            std::from_chars(digits.data(), digits.data() + digits.size(), number);
        if (fault != std::errc() || end != digits.data() + digits.size()) {
            return;
        }
        shift = number - file.pieces[directive].written.position.line - 1;
        at = file.after(at);
        if (at != file.pieces.size() && file.pieces[at].written.kind == TokenKind::quoted) {
            name = file.pieces[at].written.text.substr(1, file.pieces[at].written.text.size() - 2);
        }
    }
};

class Reader {
  public:
    Reader(const HighLevelShader& shader, std::uint64_t budget) : shader_(shader), left_(budget) {}

    Pieces run() {
        whole_.files.push_back({shader_.name, shader_.text, {}});
        read(0, 0, {});
        return std::move(whole_);
    }

  private:
    // The directive, as its file has it.
    struct Wanted {
        std::string name;
        bool is_quoted = false;
        bool is_whole = false; // it has the form that it must have
    };

    void read(std::uint32_t number, std::size_t depth, SourcePosition from) {
        Pieces file;
        for (const Token& token : tokens_of(whole_.files[number].text)) {
            Piece piece;
            piece.written = token;
            piece.text = token.text;
            piece.file = number;
            file.pieces.push_back(std::move(piece));
        }
        if (depth != 0) {
            once_.resize(whole_.files.size(), Once::no);
            once_[number] = once_of(file);
        }
        open_.push_back(number);
        LineCount lines;
        lines.name = whole_.files[number].path;
        for (std::size_t at = 0; at < file.pieces.size(); ++at) {
            if (is_directive(file, at, "line")) {
                lines.take(file, at);
            }
            if (!is_directive(file, at, "include")) {
                whole_.pieces.push_back(std::move(file.pieces[at]));
                continue;
            }
            const std::size_t end = end_of_directive(file, at);
            const SourcePosition position = file.pieces[at].written.position;
            include(wanted_by(file, at, end), number, depth, depth == 0 ? position : from,
                    file.pieces[at]);
            mark(position.line + 1 + lines.shift, lines.name);
            at = end - 1; // its newline stays
        }
        open_.pop_back();
    }

    static Wanted wanted_by(const Pieces& file, std::size_t directive, std::size_t end) {
        Wanted wanted;
        const std::size_t first = file.after(file.after(directive));
        if (first == file.pieces.size()) {
            return wanted;
        }
        const std::string_view text = file.pieces[first].written.text;
        if (file.pieces[first].written.kind == TokenKind::quoted) {
            return {std::string(text.substr(1, text.size() - 2)), true,
                    file.after(first) == file.pieces.size()};
        }
        if (text != "<") {
            return wanted;
        }
        for (std::size_t at = first + 1; at < end; ++at) {
            if (file.pieces[at].is(">")) {
                wanted.is_whole = file.after(at) == file.pieces.size();
                return wanted;
            }
            wanted.name += file.pieces[at].written.text;
        }
        return wanted;
    }

    void include(const Wanted& wanted, std::uint32_t asks, std::size_t depth, SourcePosition from,
                 const Piece& directive) {
        if (!wanted.is_whole || wanted.name.empty()) {
            fail("\"FILE\" or <FILE> is expected after #include", directive);
            return;
        }
        const std::optional<std::string> path = find(wanted, whole_.files[asks].path);
        if (!path) {
            fail(missing(wanted, whole_.files[asks].path), directive);
            return;
        }
        if (is_open(*path)) {
            if (once_of_path(*path) != Once::no) {
                return;
            }
            fail("'" + wanted.name + "' includes itself: " + chain(*path), directive);
            return;
        }
        if (depth + 1 > kMostDepth) {
            fail("files include one another more than " + std::to_string(kMostDepth) + " deep",
                 directive);
            return;
        }
        if (once_of_path(*path) == Once::by_pragma) {
            return; // glslang does not know the pragma, whereas it evaluates guards itself
        }
        if (!is_plain(*path) || !is_plain(whole_.files[asks].path)) {
            fail("the name of '" + wanted.name +
                     "', or of the file that includes it, has a quote, "
                     "a backslash or the end of a line, which #line cannot repeat",
                 directive);
            return;
        }
        std::optional<std::string> text = read_plain_file(*path, left_);
        if (!text) {
            std::error_code fault;
            fail("'" + wanted.name + "' " +
                     (fs::file_size(platform::native_path(*path), fault) > left_ && !fault
                          ? "makes the text larger than a shader may be"
                          : "is there and cannot be read"),
                 directive);
            return;
        }
        left_ -= text->size();
        whole_.texts.push_back(std::move(*text));
        const auto number = static_cast<std::uint32_t>(whole_.files.size());
        whole_.files.push_back({*path, whole_.texts.back(), from});
        mark(1, *path);
        whole_.pieces.push_back(added_newline());
        read(number, depth + 1, from);
        whole_.pieces.push_back(added_newline());
    }

    [[nodiscard]] std::optional<std::string> find(const Wanted& wanted,
                                                  const std::string& asks) const {
        if (wanted.is_quoted) {
            std::string beside = generic(platform::plain_path(asks).parent_path() /
                                         platform::plain_path(wanted.name));
            if (is_file(beside)) {
                return beside;
            }
        }
        for (const std::string& folder : shader_.include_folders) {
            std::string path = joined(folder, wanted.name);
            if (is_file(path)) {
                return path;
            }
        }
        return std::nullopt;
    }

    // Says where it was looked for, and what is there with almost that name.
    [[nodiscard]] std::string missing(const Wanted& wanted, const std::string& asks) const {
        std::vector<std::string> folders;
        if (wanted.is_quoted) {
            folders.push_back(generic(platform::plain_path(asks).parent_path()));
        }
        folders.insert(folders.end(), shader_.include_folders.begin(),
                       shader_.include_folders.end());
        std::string places;
        std::string near;
        for (const std::string& folder : folders) {
            places += (places.empty() ? " in " : ", ") + (folder.empty() ? "." : folder);
            const fs::path path = platform::plain_path(folder) / platform::plain_path(wanted.name);
            std::vector<std::string> names;
            std::vector<platform::FolderEntry> entries;
            (void)platform::list_folder(platform::text_of_path(path.parent_path()), entries);
            for (const platform::FolderEntry& entry : entries) {
                names.push_back(entry.name);
            }
            std::sort(names.begin(), names.end());
            const std::vector<std::string_view> views(names.begin(), names.end());
            const std::string_view found =
                near_name(platform::text_of_path(path.filename()), views);
            if (near.empty() && !found.empty()) {
                near = generic(platform::plain_path(wanted.name).parent_path() /
                               platform::plain_path(found));
            }
        }
        return "there is no file '" + wanted.name + "'" +
               (places.empty() ? std::string("; -I says where to look") : places) +
               (near.empty() ? std::string() : "; did you mean '" + near + "'?");
    }

    [[nodiscard]] bool is_open(const std::string& path) const {
        return std::any_of(open_.begin(), open_.end(), [&](std::uint32_t number) {
            return number != 0
                       ? is_same(whole_.files[number].path, path)
                       : is_file(whole_.files[0].path) && is_same(whole_.files[0].path, path);
        });
    }

    [[nodiscard]] Once once_of_path(const std::string& path) const {
        for (std::size_t number = 1; number < once_.size(); ++number) {
            if (once_[number] != Once::no && is_same(whole_.files[number].path, path)) {
                return once_[number];
            }
        }
        return Once::no;
    }

    [[nodiscard]] std::string chain(const std::string& path) const {
        std::string text;
        bool has_begun = false;
        for (const std::uint32_t number : open_) {
            has_begun = has_begun || is_same(whole_.files[number].path, path);
            if (has_begun) {
                text += whole_.files[number].path + " -> ";
            }
        }
        return text + path;
    }

    void fail(std::string what, const Piece& directive) {
        Piece piece = directive;
        piece.text = "#error " + std::string(kIncludeFault) + std::to_string(whole_.faults.size());
        whole_.pieces.push_back(std::move(piece));
        whole_.pieces.push_back(added_newline());
        whole_.faults.push_back({std::move(what), directive.file, directive.written.position});
    }

    void mark(std::int64_t line, const std::string& name) {
        whole_.pieces.push_back(added("#line " + std::to_string(line) + " \"" + name + '"', true));
    }

    const HighLevelShader& shader_;
    std::uint64_t left_;
    Pieces whole_;
    std::vector<std::uint32_t> open_; // files within which we are
    std::vector<Once> once_;          // by file
};

} // namespace

Pieces read_pieces(const HighLevelShader& shader, std::uint64_t budget) {
    return Reader(shader, budget).run();
}

} // namespace jacquard::driver::glsl
