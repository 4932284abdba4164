"""Writes the addresses that others may have kept: those of the site now, and those that moved.

Run `python3 -m tests.site.bless_addresses` in `generators` when a version is published; an address
that was there before and is no more needs an entry in defs/site/moved.yaml first.
"""

from __future__ import annotations

from pathlib import Path

from jacquard_gen.site.build import ADDRESSES

from .support import site

RECORDED = Path(__file__).with_name("addresses.txt")

if __name__ == "__main__":
    RECORDED.write_bytes(site()[ADDRESSES])
