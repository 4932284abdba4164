"""The entries of `defs/ir3/select/memory.yaml`."""

from __future__ import annotations

from ...schema import (EXPRESSION, FLAG, MNEMONIC, NAME, TEXT, Integer, Record, Text, choice, key,
                       list_of)
from ...source import Scalar
from ..tables.versions import EntryKind, changes_of

TABLE = "ir3/select/memory.yaml"

SOURCES = {
    "offset": "Where the access begins.",
    "address": "The address from which an index counts.",
    "index": "The offset of the access from the address.",
    "coordinate": "The coordinates of a texel, the layer last.",
    "resource": "The buffer or image.",
    "place": "Where in its slot the access begins, in bytes.",
    "value": "What is stored.",
    "data": "The value that an atomic combines with memory; after it the one that an exchange "
            "expects.",
}
COUNTS = {
    "bytes": "An offset counts bytes.",
    "elements": "An offset counts elements of the width that is accessed.",
}
TYPES = {
    "is_unsigned": "Unsigned integers of the width of a component.",
    "is_signed": "Signed integers of the width of a component.",
    "texel": "What texels of the image are to the shader.",
}


class MemoryEntry(Record):
    """The machine instruction of an access to memory."""

    memory: Text = key(NAME, "The intrinsic of NIR.", required=True)
    doc: Text | None = key(TEXT, "Why it is as it is.")
    operation: Text | None = key(NAME, "What an atomic does.")
    when: Scalar | None = key(EXPRESSION, "Where it is so: an expression over facts of the machine "
                              "(machine.NAME), `bits` and `one_word`.")
    emit: Text = key(MNEMONIC, "The instruction.", required=True)
    sources: list[Text] = key(list_of(choice(SOURCES), low=1), "Its sources, in order.",
                              required=True)
    counts: Text | None = key(choice(COUNTS), "What an offset counts.")
    displacement_bits: int = key(Integer(0, 16), "How many bits, with a sign, the number of bytes "
                                 "has that the instruction adds to the offset; 0: it adds none.",
                                 default=0)
    type: Text = key(choice(TYPES), "The type that the instruction names.", required=True)
    dimensions: int = key(Integer(0, 4), "How many coordinates the instruction names; 0: as many "
                          "as there are.", default=0)
    components: int = key(Integer(1, 4), "How many components of a texel it gives; 0, 0 and 1 "
                          "stand for the others.", default=4)
    typed: bool = key(FLAG, "The format of the image decides how texels are stored.",
                      default=False)
    views_bytes: bool = key(FLAG, "The descriptor is that of the buffer's bytes, which is "
                            "after that of its words.", default=False)
    data_in_destination: bool = key(FLAG, "The value that an atomic combines with memory is in the "
                                    "registers after that of the result.", default=False)


KINDS = [EntryKind("memory", "access to memory", MemoryEntry, changes_of(MemoryEntry, "memory"),
                   (TABLE, "ir3/revisions"), also=("operation", "when"), added_first=True)]
