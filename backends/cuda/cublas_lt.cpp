#include "backends/cuda/cublas_lt.hpp"

#include <fmt/format.h>

#include "backends/shared_library.hpp"
#include "core/base/error.hpp"

namespace mikpoly::cuda {
namespace {

// cublasLt.h and library_types.h.
constexpr int kCompute32F = 68;
constexpr int kComputeTf32 = 77;
constexpr int kReal32F = 0;
constexpr int kReal16F = 2;
constexpr int kReal16Bf = 14;
constexpr int kTransposeFirst = 3;
constexpr int kTransposeSecond = 4;
constexpr int kBatchCount = 5;
constexpr int kBatchStride = 6;
constexpr int kMostWorkspace = 1;
constexpr int kTransposed = 1;

// What cuBLAS takes for itself on sm_90.
constexpr std::int64_t kWorkspaceBytes = std::int64_t{32} << 20;

const LibrarySought& sought_cublas() {
  static const LibrarySought library{{"libcublasLt.so.13", "libcublasLt.so.12", "libcublasLt.so.11"},
                                     "the CUDA Toolkit",
                                     "MIKPOLY_CUDA",
                                     {"/usr/local/cuda/lib64"}};
  return library;
}

int element_of(DataType type) {
  if (type == DataType::f16) return kReal16F;
  return type == DataType::bf16 ? kReal16Bf : kReal32F;
}

void check_status(int status, std::string_view doing) {
  if (status != 0) throw DeviceError(fmt::format("cuBLASLt: {}: status {}", doing, status));
}

}  // namespace

struct CublasLt::Api {
  explicit Api(const SharedLibrary& library)
      : create(library.function<int(void**)>("cublasLtCreate")),
        destroy(library.function<int(void*)>("cublasLtDestroy")),
        version(library.function<std::size_t()>("cublasLtGetVersion")),
        describe(library.function<int(void**, int, int)>("cublasLtMatmulDescCreate")),
        set(library.function<int(void*, int, const void*, std::size_t)>("cublasLtMatmulDescSetAttribute")),
        forget(library.function<int(void*)>("cublasLtMatmulDescDestroy")),
        layout(library.function<int(void**, int, std::uint64_t, std::uint64_t, std::int64_t)>(
            "cublasLtMatrixLayoutCreate")),
        set_layout(library.function<int(void*, int, const void*, std::size_t)>("cublasLtMatrixLayoutSetAttribute")),
        forget_layout(library.function<int(void*)>("cublasLtMatrixLayoutDestroy")),
        preference(library.function<int(void**)>("cublasLtMatmulPreferenceCreate")),
        set_preference(
            library.function<int(void*, int, const void*, std::size_t)>("cublasLtMatmulPreferenceSetAttribute")),
        forget_preference(library.function<int(void*)>("cublasLtMatmulPreferenceDestroy")),
        heuristic(library.function<int(void*, void*, void*, void*, void*, void*, void*, int, CublasAlgorithm*, int*)>(
            "cublasLtMatmulAlgoGetHeuristic")),
        multiply(library.function<int(void*, void*, const void*, const void*, void*, const void*, void*, const void*,
                                      const void*, void*, void*, void*, const void*, void*, std::size_t, Stream)>(
            "cublasLtMatmul")) {}

