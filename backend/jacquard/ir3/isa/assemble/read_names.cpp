#include <jacquard/ir3/isa/assemble/read_names.h>
#include <jacquard/ir3/isa/assemble/read_numbers.h>

#include <algorithm>
#include <array>

namespace jacquard::ir3 {

namespace {

bool missing_name(LineCursor& in, const NameTable& table) {
    if (in.notes() == nullptr)
        return false;
    // In the order of their values; of a long list one is enough.
    const std::size_t most =
        table.names.size() > ReadingNotes::kMaxExpected ? 1 : table.names.size();
    std::size_t noted = 0;
    for (unsigned value = 0; value < table.num_values; ++value) {
        for (const ReadName& known : table.names) {
            if (known.value == value && noted++ < most)
                in.missing(known.text);
        }
    }
    return false;
}

struct Modifier {
    std::string_view text;
    bool negates = false;
    bool is_absolute = false;
    bool repeats = false;
    bool is_last = false;
};

constexpr auto kModifiers = std::to_array<Modifier>({{"(neg)", true},
                                                     {"(abs)", false, true},
                                                     {"(absneg)", true, true},
                                                     {"(r)", false, false, true},
                                                     {"(last)", false, false, false, true}});

void no_modifier(LineCursor& in) {
    in.missing("a modifier such as (neg) (abs) (absneg) (r)");
}

} // namespace

bool read_name(LineCursor& in, const NameTable& table, unsigned& value, bool may_be_empty,
               unsigned greatest) {
    const Letters next = in.next_letters();
    for (const ReadName* name = table.first(next); table.may_stand(name, next); ++name) {
        if (name->begins(next) &&
            (name->text.size() <= kLettersAtOnce || in.starts_with(name->text))) {
            value = name->value;
            in.skip(name->text.size());
            return true;
        }
    }
    if (in.next_is_digit()) {
        const char* start = in.mark();
        if (read_number_into(in, value) && value >= table.num_values && value <= greatest)
            return true;
        in.back_to(start);
    } else if (may_be_empty && table.empty >= 0) {
        value = static_cast<unsigned>(table.empty);
        return true;
    }
    return missing_name(in, table);
}

bool read_components(LineCursor& in, unsigned& mask) {
    mask = 0;
    for (unsigned i = 0; i < 4; ++i) {
        if (in.option("xyzw"[i]))
            mask |= 1U << i;
    }
    if (in.notes() != nullptr && mask < 8)
        in.missing("x, y, z and w in this order");
    return true;
}

void read_some_modifiers(LineCursor& in, Operand& operand) {
    while (in.next_is('(')) {
        const auto* const found =
            std::find_if(kModifiers.begin(), kModifiers.end(),
                         [&in](const Modifier& modifier) { return in.option(modifier.text); });
        if (found == kModifiers.end()) {
            return no_modifier(in);
        }
        operand.negate |= found->negates;
        operand.absolute |= found->is_absolute;
        operand.repeat |= found->repeats;
        operand.last |= found->is_last;
    }
}

} // namespace jacquard::ir3
