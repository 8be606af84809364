#include "backends/peers/peers.hpp"

#include "backends/peers/cblas.hpp"
#include "backends/peers/eigen.hpp"
#include "backends/peers/libxsmm.hpp"
#include "backends/peers/onednn.hpp"

namespace mikpoly {
namespace {

// A table entry is two plain functions; which library of the CBLAS family is a template argument.
template <CblasPeer peer>
BackendEntry cblas_entry() {
  return {[] { return missing_cblas(peer); }, [](const BackendOptions& options) { return make_cblas(peer, options); },
          true};
}

}  // namespace

std::vector<std::pair<std::string_view, BackendEntry>> peer_entries() {
  return {
      {"onednn", {&missing_onednn, &make_onednn, true}},
      {"onednn-rtm", {&missing_onednn, &make_onednn_runtime_m, true}},
      {"openblas", cblas_entry<CblasPeer::openblas>()},
      {"blis", cblas_entry<CblasPeer::blis>()},
      {"libxsmm", {&missing_libxsmm, &make_libxsmm, true}},
      {"eigen", {[] { return std::string(); }, &make_eigen, true}},
      {"mkl", cblas_entry<CblasPeer::mkl>()},
  };
}

}  // namespace mikpoly
