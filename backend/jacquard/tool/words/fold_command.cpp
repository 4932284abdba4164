#include <jacquard/tool/files/input_file.h>
#include <jacquard/tool/files/line_answers.h>
#include <jacquard/tool/frame/commands.h>
#include <jacquard/tool/options/limit_options.h>
#include <jacquard/tool/words/fold.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstring>
#include <ostream>

namespace jacquard::driver {

namespace {

constexpr std::array<OptionSpec, 2> kOptions = {{
    {"--batch", "FILE", "fold every row of a tab-separated file, and print it with its result"},
    kInputBytesOption,
}};

// No opcode has as many sources. What stands behind is part of the last column.
constexpr std::size_t kMostColumns = 64;

// The columns of a row that stand before "=>", and the part of the row that holds them.
class Request {
  public:
    void split(std::string_view row) {
        const char* const begin = row.data();
        const char* const end = begin + row.size();
        count_ = 0;
        for (const char* start = begin;; ++start) {
            const std::size_t rest = static_cast<std::size_t>(end - start);
            const void* tab = count_ + 1 < kMostColumns ? std::memchr(start, '\t', rest) : nullptr;
            const char* const stop = tab != nullptr ? static_cast<const char*>(tab) : end;
            if (stop - start == 2 && start[0] == '=' && start[1] == '>') {
                text_ = row.substr(0, static_cast<std::size_t>(start - begin - (count_ != 0)));
                return;
            }
            columns_[count_++] = {start, static_cast<std::size_t>(stop - start)};
            if (stop == end) {
                text_ = row;
                return;
            }
            start = stop;
        }
    }

    [[nodiscard]] std::span<const std::string_view> columns() const {
        return std::span(columns_).first(count_);
    }
    [[nodiscard]] std::string_view text() const { return text_; }

  private:
    std::array<std::string_view, kMostColumns> columns_;
    std::size_t count_ = 0;
    std::string_view text_;
};

int fold_rows(std::string_view path, const Limits& limits, const Streams& streams) {
    int code = exit_fine;
    const std::optional<InputFile> file = read_input(path, streams, limits, code);
    if (!file) {
        return code;
    }
    Request request;
    Folder folder;
    return answer_lines(
        file->content, streams.out, [&](std::string_view row, std::string& answer) -> std::string {
            request.split(row);
            const std::span<const std::string_view> columns = request.columns();
            answer += request.text();
            answer += columns.empty() ? "=>\t" : "\t=>\t";
            if (columns.size() < 3) {
                return "a row is an opcode, a bit size, a number of components and the sources";
            }
            return folder.fold({columns[0], columns[1], columns[2], columns.subspan(3)}, answer);
        });
}

int run_fold(const Arguments& arguments, const Streams& streams) {
    const std::span<const std::string_view> operands = arguments.operands();
    if (const std::optional<std::string_view> path = arguments.value("--batch")) {
        if (!operands.empty()) {
            return usage_error(streams, "'fold --batch' takes no further arguments");
        }
        const std::optional<Limits> limits = limits_of(arguments, streams);
        return limits ? fold_rows(*path, *limits, streams) : exit_usage;
    }
    if (operands.size() < 3) {
        return usage_error(streams, "'fold' needs OP BITS COMPONENTS SOURCE..., or --batch FILE");
    }
    std::string text;
    const std::string fault =
        Folder().fold({operands[0], operands[1], operands[2], operands.subspan(3)}, text);
    if (!fault.empty()) {
        streams.err << "error: " << fault << '\n';
        return exit_findings;
    }
    streams.out << text << '\n';
    return exit_fine;
}

} // namespace

const CommandSpec kFoldCommand = {
    "fold",
    "OP BITS COMPONENTS SOURCE... | --batch FILE",
    0,
    19,
    "Computes a NIR opcode on constants. The components of a source are hex numbers separated by "
    "commas (0 or 1 for 1-bit values); BITS is 0 if all operands of the opcode have a fixed width.",
    kOptions,
    run_fold,
    nullptr,
    "jacquard fold fadd 32 2 3f800000,40000000 3f800000,3f800000"};

} // namespace jacquard::driver
