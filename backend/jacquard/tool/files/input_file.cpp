#include <jacquard/library/frontend/stopped.h>
#include <jacquard/platform/file.h>
#include <jacquard/tool/databases/database_shaders.h>
#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/frame/command_line.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <istream>
#include <ostream>

namespace jacquard::driver {

namespace {

// A writer that has just been started may need a moment.
constexpr int kMillisecondsForWriter = 3000;

constexpr std::size_t kPiece = std::size_t{1} << 20;
constexpr std::size_t kPage = 4096;

class StreamPieces final : public InputPieces {
  public:
    explicit StreamPieces(std::istream& in) : in_(in) {}
    std::ptrdiff_t read(char* to, std::size_t size) override {
        in_.read(to, static_cast<std::streamsize>(size));
        return in_.bad() ? -1 : static_cast<std::ptrdiff_t>(in_.gcount());
    }

  private:
    std::istream& in_;
};

class FilePieces final : public InputPieces {
  public:
    explicit FilePieces(const std::string& path) : file_(path, platform::FileUse::read) {}

    // False when it cannot be read, which errno tells.
    bool prepare() {
        const std::optional<platform::FileFacts> facts =
            file_.is_open() ? file_.facts() : std::nullopt;
        if (!facts) {
            return false;
        }
        if (facts->kind == platform::FileKind::folder) {
            errno = EISDIR;
            return false;
        }
        if (facts->kind == platform::FileKind::fifo &&
            !file_.wait_for_writer(first_, kMillisecondsForWriter)) {
            return false;
        }
        if (facts->kind == platform::FileKind::plain) {
            size_ = facts->size;
        }
        return file_.make_waiting();
    }

    std::ptrdiff_t read(char* to, std::size_t size) override {
        if (!first_.empty() && size != 0) {
            *to = first_[0];
            first_.clear();
            return 1;
        }
        return file_.read(to, size);
    }

    [[nodiscard]] std::optional<std::uint64_t> size() const override { return size_; }

