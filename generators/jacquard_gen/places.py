"""Places in the tables that the tool shows, as numbers: the texts stand in a data file, so that an
edit that only moves lines of a table changes no C++."""

from __future__ import annotations

from .groups import Output


class Places:
    """The places that one group's C++ refers to, each once, in the order of their first use."""

    def __init__(self, group: str) -> None:
        self.group = group
        self._numbers: dict[str, int] = {}

    def number(self, place: str) -> int:
        return self._numbers.setdefault(place, len(self._numbers))

    def outputs(self) -> list[Output]:
        """The list is complete once every place has its number."""
        assert len(self._numbers) <= 1 << 16, "a PlaceNumber has 16 bits"
        values = {"group": self.group}
        code = [Output(path, f"{path.rsplit('/', 1)[1]}.j2", values)
                for path in output_names(self.group)[:2]]
        text = "".join(f"{place}\n" for place in self._numbers)
        return [*code, Output(output_names(self.group)[2], "", {}, text)]


def output_names(group: str) -> list[str]:
    return [f"jacquard/generated/{group}/{name}"
            for name in ("places.h", "places.cpp", "places.txt")]
