// The inside of the stand-in for NVIDIA's driver.
//
// What is given to a stream is not done before somebody waits for it, and then only what he waits for: what lacks a
// dependency between streams computes with what is not there yet.
#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <string_view>
#include <vector>

#include "backends/cuda/driver_api.hpp"

/// Returns: a result.
using FakeOperation = std::function<int()>;

// What handles of the driver point to; functions have exactly its types, which sanitizers compare.
struct CUgraph_st {
  std::vector<FakeOperation> operations;
};

struct CUgraphExec_st {
  std::vector<FakeOperation> operations;
};

struct CUstream_st {
  std::deque<FakeOperation> operations;
  CUgraph_st* capture = nullptr;  ///< where they go instead, while a graph is captured
};

struct CUevent_st {
  CUstream_st* stream = nullptr;
  CUgraph_st* capture = nullptr;
  bool done = false;
  double milliseconds = 0.0;  ///< when it was done
};

namespace mikpoly::test {

// Results of cuda.h.
inline constexpr int kSuccess = 0;
inline constexpr int kInvalidValue = 1;
inline constexpr int kOutOfMemory = 2;
inline constexpr int kNoDevice = 100;
inline constexpr int kNoBinaryForDevice = 209;
inline constexpr int kNotFound = 500;
inline constexpr int kIllegalAddress = 700;
inline constexpr int kUnknown = 999;

/// Whether MIKPOLY_FAKE_CUDA is this.
bool fake_is(std::string_view what);

/// The result that every call has after a launch that failed, until the context is reset.
int& sticky();

void give(CUstream_st& stream, FakeOperation operation);

/// Does what the stream was given, or only until `done`.
int work_off(CUstream_st& stream, const bool* done = nullptr);

/// Of all streams.
int work_off_all();

}  // namespace mikpoly::test
