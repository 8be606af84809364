#include "backends/peers/cblas.hpp"

#include <array>
#include <cstdlib>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "backends/peers/peer.hpp"
#include "backends/shared_library.hpp"
#include "core/base/counted.hpp"
#include "core/base/error.hpp"

namespace mikpoly {
namespace {

// Values of the CBLAS enumerations, https://www.netlib.org/blas/cblas.h
constexpr int kRowMajor = 101;
constexpr int kNoTrans = 111;
constexpr int kTrans = 112;

// Values of MKL_THREADING_*: the default layer needs a runtime of Intel's, GNU's is on every machine with GCC.
constexpr int kMklSequential = 1;
constexpr int kMklGnu = 3;

using Sgemm = void(int order, int trans_a, int trans_b, int m, int n, int k, float alpha, const float* a, int lda,
                   const float* b, int ldb, float beta, float* c, int ldc);
using SetThreads = void(int threads);
using SetThreadsLong = void(std::int64_t threads);
using Text = const char*();
using ArchitectureId = int();
using ArchitectureName = const char*(int id);
using VersionText = void(char* buffer, int length);

struct Names {
  LibrarySought library;
  std::string symbol_prefix;  // scipy's build of OpenBLAS renames all it exports
};

std::vector<Names> names_of(CblasPeer peer) {
  switch (peer) {
    case CblasPeer::openblas:
      return {
          {{{"libscipy_openblas.so"}, "the Python package scipy-openblas32, or experiments/peers/setup.sh,"}, "scipy_"},
          {{{"libopenblas.so.0", "libopenblas.so"}, "package libopenblas0, or experiments/peers/setup.sh,"}, ""}};
    case CblasPeer::blis:
      return {{{{"libblis.so.4", "libblis.so"}, "package libblis-dev, or experiments/peers/setup.sh,"}, ""}};
    case CblasPeer::mkl:
      return {{{{"libmkl_rt.so.3", "libmkl_rt.so.2"}, "the Python package mkl, or experiments/peers/setup.sh,"}, ""}};
  }
  return {};
}

struct Found {
  SharedLibrary library;
  std::string prefix;

  template <typename Function>
  [[nodiscard]] Function* function(std::string_view name) const {
    return library.function<Function>(fmt::format("{}{}", prefix, name));
  }
};

// BLIS 0.9.0 takes scalar kernels on AMD processors with AVX-512 (Zen 4 and 5), a seventh of what it can do. It reads
// this variable when it is loaded; a value set by the caller stays.
void choose_blis_kernels() {
#if defined(__x86_64__)
  if (__builtin_cpu_is("amd") && __builtin_cpu_supports("avx512f")) setenv("BLIS_ARCH_TYPE", "skx", 0);
#endif
}

std::optional<Found> find(CblasPeer peer) {
  if (peer == CblasPeer::blis) choose_blis_kernels();
  for (const Names& names : names_of(peer)) {
    std::optional<SharedLibrary> library = SharedLibrary::open(names.library);
    if (library && library->function<Sgemm>(names.symbol_prefix + "cblas_sgemm") != nullptr) {
      return Found{*library, names.symbol_prefix};
    }
  }
  return std::nullopt;
}

void call(Sgemm* sgemm, const RowMajorGemm& gemm, const GemmOperands& operands) {
  if (!load_output(gemm, operands)) return;
  const auto [m, n, k, batch] = gemm.shape;
  const PeerOperands first = operands_of(gemm, operands);
  for (std::int64_t z = 0; z < batch; ++z) {
    const PeerOperands at = batch_element(gemm, first, z);
    sgemm(kRowMajor, gemm.a.transposed ? kTrans : kNoTrans, gemm.b.transposed ? kTrans : kNoTrans, static_cast<int>(m),
          static_cast<int>(n), static_cast<int>(k), at.alpha, at.a, static_cast<int>(gemm.a.leading_dimension), at.b,
          static_cast<int>(gemm.b.leading_dimension), at.beta, at.d, static_cast<int>(gemm.d.leading_dimension));
  }
}

class PreparedCall final : public PreparedGemm {
 public:
  PreparedCall(Sgemm* sgemm, const RowMajorGemm& gemm) : sgemm_(sgemm), gemm_(gemm) {}
  void run(const GemmOperands& operands) override { call(sgemm_, gemm_, operands); }

 private:
  Sgemm* sgemm_;
  RowMajorGemm gemm_;
};

class Cblas final : public PeerLibrary {
 public:
  Cblas(Sgemm* sgemm, std::string description) : sgemm_(sgemm), description_(std::move(description)) {}

  [[nodiscard]] std::string unsupported(const RowMajorGemm& gemm) const override { return beyond_32_bits(gemm); }
  [[nodiscard]] std::unique_ptr<PreparedGemm> prepare(const RowMajorGemm& gemm) override {
    return std::make_unique<PreparedCall>(sgemm_, gemm);
  }
  void run(const RowMajorGemm& gemm, const GemmOperands& operands) override { call(sgemm_, gemm, operands); }
  [[nodiscard]] std::string description() const override { return description_; }

 private:
  Sgemm* sgemm_;
  std::string description_;
};

// Old versions of OpenBLAS fall back to SSE3 kernels on a processor they do not know.
// Some environments force a core by OPENBLAS_CORETYPE; that is said, for it is not the library's choice.
std::string openblas_kernels(const Found& found) {
  auto* config = found.function<Text>("openblas_get_config");
  auto* core = found.function<Text>("openblas_get_corename");
  const std::string name = core == nullptr ? "unknown" : core();
  const char* forced = std::getenv("OPENBLAS_CORETYPE");
  std::string note;
  if (forced != nullptr && *forced != '\0') {
    note = fmt::format(" (OPENBLAS_CORETYPE is {})", forced);
  } else if (name == "Prescott" || name == "Core2" || name == "generic") {
    note = " (this version does not know this CPU: OPENBLAS_CORETYPE overrides)";
  }
  return fmt::format("{}, kernels {}{}", config == nullptr ? "OpenBLAS" : config(), name, note);
}

std::string blis_kernels(const Found& found) {
  auto* version = found.function<Text>("bli_info_get_version_str");
  auto* id = found.function<ArchitectureId>("bli_arch_query_id");
  auto* name = found.function<ArchitectureName>("bli_arch_string");
  const std::string kernels = id == nullptr || name == nullptr ? "unknown" : name(id());
  return fmt::format("BLIS {}, kernels {}{}", version == nullptr ? "" : version(), kernels,
                     kernels == "generic" ? " (this version does not know this CPU: BLIS_ARCH_TYPE overrides)" : "");
}

std::string mkl_kernels(const Found& found) {
  std::array<char, 200> text{};
  if (auto* version = found.function<VersionText>("mkl_get_version_string"); version != nullptr) {
    version(text.data(), static_cast<int>(text.size()) - 1);
  }
  std::string line = text.data();
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

// Sets the threads of the whole library, and says what it is.
std::string set_up(CblasPeer peer, const Found& found, std::int64_t threads) {
  const int count = static_cast<int>(threads);
  std::string kernels;
  switch (peer) {
    case CblasPeer::openblas:
      if (auto* set = found.function<SetThreads>("openblas_set_num_threads"); set != nullptr) set(count);
      kernels = openblas_kernels(found);
      break;
    case CblasPeer::blis:
      if (auto* set = found.function<SetThreadsLong>("bli_thread_set_num_threads"); set != nullptr) set(threads);
      kernels = blis_kernels(found);
      break;
    case CblasPeer::mkl:
      if (auto* layer = found.function<int(int)>("MKL_Set_Threading_Layer"); layer != nullptr) {
        layer(threads == 1 ? kMklSequential : kMklGnu);
      }
      if (auto* set = found.function<SetThreads>("MKL_Set_Num_Threads"); set != nullptr) set(count);
      kernels = mkl_kernels(found);
      break;
  }
  return fmt::format("{}, {} ({})", kernels, counted(threads, "thread"), found.library.file_name());
}

}  // namespace

std::string missing_cblas(CblasPeer peer) {
  if (find(peer)) return "";
  return SharedLibrary::missing(names_of(peer).front().library);
}

std::unique_ptr<Backend> make_cblas(CblasPeer peer, const BackendOptions& options) {
  const std::optional<Found> found = find(peer);
  if (!found) throw BackendUnavailable(missing_cblas(peer));
  return make_peer(
      std::make_unique<Cblas>(found->function<Sgemm>("cblas_sgemm"), set_up(peer, *found, options.threads)));
}

}  // namespace mikpoly
