#include <jacquard/generated/ir3/descriptions.h>
#include <jacquard/tool/words/isa_text.h>

#include <algorithm>
#include <array>
#include <ostream>
#include <vector>

namespace jacquard::driver {

namespace {

constexpr unsigned kNumCategories = 8;
constexpr unsigned kCategoryBit = 61;
constexpr unsigned kOpcodeTop = 58; // below the category and two flags
constexpr unsigned kMaximumNumberWidth = 6;
constexpr std::size_t kColumns = 8;
constexpr std::size_t kCellWidth = 11;
constexpr std::size_t kLineWidth = 96;

// The opcodes of each value of the bits from 58 down that encodings of a category fix, and those
// that do not fix bit 58.
struct Category {
    unsigned low = 0;
    std::vector<std::vector<std::string_view>> cells;
    std::vector<std::string_view> elsewhere;
};

std::vector<unsigned> encodings_in(ir3::Revision revision, unsigned category) {
    std::vector<unsigned> result;
    for (const unsigned row : ir3::encodings_of(revision)) {
        if (ir3::kEncodings[row].value >> kCategoryBit == category) {
            result.push_back(row);
        }
    }
    return result;
}

bool fixes_number(unsigned row) {
    return (ir3::kEncodings[row].mask >> kOpcodeTop & 1) != 0;
}

void add_name(std::vector<std::string_view>& names, std::string_view name) {
    if (std::find(names.begin(), names.end(), name) == names.end()) {
        names.push_back(name);
    }
}

Category category_of(const std::vector<unsigned>& rows) {
    std::uint64_t common = ~std::uint64_t{0};
    for (const unsigned row : rows) {
        common &= fixes_number(row) ? ir3::kEncodings[row].mask : ~std::uint64_t{0};
    }
    Category result;
    result.low = kOpcodeTop;
    while (kOpcodeTop - result.low + 1 < kMaximumNumberWidth &&
           (common >> (result.low - 1) & 1) != 0) {
        --result.low;
    }
    result.cells.resize(std::size_t{1} << (kOpcodeTop + 1 - result.low));
    for (const unsigned row : rows) {
        const ir3::EncodingRow& encoding = ir3::kEncodings[row];
        const std::size_t number = encoding.value >> result.low & (result.cells.size() - 1);
        add_name(fixes_number(row) ? result.cells[number] : result.elsewhere,
                 name_of(encoding.opcode));
    }
    return result;
}

std::string cell_text(const std::vector<std::string_view>& names) {
    std::string text = names.empty() ? "." : std::string(names[0]);
    const std::string more =
        names.size() > 1 ? '+' + std::to_string(names.size() - 1) : std::string();
    const std::size_t room = kCellWidth - 1 - more.size();
    if (text.size() > room) {
        text.resize(room - 1);
        text += '~';
    }
    text += more;
    text.resize(kCellWidth, ' ');
    return text;
}

void print_grid(const Category& category, std::ostream& out) {
    for (std::size_t start = 0; start < category.cells.size(); start += kColumns) {
        std::string line = std::to_string(start);
        line.insert(0, 5 - std::min<std::size_t>(line.size(), 5), ' ');
        line += "  ";
        for (std::size_t i = start; i < std::min(start + kColumns, category.cells.size()); ++i) {
            line += cell_text(category.cells[i]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out << line << '\n';
    }
}

void print_names(std::string line, const std::vector<std::string_view>& names, std::ostream& out) {
    for (const std::string_view name : names) {
        if (line.size() + name.size() + 1 > kLineWidth) {
            out << line << '\n';
            line = "    ";
        }
        line += ' ';
        line += name;
    }
    out << line << '\n';
}

// The cells of which the grid names one opcode for several.
void print_shared_cells(const Category& category, std::ostream& out) {
    for (std::size_t value = 0; value < category.cells.size(); ++value) {
        if (category.cells[value].size() > 1) {
            print_names("  " + std::to_string(value) + ':', category.cells[value], out);
        }
    }
    if (!category.elsewhere.empty()) {
        print_names("  at any number, distinguished by other bits:", category.elsewhere, out);
    }
}

} // namespace

void print_opcode_map(ir3::Revision revision, const Streams& streams) {
    std::ostream& out = streams.out;
    out << name_of(revision)
        << ": opcodes by number; '.' is a hole, '+n' stands for n more that other bits tell "
           "apart\n";
    for (unsigned number = 0; number < kNumCategories; ++number) {
        const std::vector<unsigned> rows = encodings_in(revision, number);
        if (rows.empty()) {
            out << "\ncategory " << number << ": nothing\n";
            continue;
        }
        const Category category = category_of(rows);
        const auto used = std::count_if(category.cells.begin(), category.cells.end(),
                                        [](const auto& cell) { return !cell.empty(); });
        out << "\ncategory " << number << ", bits " << kOpcodeTop << ':' << category.low << ": "
            << used << " of " << category.cells.size() << " numbers used\n";
        print_grid(category, out);
        print_shared_cells(category, out);
    }
}

} // namespace jacquard::driver