  private:
    platform::File file_;
    std::string first_; // a byte that was read while it waited for a writer
    std::optional<std::uint64_t> size_;
};

std::unique_ptr<InputPieces> open_pieces(std::string_view path, const Streams& streams) {
    if (path == "-") {
        return std::make_unique<StreamPieces>(streams.in);
    }
    auto file = std::make_unique<FilePieces>(std::string(path));
    return file->prepare() ? std::move(file) : nullptr;
}

// All there is, or more than fits. False on a fault.
bool read_all(InputPieces& pieces, std::string& content, std::uint64_t most) {
    // A file that is too large by its size need not be read.
    if (pieces.size().value_or(0) > most) {
        errno = EFBIG;
        return false;
    }
    // A file of known size is read at once, and then a little further to see that it ends.
    const std::optional<std::uint64_t> known = pieces.size();
    const std::size_t first = known ? static_cast<std::size_t>(*known) + 1 : kPiece;
    while (content.size() <= most) {
        const std::size_t start = content.size();
        const std::size_t piece = start == 0 ? first : known ? kPage : std::max(kPiece, start);
        const auto size =
            static_cast<std::size_t>(std::min<std::uint64_t>(piece, most - start + 1));
        content.resize(start + size);
        const std::ptrdiff_t got = pieces.read(content.data() + start, size);
        content.resize(start + static_cast<std::size_t>(std::max<std::ptrdiff_t>(got, 0)));
        if (got <= 0) {
            return got == 0;
        }
    }
    return true;
}

ReadFault fault_of(const std::string& name, const Limits& limits, int reason) {
    ReadFault fault;
    if (reason == EFBIG) {
        Diagnostics diagnostics(name, {});
        report_limit(diagnostics, {}, Limit::input_bytes, limits);
        return {diagnostics.render(), exit_findings, true, true};
    }
    fault.message = "cannot read '" + name + '\'';
    if (reason == ETIMEDOUT) {
        fault.message += ": no process writes to this FIFO";
    } else if (reason != 0) {
        fault.message += std::string(": ") + std::strerror(reason);
    }
    return fault;
}

// No machine words and no SPIR-V look like that.
bool is_text(std::string_view content) {
    return std::none_of(content.begin(), content.end(), [](char c) {
        return (c >= 0 && c < 0x20 && (c < '\t' || c > '\r')) || c == 0x7f;
    });
}

bool is_utf16(std::string_view content) {
    const bool is_little = content.starts_with("\xff\xfe");
    if ((!is_little && !content.starts_with("\xfe\xff")) || content.size() % 2 != 0) {
        return false;
    }
    // The first letters of a shader are of ASCII.
    std::string letters;
    for (std::size_t i = 2; i < std::min<std::size_t>(content.size(), 34); i += 2) {
        const char high = content[is_little ? i + 1 : i];
        letters += high == 0 ? content[is_little ? i : i + 1] : '\0';
    }
    return is_text(letters);
}

// Takes the mark of UTF-8 away. False for a text in UTF-16.
bool drop_mark(std::string& content) {
    constexpr std::string_view kMark = "\xef\xbb\xbf";
    if (content.starts_with(kMark) && is_text(content)) {
        content.erase(0, kMark.size());
    }
    return !is_utf16(content);
}

std::optional<InputFile> read_from_database(const DatabasePath& path, const Limits& limits,
                                            ReadFault& fault) {
    Diagnostics diagnostics(path.text(), {}, limits.errors);
    std::optional<DatabaseShader> shader = read_database_shader(path, limits, diagnostics);
    if (!shader) {
        fault = {diagnostics.render(),   exit_findings,         false, true,
                 status_of(diagnostics), reason_of(diagnostics)};
        return std::nullopt;
    }
    InputFile file{path.text(), std::move(shader->module)};
    file.pipeline = shader->facts;
    return file;
}

} // namespace

std::optional<InputFile> read_file(std::string_view path, const Streams& streams,
                                   const Limits& limits, ReadFault& fault) {
    if (const std::optional<DatabasePath> inside = database_path(path)) {
        return read_from_database(*inside, limits, fault);
    }
    InputFile file;
    file.name = std::string(path == "-" ? streams.in_name : path);
    errno = 0;
    const std::unique_ptr<InputPieces> pieces = open_pieces(path, streams);
    const bool is_read = pieces != nullptr && read_all(*pieces, file.content, limits.input_bytes);
    if (!is_read || file.content.size() > limits.input_bytes) {
        fault = fault_of(file.name, limits, is_read ? EFBIG : errno);
        return std::nullopt;
    }
    if (!drop_mark(file.content)) {
        Diagnostics diagnostics(file.name, {});
        diagnostics.error("D210", {}, "the text is in UTF-16; it has to be in UTF-8");
        fault = {diagnostics.render(), exit_findings, false, true};
        return std::nullopt;
    }
    return file;
}

std::unique_ptr<InputPieces> InputPieces::open(std::string_view path, const Streams& streams,
                                               ReadFault& fault) {
    errno = 0;
    std::unique_ptr<InputPieces> pieces = open_pieces(path, streams);
    if (pieces == nullptr) {
        fault = fault_of(std::string(path), {}, errno);
    }
    return pieces;
}

std::optional<InputFile> read_input(std::string_view path, const Streams& streams,
                                    const Limits& limits, int& code) {
    ReadFault fault;
    std::optional<InputFile> file = read_file(path, streams, limits, fault);
    if (!file) {
        code = fault.code;
        if (fault.is_diagnostic) {
            streams.err << fault.message;
        } else {
            usage_error(streams, fault.message);
        }
    }
    return file;
}

std::optional<std::vector<std::uint64_t>> words_from_bytes(std::string_view bytes) {
    if (bytes.size() % 8 != 0) {
        return std::nullopt;
    }
    std::vector<std::uint64_t> words(bytes.size() / 8);
    for (std::size_t i = 0; i < bytes.size(); ++i) {
        words[i / 8] |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * (i % 8));
    }
    return words;
}

std::string bytes_from_words(const std::vector<std::uint64_t>& words) {
    std::string bytes;
    bytes.reserve(words.size() * 8);
    for (const std::uint64_t word : words) {
        for (unsigned shift = 0; shift < 64; shift += 8) {
            bytes += static_cast<char>((word >> shift) & 0xff);
        }
    }
    return bytes;
}

} // namespace jacquard::driver
