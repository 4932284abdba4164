"""Shaders that grow, one family a shape: what a compiler's time and memory may depend on besides
the number of instructions. Each function returns a fragment shader in TGSI of about `size`
instructions.
"""

from __future__ import annotations

from typing import Callable, Iterator

HEAD = """FRAG
DCL IN[0], GENERIC[0], PERSPECTIVE
DCL IN[1], GENERIC[1], PERSPECTIVE
DCL OUT[0], COLOR
DCL CONST[0..15]
DCL SAMP[0]
DCL SVIEW[0], 2D, FLOAT
"""
CONSTANTS = """IMM[0] FLT32 { 0.5, 0.25, 2.0, 1.0 }
IMM[1] INT32 { 0, 1, 15, 3 }
"""


def shader(declarations: list[str], body: Iterator[str], subroutines: Iterator[str] = iter(())
           ) -> str:
    """A whole shader; its result is TEMP[0]."""
    lines = [*body, "MOV OUT[0], TEMP[0]", "END", *subroutines]
    code = "".join(f"{number:3}: {line}\n" for number, line in enumerate(lines))
    return HEAD + "".join(f"DCL {what}\n" for what in declarations) + CONSTANTS + code


def long_chain(size: int) -> str:
    """Each instruction reads the one before."""
    def body() -> Iterator[str]:
        yield "MOV TEMP[0], IN[0]"
        for i in range(size // 2):
            yield f"MUL TEMP[0], TEMP[0], CONST[{i % 16}]"
            yield f"MAX TEMP[0], TEMP[0].yzwx, IN[{i % 2}]"
    return shader(["TEMP[0]"], body())


def wide(size: int) -> str:
    """Products that do not depend on each other, summed up in the end."""
    def body() -> Iterator[str]:
        count = size // 2
        for i in range(count):
            yield f"MUL TEMP[{i + 1}].x, IN[{i % 2}].{'xyzw'[i % 4]}, CONST[{i // 4 % 16}]" \
                  f".{'xyzw'[i // 64 % 4]}"
        yield "MOV TEMP[0], IN[0]"
        for i in range(count):
            yield f"MAX TEMP[0].x, TEMP[0].xxxx, TEMP[{i + 1}].xxxx" if i % 2 else \
                  f"ADD TEMP[0].x, TEMP[0].xxxx, TEMP[{i + 1}].xxxx"
    return shader([f"TEMP[0..{size // 2}]"], body())


def many_live(size: int) -> str:
    """Forty values stay alive, each changed again and again."""
    count = 40

    def body() -> Iterator[str]:
        for i in range(count):
            yield f"MUL TEMP[{i}].x, IN[0].{'xyzw'[i % 4]}, CONST[{i % 16}].{'xyzw'[i // 16]}"
        for i in range(max(size - 2 * count, 0)):
            yield f"MAD TEMP[{i % count}].x, TEMP[{i % count}].xxxx, " \
                  f"TEMP[{(i * 7 + 3) % count}].xxxx, IN[1].{'xyzw'[i % 4]}{'xyzw'[i % 4]}" \
                  f"{'xyzw'[i % 4]}{'xyzw'[i % 4]}"
        for i in range(1, count):
            yield f"ADD TEMP[0].x, TEMP[0].xxxx, TEMP[{i}].xxxx"
    return shader([f"TEMP[0..{count}]"], body())


def texture_heavy(size: int) -> str:
    """Lookups whose coordinates depend on the lookup before the last."""
    def body() -> Iterator[str]:
        yield "MOV TEMP[0], IN[0]"
        yield "MOV TEMP[1], IN[1]"
        for i in range(size // 4):
            at = i % 2
            yield f"MAD TEMP[2].xy, TEMP[{at}].xyyy, CONST[{i % 16}].xyyy, IN[{at}].xyyy"
            yield "TEX TEMP[3], TEMP[2], SAMP[0], 2D"
            yield f"MUL TEMP[3], TEMP[3], CONST[{i // 16 % 16}]"
            yield f"ADD TEMP[{at}], TEMP[3], TEMP[{at}]"
        yield "ADD TEMP[0], TEMP[0], TEMP[1]"
    return shader(["TEMP[0..3]"], body())


def many_ifs(size: int) -> str:
    """One if after the other."""
    def body() -> Iterator[str]:
        yield "MOV TEMP[0], IN[0]"
        for i in range(size // 6):
            yield f"FSLT TEMP[1].x, TEMP[0].{'xyzw'[i % 4]}, CONST[{i % 16}].x"
            yield "UIF TEMP[1].xxxx"
            yield f"MUL TEMP[0], TEMP[0], CONST[{i % 16}]"
            yield "ELSE"
            yield f"ADD TEMP[0].xy, TEMP[0], IN[{i % 2}]"
            yield "ENDIF"
    return shader(["TEMP[0..1]"], body())


def one_condition(size: int) -> str:
    """Ifs that all ask the same, so that they may be one, with one inside that asks another."""
    def body() -> Iterator[str]:
        yield "MOV TEMP[0], IN[0]"
        yield "FSLT TEMP[1].xy, IN[1], CONST[0]"
        for i in range(size // 8):
            c = "xyzw"[i % 4]
            yield "UIF TEMP[1].xxxx"
            yield f"MUL TEMP[0].{c}, TEMP[0], CONST[{i % 16}].{'xyzw'[i // 16 % 4] * 4}"
            yield "UIF TEMP[1].yyyy"
            yield f"ADD TEMP[0].{c}, TEMP[0], CONST[{i % 16}]"
            yield "ENDIF"
            yield "ELSE"
            yield f"ADD TEMP[0].{c}, TEMP[0], IN[{i % 2}]"
            yield "ENDIF"
    return shader(["TEMP[0..1]"], body())


def nested_ifs(size: int) -> str:
    """Nests of ifs, twelve deep, one after the other."""
    depth = 12

    def body() -> Iterator[str]:
        yield "MOV TEMP[0], IN[0]"
        for i in range(max(size // (depth * 4), 1)):
            for level in range(depth):
                yield (f"FSLT TEMP[1].x, TEMP[0].{'xyzw'[level % 4]}, CONST[{i % 16}]"
                       f".{'xyzw'[i // 16 % 4]}")
                yield "UIF TEMP[1].xxxx"
                yield f"MUL TEMP[0], TEMP[0], CONST[{level}]"
            for level in range(depth):
                yield "ENDIF"
    return shader(["TEMP[0..1]"], body())


def loops(size: int) -> str:
    """Loops of unknown length, one after the other."""
    def body() -> Iterator[str]:
        yield "MOV TEMP[0], IN[0]"
        for i in range(size // 8):
            yield "MOV TEMP[1].x, IMM[0].xxxx"
            yield "BGNLOOP"
            yield f"FSLT TEMP[2].x, IN[1].{'xyzw'[i % 4]}, TEMP[1].xxxx"
            yield "UIF TEMP[2].xxxx"
            yield "BRK"
            yield "ENDIF"
            yield f"MAD TEMP[0], TEMP[0], CONST[{i % 16}], IN[{i % 2}]"
            yield "ADD TEMP[1].x, TEMP[1].xxxx, IMM[0].yyyy"
            yield "ENDLOOP"
    return shader(["TEMP[0..2]"], body())


def switch(size: int) -> str:
    """One large switch."""
    def body() -> Iterator[str]:
        yield "MOV TEMP[0], IN[0]"
        yield "F2I TEMP[1].x, IN[1].xxxx"
        yield "SWITCH TEMP[1].xxxx"
        for i in range(size // 3):
            yield f"CASE IMM[{i + 2}].xxxx"
            yield f"MAD TEMP[0], TEMP[0], CONST[{i % 16}], IN[{i // 16 % 2}].{'xyzw'[i // 32 % 4]}"
            yield "BRK"
        yield "ENDSWITCH"
    text = shader(["TEMP[0..1]"], body())
    numbers = "".join(f"IMM[{i + 2}] INT32 {{ {i}, 0, 0, 0 }}\n" for i in range(size // 3))
    return text.replace(CONSTANTS, CONSTANTS + numbers)


def computed_indices(size: int) -> str:
    """Reads and writes of an array, and reads of constants, at computed places."""
    def body() -> Iterator[str]:
        yield "MOV TEMP[0], IN[0]"
        for i in range(8):
            yield f"MOV TEMP[{i + 2}], IN[{i % 2}]"
        for i in range(size // 5):
            yield f"F2I TEMP[1].x, TEMP[0].{'xyzw'[i % 4]}"
            yield "AND TEMP[1].x, TEMP[1].xxxx, IMM[1].wwww"
            yield "UARL ADDR[0].x, TEMP[1].xxxx"
            yield "MAD TEMP[0], TEMP[ADDR[0].x+2](1), CONST[ADDR[0].x+1], TEMP[0]"
            yield f"MOV TEMP[ADDR[0].x+2](1), IN[{i % 2}]"
    return shader(["TEMP[0..1]", "TEMP[2..9], ARRAY(1)", "ADDR[0]"], body())


def calls(size: int) -> str:
    """A function of some instructions, called again and again."""
    count = size // 10

    def body() -> Iterator[str]:
        yield "MOV TEMP[0], IN[0]"
        for i in range(count):
            yield f"MUL TEMP[1], TEMP[0], CONST[{i % 16}]"
            yield f"CAL :{2 * count + 3}"

    def function() -> Iterator[str]:
        yield "BGNSUB"
        for i in range(7):
            yield f"MAD TEMP[1], TEMP[1], CONST[{i}], TEMP[0].yzwx"
        yield "MAX TEMP[0], TEMP[0], TEMP[1]"
        yield "RET"
        yield "ENDSUB"
    return shader(["TEMP[0..1]"], body(), function())


def loads_and_stores(size: int) -> str:
    """Loads of a buffer, each of which the store before may have changed, and kills."""
    def body() -> Iterator[str]:
        yield "MOV TEMP[0], IN[0]"
        yield "F2U TEMP[1].x, IN[1].xxxx"
        for i in range(size // 4):
            yield "LOAD TEMP[1].y, BUFFER[0], TEMP[1].xxxx"
            yield "UADD TEMP[1].x, TEMP[1].xxxx, TEMP[1].yyyy"
            yield "STORE BUFFER[0].x, TEMP[1].xxxx, TEMP[1].yyyy"
            yield f"KILL_IF IN[{i % 2}].{'xyzw'[i // 2 % 4] * 4}"
        yield "U2F TEMP[0].x, TEMP[1].xxxx"
    return shader(["TEMP[0..1]", "BUFFER[0]"], body())


def one_counter(size: int) -> str:
    """A loop in which everything reads its counter."""
    def body() -> Iterator[str]:
        yield "MOV TEMP[0], IN[0]"
        yield "MOV TEMP[1].x, IMM[0].xxxx"
        yield "BGNLOOP"
        yield "FSLT TEMP[2].x, IN[1].x, TEMP[1].xxxx"
        yield "UIF TEMP[2].xxxx"
        yield "BRK"
        yield "ENDIF"
        for i in range(size):
            c = "xyzw"[i % 4]
            yield f"MAD TEMP[0].{c}, TEMP[0].{c}, TEMP[1].xxxx, CONST[{i % 16}]" \
                  f".{'xyzw'[i // 16 % 4]}"
        yield "ADD TEMP[1].x, TEMP[1].xxxx, IMM[0].yyyy"
        yield "ENDLOOP"
    return shader(["TEMP[0..2]"], body())


def many_arrays(size: int) -> str:
    """Arrays of two elements, each filled and read once."""
    count = size // 3

    def body() -> Iterator[str]:
        yield "MOV TEMP[0], IN[0]"
        yield "F2I TEMP[1].x, IN[1].xxxx"
        yield "AND TEMP[1].x, TEMP[1].xxxx, IMM[1].yyyy"
        yield "UARL ADDR[0].x, TEMP[1].xxxx"
        for i in range(count):
            first = 2 * i + 2
            yield f"MOV TEMP[{first}].x, IN[{i % 2}].{'xyzw'[i // 2 % 4] * 4}"
            yield f"MOV TEMP[{first + 1}].x, TEMP[0].{'xyzw'[i % 4] * 4}"
            yield f"ADD TEMP[0].x, TEMP[0].xxxx, TEMP[ADDR[0].x+{first}]({i + 1}).xxxx"
    arrays = [f"TEMP[{2 * i + 2}..{2 * i + 3}], ARRAY({i + 1})" for i in range(count)]
    return shader(["TEMP[0..1]", "ADDR[0]", *arrays], body())


SHAPES: dict[str, Callable[[int], str]] = {
    "long chain": long_chain,
    "wide": wide,
    "many live": many_live,
    "texture heavy": texture_heavy,
    "many ifs": many_ifs,
    "one condition": one_condition,
    "nested ifs": nested_ifs,
    "loops": loops,
    "switch": switch,
    "computed indices": computed_indices,
    "one function": calls,
    "loads and stores": loads_and_stores,
    "one counter": one_counter,
}
# Large shaders of these shapes are made in other ways: the arrays are placed in memory.
SMALL_SHAPES: dict[str, Callable[[int], str]] = {"many arrays": many_arrays}
