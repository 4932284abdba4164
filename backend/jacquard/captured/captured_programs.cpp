#include <jacquard/captured/captured_programs.h>
#include <jacquard/ir3/isa/describe/find_programs.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <span>

namespace jacquard::driver {

namespace {

constexpr std::size_t kBytesOfWord = 8;
constexpr std::size_t kBytesOfHalf = 4;

// Describes how the bytes of each word were written down.
struct WordOrder {
    std::string_view name;
    unsigned value_bytes; // of the memories that may have it; 0: any
    bool swaps_halves;
    bool swaps_bytes; // of each value
};
constexpr WordOrder kOrders[] = {
    {"", 0, false, false},
    {"higher half first", 4, true, false},
    {"bytes of 32 bits in their order", 4, false, true},
    {"bytes of 64 bits in their order", 8, false, true},
};

std::uint64_t word_at(std::span<const std::uint8_t> bytes, const WordOrder& order) {
    std::uint64_t word = 0;
    for (std::size_t i = 0; i < kBytesOfWord; ++i) {
        std::size_t place = i;
        if (order.swaps_halves) {
            place ^= kBytesOfHalf;
        }
        if (order.swaps_bytes) {
            place ^= order.value_bytes - 1U;
        }
        word |= std::uint64_t{bytes[place]} << (8 * i);
    }
    return word;
}

std::vector<CapturedProgram> programs_at(const CapturedMemory& memory, std::size_t offset,
                                         const WordOrder& order, ir3::Revision revision) {
    std::vector<std::uint64_t> words;
    for (std::size_t at = offset; at + kBytesOfWord <= memory.bytes.size(); at += kBytesOfWord) {
        words.push_back(word_at(std::span(memory.bytes).subspan(at, kBytesOfWord), order));
    }
    std::vector<CapturedProgram> programs;
    for (const ir3::FoundProgram& found : ir3::find_programs(words, revision)) {
        CapturedProgram& program = programs.emplace_back();
        program.byte = offset + found.first * kBytesOfWord;
        const auto first = words.begin() + static_cast<std::ptrdiff_t>(found.first);
        program.words.assign(first, first + static_cast<std::ptrdiff_t>(found.count));
        program.order = order.name;
    }
    return programs;
}

std::size_t end_of(const CapturedProgram& program) {
    return program.byte + program.words.size() * kBytesOfWord;
}

// Keeps the longest of the programs that were found in the same bytes.
std::vector<CapturedProgram> without_overlaps(std::vector<CapturedProgram> programs) {
    std::stable_sort(programs.begin(), programs.end(),
                     [](const auto& a, const auto& b) { return a.words.size() > b.words.size(); });
    std::map<std::size_t, CapturedProgram> kept; // by their first byte; none overlap
    for (CapturedProgram& program : programs) {
        const auto next = kept.lower_bound(program.byte);
        const bool ends_before = next == kept.end() || end_of(program) <= next->first;
        const bool begins_behind =
            next == kept.begin() || end_of(std::prev(next)->second) <= program.byte;
        if (ends_before && begins_behind) {
            kept.emplace_hint(next, program.byte, std::move(program));
        }
    }
    std::vector<CapturedProgram> result;
    for (auto& [byte, program] : kept) {
        result.push_back(std::move(program));
    }
    return result;
}

std::size_t num_words(const std::vector<CapturedProgram>& programs) {
    std::size_t count = 0;
    for (const CapturedProgram& program : programs) {
        count += program.words.size();
    }
    return count;
}

// Words stand where their addresses are multiples of four; in a file of another kind, anywhere.
std::vector<CapturedProgram> programs_of(const CapturedMemory& memory, const WordOrder& order,
                                         ir3::Revision revision) {
    std::vector<CapturedProgram> programs;
    const auto look = [&](std::size_t offset) {
        for (CapturedProgram& found : programs_at(memory, offset, order, revision)) {
            programs.push_back(std::move(found));
        }
    };
    look(0);
    look(kBytesOfHalf);
    const bool is_anywhere = programs.empty() && memory.lines.empty();
    for (std::size_t offset = 1; is_anywhere && offset < kBytesOfWord; ++offset) {
        if (offset != kBytesOfHalf) {
            look(offset);
        }
    }
    return without_overlaps(std::move(programs));
}

} // namespace

std::vector<CapturedProgram> find_captured_programs(const CapturedFile& file,
                                                    ir3::Revision revision) {
    std::vector<CapturedProgram> all;
    for (std::size_t i = 0; i < file.memories.size(); ++i) {
        const CapturedMemory& memory = file.memories[i];
        std::vector<CapturedProgram> best;
        for (const WordOrder& order : kOrders) {
            if (order.value_bytes != 0 && order.value_bytes != memory.value_bytes) {
                continue;
            }
            std::vector<CapturedProgram> found = programs_of(memory, order, revision);
            if (num_words(found) > num_words(best)) {
                best = std::move(found);
            }
        }
        for (CapturedProgram& program : best) {
            program.memory = i;
            all.push_back(std::move(program));
        }
    }
    return all;
}

} // namespace jacquard::driver
