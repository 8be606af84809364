// What most tests include, compiled once for all of them. A test includes what it uses nevertheless.
#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "tests/support/catch.hpp"
