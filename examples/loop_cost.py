"""Prints the cost of a loop by its number of iterations: a blur of 1 to 64 lookups.

Usage: loop_cost.py [--gpu PART] [--picture FILE.png]
"""

from __future__ import annotations

import argparse

import jacquard

COUNTS = range(1, 65)
HEIGHT = 16  # lines of the plot in letters

# Walks over a texture and sums what it finds; the constant says how far a step is.
BLUR = """\
FRAG
DCL IN[0], GENERIC[0], PERSPECTIVE
DCL OUT[0], COLOR
DCL CONST[0]
DCL SAMP[0]
DCL SVIEW[0], 2D, FLOAT
DCL TEMP[0..3]
IMM[0] UINT32 {0, 1, COUNT, 0}
MOV TEMP[0], IMM[0].xxxx
MOV TEMP[1], IN[0]
MOV TEMP[2].x, IMM[0].xxxx
BGNLOOP
  USGE TEMP[2].y, TEMP[2].xxxx, IMM[0].zzzz
  UIF TEMP[2].yyyy
    BRK
  ENDIF
  TEX TEMP[3], TEMP[1], SAMP[0], 2D
  ADD TEMP[0], TEMP[0], TEMP[3]
  ADD TEMP[1].xy, TEMP[1], CONST[0]
  UADD TEMP[2].x, TEMP[2].xxxx, IMM[0].yyyy
ENDLOOP
MOV OUT[0], TEMP[0]
END
"""


def cost_of(count: int, gpu: str) -> jacquard.Cost:
    """The cost of the blur with so many lookups."""
    return jacquard.compile(BLUR.replace("COUNT", str(count)), gpu).cost()


def text_plot(cycles: dict[int, float]) -> str:
    """A column for each count, `#` up to its cycles."""
    most = max(cycles.values())
    lines = []
    for line in range(HEIGHT, 0, -1):
        height = most * line / HEIGHT
        columns = "".join("#" if value >= height else " " for value in cycles.values())
        lines.append(f"{height:7.0f} |{columns}".rstrip())
    lines.append("        +" + "-" * len(cycles))
    return "\n".join(lines)


def write_picture(cycles: dict[int, float], path: str) -> None:
    """The same as a picture, by matplotlib."""
    try:
        import matplotlib
    except ImportError:
        print("matplotlib is not installed; there is no picture")
        return
    matplotlib.use("Agg")
    from matplotlib import pyplot
    figure, axes = pyplot.subplots()
    axes.plot(list(cycles), list(cycles.values()), marker=".")
    axes.set_xlabel("lookups")
    axes.set_ylabel("cycles of a wave that runs alone")
    figure.savefig(path)
    print(f"wrote {path}")


def main() -> None:
    parser = argparse.ArgumentParser(description="What a loop costs.")
    parser.add_argument("--gpu", default="630")
    parser.add_argument("--picture", help="write the plot as a picture, too")
    arguments = parser.parse_args()

    costs = {count: cost_of(count, arguments.gpu) for count in COUNTS}
    # Without a loop every turn is written out.
    unrolled = {count: float(cost["critical.cycles"] or 0) for count, cost in costs.items()
                if cost["instructions.loops"] == 0}
    print(text_plot(unrolled))
    last = max(unrolled)
    print(f"unrolled up to {last} lookups, {unrolled[last]:.0f} cycles,"
          f" {costs[last]['instructions.total']:.0f} instructions")
    if last < max(COUNTS):
        print(f"a loop from {last + 1} on,"
              f" {costs[last + 1]['instructions.total']:.0f} instructions")
    if arguments.picture:
        write_picture(unrolled, arguments.picture)


if __name__ == "__main__":
    main()
