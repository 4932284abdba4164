#include <jacquard/nir/fold/constant_evaluator.h>

#include "catch.h"
#include "shared_table.h"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <string_view>
#include <vector>

using namespace jacquard::nir;

namespace {

std::vector<ConstantValue> values_of(const std::string& text) {
    std::vector<ConstantValue> values;
    for (const std::string& part : split(text, ',')) {
        ConstantValue value;
        std::from_chars(part.data(), part.data() + part.size(), value.u64, 16);
        values.push_back(value);
    }
    return values;
}

bool is_nan(std::uint64_t bits, unsigned width) {
    const std::uint64_t infinity = width == 16   ? 0x7c00
                                   : width == 32 ? 0x7f800000
                                                 : 0x7ff0000000000000;
    return (bits & jacquard::nir::mask_of_bits(width - 1)) > infinity;
}

// Rows that contradict what the table says; one that agrees after all is a failure too.
struct Exception {
    std::string_view row;
    std::string_view reason;
};
constexpr Exception kExceptions[] = {
    {"f2f16\t64\t1\t7fefffffffffffff\t=>\t7e00",
     "the largest double is finite, so what is nearest to it in 16 bits is infinity and no NaN"},
    {"f2f16\t64\t4\tc0ef94201171056f,3ffd6d23f03ad69f,7fefffffffffffff,0c342772942066d9\t=>\t"
     "fbe5,3f5b,7e00,0000",
     "the same value in the third component"},
};

struct Row {
    Opcode opcode{};
    unsigned bit_size = 0;
    unsigned num_components = 0;
    std::vector<std::vector<ConstantValue>> sources;
    std::vector<ConstantValue> expected;
};

// Returns true if the bits of the result are a bfloat16 that is a NaN.
bool is_bfloat16_nan(Opcode opcode, std::uint64_t bits) {
    return (opcode == Opcode::f2bf || opcode == Opcode::bfmul || opcode == Opcode::bffma ||
            opcode == Opcode::bfdot2_bfadd) &&
           (bits & 0x7fff) > 0x7f80;
}

// The payload and sign of a NaN are free.
bool agrees(const Row& row, const ConstantValue* result) {
    const OpcodeInfo& info = opcode_info(row.opcode);
    const unsigned width =
        info.output_type.bit_size != 0 ? info.output_type.bit_size : row.bit_size;
    for (std::size_t i = 0; i < row.expected.size(); ++i) {
        const std::uint64_t expected = row.expected[i].u64;
        if (expected == result[i].u64 ||
            (is_bfloat16_nan(row.opcode, expected) && is_bfloat16_nan(row.opcode, result[i].u64))) {
            continue;
        }
        if (info.output_type.base != BaseType::float_type || !is_nan(expected, width) ||
            !is_nan(result[i].u64, width)) {
            return false;
        }
    }
    return true;
}

// The outcome of a file of rows.
struct Outcome {
    std::map<std::string, unsigned> undefined_opcodes;
    std::map<std::string, std::vector<std::string>> disagreeing;
    unsigned agreed = 0;
    unsigned free_rows = 0; // the table's own meaning decides
    unsigned excepted = 0;

    void tell() const {
        for (const auto& [name, rows] : disagreeing) {
            UNSCOPED_INFO(name << ": " << rows.size() << " rows disagree, the first: " << rows[0]);
        }
        for (const auto& [name, count] : undefined_opcodes) {
            UNSCOPED_INFO("not defined: " << name << " (" << count << " rows)");
        }
    }
};

Row read_row(Opcode opcode, const std::vector<std::string>& columns) {
    const OpcodeInfo& info = opcode_info(opcode);
    Row row;
    row.opcode = opcode;
    row.bit_size = static_cast<unsigned>(std::stoul(columns[1]));
    if (row.bit_size == 0) {
        row.bit_size = info.former_width;
    }
    row.num_components = info.output_components != 0
                             ? info.output_components
                             : static_cast<unsigned>(std::stoul(columns[2]));
    std::size_t at = 3;
    for (; columns[at] != "=>"; ++at) {
        row.sources.push_back(values_of(columns[at]));
    }
    row.expected = values_of(columns[at + 1]);
    REQUIRE(row.sources.size() == info.num_sources);
    return row;
}

void judge(const std::string& line, const Row& row, Outcome& outcome) {
    const ConstantValue* sources[kMaxComponents];
    for (std::size_t i = 0; i < row.sources.size(); ++i) {
        sources[i] = row.sources[i].data();
    }
    ConstantValue result[kMaxComponents];
    const bool computed = evaluate(row.opcode, row.bit_size, row.num_components, sources, result);
    const bool exception = std::any_of(std::begin(kExceptions), std::end(kExceptions),
                                       [&line](const Exception& each) { return each.row == line; });
    if ((computed && agrees(row, result)) != exception) {
        ++(exception ? outcome.excepted : outcome.agreed);
        return;
    }
    std::string told = line + "   computed";
    for (std::size_t i = 0; computed && i < row.expected.size(); ++i) {
        char digits[20];
        *std::to_chars(digits, digits + 19, result[i].u64, 16).ptr = '\0';
        told += std::string(i == 0 ? " " : ",") + digits;
    }
    outcome.disagreeing[std::string(opcode_info(row.opcode).name)].push_back(told);
}

Outcome judge_file(const std::string& name) {
    std::ifstream file(JACQUARD_SOURCE_DIR "/tests/vectors/" + name);
    REQUIRE(file);
    Outcome outcome;
    std::string line;
    while (std::getline(file, line)) {
        const std::vector<std::string> columns = split(line, '\t');
        REQUIRE(columns.size() >= 5);
        const auto opcode = find_opcode(columns[0]);
        if (!opcode) {
            ++outcome.undefined_opcodes[columns[0]];
        } else if (columns.back() == "UB") {
            ++outcome.free_rows;
        } else {
            judge(line, read_row(*opcode, columns), outcome);
        }
    }
    return outcome;
}

} // namespace

TEST_CASE("constant evaluation agrees with the vectors of another implementation") {
    const Outcome outcome = judge_file("fold.tsv");
    outcome.tell();
    for (const Exception& each : kExceptions) {
        UNSCOPED_INFO("excepted: " << each.row << ": " << each.reason);
    }
    CHECK(outcome.disagreeing.empty());
    CHECK(outcome.undefined_opcodes.empty());
    CHECK(outcome.excepted == std::size(kExceptions));
    CHECK(outcome.free_rows == 572);
    CHECK(outcome.agreed == 14668);
}

TEST_CASE("constant evaluation of newer opcodes agrees with the vectors of its newer state") {
    const Outcome outcome = judge_file("newer_folds.tsv");
    outcome.tell();
    CHECK(outcome.disagreeing.empty());
    CHECK(outcome.undefined_opcodes.empty());
    CHECK(outcome.free_rows == 5);
    CHECK(outcome.agreed == 2263);
}
