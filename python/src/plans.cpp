#include "python/src/plans.hpp"

#include <algorithm>
#include <limits>
#include <string>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/cost/region_facts.hpp"
#include "core/pattern/pattern.hpp"
#include "core/plan/drawing.hpp"
#include "python/src/arguments.hpp"
#include "python/src/hardware.hpp"
#include "python/src/library.hpp"

namespace mikpoly::python {
namespace {

constexpr std::int64_t kMostColumns = 1000;  // wider than any terminal

// A read-only array over one number of every plan, `apart` bytes from one to the next, that keeps the table alive.
template <typename Number>
py::array view(const Plans& self, const Number* first, std::size_t apart) {
  std::vector<py::ssize_t> strides(self.shape.size());
  auto stride = static_cast<py::ssize_t>(apart);
  for (std::size_t i = strides.size(); i-- > 0; stride *= self.shape[i]) strides[i] = stride;
  const py::capsule owner(new std::shared_ptr<const PlanTable>(self.table),
                          [](void* table) { delete static_cast<std::shared_ptr<const PlanTable>*>(table); });
  static const Number nothing{};
  py::array_t<Number> array(self.shape, strides, first == nullptr ? &nothing : first, owner);
  array.attr("setflags")("write"_a = false);
  return array;
}

template <std::int64_t GemmShape::*extent>
py::array extents(const Plans& self) {
  const std::vector<GemmShape>& shapes = self.table->shapes();
  return view(self, shapes.empty() ? nullptr : &(shapes.front().*extent), sizeof(GemmShape));
}

// A number of every region of every plan: one more dimension of kMaxRegions, `absent` where a plan has fewer.
template <typename Number, typename Get>
py::array per_region(const Plans& self, Number absent, Get get) {
  std::vector<py::ssize_t> shape = self.shape;
  shape.push_back(kMaxRegions);
  py::array_t<Number> array(shape);
  Number* out = array.mutable_data();
  std::fill_n(out, array.size(), absent);
  for (std::int64_t i = 0; i < self.table->size(); ++i, out += kMaxRegions) {
    std::ranges::transform(self.table->regions_of(i), out, get);
  }
  return array;
}

template <typename Number, typename Get>
py::array per_fact(const Plans& self, Get get) {
  return per_region(self, Number{}, [&](const PlannedRegion& planned) -> Number {
    return get(facts_of(planned, self.bench->accelerator(), self.bench->library()));
  });
}

py::array declined(const Plans& self) {
  py::array_t<bool> answers(self.shape);
  for (std::int64_t i = 0; i < self.table->size(); ++i) answers.mutable_data()[i] = self.table->declined(i);
  return answers;
}

double predicted_of(const Plans& self, std::int64_t index) {
  const Picoseconds time = self.table->predicted()[static_cast<std::size_t>(index)];
  return self.table->declined(index) ? std::numeric_limits<double>::quiet_NaN() : time.microseconds();
}

py::array predicted_us(const Plans& self) {
  py::array_t<double> times(self.shape);
  for (std::int64_t i = 0; i < self.table->size(); ++i) times.mutable_data()[i] = predicted_of(self, i);
  return times;
}

py::array region_counts(const Plans& self) {
  py::array_t<std::int8_t> counts(self.shape);
  for (std::int64_t i = 0; i < self.table->size(); ++i) {
    counts.mutable_data()[i] = static_cast<std::int8_t>(self.table->regions_of(i).size());
  }
  return counts;
}

// Names by position; the last, at position -1, is that of plans without a pattern.
py::object pattern_names(const Plans& self) {
  py::list names;
  for (const PolymerizationPattern& pattern : patterns()) names.append(std::string(pattern.name));
  names.append("");
  const py::object numpy = py::module_::import("numpy");
  return numpy.attr("array")(names).attr("take")(view(self, self.table->patterns().data(), 1));
}

OnePlan one_of(const Plans& self, std::int64_t index) {
  const std::int64_t size = self.table->size();
  const std::int64_t from_start = index < 0 ? index + size : index;
  if (from_start < 0 || from_start >= size) {
    throw py::index_error(fmt::format("there is no plan {} among {}", index, size));
  }
  return {self.bench, self.table->plan(from_start), predicted_of(self, from_start)};
}

Plans picked(const Plans& self, const py::array_t<std::int64_t, py::array::c_style>& positions) {
  const auto table = std::make_shared<PlanTable>();
  for (py::ssize_t i = 0; i < positions.size(); ++i) table->add(self.table->plan(positions.data()[i]));
  return {self.bench, table, {positions.shape(), positions.shape() + positions.ndim()}};
}

// One integer counts all plans, as len() does; all else picks what NumPy picks of an array of their shape.
py::object item(const Plans& self, const py::object& index) {
  py::detail::make_caster<Integer> integer;
  if (integer.load(index, true)) return py::cast(one_of(self, py::detail::cast_op<Integer&>(integer).value));
  const py::object positions = py::module_::import("numpy").attr("arange")(self.table->size());
  const py::object chosen = positions.attr("reshape")(self.shape)[index];
  if (py::isinstance<py::array>(chosen)) return py::cast(picked(self, chosen));
  return py::cast(one_of(self, chosen.cast<std::int64_t>()));
}

std::vector<std::string> texts_of(const Plans& self) {
  std::vector<std::string> texts;
  for (std::int64_t i = 0; i < self.table->size(); ++i) {
    texts.push_back(to_text(self.table->plan(i), self.bench->library()));
  }
  return texts;
}

void add_one_plan(py::module_& module) {
  py::class_<OnePlan>(module, "Plan", "One plan: regions of the output, each with its kernel.")
      .def_property_readonly("text", &OnePlan::text, "As `mikpoly gemm --plan` reads it; empty without regions.")
      .def_property_readonly("shape", [](const OnePlan& self) { return to_text(self.plan.shape); })
      .def_property_readonly("pattern", [](const OnePlan& self) { return self.plan.pattern; })
      .def_property_readonly("predicted_us", [](const OnePlan& self) { return self.predicted_us; })
      .def(
          "draw",
          [](const OnePlan& self, Integer columns) {
            if (columns.value < 1 || columns.value > kMostColumns) {
              throw ConfigError(fmt::format("columns \"{}\" is not in 1..{}", columns.value, kMostColumns));
            }
            return draw(self.plan, self.bench->library(), columns.value);
          },
          "columns"_a = 48, "The output matrix as a box of characters, one letter per region.")
      .def("__str__", &OnePlan::text)
      .def("__repr__",
           [](const OnePlan& self) { return fmt::format("<Plan {} of {}>", self.text(), to_text(self.plan.shape)); });
}

}  // namespace

std::string OnePlan::text() const {
  return to_text(plan, bench->library());
}

void add_plans(py::module_& module) {
  add_one_plan(module);
  using Facts = RegionFacts;
  py::class_<Plans>(module, "Plans",
                    "Plans of an array of shapes. Arrays have the shape of that array; those over regions one more\n"
                    "dimension of five, with zeros (kernels: -1) where a plan has fewer regions.")
      .def("__len__", [](const Plans& self) { return self.table->size(); })
      .def("__getitem__", &item, "index"_a,
           "plans[i] is one plan, counted as len() does; slices, masks and more are those of NumPy on an array of\n"
           "`shape`, and give Plans.")
      .def_property_readonly("shape", [](const Plans& self) { return py::tuple(py::cast(self.shape)); })
      .def_property_readonly("hardware",
                             [](const Plans& self) {
                               return Hardware{{self.bench, &self.bench->hardware()}};
                             })
      .def_property_readonly("library",
                             [](const Plans& self) {
                               return Library{{self.bench, &self.bench->library()}, ""};
                             })
      .def_property_readonly("m", &extents<&GemmShape::m>)
      .def_property_readonly("n", &extents<&GemmShape::n>)
      .def_property_readonly("k", &extents<&GemmShape::k>)
      .def_property_readonly("batch", &extents<&GemmShape::batch>)
      .def_property_readonly("predicted_us", &predicted_us,
                             "Eq. 2, whatever the selector minimised; NaN where it declined.")
      .def_property_readonly("declined", &declined,
                             "Whether the selector declined the shape: no regions though it has an output.")
      .def_property_readonly("pattern", &pattern_names, "I to IX; empty where there are no regions.")
      .def_property_readonly("region_count", &region_counts)
      .def_property_readonly(
          "kernels",
          [](const Plans& self) {
            return per_region(self, std::int16_t{-1},
                              [](const PlannedRegion& planned) { return static_cast<std::int16_t>(planned.kernel); });
          },
          "Position of each region's kernel in library.kernel_ids.")
      .def_property_readonly(
          "rows",
          [](const Plans& self) {
            return per_region(self, std::int64_t{0},
                              [](const PlannedRegion& planned) { return planned.region.m.size(); });
          },
          "Rows of each region.")
      .def_property_readonly(
          "columns",
          [](const Plans& self) {
            return per_region(self, std::int64_t{0},
                              [](const PlannedRegion& planned) { return planned.region.n.size(); });
          },
          "Columns of each region.")
      .def_property_readonly(
          "tasks",
          [](const Plans& self) {
            return per_fact<std::int64_t>(self, [](const Facts& facts) { return facts.tasks; });
          },
          "Output tiles of each region, all batch elements: f_parallel of Eq. 3.")
      .def_property_readonly(
          "steps",
          [](const Plans& self) {
            return per_fact<std::int64_t>(self, [](const Facts& facts) { return facts.steps; });
          },
          "Micro-kernel instances of one task: f_num of Eq. 4.")
      .def_property_readonly(
          "slots",
          [](const Plans& self) {
            return per_fact<std::int64_t>(self, [](const Facts& facts) { return facts.slots; });
          },
          "Tasks that run at once: processing elements times the kernel's occupancy.")
      .def_property_readonly(
          "task_us",
          [](const Plans& self) {
            return per_fact<double>(self, [](const Facts& facts) { return facts.latency.microseconds(); });
          },
          "Time of one task alone on its slot: g_predict(steps).")
      .def_property_readonly(
          "interval_us",
          [](const Plans& self) {
            return per_fact<double>(self, [](const Facts& facts) { return facts.interval.microseconds(); });
          },
          "Time between the ends of back-to-back tasks on a slot.")
      .def("texts", &texts_of, "Text forms, first plan first.");
}

}  // namespace mikpoly::python
