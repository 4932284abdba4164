// Catch2 2.x needs its main function compiled in one place; 3.x links its own.
#if __has_include(<catch2/catch_all.hpp>)
#include "catch.h"

int main(int argc, char* argv[]) {
    return Catch::Session().run(argc, argv);
}
#else
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif
