#include <jacquard/explain/explain.h>
#include <jacquard/explain/word_parts.h>
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/ir3/isa/disassemble/disassemble.h>
#include <jacquard/support/hex.h>
#include <jacquard/support/json/json.h>
#include <jacquard/tool/words/explain_json.h>

#include <array>
#include <bit>
#include <ostream>

namespace jacquard::driver {

namespace {

using ir3::BitRange;
using ir3::BitsKind;
using ir3::BitsRow;

constexpr std::array<std::string_view, 7> kKindNames = {"fixed", "number",  "free", "expect",
                                                        "field", "operand", "part"};
constexpr std::array<std::string_view, 7> kTypeNames = {"none", "bits",      "float",  "int",
                                                        "uint", "predicate", "address"};
constexpr std::array<std::string_view, 5> kSourceKindNames = {"gpr", "constant", "immediate",
                                                              "relative", "shared"};
constexpr std::array<std::string_view, 3> kModifierNames = {"negate", "absolute", "invert"};

// The names of the bits that are set.
void append_set(json::Writer& json, std::string_view key, unsigned bits,
                std::span<const std::string_view> names) {
    json.name(key).begin_array();
    for (std::size_t i = 0; i < names.size(); ++i) {
        if ((bits >> i & 1) != 0) {
            json.string(names[i]);
        }
    }
    json.end_array();
}

void append_revisions(json::Writer& json, std::string_view key, unsigned bits) {
    std::array<std::string_view, ir3::kNumRevisions> names;
    for (unsigned i = 0; i < ir3::kNumRevisions; ++i) {
        names[i] = ir3::name_of(static_cast<ir3::Revision>(i));
    }
    append_set(json, key, bits, names);
}

void append_part(json::Writer& json, const BitsRow& row, std::uint64_t word, unsigned encoding,
                 const ir3::Instruction& instruction) {
    json.begin_object();
    json.member("bits", row.bits);
    json.member("value", bit_text(BitRange(row.bits), word));
    json.member("kind", kKindNames[static_cast<std::size_t>(row.kind)]);
    json.member("name", name_of_part(row));
    json.member("meaning", meaning_of(row, word, instruction));
    json.member("line", place_of(row, encoding));
    if (row.kind == BitsKind::field) {
        json.member("doc", ir3::field_descriptions()[row.subject].doc);
    }
    if (row.kind == BitsKind::operand) {
        const ir3::Operand& operand = operand_of(instruction, row.subject);
        json.member("form", ir3::form_descriptions()[row.form].name);
        json.member("text", operand_text(operand));
        json.member("means", operand_meaning(operand));
    }
    const BitRange bits(row.bits);
    const std::uint64_t expected = ir3::kEncodings[encoding].value;
    if ((row.kind == BitsKind::free || row.kind == BitsKind::expect) &&
        bits.gather(word) != bits.gather(expected)) {
        json.member("expected", bit_text(bits, expected));
    }
    json.end_object();
}

void append_miss(json::Writer& json, std::uint64_t word, const ir3::NearMiss& miss,
                 ir3::Revision revision) {
    json.begin_object();
    json.member("distance", miss.distance).member("word", hex(miss.word, 16));
    json.member("text", ir3::disassemble(miss.word, revision));
    json.name("differs").begin_array();
    for (const BitsRow* row : rows_of(miss.encoding, miss.instruction)) {
        const BitRange bits(row->bits);
        if (((word ^ miss.word) & bits.mask()) == 0) {
            continue;
        }
        json.begin_object();
        json.member("bits", row->bits).member("value", bit_text(bits, word));
        json.member("expected", bit_text(bits, miss.word)).member("name", name_of_part(*row));
        json.member("line", place_of(*row, miss.encoding));
        json.end_object();
    }
    json.end_array().end_object();
}

void append_instruction(json::Writer& json, std::uint64_t word, ir3::Revision revision,
                        const ir3::Instruction& instruction) {
    const unsigned encoding = ir3::find_encoding(word, revision);
    const ir3::EncodingDescription& description = ir3::describe_encoding(encoding);
    const ir3::FormatDescription& format = ir3::format_descriptions()[description.format];
    const ir3::OpcodeInfo& info = ir3::opcode_info(revision, instruction.opcode);
    json.member("name", info.name).member("doc", ir3::describe_opcode(instruction.opcode));
    json.member("category", static_cast<unsigned>(info.category))
        .member("line", ir3::place(description.place));
    json.member("format", format.name).member("format_line", ir3::place(format.place));
    json.name("unverified").boolean(!ir3::is_confirmed(revision, instruction.opcode));
    json.name("parts").begin_array();
    for (const BitsRow* row : rows_of(encoding, instruction)) {
        append_part(json, *row, word, encoding, instruction);
    }
    json.end_array();
}

void append_sources(json::Writer& json, const ir3::OpcodeInfo& info) {
    json.name("sources").begin_array();
    for (unsigned i = 0; i < info.num_sources; ++i) {
        const ir3::SourceInfo& source = info.sources[i];
        json.begin_object();
        json.member("type", kTypeNames[static_cast<std::size_t>(source.type)]);
        json.member("width", source.width);
        append_set(json, "kinds", source.kinds, kSourceKindNames);
        append_set(json, "modifiers", source.modifiers, kModifierNames);
        json.end_object();
    }
    json.end_array();
}

void append_opcode(json::Writer& json, ir3::Opcode opcode) {
    unsigned revisions = 0;
    unsigned unverified = 0;
    for (unsigned i = ir3::kNumRevisions; i-- > 0;) {
        const auto revision = static_cast<ir3::Revision>(i);
        revisions |= ir3::has_opcode(revision, opcode) ? 1U << i : 0;
        unverified |= ir3::is_confirmed(revision, opcode) ? 0 : 1U << i;
    }
    const auto first = static_cast<ir3::Revision>(std::countr_zero(revisions));
    const ir3::OpcodeInfo& info = ir3::opcode_info(first, opcode);
    json.member("doc", ir3::describe_opcode(opcode))
        .member("category", static_cast<unsigned>(info.category));
    append_revisions(json, "revisions", revisions);
    append_revisions(json, "unverified", unverified);
    json.member("dst", kTypeNames[static_cast<std::size_t>(info.dst_type)]);
    append_sources(json, info);
    json.name("encodings").begin_array();
    for (unsigned row = 0; row < ir3::kNumEncodings; ++row) {
        const ir3::EncodingRow& encoding = ir3::kEncodings[row];
        if (encoding.opcode != opcode) {
            continue;
        }
        const ir3::EncodingDescription& description = ir3::describe_encoding(row);
        json.begin_object();
        json.member("format", ir3::format_descriptions()[description.format].name);
        json.member("mask", hex(encoding.mask, 16)).member("value", hex(encoding.value, 16));
        json.member("free", hex(encoding.free, 16))
            .member("line", ir3::place(description.number_place));
        json.end_object();
    }
    json.end_array();
}

} // namespace

int explain_word_json(std::uint64_t word, std::uint32_t gpu, const Streams& streams) {
    const std::optional<ir3::Revision> revision = ir3::revision_of_part(gpu);
    if (!revision) {
        return exit_usage;
    }
    const std::optional<ir3::Instruction> instruction = ir3::decode(word, *revision);
    std::string answer;
    json::Writer json(answer);
    json.begin_object();
    json.member("language", "ir3").member("word", hex(word, 16)).member("gpu", gpu);
    json.member("revision", ir3::name_of(*revision));
    json.member("text", ir3::disassemble(word, *revision));
    if (instruction) {
        append_instruction(json, word, *revision, *instruction);
    } else {
        json.name("nearest").begin_array();
        for (const ir3::NearMiss& miss : near_misses(word, *revision, kShownMisses)) {
            append_miss(json, word, miss, *revision);
        }
        json.end_array();
    }
    json.end_object();
    streams.out << answer << '\n';
    return instruction ? exit_fine : exit_findings;
}

bool explain_name_json(std::string_view name, const Streams& streams) {
    const std::vector<ExplainedName> found = explanations_of(name);
    for (const ExplainedName& entry : found) {
        std::string answer;
        json::Writer json(answer);
        json.begin_object();
        json.member("language", entry.language).member("name", entry.name);
        const std::optional<ir3::Opcode> opcode =
            entry.language == "ir3" ? ir3::find_opcode(entry.name) : std::nullopt;
        if (opcode) {
            append_opcode(json, *opcode);
        }
        json.member("text", entry.text).end_object();
        streams.out << answer << '\n';
    }
    return !found.empty();
}

} // namespace jacquard::driver
