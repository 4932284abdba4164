#include <jacquard/ir3/isa/codec/codec.h>
#include <jacquard/ir3/isa/disassemble/disassemble.h>
#include <jacquard/ir3/isa/instruction/revision.h>
#include <jacquard/support/hex.h>
#include <jacquard/tool/frame/trace.h>

#include <algorithm>
#include <ostream>

namespace jacquard::driver {

TracePrinter::TracePrinter(const ir3::Program& program, std::ostream& out) : out_(out) {
    const std::optional<ir3::Revision> revision = ir3::revision_of_part(program.gpu);
    for (const std::uint64_t word : program.words) {
        Line line;
        if (revision) {
            line.text = ir3::disassemble(word, *revision);
            const std::optional<ir3::Instruction> decoded = ir3::decode(word, *revision);
            if (decoded && decoded->dst.kind == ir3::OperandKind::gpr &&
                !decoded->dst.is_special()) {
                line.destination = {decoded->dst.number, decoded->dst.half};
            }
        }
        lines_.push_back(std::move(line));
    }
}

void TracePrinter::executed(std::uint32_t instruction, LaneMask lanes, const ir3::Wave& wave) {
    if (instruction >= lines_.size()) {
        return;
    }
    const Line& line = lines_[instruction];
    const unsigned digits = (wave.lanes() + 3) / 4;
    std::string text = std::to_string(instruction) + " [";
    if (digits > 16) {
        append_hex(text, lanes.words[1], digits - 16);
    }
    append_hex(text, lanes.words[0], std::min(digits, 16U));
    text += "] " + line.text;
    if (line.destination.exists()) {
        text += "  ; " + ir3::to_string(line.destination);
        for (unsigned lane = 0; lane < wave.lanes(); ++lane) {
            text += ' ';
            append_hex(text, wave.read(line.destination.number, line.destination.half, lane),
                       line.destination.half ? 4 : 8);
        }
    }
    out_ << text << '\n';
}

} // namespace jacquard::driver
