#pragma once

#include <jacquard/generated/ir3/instruction.h>
#include <jacquard/ir3/isa/codec/encode_result.h>
#include <jacquard/support/api.h>

#include <cstdint>
#include <optional>

JACQUARD_BEGIN_API

namespace jacquard::ir3 {

// The instruction of a word; nothing where the revision has none. Bits the tables declare free are
// ignored.
std::optional<Instruction> decode(std::uint64_t word, Revision revision);

// The same without the copy: whether there is one, then `instruction` is set in full.
bool decode(std::uint64_t word, Revision revision, Instruction& instruction);

// The word of an instruction. Free bits are 0. Never asserts, whatever the members hold.
EncodeResult encode(const Instruction& instruction, Revision revision);

} // namespace jacquard::ir3

JACQUARD_END_API
