import gc
import os

# Models are loaded again and again beside the real one, and each goes all at once; to look for
# garbage at each of the few hundred allocations that are Python's own measure takes a third of the
# time.
gc.set_threshold(1_000_000, 5, 5)

# Tests check everything, also what was found good before.
os.environ["JACQUARD_GEN_CACHE"] = ""
