#pragma once

// One name for both Catch2 generations: Debian 12 has 2.13, newer systems 3.x.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
#endif
