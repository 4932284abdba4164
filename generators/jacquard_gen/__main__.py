"""`python3 -m jacquard_gen`."""

import gc
import sys

from .cli import main

# Nearly all that a run makes it needs to the end. To look for garbage as often as Python would
# takes a sixth of a run, and to look once more before the process ends a seventh.
gc.set_threshold(200_000, 20, 100)
STATUS = main()
gc.freeze()
sys.exit(STATUS)
