"""Random structured control flow: functions of SPIR-V blocks, and a walk of their graph.

Each shape keeps to the rules of structured control flow by construction: an if has a block where
control meets again, a switch falls from a case into the next one only, and a jump goes to where
the construct around it, the switch or the loop allows. What those rules leave open is used: one
target twice, blocks where control never meets, jumps to the place of meeting from within, loops
without an end that is reached, and ends of an invocation anywhere.
"""

import dataclasses
import random

MASK = 0xffffffff
LIMIT = 60  # blocks after which every loop ends
FACTOR = 0x01000193


@dataclasses.dataclass
class Block:
    number: int
    merge: str = ''  # the line that says where control meets, without its indentation
    end: str = 'none'  # branch, conditional, switch, return, kill, unreachable
    condition: str = ''  # bit, below_limit, above_limit, never
    shift: int = 0
    targets: list['Block'] = dataclasses.field(default_factory=list)
    # For a switch: the literals that lead to each target but the first one, the default.
    literals: list[list[int]] = dataclasses.field(default_factory=list)
    # For a phi: a number for each block before this one, or None for that block's own value.
    phi: dict[int, int | None] = dataclasses.field(default_factory=dict)

    @property
    def name(self) -> str:
        return f'%b{self.number}'

    def successors(self) -> list['Block']:
        return list({target.number: target for target in self.targets}.values())


@dataclasses.dataclass(frozen=True)
class Places:
    """The targets that a jump from the current construct may have."""
    meeting: Block | None = None  # of the selection whose blocks these are
    switch: Block | None = None  # where the innermost switch meets, not beyond a loop
    loop: Block | None = None  # where the innermost loop is left to
    again: Block | None = None  # where it goes on
    next_case: Block | None = None

    def exits(self) -> list[Block]:
        # The next case is reached by the end of a case alone.
        return [place for place in (self.meeting, self.switch, self.loop, self.again) if place]