  int (*create)(void** handle);
  int (*destroy)(void* handle);
  std::size_t (*version)();
  int (*describe)(void** description, int compute, int scale);
  int (*set)(void* description, int attribute, const void* value, std::size_t bytes);
  int (*forget)(void* description);
  int (*layout)(void** layout, int type, std::uint64_t rows, std::uint64_t columns, std::int64_t leading);
  int (*set_layout)(void* layout, int attribute, const void* value, std::size_t bytes);
  int (*forget_layout)(void* layout);
  int (*preference)(void** preference);
  int (*set_preference)(void* preference, int attribute, const void* value, std::size_t bytes);
  int (*forget_preference)(void* preference);
  int (*heuristic)(void* handle, void* description, void* a, void* b, void* c, void* d, void* preference, int asked,
                   CublasAlgorithm* results, int* found);
  int (*multiply)(void* handle, void* description, const void* alpha, const void* a, void* a_layout, const void* b,
                  void* b_layout, const void* beta, const void* c, void* c_layout, void* d, void* d_layout,
                  const void* algorithm, void* workspace, std::size_t workspace_bytes, Stream stream);
};

std::string CublasLt::missing() {
  return SharedLibrary::missing(sought_cublas());
}

CublasLt::CublasLt(const Device& device) : device_(device) {
  const std::optional<SharedLibrary> library = SharedLibrary::open(sought_cublas());
  if (!library) throw BackendUnavailable(missing());
  api_ = std::make_unique<Api>(*library);
  device.enter();
  check_status(api_->create(&handle_), "no handle can be made");
  workspace_ = DeviceBuffer(device, kWorkspaceBytes);
}

CublasLt::~CublasLt() {
  api_->destroy(handle_);
}

std::string CublasLt::name() const {
  const std::size_t version = api_->version();  // 10000 major + 100 minor + patch
  return fmt::format("cuBLASLt {}.{}.{}", version / 10000, version / 100 % 100, version % 100);
}

// The library's matrices are column by column: it computes D^T = B^T A^T, so its first operand is B.
struct CublasProduct::Descriptions {
  Descriptions(const CublasLt& library, const GemmShape& shape, const GemmTypes& types, const std::string& layout)
      : api(*library.api_) {
    const int element = element_of(types.a);
    const int compute = types.a == DataType::tf32 ? kComputeTf32 : kCompute32F;
    check_status(api.describe(&product, compute, kReal32F), "a product cannot be described");
    if (layout[1] == 'T') api.set(product, kTransposeFirst, &kTransposed, sizeof(kTransposed));
    if (layout[0] == 'T') api.set(product, kTransposeSecond, &kTransposed, sizeof(kTransposed));
    first = layout[1] == 'T' ? matrix(element, shape.k, shape.n, shape.batch)
                             : matrix(element, shape.n, shape.k, shape.batch);
    second = layout[0] == 'T' ? matrix(element, shape.m, shape.k, shape.batch)
                              : matrix(element, shape.k, shape.m, shape.batch);
    result = matrix(element, shape.n, shape.m, shape.batch);
  }
  ~Descriptions() {
    for (void* layout : {first, second, result}) {
      if (layout != nullptr) api.forget_layout(layout);
    }
    api.forget(product);
  }
  Descriptions(const Descriptions&) = delete;
  Descriptions& operator=(const Descriptions&) = delete;

  [[nodiscard]] void* matrix(int element, std::int64_t rows, std::int64_t columns, std::int64_t batch) const {
    void* made = nullptr;
    const int status =
        api.layout(&made, element, static_cast<std::uint64_t>(rows), static_cast<std::uint64_t>(columns), rows);
    check_status(status, "a matrix cannot be described");
    const auto count = static_cast<std::int32_t>(batch);
    const std::int64_t apart = rows * columns;
    api.set_layout(made, kBatchCount, &count, sizeof(count));
    api.set_layout(made, kBatchStride, &apart, sizeof(apart));
    return made;
  }

  const CublasLt::Api& api;
  void* product = nullptr;
  void* first = nullptr;
  void* second = nullptr;
  void* result = nullptr;
};

CublasProduct::CublasProduct(const CublasLt& library, const GemmShape& shape, const GemmTypes& types,
                             const std::string& layout, int most_algorithms)
    : library_(library),
      descriptions_(std::make_unique<Descriptions>(library, shape, types, layout)),
      algorithms_(static_cast<std::size_t>(most_algorithms)) {
  const CublasLt::Api& api = *library.api_;
  void* preference = nullptr;
  check_status(api.preference(&preference), "algorithms cannot be asked for");
  const auto workspace = static_cast<std::uint64_t>(kWorkspaceBytes);
  api.set_preference(preference, kMostWorkspace, &workspace, sizeof(workspace));
  int found = 0;
  const Descriptions& with = *descriptions_;
  const int status = api.heuristic(library.handle_, with.product, with.first, with.second, with.result, with.result,
                                   preference, most_algorithms, algorithms_.data(), &found);
  api.forget_preference(preference);
  algorithms_.resize(status == 0 ? static_cast<std::size_t>(found) : 0);
  if (algorithms_.empty()) throw ShapeError(fmt::format("cuBLASLt has no algorithm for {}", to_text(shape)));
}

CublasProduct::~CublasProduct() = default;

void CublasProduct::add(std::int64_t algorithm, const GemmOperands& operands, Stream stream) const {
  const auto alpha = static_cast<float>(operands.alpha);
  const auto beta = static_cast<float>(operands.beta);
  const Descriptions& with = *descriptions_;
  const CublasAlgorithm& chosen = algorithms_[static_cast<std::size_t>(algorithm)];
  const void* const c = operands.beta == 0.0 ? operands.d : operands.c;
  check_status(with.api.multiply(library_.handle_, with.product, &alpha, operands.b, with.first, operands.a,
                                 with.second, &beta, c, with.result, operands.d, with.result, &chosen.algorithm,
                                 library_.workspace_.pointer(), static_cast<std::size_t>(kWorkspaceBytes), stream),
               "a product cannot be launched");
}

}  // namespace mikpoly::cuda
