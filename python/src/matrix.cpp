#include "python/src/matrix.hpp"

#include <optional>
#include <vector>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "python/src/dlpack.hpp"

namespace mikpoly::python {
namespace {

constexpr py::ssize_t kFloatBytes = sizeof(float);

std::string type_name(const py::handle& object) {
  return py::str(py::type::handle_of(object).attr("__name__"));
}

/// What both sources tell, dimensions outermost first; strides in elements.
struct Raw {
  void* data = nullptr;
  std::vector<std::int64_t> shape;
  std::vector<std::int64_t> strides;
};

void check_aligned(const void* data, const std::string& name) {
  if (reinterpret_cast<std::uintptr_t>(data) % alignof(float) == 0) return;
  throw ShapeError(fmt::format("{} begins in the middle of a float; a copy of it does not", name));
}

Raw raw_of(const py::array& array, const std::string& name) {
  if (!py::isinstance<py::array_t<float>>(array)) {
    throw py::type_error(fmt::format("{} has elements of type \"{}\"; float32 is computed on", name,
                                     std::string(py::str(array.dtype()))));
  }
  Raw raw{.data = const_cast<void*>(array.data()), .shape = {}, .strides = {}};
  for (py::ssize_t i = 0; i < array.ndim(); ++i) {
    raw.shape.push_back(array.shape(i));
    if (array.shape(i) > 1 && array.strides(i) % kFloatBytes != 0) {
      throw ShapeError(fmt::format("{} has a stride of {} bytes; strides are whole floats", name, array.strides(i)));
    }
    raw.strides.push_back(array.strides(i) / kFloatBytes);
  }
  return raw;
}

// The tensor stays that of its producer, which the capsule keeps alive; it is read during one call.
Raw raw_of(const py::capsule& capsule, const std::string& name) {
  const char* kind = capsule.name();
  if (kind == nullptr || std::string_view(kind) != dlpack::kName) {
    throw py::type_error(
        fmt::format("{} gives a DLPack capsule \"{}\"; \"{}\" is read", name, kind ? kind : "", dlpack::kName));
  }
  const dlpack::Tensor& tensor = capsule.get_pointer<dlpack::ManagedTensor>()->tensor;
  if (tensor.device.type != dlpack::kCpu) {
    throw py::type_error(
        fmt::format("{} is on DLPack device {}; {} (cpu) is computed on", name, tensor.device.type, dlpack::kCpu));
  }
  if (tensor.type.code != dlpack::kFloat || tensor.type.bits != 8 * kFloatBytes || tensor.type.lanes != 1) {
    throw py::type_error(fmt::format("{} has elements of DLPack type {} with {} bits; float32 is computed on", name,
                                     tensor.type.code, tensor.type.bits));
  }
  Raw raw{.data = static_cast<std::byte*>(tensor.data) + tensor.byte_offset,
          .shape = {tensor.shape, tensor.shape + tensor.dimensions},
          .strides = std::vector<std::int64_t>(static_cast<std::size_t>(tensor.dimensions))};
  std::int64_t tight = 1;
  for (std::size_t i = raw.shape.size(); i-- > 0; tight *= raw.shape[i]) {
    raw.strides[i] = tensor.strides == nullptr ? tight : tensor.strides[i];
  }
  return raw;
}

Matrix matrix_of(const Raw& raw, const std::string& name) {
  const std::size_t rank = raw.shape.size();
  if (rank != 2 && rank != 3) {
    throw ShapeError(fmt::format("{} has {} dimensions; a matrix has 2, a batch of matrices 3", name, rank));
  }
  check_aligned(raw.data, name);
  Matrix matrix;
  matrix.name = name;
  matrix.data = static_cast<float*>(raw.data);
  matrix.is_batch = rank == 3;
  matrix.extents = {raw.shape[rank - 2], raw.shape[rank - 1], 0, matrix.is_batch ? raw.shape[0] : 1};
  matrix.strides = {raw.strides[rank - 2], raw.strides[rank - 1], matrix.is_batch ? raw.strides[0] : 0};
  return matrix;
}

/// Rows or columns whose neighbours are neighbours in memory, and how far one is from the next.
struct Lines {
  Order order;
  std::int64_t apart;
};

std::optional<Lines> lines_of(const Matrix& matrix) {
  const std::int64_t rows = matrix.rows();
  const std::int64_t columns = matrix.columns();
  if (rows == 0 || columns == 0 || matrix.extents.batch == 0) return Lines{Order::row_major, columns};
  const auto& [row, column, batch] = matrix.strides;
  // A stride along an extent of 1 says nothing.
  if (columns == 1 || column == 1) {
    const std::int64_t apart = rows == 1 ? columns : row;
    if (apart >= columns) return Lines{Order::row_major, apart};
  }
  if (rows == 1 || row == 1) {
    const std::int64_t apart = columns == 1 ? rows : column;
    if (apart >= rows) return Lines{Order::column_major, apart};
  }
  return std::nullopt;
}

bool is_mappable(const Matrix& matrix) {
  return lines_of(matrix).has_value() && (matrix.extents.batch <= 1 || matrix.strides.batch >= 0);
}

}  // namespace

std::string Matrix::shape_text() const {
  return is_batch ? fmt::format("{}x{}x{}", extents.batch, rows(), columns()) : fmt::format("{}x{}", rows(), columns());
}

Matrix read_matrix(const py::object& argument, const std::string& name, bool copy) {
  if (py::isinstance<py::array>(argument)) {
    const auto array = py::reinterpret_borrow<py::array>(argument);
    Matrix matrix = matrix_of(raw_of(array, name), name);
    matrix.writable = array.writeable();
    matrix.owner = argument;
    if (!copy || is_mappable(matrix)) return matrix;
    return read_matrix(argument.attr("copy")("order"_a = "C"), name, false);
  }
  if (!py::hasattr(argument, "__dlpack__")) {
    throw py::type_error(fmt::format("{} is a \"{}\"; a float32 NumPy array is computed on, or what has __dlpack__",
                                     name, type_name(argument)));
  }
  py::object capsule = argument.attr("__dlpack__")();
  if (!PyCapsule_CheckExact(capsule.ptr())) {
    throw py::type_error(
        fmt::format("{} gives a \"{}\" for __dlpack__(); a capsule is read", name, type_name(capsule)));
  }
  Matrix matrix = matrix_of(raw_of(py::reinterpret_borrow<py::capsule>(capsule), name), name);
  matrix.owner = std::move(capsule);
  if (!copy || is_mappable(matrix)) return matrix;
  return read_matrix(py::module_::import("numpy").attr("from_dlpack")(argument), name, true);
}

MatrixLayout layout_of(const Matrix& matrix, const std::string& remedy) {
  const std::optional<Lines> lines = lines_of(matrix);
  if (!lines) {
    throw ShapeError(fmt::format(
        "{} ({}) has strides of {} and {} floats: neither its rows nor its columns lie one after the other; {}",
        matrix.name, matrix.shape_text(), matrix.strides.row, matrix.strides.column, remedy));
  }
  if (!is_mappable(matrix)) {
    throw ShapeError(fmt::format("{} ({}) goes {} floats from one matrix to the next, which is 0 or more; {}",
                                 matrix.name, matrix.shape_text(), matrix.strides.batch, remedy));
  }
  return {.order = lines->order,
          .leading_dimension = lines->apart,
          .batch_stride = matrix.extents.batch > 1 ? matrix.strides.batch : 0};
}

}  // namespace mikpoly::python
