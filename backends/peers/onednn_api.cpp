#include "backends/peers/onednn_api.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace mikpoly::onednn {
namespace {

const LibrarySought& sought() {
  static const LibrarySought library{
      {"libdnnl.so.3"}, "the Python package paddlepaddle (libdnnl2 is too old), or experiments/peers/setup.sh,"};
  return library;
}

// Fills one entry of the table; false when the library does not export it.
template <typename Function>
bool bind(const SharedLibrary& library, const char* name, Function*& entry) {
  entry = library.function<Function>(name);
  return entry != nullptr;
}

bool bind_memory(const SharedLibrary& library, Api& api) {
  return bind(library, "dnnl_memory_desc_create_with_strides", api.descriptor_by_strides) &&
         bind(library, "dnnl_memory_desc_create_with_tag", api.descriptor_by_tag) &&
         bind(library, "dnnl_memory_desc_clone", api.descriptor_clone) &&
         bind(library, "dnnl_memory_desc_destroy", api.descriptor_destroy) &&
         bind(library, "dnnl_memory_desc_get_size", api.descriptor_bytes) &&
         bind(library, "dnnl_memory_create", api.memory_create) &&
         bind(library, "dnnl_memory_set_data_handle", api.memory_set) &&
         bind(library, "dnnl_memory_destroy", api.memory_destroy);
}

bool bind_attributes(const SharedLibrary& library, Api& api) {
  return bind(library, "dnnl_primitive_attr_create", api.attributes_create) &&
         bind(library, "dnnl_primitive_attr_set_post_ops", api.attributes_set_post_ops) &&
         bind(library, "dnnl_primitive_attr_destroy", api.attributes_destroy) &&
         bind(library, "dnnl_post_ops_create", api.post_ops_create) &&
         bind(library, "dnnl_post_ops_append_eltwise", api.post_ops_eltwise) &&
         bind(library, "dnnl_post_ops_append_sum", api.post_ops_sum) &&
         bind(library, "dnnl_post_ops_destroy", api.post_ops_destroy);
}

bool bind_primitives(const SharedLibrary& library, Api& api) {
  return bind(library, "dnnl_version", api.version) && bind(library, "dnnl_engine_create", api.engine_create) &&
         bind(library, "dnnl_engine_destroy", api.engine_destroy) &&
         bind(library, "dnnl_stream_create", api.stream_create) &&
         bind(library, "dnnl_stream_destroy", api.stream_destroy) &&
         bind(library, "dnnl_stream_wait", api.stream_wait) &&
         bind(library, "dnnl_matmul_primitive_desc_create", api.matmul) &&
         bind(library, "dnnl_reorder_primitive_desc_create", api.reorder) &&
         bind(library, "dnnl_primitive_desc_query", api.query) &&
         bind(library, "dnnl_primitive_desc_query_md", api.query_descriptor) &&
         bind(library, "dnnl_primitive_desc_destroy", api.primitive_descriptor_destroy) &&
         bind(library, "dnnl_primitive_create", api.primitive_create) &&
         bind(library, "dnnl_primitive_execute", api.primitive_execute) &&
         bind(library, "dnnl_primitive_destroy", api.primitive_destroy);
}

}  // namespace

std::optional<Loaded> load() {
  const std::optional<SharedLibrary> library = SharedLibrary::open(sought());
  if (!library) return std::nullopt;
  Loaded loaded{{}, *library};
  if (!bind_memory(*library, loaded.api) || !bind_attributes(*library, loaded.api) ||
      !bind_primitives(*library, loaded.api)) {
    return std::nullopt;
  }
  loaded.api.set_threads = library->function<void(int)>("omp_set_num_threads");
  return loaded;
}

std::string missing() {
  return load() ? "" : SharedLibrary::missing(sought());
}

void check(int status, const char* call) {
  if (status != 0) throw DeviceError(fmt::format("oneDNN's {} failed with status {}", call, status));
}

}  // namespace mikpoly::onednn
