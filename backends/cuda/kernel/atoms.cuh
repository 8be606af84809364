// The smallest products: how a warp takes a 16-row piece of A and an 8-column piece of B out of shared memory, and
// multiplies them. One per element type; all hold the sums alike, as mma.sync does.
//
// kContiguous says whether the elements of a line follow each other along k. A's lines are rows then, else steps of k;
// B's are columns then, else steps of k. kSlices: slices of a step whose loads may be under way together.
#pragma once

#include "backends/cuda/kernel/device.cuh"

namespace mikpoly::cuda {

MIKPOLY_DEVICE int lane_index() {
  return thread_index() % 32;
}

/// An f32 element of a tile by its row or column, and its k.
template <typename Tile, bool kContiguous>
MIKPOLY_DEVICE float shared_element(const unsigned char* tile, int across, int k) {
  return *reinterpret_cast<const float*>(tile + (kContiguous ? Tile::offset(across, k) : Tile::offset(k, across)));
}

/// What a lane holds of the operands of mma.sync.
struct TensorPieces {
  struct A {
    unsigned r[4];
  };
  struct B {
    unsigned r[2];
  };
};

/// f16 and bf16 on tensor cores: 16 x 8 x 16.
template <typename T>
struct TensorAtom : TensorPieces {
  static constexpr int kDepth = 16;
  static constexpr int kSlices = 4;

  template <typename Tile, bool kContiguous>
  static MIKPOLY_DEVICE void load_a(A& a, const unsigned char* tile, int row, int k) {
    const int lane = lane_index();
    if constexpr (kContiguous) {
      load_matrices(a.r, tile + Tile::offset(row + lane % 16, k + lane / 16 * 8));
    } else {
      const int matrix = lane / 8;
      load_matrices_transposed(a.r, tile + Tile::offset(k + matrix / 2 * 8 + lane % 8, row + matrix % 2 * 8));
    }
  }

  /// Two pieces, of columns `column` to `column` + 15.
  template <typename Tile, bool kContiguous>
  static MIKPOLY_DEVICE void load_b(B& left, B& right, const unsigned char* tile, int column, int k) {
    const int lane = lane_index();
    const int matrix = lane / 8;
    unsigned r[4];
    if constexpr (kContiguous) {
      load_matrices(r, tile + Tile::offset(column + matrix / 2 * 8 + lane % 8, k + matrix % 2 * 8));
    } else {
      load_matrices_transposed(r, tile + Tile::offset(k + matrix % 2 * 8 + lane % 8, column + matrix / 2 * 8));
    }
    left = {{r[0], r[1]}};
    right = {{r[2], r[3]}};
  }

  static MIKPOLY_DEVICE void multiply(float (&c)[4], const A& a, const B& b) { multiply_add(c, a.r, b.r, T{}); }
};

/// f32 rounded to tf32 on tensor cores: 16 x 8 x 8.
struct Tf32Atom : TensorPieces {
  static constexpr int kDepth = 8;
  static constexpr int kSlices = 1;

  template <typename Tile, bool kContiguous>
  static MIKPOLY_DEVICE void load_a(A& a, const unsigned char* tile, int row, int k) {
    if constexpr (kContiguous) {  // a row's four elements are to ldmatrix what eight of 16 bits are
      load_matrices(a.r, tile + Tile::offset(row + lane_index() % 16, k + lane_index() / 16 * 4));
      MIKPOLY_UNROLL
      for (int i = 0; i < 4; ++i) a.r[i] = to_tf32(from_bits(a.r[i]));
    } else {
      const int r = row + lane_index() / 4;
      const int step = k + lane_index() % 4;
      MIKPOLY_UNROLL
      for (int i = 0; i < 4; ++i) {
        a.r[i] = to_tf32(shared_element<Tile, kContiguous>(tile, r + i % 2 * 8, step + i / 2 * 4));
      }
    }
  }

  template <typename Tile, bool kContiguous>
  static MIKPOLY_DEVICE void load_b(B& left, B& right, const unsigned char* tile, int column, int k) {
    const int c = column + lane_index() / 4;
    const int step = k + lane_index() % 4;
    MIKPOLY_UNROLL
    for (int i = 0; i < 2; ++i) {
      left.r[i] = to_tf32(shared_element<Tile, kContiguous>(tile, c, step + i * 4));
      right.r[i] = to_tf32(shared_element<Tile, kContiguous>(tile, c + 8, step + i * 4));
    }
  }

  static MIKPOLY_DEVICE void multiply(float (&c)[4], const A& a, const B& b) { multiply_add_tf32(c, a.r, b.r); }
};

/// f32 on CUDA cores, with the sums where a tensor core would have them: 16 x 8 x 1.
struct PlainAtom {
  static constexpr int kDepth = 1;
  static constexpr int kSlices = 2;
  struct A {
    float x[2];
  };
  struct B {
    float x[2];
  };

  template <typename Tile, bool kContiguous>
  static MIKPOLY_DEVICE void load_a(A& a, const unsigned char* tile, int row, int k) {
    const int r = row + lane_index() / 4;
    a = {{shared_element<Tile, kContiguous>(tile, r, k), shared_element<Tile, kContiguous>(tile, r + 8, k)}};
  }

  template <typename Tile, bool kContiguous>
  static MIKPOLY_DEVICE void load_b(B& left, B& right, const unsigned char* tile, int column, int k) {
    const int c = column + lane_index() % 4 * 2;
    left = {{shared_element<Tile, kContiguous>(tile, c, k), shared_element<Tile, kContiguous>(tile, c + 1, k)}};
    right = {{shared_element<Tile, kContiguous>(tile, c + 8, k), shared_element<Tile, kContiguous>(tile, c + 9, k)}};
  }

  static MIKPOLY_DEVICE void multiply(float (&c)[4], const A& a, const B& b) {
    MIKPOLY_UNROLL
    for (int i = 0; i < 4; ++i) c[i] = fused_multiply_add(a.x[i / 2], b.x[i % 2], c[i]);
  }
};

}  // namespace mikpoly::cuda