class Function:
    def __init__(self, seed: int, may_kill: bool) -> None:
        self.random = random.Random(seed)
        self.may_kill = may_kill
        self.blocks: list[Block] = []
        self.listed: list[Block] = []
        self.budget = self.random.randrange(6, 40)
        first = self._new()
        self._chain(first, None, Places(), 0)
        self._add_phis()

    # Blocks are numbered when they are thought of, and listed in the order in which they stand.
    def _new(self) -> Block:
        block = Block(len(self.blocks))
        self.blocks.append(block)
        return block

    def _place(self, block: Block) -> Block:
        self.listed.append(block)
        return block

    def _chance(self, percent: int) -> bool:
        return self.random.randrange(100) < percent

    def _set_condition(self, block: Block) -> None:
        block.condition = 'never' if self._chance(4) else 'bit'
        block.shift = self.random.randrange(2, 24)

    def _conditional(self, block: Block, yes: Block, no: Block) -> None:
        block.end = 'conditional'
        self._set_condition(block)
        block.targets = [yes, no] if self._chance(50) else [no, yes]

    def _leave(self, block: Block, end: Block | None, places: Places) -> None:
        """Ends a chain of constructs."""
        exits = places.exits()
        ends = ['return', 'kill'] if self.may_kill else ['return']
        if end is not None and self._chance(70):
            block.end, block.targets = 'branch', [end]
        elif places.next_case is not None and self._chance(50):
            block.end, block.targets = 'branch', [places.next_case]
        elif exits and self._chance(70):
            if self._chance(30):
                self._conditional(block, self.random.choice(exits), self.random.choice(exits))
            else:
                block.end, block.targets = 'branch', [self.random.choice(exits)]
        else:
            block.end = self.random.choice(ends)

    def _chain(self, block: Block, end: Block | None, places: Places, depth: int) -> None:
        """Constructs one after another from `block` on, to `end` where control comes there."""
        self._place(block)
        for _ in range(self.random.randrange(4)):
            if self.budget <= 0 or depth > 6:
                break
            self.budget -= 1
            shape = self.random.choice(('step', 'if', 'if', 'exit', 'switch', 'loop', 'dead'))
            block = getattr(self, f'_{shape}')(block, places, depth)
        self._leave(block, end, places)

    def _step(self, block: Block, _places: Places, _depth: int) -> Block:
        after = self._new()
        block.end, block.targets = 'branch', [after]
        return self._place(after)

    def _exit(self, block: Block, places: Places, depth: int) -> Block:
        """A branch of which one side leaves the construct, without a place of meeting."""
        exits = places.exits()
        if not exits:
            return self._step(block, places, depth)
        after = self._new()
        self._conditional(block, self.random.choice(exits), after)
        return self._place(after)

    def _dead(self, block: Block, places: Places, depth: int) -> Block:
        """An if that ends on one side where control never comes."""
        after = self._new()
        never = self._new()
        block.merge = f'OpSelectionMerge {after.name} None'
        block.end, block.condition, block.targets = 'conditional', 'never', [never, after]
        self._place(never).end = 'unreachable'
        del places, depth
        return self._place(after)

    def _if(self, block: Block, places: Places, depth: int) -> Block:
        meeting = self._new()
        inner = dataclasses.replace(places, meeting=meeting, next_case=None)
        block.merge = f'OpSelectionMerge {meeting.name} None'
        sides: list[Block] = []
        begun: list[Block] = []
        for _ in range(2):
            if begun and self._chance(12):
                sides.append(begun[0])
            elif self._chance(20):
                sides.append(meeting)
            elif inner.exits() and self._chance(10):
                sides.append(self.random.choice(inner.exits()))
            else:
                begun.append(self._new())
                sides.append(begun[-1])
        self._conditional(block, *sides)
        for side in begun:
            self._chain(side, meeting, inner, depth + 1)
        return self._place(meeting)

    def _switch(self, block: Block, places: Places, depth: int) -> Block:
        meeting = self._new()
        cases = [self._new() for _ in range(self.random.randrange(1, 5))]
        inner = dataclasses.replace(places, meeting=None, switch=meeting, next_case=None)
        block.merge = f'OpSelectionMerge {meeting.name} None'
        block.end, block.shift = 'switch', self.random.randrange(2, 24)
        default = meeting
        if self._chance(50):
            default = self.random.choice(cases)
        block.targets = [default]
        literals = self.random.sample(range(10), 10)
        for case in cases:
            if case is default and self._chance(60):
                continue
            block.targets.append(case)
            count = min(self.random.randrange(1, 3), len(literals) - 1)
            block.literals.append([literals.pop() for _ in range(count)])
        if self._chance(25) and len(literals) > 1:
            block.targets.append(meeting)
            block.literals.append([literals.pop()])
        falls = [case for case in cases if case in block.targets[1:]]
        for case in cases:
            # A case falls into the one that the instruction names next.
            following = None
            if case in falls and falls.index(case) + 1 < len(falls) and self._chance(50):
                following = falls[falls.index(case) + 1]
                if following is default or case is default:
                    following = None
            self._chain(case, meeting, dataclasses.replace(inner, next_case=following), depth + 1)
        return self._place(meeting)

    def _loop(self, block: Block, places: Places, depth: int) -> Block:
        header = self._new()
        after = self._new()
        again = self._new()
        block.end, block.targets = 'branch', [header]
        self._place(header)
        if self._chance(8):
            # The loop is one block.
            header.merge = f'OpLoopMerge {after.name} {header.name} None'
            header.end, header.condition = 'conditional', 'below_limit'
            header.targets = [header, after]
            self.blocks[again.number].end = 'unused'
            return self._place(after)
        header.merge = f'OpLoopMerge {after.name} {again.name} None'
        inner = Places(loop=after, again=again)
        begin = self._new()
        self._begin_loop(header, begin, after)
        self._chain(begin, again, inner, depth + 1)
        # The continue construct, which nothing but its end or a break leaves.
        last = self._place(again)
        while self._chance(40) and self.budget > 0:
            self.budget -= 1
            last = (self._plain_if if self._chance(50) else self._step)(last, places, depth)
        last.end, last.targets = 'branch', [header]
        if self._chance(30):
            self._conditional(last, header, after)
        return self._place(after)

    def _begin_loop(self, header: Block, begin: Block, after: Block) -> None:
        """The loop ends at last at its head, in its first block, or by a return."""
        if self._chance(40):
            header.end, header.condition = 'conditional', 'below_limit'
            header.targets = [begin, after]
            return
        test = self._new()
        header.end, header.targets = 'branch', [test]
        if self._chance(10):
            header.end, header.targets = 'conditional', [test, test]
            self._set_condition(header)
        self._place(test)
        test.end, test.condition = 'conditional', 'above_limit'
        if self._chance(50):
            test.targets = [after, begin]
            return
        leaves = self._new()
        test.merge = f'OpSelectionMerge {begin.name} None'
        test.targets = [leaves, begin]
        self._place(leaves).end = 'return'

    def _plain_if(self, block: Block, _places: Places, _depth: int) -> Block:
        meeting = self._new()
        side = self._new()
        block.merge = f'OpSelectionMerge {meeting.name} None'
        self._conditional(block, side, meeting)
        side.end, side.targets = 'branch', [meeting]
        self._place(side)
        return self._place(meeting)

    def _add_phis(self) -> None:
        before: dict[int, list[int]] = {}
        for block in self.listed:
            for target in block.successors():
                before.setdefault(target.number, []).append(block.number)
        for block in self.listed:
            numbers = before.get(block.number, [])
            if numbers and self._chance(50):
                block.phi = {number: None if self._chance(50) else self.random.randrange(1 << 20)
                             for number in numbers}

    # The text.

    def lines(self, answer: list[str]) -> list[str]:
        """The blocks; `answer` is how the value that `%answer` names is given back."""
        lines = []
        for block in self.listed:
            number = block.number
            lines.append(f'{block.name} = OpLabel')
            if block.phi:
                values = ' '.join(f'{self._phi_value(value, before)} %b{before}'
                                  for before, value in block.phi.items())
                lines.append(f'%p{number} = OpPhi %uint {values}')
            if number == 0:
                lines += ['%hash = OpVariable %to_uint Function',
                          '%steps = OpVariable %to_uint Function', *self.begin]
            lines += [f'%s{number} = OpLoad %uint %steps',
                      f'%t{number} = OpIAdd %uint %s{number} {constant(1)}',
                      f'OpStore %steps %t{number}',
                      f'%l{number} = OpLoad %uint %hash',
                      f'%m{number} = OpIMul %uint %l{number} {constant(FACTOR)}',
                      f'%a{number} = OpIAdd %uint %m{number} {constant(number + 1)}']
            if block.phi:
                lines.append(f'%x{number} = OpBitwiseXor %uint %a{number} %p{number}')
            else:
                lines.append(f'%x{number} = OpCopyObject %uint %a{number}')
            lines += [f'%y{number} = OpShiftRightLogical %uint %x{number} {constant(15)}',
                      f'%h{number} = OpBitwiseXor %uint %x{number} %y{number}',
                      f'OpStore %hash %h{number}']
            lines += self._end_lines(block, answer)
        return lines

    begin: list[str] = []

    @staticmethod
    def _phi_value(value: int | None, before: int) -> str:
        return f'%h{before}' if value is None else constant(value)

    def _end_lines(self, block: Block, answer: list[str]) -> list[str]:
        number = block.number
        merge = [block.merge] if block.merge else []
        if block.end == 'branch':
            return [*merge, f'OpBranch {block.targets[0].name}']
        if block.end == 'conditional':
            names = ' '.join(target.name for target in block.targets)
            return [*self._condition_lines(block), *merge,
                    f'OpBranchConditional %c{number} {names}']
        if block.end == 'switch':
            pairs = ' '.join(f'{literal} {target.name}'
                             for target, literals in zip(block.targets[1:], block.literals)
                             for literal in literals)
            return [f'%e{number} = OpShiftRightLogical %uint %h{number} {constant(block.shift)}',
                    f'%c{number} = OpBitwiseAnd %uint %e{number} {constant(7)}',
                    *merge, f'OpSwitch %c{number} {block.targets[0].name} {pairs}']
        if block.end == 'return':
            return [line.replace('%answer', f'%h{number}') for line in answer]
        return [{'kill': 'OpKill', 'unreachable': 'OpUnreachable'}[block.end]]

    @staticmethod
    def _condition_lines(block: Block) -> list[str]:
        n = block.number
        if block.condition == 'bit':
            return [f'%d{n} = OpShiftRightLogical %uint %h{n} {constant(block.shift)}',
                    f'%e{n} = OpBitwiseAnd %uint %d{n} {constant(1)}',
                    f'%c{n} = OpINotEqual %bool %e{n} {constant(0)}']
        limit = {'below_limit': ('OpULessThan', LIMIT),
                 'above_limit': ('OpUGreaterThanEqual', LIMIT),
                 'never': ('OpUGreaterThan', MASK - 1)}
        op, number = limit[block.condition]
        return [f'%c{n} = {op} %bool %t{n} {constant(number)}']

    # The walk.

    def walk(self, value: int) -> int | None:
        """Returns the function's result; None if the invocation ended."""
        block, before, steps, last = self.listed[0], None, 0, 0
        while True:
            steps += 1
            value = (value * FACTOR + block.number + 1) & MASK
            if block.phi:
                assert before is not None
                chosen = block.phi[before.number]
                value ^= last if chosen is None else chosen
            value ^= value >> 15
            last = value
            if block.end == 'return':
                return value
            if block.end == 'kill':
                return None
            assert block.end in ('branch', 'conditional', 'switch'), block
            before, block = block, self._chosen(block, value, steps)

    @staticmethod
    def _chosen(block: Block, value: int, steps: int) -> Block:
        if block.end == 'branch':
            return block.targets[0]
        if block.end == 'switch':
            wanted = value >> block.shift & 7
            for target, literals in zip(block.targets[1:], block.literals):
                if wanted in literals:
                    return target
            return block.targets[0]
        truth = {'bit': value >> block.shift & 1 != 0, 'below_limit': steps < LIMIT,
                 'above_limit': steps >= LIMIT, 'never': False}[block.condition]
        return block.targets[0 if truth else 1]


def constant(number: int) -> str:
    return f'%k{number}'
