#include "backends/peers/peers.hpp"

#include "backends/peers/cblas.hpp"

namespace mikpoly {
namespace {

// A table entry is two plain functions; the variant of a library is a template argument.
template <CblasPeer peer>
BackendEntry cblas_entry() {
  return {[] { return missing_cblas(peer); }, [](const BackendOptions& options) { return make_cblas(peer, options); },
          true};
}

}  // namespace

std::vector<std::pair<std::string_view, BackendEntry>> peer_entries() {
  return {
      {"openblas", cblas_entry<CblasPeer::openblas>()},
      {"blis", cblas_entry<CblasPeer::blis>()},
      {"mkl", cblas_entry<CblasPeer::mkl>()},
  };
}

}  // namespace mikpoly
