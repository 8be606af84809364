// The ways operands lie that kernels are timed for: a kernel library holds for one of them.
//
// Beside the order of B it is the stride of its lines that counts. Lines a multiple of 1 KiB apart meet in few sets of
// a cache: 64 of L1 with 64-byte lines repeat every 4 KiB, so that a panel of B evicts itself.
#pragma once

#include <array>
#include <string_view>

#include "backends/cpu/canonical_gemm.hpp"

namespace mikpoly::cpu {

/// "NN" and "NT": lines an odd number of cache lines apart; "NN-paged" and "NT-paged": whole 4 KiB pages; "NN-far": as
/// "NN", with B in main memory instead of the shared cache. B along k is read along its lines, near or far, and paged
/// lines hurt more than the distance. "NN-packed": as "NN", with B in panels of the kernel's columns.
inline constexpr std::array<std::string_view, 6> kOperandLayouts{"NN", "NN-paged", "NN-far",
                                                                 "NT", "NT-paged", "NN-packed"};

/// The first of them are those of operands as they lie.
inline constexpr std::size_t kPlainLayouts = 5;

/// Position in kOperandLayouts of the layout whose times hold for the problem, with so much shared cache.
std::size_t operand_layout(const CanonicalProblem& problem, std::int64_t shared_cache_bytes);

/// A row-major problem whose operands lie so.
/// Errors: ConfigError naming the known layouts.
GemmProblem problem_of_layout(std::string_view layout, const GemmShape& shape);

}  // namespace mikpoly::cpu
