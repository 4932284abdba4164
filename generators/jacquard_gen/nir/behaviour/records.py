"""The keys of an intrinsic that say what it does: one kind of behaviour each.

A key whose kind is ROLE names the source that plays a part in it; the checks see to it that each
source of an intrinsic plays exactly one.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...schema import (EXPRESSION, FLAG, INTEGER, NAME, Record, Text, choice, key, list_of, text)
from ...source import Scalar

ROLE = text("the name of a source", r"[A-Za-z_][A-Za-z0-9_]*")
ROLES = list_of(ROLE)

COUNTED_IN = {
    "bytes": "Bytes.",
    "words": "Four bytes.",
    "vec4": "Sixteen bytes.",
    "elements": "As many bytes as a component of what is loaded or stored has.",
}
MEMORY_ACTIONS = {
    "load": "Gives what is there.",
    "store": "Writes a value, or the components of it that are in the write mask.",
    "atomic": "Reads, changes and writes back as one step.",
    "copy": "Copies `range` vectors of four words to another space, to vector `base` there.",
    "size": "Gives the number of bytes of a buffer.",
}
ATOMIC_RESULTS = {
    "old": "What was there before.",
    "new": "What is there afterwards.",
}
VARIABLE_ACCESSES = {
    "plain": "Any load, store or atomic.",
    "unchanging": "A load of what nothing changes.",
}
VARIABLE_ACTIONS = {
    "load": "Gives the vector or scalar.",
    "store": "Writes a vector or scalar, or the components of it that are in the write mask.",
    "copy": "Copies a value of any type.",
    "copy_bytes": "Copies a number of bytes.",
    "atomic": "Reads, changes and writes back a scalar as one step.",
    "interpolate": "Gives an input as it is at a place of the pixel or as a vertex gave it.",
    "is_in_modes": "Tells whether the dereference points into memory of one of the modes.",
    "length": "Gives the number of elements of an array without a length.",
    "parameter": "Gives a parameter of the function.",
}
INTERPOLATION_PLACES = {
    "centroid": "Within the covered part of the pixel.",
    "sample": "At a sample of the pixel.",
    "offset": "At an offset from the pixel's centre.",
    "vertex": "As a vertex of the primitive gave it.",
}
IMAGE_ACTIONS = {
    "load": "Gives a texel.",
    "store": "Writes a texel.",
    "atomic": "Reads, changes and writes back a texel as one step.",
    "size": "Gives the size of a level.",
    "samples": "Gives the number of samples of a texel.",
    "levels": "Gives the number of levels.",
    "format": "Gives the number of the format.",
    "order": "Gives the number of the channel order.",
    "samples_identical": "Tells whether all samples of a texel are known to be equal.",
    "texel_address": "Gives the address of a texel.",
}
REGISTER_ACTIONS = {
    "declare": "Declares a register.",
    "load": "Reads a register or an element of an array.",
    "store": "Writes a register or an element of an array.",
}
BARYCENTRIC_PLACES = {
    "pixel": "At the pixel's centre.",
    "centroid": "Within the covered part of the pixel.",
    "sample": "At the sample that is shaded.",
    "at_sample": "At a sample that a source chooses.",
    "at_offset": "At an offset from the pixel's centre that a source gives.",
}
INVOCATION_SETS = {
    "eq": "This invocation.",
    "ge": "This and later invocations.",
    "gt": "Later invocations.",
    "le": "This and earlier invocations.",
    "lt": "Earlier invocations.",
}
GROUPS = {
    "subgroup": "The active invocations of the subgroup.",
    "quad": "The invocations of the quad, helpers included.",
}
VOTES = {
    "all": "It holds for all of them.",
    "any": "It holds for one of them.",
}
MASK_ANSWERS = {
    "own_bit": "Whether the invocation's own bit is set.",
    "bit": "Whether the bit of a given invocation is set.",
    "count": "How many bits are set.",
    "lowest": "The number of the lowest bit that is set; all bits set where there is none.",
    "highest": "The number of the highest bit that is set; all bits set where there is none.",
}
EXTENTS = {
    "all": "All active invocations of the cluster.",
    "up_to_self": "The invocation itself and those before it.",
    "before_self": "The invocations before it.",
}
AXES = {"x": "To the right.", "y": "Down."}
EFFECTS = {
    "terminate": "Ends the invocation, which from then on only helps its quad.",
    "demote": "Makes the invocation a helper.",
    "barrier": "Waits for others and orders memory, as the indices say.",
    "interlock": "Begins or ends what invocations of one pixel do in the order of the primitives.",
    "nothing": "Does nothing.",
    "keep": "Keeps a value alive and does nothing with it.",
    "prefetch": "Fetches ahead of a use and changes no result.",
    "end_preamble": "Ends what is done once before all invocations.",
    "read_clock": "Gives a count that goes up with time, low half first.",
    "emit_vertex": "Ends a vertex of a geometry shader: the outputs of this moment are its own.",
    "end_primitive": "Ends a primitive of a geometry shader.",
    "count_vertices": "Says how much a geometry shader has made.",
}


class Behaviour(Record):
    """Base of the kinds of behaviour."""

    def roles(self) -> Iterator[tuple[str, Text]]:
        """The keys that name sources, each with the source it names."""
        for name, described in self.keys.items():
            written = getattr(self, described.attribute)
            if described.kind is ROLE and written is not None:
                yield name, written
            elif described.kind is ROLES:
                yield from ((name, source) for source in written)


class MemoryAccess(Behaviour):
    """An access to a memory space."""

    space: Text = key(NAME, "The memory space.", required=True)
    action: Text = key(choice(MEMORY_ACTIONS), "What is done.", required=True)
    resource: Text | None = key(ROLE, "Source: which buffer, vertex or primitive is meant.")
    address: Text | None = key(ROLE, "Source: where a space with addresses is accessed, in one "
                               "component or in two halves of 32 bits.")
    offset: Text | None = key(ROLE, "Source: where the access is, counted from the start of the "
                              "space, or from the address. `base` is added.")
    offset_in_elements: Text | None = key(ROLE, "Source: the offset once more, in elements.")
    counts: Text | None = key(choice(COUNTED_IN), "What the offset counts; none: what the space "
                              "says, and bytes from an address.")
    value: Text | None = key(ROLE, "Source: what is stored.")
    data: Text | None = key(ROLE, "Source: what an atomic combines with memory.")
    compare: Text | None = key(ROLE, "Source: what an exchange expects in memory.")
    bound: Text | None = key(ROLE, "Source: bytes from the address that exist; what is beyond "
                             "reads as 0.")
    barycentric: Text | None = key(ROLE, "Source: the weights that an input is interpolated with.")
    operation: Text | None = key(NAME, "The atomic operation; none: the index `atomic_op` says.")
    operand: int | None = key(INTEGER, "What the operation takes as its data, where no source "
                              "gives it.")
    result: Text = key(choice(ATOMIC_RESULTS), "What an atomic gives.", default=Text("old"))
    to: Text | None = key(NAME, "The space that is copied to.")
    variables: Text | None = key(choice(VARIABLE_ACCESSES), "Which accesses to variables in the "
                                 "space become this one when they are lowered.")


class VariableAccess(Behaviour):
    """An access to a variable, by dereference or by name."""

    action: Text = key(choice(VARIABLE_ACTIONS), "What is done.", required=True)
    deref: Text | None = key(ROLE, "Source: the dereference; none: a variable is named.")
    source: Text | None = key(ROLE, "Source: the dereference that is copied from.",
                              name="from")
    value: Text | None = key(ROLE, "Source: what is stored.")
    data: Text | None = key(ROLE, "Source: what an atomic combines with memory.")
    compare: Text | None = key(ROLE, "Source: what an exchange expects in memory.")
    size: Text | None = key(ROLE, "Source: how many bytes are copied.")
    at: Text | None = key(choice(INTERPOLATION_PLACES), "Where an input is interpolated.")
    place: Text | None = key(ROLE, "Source: the sample, the offset or the vertex.")


class ImageAccess(Behaviour):
    """An access to an image, or a question about one."""

    action: Text = key(choice(IMAGE_ACTIONS), "What is done.", required=True)
    image: Text = key(ROLE, "Source: the image.", required=True)
    coordinate: Text | None = key(ROLE, "Source: the texel.")
    sample: Text | None = key(ROLE, "Source: the sample of the texel.")
    level: Text | None = key(ROLE, "Source: the level.")
    value: Text | None = key(ROLE, "Source: what is stored.")
    data: Text | None = key(ROLE, "Source: what an atomic combines with the texel.")
    compare: Text | None = key(ROLE, "Source: what an exchange expects in the texel.")
    sparse: bool = key(FLAG, "Whether the last component tells if memory backs the texel.",
                       default=False)


class RegisterAccess(Behaviour):
    """Declared storage: its declaration and accesses to it."""

    action: Text = key(choice(REGISTER_ACTIONS), "What is done.", required=True)
    register: Text | None = key(ROLE, "Source: the result of the declaration.")
    index: Text | None = key(ROLE, "Source: what is added to `base` to give the element.")
    value: Text | None = key(ROLE, "Source: what is stored.")


class SystemValue(Behaviour):
    """A value that the surroundings give: the hardware or the driver."""

    variable: Text | None = key(NAME, "What variables say that stand for it: a word of the "
                                "enumeration Semantic.")
    otherwise: Scalar | None = key(EXPRESSION, "Its first component where the surroundings do not "
                                   "give it; none: 0.")
    invocations: Text | None = key(choice(INVOCATION_SETS), "Which invocations of the subgroup "
                                   "have their bit set in it; the surroundings are not asked.")


class Provided(Behaviour):
    """Read from the surroundings like a system value, which it is not; its sources are handed
    over."""

    otherwise: Scalar | None = key(EXPRESSION, "Its first component where the surroundings do not "
                                   "give it; none: 0.")
    barycentric: Text | None = key(choice(BARYCENTRIC_PLACES), "Where the two barycentric "
                                   "coordinates are that interpolation takes.")


class Exchange(Behaviour):
    """Gives the value of another invocation; 0 where that does not take part."""

    value: Text = key(ROLE, "Source: the value.", required=True)
    number: Scalar | None = key(EXPRESSION, "The number of the other invocation in the group.",
                                name="from")
    condition: Text | None = key(ROLE, "Source: the first invocation for which this is not 0 is "
                                 "read.", name="where")
    within: Text = key(choice(GROUPS), "Which invocations can be read.", default=Text("subgroup"))


class Vote(Behaviour):
    """Asks all invocations of a group."""

    condition: Text | None = key(ROLE, "Source: what is asked.")
    holds: Text | None = key(choice(VOTES), "For how many it must hold.")
    value: Text | None = key(ROLE, "Source: what must be the same for all of them.")
    equal: Text | None = key(NAME, "The ALU opcode that compares two values.")
    within: Text = key(choice(GROUPS), "Who is asked.", default=Text("subgroup"))


class Ballot(Behaviour):
    """Sets a bit for each active invocation of the subgroup for which a condition holds."""

    condition: Text = key(ROLE, "Source: the condition.", required=True)


class MaskQuestion(Behaviour):
    """Asks something about a mask of invocations."""

    mask: Text = key(ROLE, "Source: the mask.", required=True)
    gives: Text = key(choice(MASK_ANSWERS), "What is asked.", required=True)
    invocation: Text | None = key(ROLE, "Source: the invocation whose bit is meant.")
    of: Text = key(choice(EXTENTS), "Which bits count.", default=Text("all"))


class Combine(Behaviour):
    """Combines the values of invocations by the ALU opcode `reduction_op`, in clusters of
    `cluster_size` where the intrinsic has that index."""

    value: Text = key(ROLE, "Source: the value.", required=True)
    of: Text = key(choice(EXTENTS), "Whose values are combined.", required=True)


class Derivative(Behaviour):
    """Gives the difference of a value between neighbours in the quad."""

    value: Text = key(ROLE, "Source: the value.", required=True)
    along: Text = key(choice(AXES), "The direction.", required=True)
    fine: bool = key(FLAG, "Whether each row or column of the quad has a difference of its own.",
                     default=False)


class Effect(Behaviour):
    """Something done beside computing and accessing memory."""

    kind: Text = key(choice(EFFECTS), "What is done.", required=True)
    condition: Text | None = key(ROLE, "Source: where it is done; none: everywhere.")
    ignores: list[Text] = key(ROLES, "Sources that do not change what is done.", default=[])


KINDS = {
    "memory": "Accesses a memory space.",
    "variable": "Accesses a variable.",
    "image": "Accesses an image.",
    "register": "Declares or accesses a register.",
    "system_value": "Reads a system value; `true` where there is no more to be said.",
    "provided": "Reads from the surroundings what is not a system value; `true` where there is no "
                "more to be said.",
    "computes": "Computes its result: the formula of a component, which may name sources, "
                "indices and what the invocation knows of itself.",
    "exchange": "Reads the value of another invocation.",
    "vote": "Asks all invocations of a group.",
    "ballot": "Collects a condition of all invocations.",
    "mask": "Asks about a mask of invocations.",
    "combine": "Combines the values of invocations.",
    "derivative": "Takes the difference to a neighbour.",
    "effect": "Does something beside computing and accessing memory.",
    "opaque": "Why no other key can tell what it does.",
}
"""The keys of which each intrinsic has one."""
