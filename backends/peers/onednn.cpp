#include "backends/peers/onednn.hpp"

#include <algorithm>
#include <mutex>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "backends/peers/aligned_buffer.hpp"
#include "backends/peers/onednn_matmul.hpp"
#include "backends/peers/peer.hpp"
#include "core/base/counted.hpp"
#include "core/base/error.hpp"

namespace mikpoly {
namespace {

using onednn::Argument;
using onednn::Descriptor;
using onednn::Memory;
using onednn::Owned;
using onednn::Primitive;
using onednn::Rows;
using onednn::Runtime;
using onednn::Scales;

Scales scales_of(const PeerOperands& operands) {
  return {operands.alpha, operands.beta};
}

// The memory objects of a call, bound to data call by call.
class Bindings {
 public:
  Bindings(const Runtime& runtime, const RowMajorGemm& gemm, const Descriptor* weights)
      : runtime_(runtime),
        a_(runtime.memory(onednn::describe_a(runtime, gemm, Rows::fixed).get(), nullptr)),
        b_(runtime.memory(weights, nullptr)),
        d_(runtime.memory(onednn::describe_d(runtime, gemm, Rows::fixed).get(), nullptr)) {}

  void execute(const Primitive* primitive, const PeerOperands& operands) const {
    const auto bind = [&](Memory* memory, const float* data) {
      onednn::check(runtime_.api().memory_set(memory, const_cast<float*>(data)), "dnnl_memory_set_data_handle");
    };
    bind(a_.get(), operands.a);
    bind(b_.get(), operands.b);
    bind(d_.get(), operands.d);
    const std::array<Argument, 3> arguments{
        {{onednn::kSource, a_.get()}, {onednn::kWeights, b_.get()}, {onednn::kDestination, d_.get()}}};
    runtime_.execute(primitive, arguments.data(), static_cast<int>(arguments.size()));
  }

 private:
  const Runtime& runtime_;
  Owned<Memory> a_;
  Owned<Memory> b_;
  Owned<Memory> d_;
};

// alpha and beta are part of a primitive, but known only when it runs: it is made for 1 and 0, and again for others.
class PreparedMatmul final : public PreparedGemm {
 public:
  PreparedMatmul(const Runtime& runtime, const RowMajorGemm& gemm, Rows rows, Owned<Descriptor> weights)
      : runtime_(runtime),
        gemm_(gemm),
        rows_(rows),
        weights_(std::move(weights)),
        bindings_(runtime, gemm, weights_.get()),
        primitive_(onednn::make_matmul(runtime, gemm, scales_, rows, weights_.get())) {}

  void run(const GemmOperands& operands) override {
    if (!load_output(gemm_, operands)) return;
    const PeerOperands pointers = operands_of(gemm_, operands);
    if (const Scales wanted = scales_of(pointers); wanted != scales_) {
      primitive_ = onednn::make_matmul(runtime_, gemm_, wanted, rows_, weights_.get());
      scales_ = wanted;
    }
    bindings_.execute(primitive_.get(), pointers);
  }

 private:
  const Runtime& runtime_;
  RowMajorGemm gemm_;
  Rows rows_;
  Owned<Descriptor> weights_;
  Bindings bindings_;
  Scales scales_;
  Owned<Primitive> primitive_;
};

class PackedWeights final : public PackedOperand {
 public:
  PackedWeights(const Runtime& runtime, const RowMajorGemm& gemm, const float* b)
      : descriptor_(onednn::describe_best_b(runtime, gemm)),
        buffer_(runtime.api().descriptor_bytes(descriptor_.get())) {
    onednn::reorder(runtime, onednn::describe_b(runtime, gemm).get(), b, descriptor_.get(), buffer_.data());
  }
  [[nodiscard]] const void* data() const override { return buffer_.data(); }
  [[nodiscard]] std::int64_t bytes() const override { return static_cast<std::int64_t>(buffer_.bytes()); }
  [[nodiscard]] const Descriptor* descriptor() const { return descriptor_.get(); }

 private:
  Owned<Descriptor> descriptor_;
  AlignedBuffer buffer_;
};

// The library refuses descriptors whose elements share an address.
bool elements_overlap(const StoredMatrix& matrix, std::int64_t rows, std::int64_t columns, std::int64_t batch) {
  if (batch == 1 || matrix.batch_stride == 0) return false;
  const std::int64_t lines = matrix.transposed ? columns : rows;
  const std::int64_t length = matrix.transposed ? rows : columns;
  std::array<std::pair<std::int64_t, std::int64_t>, 3> steps{
      {{1, length}, {matrix.leading_dimension, lines}, {matrix.batch_stride, batch}}};
  std::sort(steps.begin(), steps.end());
  std::int64_t behind = 1;
  for (const auto& [stride, count] : steps) {
    if (count == 1) continue;
    if (stride < behind) return true;
    behind = stride * count;
  }
  return false;
}

// Version 3.6.2 writes nothing, and reports success, where one row has gaps between its elements.
bool row_with_gaps(const StoredMatrix& matrix, std::int64_t rows, std::int64_t columns) {
  return rows == 1 && columns > 1 && matrix.transposed && matrix.leading_dimension > 1;
}

std::string beyond_descriptors(const RowMajorGemm& gemm) {
  const auto [m, n, k, batch] = gemm.shape;
  if (row_with_gaps(gemm.b, k, n) || (batch > 1 && row_with_gaps(gemm.a, m, k))) {
    return "writes nothing for a single row with gaps between its elements";
  }
  if (batch > 1 && gemm.a.batch_stride == 0 && gemm.b.batch_stride == 0) return "takes no batch that shares A and B";
  const bool overlap = elements_overlap(gemm.a, m, k, batch) || elements_overlap(gemm.b, k, n, batch);
  return overlap ? "takes no batch elements that overlap" : "";
}

std::string describe(const Runtime& runtime, std::string_view how) {
  const onednn::Version& version = *runtime.api().version();
  GemmProblem sample;
  sample.shape = {256, 256, 256, 1};
  return fmt::format("oneDNN {}.{}.{}, {}, kernels {}, {} ({})", version.major, version.minor, version.patch, how,
                     onednn::implementation(runtime, row_major(sample)), counted(runtime.threads(), "thread"),
                     runtime.file_name());
}

class Onednn final : public PackingLibrary {
 public:
  Onednn(onednn::Loaded loaded, std::int64_t threads) : runtime_(std::move(loaded), threads) {}

