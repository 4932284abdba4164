#include <jacquard/explain/explain_part.h>
#include <jacquard/generated/ir3/descriptions.h>
#include <jacquard/generated/ir3/parts.h>
#include <jacquard/generated/ir3/revisions.h>
#include <jacquard/tool/words/isa_text.h>

#include <ostream>
#include <string>

namespace jacquard::driver {

namespace {

unsigned opcodes_of(ir3::Revision revision) {
    unsigned count = 0;
    for (unsigned i = 0; i < ir3::kNumOpcodes; ++i) {
        count += ir3::has_opcode(revision, static_cast<ir3::Opcode>(i)) ? 1 : 0;
    }
    return count;
}

std::string comma_list(std::string_view parts) {
    std::string text(parts);
    for (char& c : text) {
        c = c == ' ' ? ',' : c;
    }
    return text;
}

} // namespace

void print_revisions(bool json, const Streams& streams) {
    std::ostream& out = streams.out;
    for (unsigned i = 0; i < ir3::kNumRevisions; ++i) {
        const auto revision = static_cast<ir3::Revision>(i);
        const ir3::RevisionDescription& described = ir3::describe_revision(revision);
        const unsigned opcodes = opcodes_of(revision);
        const std::size_t encodings = ir3::encodings_of(revision).size();
        if (json) {
            out << "{\"revision\": " << quoted(described.name)
                << ", \"extends\": " << quoted(described.extends) << ", \"parts\": ["
                << comma_list(described.parts) << "], \"opcodes\": " << opcodes
                << ", \"encodings\": " << encodings
                << ", \"place\": " << quoted(ir3::place(described.place)) << "}\n";
            continue;
        }
        out << described.name << "  " << described.doc << '\n'
            << "      " << opcodes << " opcodes, " << encodings << " encodings, "
            << ir3::place(described.place);
        if (*described.extends != 0) {
            out << ", extends " << described.extends;
        }
        out << "\n      parts " << described.parts << '\n';
    }
}

void print_parts(std::optional<unsigned> part, bool json, const Streams& streams) {
    for (const ir3::PartInfo& info : ir3::part_infos()) {
        if (!part || *part == info.part) {
            streams.out << (json ? part_json(info.part) + '\n' : part_summary(info.part));
        }
    }
}

} // namespace jacquard::driver
