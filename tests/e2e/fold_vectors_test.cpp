#include <jacquard/generated/nir/opcodes.h>

#include "e2e.h"

#include <map>
#include <set>

namespace {

std::vector<std::string> split(const std::string& row) {
    std::vector<std::string> columns;
    std::istringstream stream(row);
    for (std::string column; std::getline(stream, column, '\t');) {
        columns.push_back(column);
    }
    return columns;
}

bool is_nan(const std::string& component) {
    const std::uint64_t bits = std::stoull(component, nullptr, 16);
    switch (component.size()) {
    case 4: return (bits & 0x7fff) > 0x7c00;
    case 8: return (bits & 0x7fffffff) > 0x7f800000;
    case 16: return (bits & 0x7fffffffffffffff) > 0x7ff0000000000000;
    default: return false;
    }
}

// Component by component; payload and sign of a NaN are free.
bool agree(const std::string& expected, const std::string& computed) {
    std::istringstream left(expected);
    std::istringstream right(computed);
    std::string a;
    std::string b;
    while (std::getline(left, a, ',')) {
        if (!std::getline(right, b, ',') || a.size() != b.size() ||
            (a != b && !(is_nan(a) && is_nan(b)))) {
            return false;
        }
    }
    return !std::getline(right, b, ',');
}

// The vectors say that the largest double becomes a NaN of 16 bits; it is finite, so what is
// nearest to it is infinity.
bool is_known_contradiction(const std::vector<std::string>& row) {
    return row[0] == "f2f16" && row[3].find("7fefffffffffffff") != std::string::npos;
}

} // namespace

TEST_CASE("folded constants agree with another implementation") {
    const std::string path = JACQUARD_SOURCE_DIR "/tests/vectors/fold.tsv";
    const Answer answer = run_tool({"fold", "--batch", path});
    std::istringstream rows(file_content(path));
    std::istringstream results(answer.out);
    std::set<std::string> undefined_opcodes;
    std::size_t count = 0;
    std::size_t left_open = 0; // rows that C leaves undefined: the table's own meaning decides
    std::size_t contradictions = 0;
    std::size_t differences = 0;
    std::string first_differences;
    std::string row;
    std::string result;
    while (std::getline(rows, row)) {
        if (row.empty()) {
            continue;
        }
        REQUIRE(std::getline(results, result));
        const std::vector<std::string> expected = split(row);
        const std::vector<std::string> computed = split(result);
        if (!jacquard::nir::find_opcode(expected[0])) {
            undefined_opcodes.insert(expected[0]);
            continue;
        }
        ++count;
        const bool is_open = expected.back() == "UB";
        const std::string& wanted = expected[expected.size() - (is_open ? 2 : 1)];
        if (agree(wanted, computed.back())) {
            continue;
        }
        if (is_open) {
            ++left_open;
            continue;
        }
        if (is_known_contradiction(expected)) {
            ++contradictions;
            continue;
        }
        if (++differences <= 20) {
            first_differences += row + "  computed " + computed.back() + '\n';
        }
    }
    INFO(first_differences);
    CHECK(differences == 0);
    CHECK(contradictions == 2);
    WARN(count << " rows compared, " << left_open << " of them left open by C and different; "
               << undefined_opcodes.size() << " opcodes of the vectors are not defined");
    CHECK(undefined_opcodes.empty());
    CHECK(count == 15242);
}
