#include <jacquard/driver/tool/commands.h>
#include <jacquard/driver/tool/fold.h>
#include <jacquard/driver/tool/input_file.h>
#include <jacquard/driver/tool/limit_options.h>
#include <jacquard/driver/tool/line_answers.h>

#include <algorithm>
#include <array>
#include <ostream>

namespace jacquard::driver {

namespace {

constexpr std::array<OptionSpec, 2> kOptions = {{
    {"--batch", "FILE", "fold every row of a tab-separated file, and print it with its result"},
    kInputBytesOption,
}};

// No opcode has as many sources. What stands behind is part of the last column.
constexpr std::size_t kMostColumns = 64;

// The columns of a row that stand before "=>" replace those in `columns`. The part of the row that
// holds them.
std::string_view split_request(std::string_view row, std::vector<std::string_view>& columns) {
    columns.clear();
    std::size_t start = 0;
    while (start <= row.size()) {
        const std::size_t tab =
            columns.size() + 1 < kMostColumns ? row.find('\t', start) : std::string_view::npos;
        const std::size_t end = std::min(tab, row.size());
        const std::string_view column = row.substr(start, end - start);
        if (column == "=>") {
            break;
        }
        columns.push_back(column);
        start = end + 1;
    }
    return row.substr(0, start == 0 ? 0 : start - 1);
}

int fold_rows(std::string_view path, const Limits& limits, const Streams& streams) {
    int code = exit_fine;
    const std::optional<InputFile> file = read_input(path, streams, limits, code);
    if (!file) {
        return code;
    }
    std::vector<std::string_view> columns;
    return answer_lines(
        file->content, streams.out, [&](std::string_view row, std::string& answer) -> std::string {
            answer += split_request(row, columns);
            answer += columns.empty() ? "=>\t" : "\t=>\t";
            if (columns.size() < 3) {
                return "a row is an opcode, a bit size, a number of components and the sources";
            }
            return fold({columns[0], columns[1], columns[2], std::span(columns).subspan(3)},
                        answer);
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
        fold({operands[0], operands[1], operands[2], operands.subspan(3)}, text);
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
