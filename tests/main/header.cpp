// CMake precompiles the header of a library only where one of its sources includes it.
#include "catch.h"
