"""`python3 -m jacquard_gen`."""

import gc
import sys

from .cli import main

STATUS = main()
# The process ends here and all its memory with it: to look for garbage first takes a seventh of a
# whole run.
gc.freeze()
sys.exit(STATUS)
