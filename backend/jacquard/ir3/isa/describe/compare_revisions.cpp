#include <jacquard/ir3/isa/codec/bit_range.h>
#include <jacquard/ir3/isa/describe/compare_revisions.h>
#include <jacquard/ir3/isa/disassemble/disassemble.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace jacquard::ir3 {

namespace {

using Rows = std::vector<unsigned>;

std::vector<Rows> rows_by_opcode(Revision revision) {
    std::vector<Rows> result(kNumOpcodes);
    for (const unsigned row : encodings_of(revision)) {
        result[static_cast<unsigned>(kEncodings[row].opcode)].push_back(row);
    }
    for (Rows& rows : result) {
        std::sort(rows.begin(), rows.end());
    }
    return result;
}

const FormatDescription& format_of(unsigned encoding) {
    return format_descriptions()[describe_encoding(encoding).format];
}

bool has_name(const BitsRow& row) {
    return !row.name.empty();
}

// All that a format says under one name.
struct Named {
    std::string text;
    unsigned width = 0;
    std::uint64_t mask = 0;
    std::uint64_t value = 0;
    bool is_number = false;
    std::string place;
};

Named named(unsigned encoding, std::string_view name) {
    Named result;
    for (const BitsRow& row : format_of(encoding).rows) {
        if (name != row.name) {
            continue;
        }
        const BitRange bits(row.bits);
        result.text += (result.text.empty() ? "" : "; ") + std::string(row.bits);
        if (row.kind == BitsKind::operand) {
            result.text += ' ' + std::string(form_descriptions()[row.form].name);
        }
        if (row.plus != 0) {
            result.text += " plus " + std::to_string(row.plus);
        }
        if (!row.when.empty()) {
            result.text += " when " + std::string(row.when);
        } else if (!row.pattern.empty()) {
            result.text += " is " + std::string(row.pattern);
        }
        result.width = std::max(result.width, bits.width());
        result.mask |= bits.mask();
        if (result.place.empty()) {
            result.place = place(row.place);
        }
        if (row.kind == BitsKind::number) {
            const EncodingDescription& description = describe_encoding(encoding);
            result.is_number = true;
            result.value = bits.gather(kEncodings[encoding].value);
            result.place =
                place(name == "opc" ? description.number_place : description.parameter_place);
        }
    }
    return result;
}

ChangeKind field_change(const Named& from, const Named& to) {
    if (from.text.empty()) {
        return ChangeKind::field_added;
    }
    if (to.text.empty()) {
        return ChangeKind::field_removed;
    }
    if (to.width != from.width) {
        return to.width > from.width ? ChangeKind::field_widened : ChangeKind::field_narrowed;
    }
    return to.mask != from.mask ? ChangeKind::field_moved : ChangeKind::field_changed;
}

// Each bit of an encoding that no name owns: '0' or '1' where it is fixed, '-' where it is free;
// ' ' where it has a name.
std::array<char, 64> nameless_bits(unsigned encoding) {
    std::array<char, 64> result{};
    result.fill(' ');
    for (const BitsRow& row : format_of(encoding).rows) {
        const std::uint64_t mask = has_name(row) ? 0 : BitRange(row.bits).mask();
        for (unsigned bit = 0; bit < result.size(); ++bit) {
            if ((mask >> bit & 1) != 0) {
                const bool is_set = (kEncodings[encoding].value >> bit & 1) != 0;
                result[bit] = row.kind != BitsKind::fixed ? '-' : is_set ? '1' : '0';
            }
        }
    }
    return result;
}

class Comparison {
  public:
    Comparison(std::vector<RevisionChange>& changes, Revision from, Revision to)
        : changes_(changes), from_(from), to_(to) {}

    void opcode(Opcode opcode, Rows from, Rows to) {
        opcode_ = opcode;
        if (from.empty() || to.empty()) {
            whole(from, to, ChangeKind::opcode_added, ChangeKind::opcode_removed);
            return;
        }
        Rows left;
        Rows right;
        std::set_difference(from.begin(), from.end(), to.begin(), to.end(),
                            std::back_inserter(left));
        std::set_difference(to.begin(), to.end(), from.begin(), from.end(),
                            std::back_inserter(right));
        const std::size_t pairs = std::min(left.size(), right.size());
        for (std::size_t i = 0; i < pairs; ++i) {
            encodings(left[i], right[i]);
        }
        left.erase(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(pairs));
        right.erase(right.begin(), right.begin() + static_cast<std::ptrdiff_t>(pairs));
        whole(left, right, ChangeKind::form_added, ChangeKind::form_removed);
    }

  private:
    void whole(const Rows& from, const Rows& to, ChangeKind added, ChangeKind removed) {
        const bool opcodes = added == ChangeKind::opcode_added;
        if (!from.empty()) {
            report(removed, format_of(from[0]).name, "", "", place_of(from[0], opcodes), "");
        }
        if (!to.empty()) {
            report(added, format_of(to[0]).name, "", "", "", place_of(to[0], opcodes));
        }
    }

