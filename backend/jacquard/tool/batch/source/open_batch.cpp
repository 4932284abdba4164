#include <jacquard/platform/paths.h>
#include <jacquard/tool/batch/source/database_source.h>
#include <jacquard/tool/batch/source/manifest_line.h>
#include <jacquard/tool/batch/source/open_batch.h>
#include <jacquard/tool/batch/source/shaders_below.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

namespace jacquard::driver {

namespace {

namespace fs = std::filesystem;

// No name or object is longer, so that a file without line ends is not read to its end.
constexpr std::size_t kLongestLine = std::size_t{1} << 20;

constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";

// The lines of a list or manifest.
class ListSource final : public BatchSource {
  public:
    ListSource(std::unique_ptr<InputPieces> pieces, std::string_view path, fs::path base)
        : pieces_(std::move(pieces)), name_(path == "-" ? "<stdin>" : path), base_(std::move(base)),
          is_manifest_(path.ends_with(".jsonl")) {}

    std::optional<BatchItem> next() override {
        std::string line;
        while (next_line(line)) {
            if (std::optional<BatchItem> item = read_line(line)) {
                item->path = platform::text_of_path(base_ / platform::plain_path(item->path));
                return item;
            }
        }
        return std::nullopt;
    }

    [[nodiscard]] std::string empty_message() const override {
        return "the list '" + name_ + "' names no shaders";
    }

  private:
    std::optional<BatchItem> read_line(std::string_view line) {
        // The name of standard input does not tell.
        if (is_manifest_ || (name_ == "<stdin>" && line.starts_with('{'))) {
            Diagnostics diagnostics(name_, {});
            std::optional<BatchItem> item = read_manifest_line(line, number_, diagnostics);
            if (diagnostics.has_errors()) {
                add_fault(diagnostics.render());
            }
            return item;
        }
        line = line.substr(0, line.find_first_of("\t\r"));
        if (line.empty() || line[0] == '#') {
            return std::nullopt;
        }
        if (line.find('\0') != std::string_view::npos) {
            fail("a name of a file has no zero bytes");
            return std::nullopt;
        }
        return BatchItem{std::string(line), std::string(line)};
    }

    void fail(std::string message) {
        Diagnostics diagnostics(name_, {});
        diagnostics.error("D207", {static_cast<std::uint32_t>(number_), 1}, std::move(message));
        add_fault(diagnostics.render());
    }

    bool next_line(std::string& line) {
        for (;;) {
            const std::size_t end = buffer_.find('\n', searched_);
            if (end != std::string::npos || (is_at_end_ && start_ < buffer_.size())) {
                const std::size_t stop = std::min(end, buffer_.size());
                line.assign(buffer_, start_, stop - start_);
                start_ = std::min(stop + 1, buffer_.size());
                searched_ = start_;
                ++number_;
                if (number_ == 1 && line.starts_with(kByteOrderMark)) {
                    line.erase(0, kByteOrderMark.size());
                }
                return true;
            }
            if (is_at_end_ || !fill()) {
                return false;
            }
        }
    }

    bool fill() {
        buffer_.erase(0, start_);
        start_ = 0;
        searched_ = buffer_.size();
        if (searched_ > kLongestLine) {
            ++number_;
            fail("the line is longer than " + std::to_string(kLongestLine) + " bytes");
            is_at_end_ = true;
            buffer_.clear();
            return false;
        }
        static constexpr std::size_t kPiece = std::size_t{1} << 16;
        buffer_.resize(searched_ + kPiece);
        const std::ptrdiff_t got = pieces_->read(buffer_.data() + searched_, kPiece);
        buffer_.resize(searched_ + static_cast<std::size_t>(std::max<std::ptrdiff_t>(got, 0)));
        is_at_end_ = got <= 0;
        if (got < 0) {
            add_fault("jacquard: cannot read '" + name_ + "': " + std::strerror(errno) + '\n');
        }
        return true;
    }

    std::unique_ptr<InputPieces> pieces_;
    std::string name_;
    fs::path base_;
    bool is_manifest_;
    std::string buffer_;
    std::size_t start_ = 0;    // of the next line
    std::size_t searched_ = 0; // no line ends before it
    std::size_t number_ = 0;   // of the last line that was told
    bool is_at_end_ = false;
};

// One shader that is named itself.
class SingleSource final : public BatchSource {
  public:
    explicit SingleSource(std::string_view path) : item_({std::string(path), std::string(path)}) {}

    std::optional<BatchItem> next() override { return std::exchange(item_, std::nullopt); }
    [[nodiscard]] std::string empty_message() const override { return "there is no shader"; }

  private:
    std::optional<BatchItem> item_;
};

} // namespace

std::unique_ptr<BatchSource> open_batch(std::string_view folder_or_list,
                                        std::optional<std::string_view> base,
                                        const Streams& streams, ReadFault& fault) {
    std::error_code ignored;
    if (fs::is_directory(platform::native_path(folder_or_list), ignored)) {
        return open_shaders_below(folder_or_list);
    }
    if (std::optional<DatabasePath> database = database_folder(folder_or_list)) {
        return open_database_source(std::move(*database), fault);
    }
    if (database_path(folder_or_list)) {
        return std::make_unique<SingleSource>(folder_or_list);
    }
    std::unique_ptr<InputPieces> pieces = InputPieces::open(folder_or_list, streams, fault);
    if (pieces == nullptr) {
        return nullptr;
    }
    if (is_shader_name(folder_or_list)) {
        return std::make_unique<SingleSource>(folder_or_list);
    }
    fs::path relative_to = platform::plain_path(base.value_or(""));
    if (!base && folder_or_list != "-") {
        relative_to = platform::plain_path(folder_or_list).parent_path();
    }
    return std::make_unique<ListSource>(std::move(pieces), folder_or_list, std::move(relative_to));
}

} // namespace jacquard::driver
