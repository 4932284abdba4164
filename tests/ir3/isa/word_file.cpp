#include "word_file.h"

#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/isa/assemble/assemble.h>
#include <jacquard/ir3/isa/disassemble/disassemble.h>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <sstream>

namespace jacquard::ir3::test {

std::vector<WordRow> read_words(const std::string& path) {
    std::vector<WordRow> rows;
    std::ifstream file(path);
    std::string line;
    while (std::getline(file, line)) {
        if (line.empty() || std::isdigit(static_cast<unsigned char>(line[0])) == 0)
            continue;
        std::stringstream columns(line);
        std::string part;
        std::string word;
        WordRow row;
        std::getline(columns, part, '\t');
        std::getline(columns, word, '\t');
        std::getline(columns, row.text, '\t');
        std::getline(columns, row.flags, '\t');
        row.part = find_part(part).value_or(0);
        row.revision = revision_of_part(row.part).value_or(Revision{});
        row.word = std::stoull(word, nullptr, 16);
        rows.push_back(std::move(row));
    }
    return rows;
}

namespace {

std::string replaced(std::string text, std::string_view older, std::string_view newer) {
    const std::size_t place = text.find(older);
    return place == std::string::npos ? text : text.replace(place, older.size(), newer);
}

std::string with_residency_check(const WordRow& row) {
    return replaced(row.text, " (u8_32)(", ".rck (");
}

bool is_any_of(const WordRow& row, std::string_view first, std::string_view second) {
    return row.text.find(first) != std::string::npos || row.text.find(second) != std::string::npos;
}

std::string with_wide_atomic(const WordRow& row) {
    if (!is_any_of(row, "atomic.b.", "atomic.g.")) {
        return row.text;
    }
    return replaced(replaced(row.text, ".u8.", ".u64."), " hr", " r");
}

// The older text says the same.
std::string with_shift_of_width(const WordRow& row) {
    const bool is_indexed =
        row.text.find("ldg.a") != std::string::npos || row.text.find("stg.a") != std::string::npos;
    const AssemblyResult result = assemble(row.text, row.revision);
    const std::string newer = disassemble(row.word, row.revision);
    return is_indexed && result && disassemble(result.word, row.revision) == newer ? newer
                                                                                   : row.text;
}

std::string with_uniform_predicate(const WordRow& row) {
    return replaced(replaced(row.text, " a0.", " up0."), "ha0.", "hup0.");
}

// The registers of a sum were written as half ones: the others are meant.
std::string with_full_sum(const WordRow& row) {
    const std::size_t name = row.text.find("sad.s32 ");
    if (name == std::string::npos) {
        return row.text;
    }
    const std::size_t operands = name + std::string_view("sad.s32 ").size();
    std::string text = row.text.substr(0, operands);
    const bool half_result =
        row.text[operands] != 'h' && row.text[operands] != 'p' && row.text[operands] != 'a';
    text += half_result ? "h" : "";
    for (std::size_t i = operands; i < row.text.size(); ++i) {
        if (row.text[i] != 'h') {
            text += row.text[i];
        }
    }
    return text;
}

// If nothing repeats, the marks of the sources of a varying count slots.
std::string with_slots_behind(const WordRow& row) {
    const std::size_t name = std::min(row.text.find("bary.f "), row.text.find("flat.b "));
    if (name == std::string::npos || row.text.find("(rpt") != std::string::npos) {
        return row.text;
    }
    std::string text = row.text;
    const std::size_t second = text.rfind(", ");
    unsigned slots = 0;
    for (std::size_t at = text.rfind("(r)"); at != std::string::npos; at = text.rfind("(r)")) {
        slots += at > second ? 2 : 1;
        text.erase(at, 3);
    }
    const std::size_t unlock = text.find("(ul)");
    return text.insert(std::min(unlock, name), "(nop" + std::to_string(slots) + ") ");
}

std::string with_named_repeat(const WordRow& row) {
    const std::size_t flags = row.text.rfind(')');
    const std::size_t at = flags == std::string::npos ? 0 : flags + 1;
    const bool is_repeat = row.text[at] == '6' || row.text[at] == '7';
    return is_repeat
               ? row.text.substr(0, at) + "(rpt" + row.text[at] + ")" + row.text.substr(at + 1)
               : row.text;
}

// Another bit tells what a number is, and the destination has a width.
std::string with_alias_of_today(const WordRow& row) {
    const bool is_target = row.text.find("alias.1.") != std::string::npos;
    const bool is_half = row.text.find(".b16.") != std::string::npos;
    const std::string text = replaced(replaced(row.text, "alias.1.", "alias.rt."), ".b", ".f");
    return replaced(text, " r", is_target ? " rt" : is_half ? " hr" : " r");
}

constexpr Spelling kSpellings[] = {
    {"a texture instruction of type 7 asks whether the memory is there", with_residency_check, true,
     0, 10},
    {"an atomic of type 6 has 64 bits, where it had 8, and each gives a full register",
     with_wide_atomic, true, 0, 61},
    {"an index is shifted by the width of the data", with_shift_of_width, true, 5, 8},
    {"a predicate of the whole wave has a name in every instruction", with_uniform_predicate, true,
     0, 3},
    {"a sum of differences has 32 bits, where it printed half registers", with_full_sum, false, 0,
     17},
    {"an instruction that reads varyings counts slots", with_slots_behind, true, 0, 4},
    {"a repetition of 6 or 7 has a name", with_named_repeat, false, 0, 1},
    {"an alias has the form of today, and another bit tells how numbers print", with_alias_of_today,
     false, 1, 3},
};

} // namespace

std::span<const Spelling> newer_spellings() {
    return kSpellings;
}

std::optional<std::size_t> spelling_of(const WordRow& row, const std::string& text) {
    for (std::size_t i = 0; i < std::size(kSpellings); ++i) {
        if (row.text != text && kSpellings[i].newer(row) == text)
            return i;
    }
    return std::nullopt;
}

std::string vectors(const char* name) {
    return std::string(JACQUARD_SOURCE_DIR "/tests/vectors/") + name;
}

} // namespace jacquard::ir3::test
