"""Runs words: registers of 32 bits, memory by bytes, and the delays that the tables state."""

from __future__ import annotations

from typing import Dict, List, Sequence, Tuple

from .decoder import decode
from .machine_work import MachineWork, Meaning
from .meanings import DELAYS, MEANINGS
from .model import Instruction, Operand
from .numbers import to_bits

_BITS = 32
_MASK = (1 << _BITS) - 1


class MachineFault(Exception):
    """A program does what the machine does not allow."""


class Emulator:
    """One run of a program, an instruction a slot."""

    def __init__(self, words: Sequence[int], revision: str) -> None:
        self.revision = revision
        self.instructions = [decode(word, revision) for word in words]
        self.words = words
        self.registers: Dict[int, int] = {}
        self.memory: Dict[int, int] = {}
        self.at = 0
        self.slots = 0
        # The slot that wrote each register, and the class of timing of the instruction.
        self._written: Dict[int, Tuple[int, str]] = {}

    def run(self, most: int = 100_000) -> None:
        """Runs until the program ends; `most` slots, lest it never does."""
        while self.step():
            if self.slots >= most:
                raise MachineFault(f"the program runs for more than {most} slots")

    def step(self) -> bool:
        """Runs one instruction; false where that ends the program."""
        instruction = self._instruction()
        meaning = self._meaning(instruction)
        going = self._act(instruction, meaning)
        self.slots += 1
        return going

    def load(self, address: int) -> int:
        """Four bytes of memory, the lowest first."""
        return sum(self.memory.get(address + byte & _MASK, 0) << 8 * byte for byte in range(4))

    def store(self, address: int, value: int) -> None:
        for byte in range(4):
            self.memory[address + byte & _MASK] = value >> 8 * byte & 0xff

    def _instruction(self) -> Instruction:
        if not 0 <= self.at < len(self.instructions):
            raise MachineFault(f"the program goes on at word {self.at}, and has "
                               f"{len(self.instructions)}")
        found = self.instructions[self.at]
        if found is None:
            raise MachineFault(f"word {self.at}, {self.words[self.at]:#x}, is no instruction")
        return found

    def _meaning(self, instruction: Instruction) -> Meaning:
        return next(each for each in MEANINGS[instruction.encoding.opcode]
                    if self.revision in each.revisions)

    def _act(self, instruction: Instruction, meaning: Meaning) -> bool:
        here, self.at = self.at, self.at + 1
        if meaning.compute is not None:
            sources = [[value] for value in self._sources(instruction, meaning)]
            work = MachineWork(_BITS, sources, instruction.fields)
            self._write(instruction, meaning, to_bits(meaning.compute(work)))
        elif meaning.action == "end":
            return False
        elif meaning.action == "jump":
            self.at = here + instruction.fields["target"]
        elif meaning.action == "branch":
            if self._sources(instruction, meaning)[0]:
                self.at = here + instruction.fields["target"]
        elif meaning.action in ("memory_load", "memory_store"):
            address, *values = self._sources(instruction, meaning)
            address += instruction.fields.get("offset", 0)
            if meaning.action == "memory_load":
                self._write(instruction, meaning, self.load(address))
            else:
                self.store(address, values[0])
        elif meaning.action != "nothing":
            raise MachineFault(f"what '{instruction}' does is not in the tables of the emulator: "
                               f"'{meaning.action}'")
        return True

    def _sources(self, instruction: Instruction, meaning: Meaning) -> List[int]:
        names = sorted(name for name in instruction.operands if name.startswith("src"))
        return [self._read(instruction, instruction.operands[name], meaning) for name in names]

    def _read(self, instruction: Instruction, operand: Operand, meaning: Meaning) -> int:
        if operand.kind == "immediate":
            return operand.value & _MASK
        if operand.kind != "gpr":
            raise MachineFault(f"'{instruction}' reads a {operand.kind}, of which there is none")
        written, timing = self._written.get(operand.number, (0, ""))
        needed = DELAYS[self.revision].get((timing, meaning.timing), 0)
        passed = self.slots - written - 1
        if timing and passed < needed:
            raise MachineFault(f"'{instruction}' reads register {operand.number} {passed} slots "
                               f"after '{timing}' wrote it, which takes {needed}")
        return self.registers.get(operand.number, 0)

    def _write(self, instruction: Instruction, meaning: Meaning, value: int) -> None:
        number = instruction.operands["dst"].number
        self.registers[number] = value & _MASK
        self._written[number] = (self.slots, meaning.timing)