  [[nodiscard]] std::string unsupported(const RowMajorGemm& gemm) const override { return beyond_descriptors(gemm); }

  [[nodiscard]] std::unique_ptr<PreparedGemm> prepare(const RowMajorGemm& gemm) override {
    return std::make_unique<PreparedMatmul>(runtime_, gemm, Rows::fixed, onednn::describe_b(runtime_, gemm));
  }

  void run(const RowMajorGemm& gemm, const GemmOperands& operands) override {
    if (!load_output(gemm, operands)) return;
    const PeerOperands pointers = operands_of(gemm, operands);
    const Owned<Descriptor> b = onednn::describe_b(runtime_, gemm);
    const Owned<Primitive> primitive = onednn::make_matmul(runtime_, gemm, scales_of(pointers), Rows::fixed, b.get());
    Bindings(runtime_, gemm, b.get()).execute(primitive.get(), pointers);
  }

  [[nodiscard]] std::string description() const override { return describe(runtime_, "a primitive per problem"); }

  [[nodiscard]] std::unique_ptr<PackedOperand> pack_b(const RowMajorGemm& gemm, const float* b) override {
    return std::make_unique<PackedWeights>(runtime_, gemm, b);
  }

  [[nodiscard]] std::unique_ptr<PreparedGemm> prepare_packed(const RowMajorGemm& gemm,
                                                             const PackedOperand& packed) override {
    Descriptor* copy = nullptr;
    onednn::check(runtime_.api().descriptor_clone(&copy, dynamic_cast<const PackedWeights&>(packed).descriptor()),
                  "dnnl_memory_desc_clone");
    return std::make_unique<PreparedMatmul>(runtime_, gemm, Rows::fixed,
                                            runtime_.own(copy, runtime_.api().descriptor_destroy));
  }

 private:
  Runtime runtime_;
};

// The dynamic-sequence case: weights known, rows not.
class OnednnRuntimeM final : public PeerLibrary {
 public:
  OnednnRuntimeM(onednn::Loaded loaded, std::int64_t threads) : runtime_(std::move(loaded), threads) {}

  [[nodiscard]] std::string unsupported(const RowMajorGemm& gemm) const override { return beyond_descriptors(gemm); }

  [[nodiscard]] std::unique_ptr<PreparedGemm> prepare(const RowMajorGemm& gemm) override {
    return std::make_unique<PreparedMatmul>(runtime_, gemm, Rows::at_run_time, onednn::describe_b(runtime_, gemm));
  }

  void run(const RowMajorGemm& gemm, const GemmOperands& operands) override {
    if (!load_output(gemm, operands)) return;
    const PeerOperands pointers = operands_of(gemm, operands);
    const Primitive* primitive = kept(gemm, scales_of(pointers));
    Bindings(runtime_, gemm, onednn::describe_b(runtime_, gemm).get()).execute(primitive, pointers);
  }

  [[nodiscard]] std::string description() const override {
    return describe(runtime_, "a primitive per (N, K) with M at run time");
  }

 private:
  struct Kept {
    RowMajorGemm gemm;  // with m and c left out
    Scales scales;
    Owned<Primitive> primitive;
  };

  const Primitive* kept(RowMajorGemm gemm, const Scales& scales) {
    RowMajorGemm key = gemm;
    key.shape.m = 0;
    key.c = {};
    if (key.shape.batch == 1) key.a.batch_stride = key.b.batch_stride = key.d.batch_stride = 0;
    const std::lock_guard lock(mutex_);
    const auto found = std::find_if(kept_.begin(), kept_.end(),
                                    [&](const Kept& one) { return one.gemm == key && one.scales == scales; });
    if (found != kept_.end()) return found->primitive.get();
    const Owned<Descriptor> b = onednn::describe_b(runtime_, gemm);
    kept_.push_back({key, scales, onednn::make_matmul(runtime_, gemm, scales, Rows::at_run_time, b.get())});
    return kept_.back().primitive.get();
  }

  Runtime runtime_;
  std::mutex mutex_;
  std::vector<Kept> kept_;  // one per weight matrix of a model: a list is faster than a hash
};

template <typename Library, typename Interface>
std::unique_ptr<Backend> make(const BackendOptions& options) {
  std::optional<onednn::Loaded> loaded = onednn::load();
  if (!loaded) throw BackendUnavailable(onednn::missing());
  return make_peer(std::unique_ptr<Interface>(std::make_unique<Library>(std::move(*loaded), options.threads)));
}

}  // namespace

std::string missing_onednn() {
  return onednn::missing();
}

std::unique_ptr<Backend> make_onednn(const BackendOptions& options) {
  return make<Onednn, PackingLibrary>(options);
}

std::unique_ptr<Backend> make_onednn_runtime_m(const BackendOptions& options) {
  return make<OnednnRuntimeM, PeerLibrary>(options);
}

}  // namespace mikpoly
