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

std::vector<std::string_view> split_row(std::string_view row) {
    std::vector<std::string_view> columns;
    for (std::size_t start = 0; start <= row.size();) {
        const std::size_t tab =
            columns.size() + 1 < kMostColumns ? row.find('\t', start) : std::string_view::npos;
        const std::size_t end = std::min(tab, row.size());
        columns.push_back(row.substr(start, end - start));
        start = end + 1;
    }
    return columns;
}

// The part of a row that stands before "=>".
std::vector<std::string_view> request_of_row(std::string_view row) {
    std::vector<std::string_view> columns = split_row(row);
    columns.erase(std::find(columns.begin(), columns.end(), "=>"), columns.end());
    return columns;
}

int fold_rows(std::string_view path, const Limits& limits, const Streams& streams) {
    int code = exit_fine;
    const std::optional<InputFile> file = read_input(path, streams, limits, code);
    if (!file) {
        return code;
    }
    FoldRequest request;
    return answer_lines(
        file->content, streams.out, [&](std::string_view row, std::string& answer) -> std::string {
            const std::vector<std::string_view> columns = request_of_row(row);
            for (const std::string_view column : columns) {
                answer += column;
                answer += '\t';
            }
            answer += "=>\t";
            if (columns.size() < 3) {
                return "a row is an opcode, a bit size, a number of components and the sources";
            }
            request.opcode = columns[0];
            request.bits = columns[1];
            request.components = columns[2];
            request.sources.assign(columns.begin() + 3, columns.end());
            const FoldResult result = fold(request);
            answer += result.fault.empty() ? result.text : "";
            return result.fault;
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
    const FoldResult result =
        fold({operands[0], operands[1], operands[2], {operands.begin() + 3, operands.end()}});
    if (!result.fault.empty()) {
        streams.err << "error: " << result.fault << '\n';
        return exit_findings;
    }
    streams.out << result.text << '\n';
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