    static std::string place_of(unsigned encoding, bool opcode) {
        return std::string(
            place(opcode ? describe_encoding(encoding).place : format_of(encoding).place));
    }

    void encodings(unsigned from, unsigned to) {
        const std::size_t before = changes_.size();
        std::vector<std::string_view> names;
        for (const unsigned encoding : {from, to}) {
            for (const BitsRow& row : format_of(encoding).rows) {
                if (has_name(row) &&
                    std::find(names.begin(), names.end(), row.name) == names.end()) {
                    names.emplace_back(row.name);
                }
            }
        }
        for (const std::string_view name : names) {
            compare_named(name, named(from, name), named(to, name));
        }
        compare_nameless(from, to);
        if (changes_.size() == before) {
            auto [old_text, new_text] = differing_texts(std::min(from, to));
            report(ChangeKind::text_changed, format_of(to).name, std::move(old_text),
                   std::move(new_text), place_of(from, false), place_of(to, false));
        }
    }

    // The texts on both sides of a word that shows what changed: one field after the other is set.
    [[nodiscard]] std::pair<std::string, std::string> differing_texts(unsigned encoding) const {
        const std::uint64_t value = kEncodings[encoding].value;
        for (const BitsRow& row : format_of(encoding).rows) {
            const std::uint64_t open = ~kEncodings[encoding].mask;
            for (const std::uint64_t bits : {std::uint64_t{0}, BitRange(row.bits).mask() & open}) {
                std::string old_text = disassemble(value | bits, from_);
                std::string new_text = disassemble(value | bits, to_);
                if (old_text != new_text) {
                    return {std::move(old_text), std::move(new_text)};
                }
            }
        }
        return {};
    }

    void compare_named(std::string_view name, const Named& from, const Named& to) {
        if (from.is_number && to.is_number && from.value != to.value) {
            report(ChangeKind::opcode_moved, name, std::to_string(from.value),
                   std::to_string(to.value), from.place, to.place);
        }
        if (from.text != to.text) {
            report(field_change(from, to), name, from.text, to.text, from.place, to.place);
        }
    }

    void compare_nameless(unsigned from, unsigned to) {
        const std::array<char, 64> left = nameless_bits(from);
        const std::array<char, 64> right = nameless_bits(to);
        unsigned bit = 64;
        while (bit-- > 0) {
            const unsigned high = bit;
            std::string old_bits;
            std::string new_bits;
            while (left[bit] != right[bit] && left[bit] != ' ' && right[bit] != ' ') {
                old_bits += left[bit];
                new_bits += right[bit];
                if (bit == 0) {
                    break;
                }
                --bit;
            }
            if (!old_bits.empty()) {
                const auto low = high + 1 - static_cast<unsigned>(old_bits.size());
                const std::string bits =
                    std::to_string(high) + (low == high ? "" : ":" + std::to_string(low));
                report(ChangeKind::bits_changed, bits, old_bits, new_bits, place_of_bit(from, high),
                       place_of_bit(to, high));
            }
        }
    }

    static std::string place_of_bit(unsigned encoding, unsigned bit) {
        for (const BitsRow& row : format_of(encoding).rows) {
            if ((BitRange(row.bits).mask() >> bit & 1) != 0) {
                return std::string(place(row.place));
            }
        }
        return "";
    }

    void report(ChangeKind kind, std::string_view subject, std::string from, std::string to,
                std::string from_place, std::string to_place) {
        changes_.push_back({kind, opcode_, std::string(subject), std::move(from), std::move(to),
                            std::move(from_place), std::move(to_place)});
    }

    std::vector<RevisionChange>& changes_;
    Revision from_;
    Revision to_;
    Opcode opcode_{};
};

} // namespace

const char* name_of(ChangeKind kind) {
    constexpr std::array<const char*, 13> kNames = {
        "opcode added",  "opcode removed", "opcode moved", "form added",    "form removed",
        "field added",   "field removed",  "field moved",  "field widened", "field narrowed",
        "field changed", "bits changed",   "text changed"};
    return kNames[static_cast<unsigned>(kind)];
}

std::vector<RevisionChange> compare_revisions(Revision from, Revision to) {
    std::vector<RevisionChange> changes;
    Comparison comparison(changes, from, to);
    const std::vector<Rows> left = rows_by_opcode(from);
    const std::vector<Rows> right = rows_by_opcode(to);
    for (unsigned i = 0; i < kNumOpcodes; ++i) {
        if (left[i] != right[i]) {
            comparison.opcode(static_cast<Opcode>(i), left[i], right[i]);
        }
    }
    return changes;
}

} // namespace jacquard::ir3
