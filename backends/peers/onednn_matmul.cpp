#include "backends/peers/onednn_matmul.hpp"

#include <utility>

namespace mikpoly::onednn {
namespace {

constexpr int kCpu = 1;
constexpr unsigned kInOrder = 1;

// A batch of matrices has three dimensions; one matrix has two, for which the library has its best paths.
Owned<Descriptor> describe(const Runtime& runtime, const StoredMatrix& matrix, std::int64_t rows, std::int64_t columns,
                           std::int64_t batch) {
  const std::int64_t ld = matrix.leading_dimension;
  const std::int64_t row_stride = matrix.transposed ? 1 : ld;
  const std::int64_t column_stride = matrix.transposed ? ld : 1;
  const bool shared = matrix.batch_stride == 0;
  Dims dims{rows, columns};
  Dims strides{row_stride, column_stride};
  if (batch > 1) {
    const std::int64_t lines = matrix.transposed ? columns : rows;
    const std::int64_t one_matrix = lines == kRuntimeDim ? kRuntimeDim : ld * lines;
    dims = {shared ? 1 : batch, rows, columns};
    strides = {shared ? one_matrix : matrix.batch_stride, row_stride, column_stride};
  }
  Descriptor* descriptor = nullptr;
  check(runtime.api().descriptor_by_strides(&descriptor, batch > 1 ? 3 : 2, dims.data(), kF32, strides.data()),
        "dnnl_memory_desc_create_with_strides");
  return runtime.own(descriptor, runtime.api().descriptor_destroy);
}

std::int64_t extent_m(const RowMajorGemm& gemm, Rows rows) {
  return rows == Rows::at_run_time ? kRuntimeDim : gemm.shape.m;
}

Owned<Attributes> attributes_for(const Runtime& runtime, const Scales& scales) {
  const Api& api = runtime.api();
  PostOps* made_post_ops = nullptr;
  check(api.post_ops_create(&made_post_ops), "dnnl_post_ops_create");
  const Owned<PostOps> post_ops = runtime.own(made_post_ops, api.post_ops_destroy);
  if (scales.alpha != 1.0F) {
    check(api.post_ops_eltwise(post_ops.get(), kEltwiseLinear, scales.alpha, 0.0F), "dnnl_post_ops_append_eltwise");
  }
  if (scales.beta != 0.0F) {
    check(api.post_ops_sum(post_ops.get(), scales.beta, 0, kF32), "dnnl_post_ops_append_sum");
  }
  Attributes* made = nullptr;
  check(api.attributes_create(&made), "dnnl_primitive_attr_create");
  Owned<Attributes> attributes = runtime.own(made, api.attributes_destroy);
  check(api.attributes_set_post_ops(attributes.get(), post_ops.get()), "dnnl_primitive_attr_set_post_ops");
  return attributes;
}

Owned<PrimitiveDescriptor> matmul_descriptor(const Runtime& runtime, const RowMajorGemm& gemm, const Scales& scales,
                                             Rows rows, const Descriptor* weights) {
  const Owned<Descriptor> a = describe_a(runtime, gemm, rows);
  const Owned<Descriptor> d = describe_d(runtime, gemm, rows);
  const Owned<Attributes> attributes = attributes_for(runtime, scales);
  PrimitiveDescriptor* made = nullptr;
  check(runtime.api().matmul(&made, runtime.engine(), a.get(), weights, nullptr, d.get(), attributes.get()),
        "dnnl_matmul_primitive_desc_create");
  return runtime.own(made, runtime.api().primitive_descriptor_destroy);
}

Owned<Primitive> primitive_of(const Runtime& runtime, const PrimitiveDescriptor* descriptor) {
  Primitive* made = nullptr;
  check(runtime.api().primitive_create(&made, descriptor), "dnnl_primitive_create");
  return runtime.own(made, runtime.api().primitive_destroy);
}

}  // namespace

Runtime::Runtime(Loaded loaded, std::int64_t threads)
    : loaded_(std::move(loaded)),
      threads_(threads),
      engine_(nullptr, api().engine_destroy),
      stream_(nullptr, api().stream_destroy) {
  Engine* engine = nullptr;
  check(api().engine_create(&engine, kCpu, 0), "dnnl_engine_create");
  engine_.reset(engine);
  Stream* stream = nullptr;
  check(api().stream_create(&stream, engine, kInOrder), "dnnl_stream_create");
  stream_.reset(stream);
}

void Runtime::execute(const Primitive* primitive, const Argument* arguments, int count) const {
  if (api().set_threads != nullptr) api().set_threads(static_cast<int>(threads_));
  check(api().primitive_execute(primitive, stream_.get(), count, arguments), "dnnl_primitive_execute");
  check(api().stream_wait(stream_.get()), "dnnl_stream_wait");
}

Owned<Memory> Runtime::memory(const Descriptor* descriptor, void* data) const {
  Memory* made = nullptr;
  check(api().memory_create(&made, descriptor, engine(), data), "dnnl_memory_create");
  return own(made, api().memory_destroy);
}

Owned<Descriptor> describe_a(const Runtime& runtime, const RowMajorGemm& gemm, Rows rows) {
  return describe(runtime, gemm.a, extent_m(gemm, rows), gemm.shape.k, gemm.shape.batch);
}

// One row has no order. Version 3.6.2 writes nothing when it is called transposed, so it is not.
Owned<Descriptor> describe_b(const Runtime& runtime, const RowMajorGemm& gemm) {
  StoredMatrix b = gemm.b;
  if (gemm.shape.k == 1 && b.transposed && b.leading_dimension == 1) {
    b.transposed = false;
    b.leading_dimension = gemm.shape.n;
  }
  return describe(runtime, b, gemm.shape.k, gemm.shape.n, gemm.shape.batch);
}

Owned<Descriptor> describe_d(const Runtime& runtime, const RowMajorGemm& gemm, Rows rows) {
  return describe(runtime, gemm.d, extent_m(gemm, rows), gemm.shape.n, gemm.shape.batch);
}

Owned<Descriptor> describe_best_b(const Runtime& runtime, const RowMajorGemm& gemm) {
  const bool batched = gemm.shape.batch > 1;
  const Dims dims = batched ? Dims{1, gemm.shape.k, gemm.shape.n} : Dims{gemm.shape.k, gemm.shape.n};
  Descriptor* any = nullptr;
  check(runtime.api().descriptor_by_tag(&any, batched ? 3 : 2, dims.data(), kF32, kTagAny),
        "dnnl_memory_desc_create_with_tag");
  const Owned<Descriptor> open = runtime.own(any, runtime.api().descriptor_destroy);
  const Owned<PrimitiveDescriptor> chosen = matmul_descriptor(runtime, gemm, {}, Rows::fixed, open.get());
  Descriptor* copy = nullptr;
  check(runtime.api().descriptor_clone(&copy, runtime.api().query_descriptor(chosen.get(), kQueryWeights, 0)),
        "dnnl_memory_desc_clone");
  return runtime.own(copy, runtime.api().descriptor_destroy);
}

Owned<Primitive> make_matmul(const Runtime& runtime, const RowMajorGemm& gemm, const Scales& scales, Rows rows,
                             const Descriptor* weights) {
  return primitive_of(runtime, matmul_descriptor(runtime, gemm, scales, rows, weights).get());
}

std::string implementation(const Runtime& runtime, const RowMajorGemm& gemm) {
  const Owned<Descriptor> b = describe_b(runtime, gemm);
  const Owned<PrimitiveDescriptor> chosen = matmul_descriptor(runtime, gemm, {}, Rows::fixed, b.get());
  const char* name = "unknown";
  check(runtime.api().query(chosen.get(), kQueryImplementation, 0, static_cast<void*>(&name)),
        "dnnl_primitive_desc_query");
  return name;
}

void reorder(const Runtime& runtime, const Descriptor* from, const float* data, const Descriptor* to, void* result) {
  PrimitiveDescriptor* made = nullptr;
  check(runtime.api().reorder(&made, from, runtime.engine(), to, runtime.engine(), nullptr),
        "dnnl_reorder_primitive_desc_create");
  const Owned<PrimitiveDescriptor> chosen = runtime.own(made, runtime.api().primitive_descriptor_destroy);
  const Owned<Primitive> primitive = primitive_of(runtime, chosen.get());
  const Owned<Memory> source = runtime.memory(from, const_cast<float*>(data));
  const Owned<Memory> destination = runtime.memory(to, result);
  const std::array<Argument, 2> arguments{{{kSource, source.get()}, {kDestination, destination.get()}}};
  runtime.execute(primitive.get(), arguments.data(), static_cast<int>(arguments.size()));
}

}  // namespace mikpoly::onednn
