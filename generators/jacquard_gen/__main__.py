"""`python3 -m jacquard_gen`."""

import sys

from .cli import main

sys.exit(main())
