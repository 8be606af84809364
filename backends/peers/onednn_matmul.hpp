// One matmul primitive of oneDNN with the memory objects of one call.
#pragma once

#include <cstdint>

#include "backends/peers/onednn_api.hpp"
#include "backends/peers/row_major_gemm.hpp"

namespace mikpoly::onednn {

/// The library with its engine and stream; one per backend.
class Runtime {
 public:
  /// Errors: DeviceError.
  Runtime(Loaded loaded, std::int64_t threads);

  [[nodiscard]] const Api& api() const { return loaded_.api; }
  [[nodiscard]] Engine* engine() const { return engine_.get(); }
  [[nodiscard]] std::int64_t threads() const { return threads_; }
  [[nodiscard]] std::string file_name() const { return loaded_.library.file_name(); }

  /// Executes with this backend's number of threads, whatever thread calls.
  void execute(const Primitive* primitive, const Argument* arguments, int count) const;

  template <typename Handle>
  [[nodiscard]] Owned<Handle> own(Handle* handle, int (*destroy)(Handle*)) const {
    return Owned<Handle>(handle, destroy);
  }
  [[nodiscard]] Owned<Memory> memory(const Descriptor* descriptor, void* data) const;

 private:
  Loaded loaded_;
  std::int64_t threads_;
  Owned<Engine> engine_;
  Owned<Stream> stream_;
};

/// Whether a primitive knows its number of rows.
enum class Rows { fixed, at_run_time };

struct Scales {
  float alpha = 1.0F;
  float beta = 0.0F;

  bool operator==(const Scales&) const = default;
};

/// Memory descriptors of A, B and D, in the library's order of dimensions; `Rows::at_run_time` leaves m open.
Owned<Descriptor> describe_a(const Runtime& runtime, const RowMajorGemm& gemm, Rows rows);
Owned<Descriptor> describe_b(const Runtime& runtime, const RowMajorGemm& gemm);
Owned<Descriptor> describe_d(const Runtime& runtime, const RowMajorGemm& gemm, Rows rows);
/// B in the layout the library likes best for this problem.
Owned<Descriptor> describe_best_b(const Runtime& runtime, const RowMajorGemm& gemm);

/// D = alpha A B + beta D. Costs about a millisecond for a problem never seen, microseconds from the library's cache.
/// Errors: DeviceError.
Owned<Primitive> make_matmul(const Runtime& runtime, const RowMajorGemm& gemm, const Scales& scales, Rows rows,
                             const Descriptor* weights);

/// The name of the implementation chosen for a problem.
std::string implementation(const Runtime& runtime, const RowMajorGemm& gemm);

/// `from` laid out as `to`.
void reorder(const Runtime& runtime, const Descriptor* from, const float* data, const Descriptor* to, void* result);

}  // namespace mikpoly::onednn
