// Catch2 version 3 brings its own main; version 2 makes it here, once.
#ifdef MIKPOLY_CATCH2_V2
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif
