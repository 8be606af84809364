// The kernels that tuning keeps and the plans that mikpoly chooses, machine by machine, as they were accepted last.
//
// tests/golden/rankings/HARDWARE-DTYPE.yaml. A change of the tuner, the simulator, a cost model or a hardware file that
// changes any of it is shown line by line; MIKPOLY_UPDATE_GOLDEN=1 accepts it (see CONTRIBUTING.md).
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <vector>

#include <fmt/format.h>

#include "core/config/config_folder.hpp"
#include "core/config/hardware_loader.hpp"
#include "core/config/text_file.hpp"
#include "core/pattern/pattern.hpp"
#include "experiments/accuracy/parallel.hpp"
#include "experiments/engine/library_choice.hpp"
#include "experiments/engine/results.hpp"
#include "experiments/engine/workbench.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::lab {
namespace {

struct Golden {
  const char* hardware;
  DataType dtype;
};

// Every simulated machine with the type it computes on first, and further types where the machine treats them
// otherwise.
constexpr Golden kGolden[] = {
    {"ascend910a", DataType::f16},   {"ascend910a", DataType::i8},
    {"ascend910b2", DataType::f16},  {"ascend910-a3", DataType::f16},
    {"ascend310", DataType::f16},    {"a100-40", DataType::f16},
    {"a100-40", DataType::f32},      {"a100-80", DataType::bf16},
    {"h100", DataType::bf16},        {"h200", DataType::bf16},
    {"v100", DataType::f16},         {"t4", DataType::f32},
    {"tpu-v4-like", DataType::bf16}, {"trainium2-like", DataType::bf16},
    {"toy", DataType::f16},
};

// Small, square, skinny, long and odd.
constexpr GemmShape kShapes[] = {
    {1, 1, 1},          {16, 16, 16},       {1, 4096, 4096},    {4, 12288, 4096},   {17, 3072, 768},
    {35, 8457, 2560},   {64, 64, 4096},     {105, 1024, 12544}, {128, 768, 768},    {128, 3072, 768},
    {197, 768, 768},    {256, 256, 256},    {384, 3072, 1024},  {512, 512, 512},    {512, 3000, 2048},
    {700, 2048, 2048},  {1024, 1024, 1024}, {1024, 8, 500},     {1536, 4096, 4096}, {1760, 7000, 1760},
    {2048, 2048, 2048}, {2304, 1024, 4096}, {3072, 4, 1024},    {4096, 1024, 4096}, {4096, 4096, 4096},
    {5124, 700, 2048},  {7680, 32, 2560},   {8192, 8192, 64},   {8448, 32, 2816},   {10752, 1, 3584},
};

constexpr std::size_t kRanks = 10;

std::string name_of_golden(const Golden& golden) {
  return fmt::format("{}-{}", golden.hardware, mikpoly::name_of(golden.dtype));
}

std::string path_of(const Golden& golden) {
  return fmt::format("{}/../tests/golden/rankings/{}.yaml", config_folder(), name_of_golden(golden));
}

std::string text_of(const Golden& golden) {
  HardwareFile hardware = load_hardware(golden.hardware);
  const LibraryKey key = library_key(hardware, types_on(hardware.accelerator, golden.dtype), {});
  KernelLibrary library = tune_simulated(hardware.accelerator, key).library;
  const Workbench bench(std::move(hardware), std::move(library), {});
  std::string text =
      fmt::format("# Written by rankings_test with MIKPOLY_UPDATE_GOLDEN=1.\nhardware: {}\ndtype: {}\nkernels:\n",
                  golden.hardware, mikpoly::name_of(golden.dtype));
  for (std::size_t i = 0; i < std::min(kRanks, bench.library().kernels.size()); ++i) {
    text += fmt::format("  {}: {}\n", i + 1, bench.library().kernels[i].id);
  }
  text += "plans:\n";
  const std::unique_ptr<Selector> selector = bench.selector("mikpoly", parse_pattern_set("all"));
  for (const GemmShape& shape : kShapes) {
    const Plan plan = selector->select(shape).plan;
    text += fmt::format("  {}: {{makespan_us: {}, plan: \"{}\"}}\n", to_text(shape),
                        microseconds_text(bench.makespan().cost(plan)), to_text(plan, bench.library()));
  }
  return text;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// The lines that differ, in pairs; rank and shape stand at their beginnings.
std::string difference(const std::string& accepted, const std::string& now) {
  const std::vector<std::string> was = lines_of(accepted);
  const std::vector<std::string> is = lines_of(now);
  std::string text;
  for (std::size_t i = 0; i < std::max(was.size(), is.size()); ++i) {
    const std::string before = i < was.size() ? was[i] : "";
    const std::string after = i < is.size() ? is[i] : "";
    if (before != after) text += fmt::format("  -{}\n  +{}\n", before, after);
  }
  return text;
}

}  // namespace

TEST_CASE("kernels and plans of every machine are those that were accepted", "[golden]") {
  const bool update = std::getenv("MIKPOLY_UPDATE_GOLDEN") != nullptr;
  std::vector<std::string> texts(std::size(kGolden));
  for_each_index(texts.size(), 1, [&](std::size_t i) { texts[i] = text_of(kGolden[i]); });

  std::string changes;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const std::string path = path_of(kGolden[i]);
    const std::string accepted = std::filesystem::exists(path) ? read_text_file(path, std::int64_t{1} << 20) : "";
    const std::string differing = difference(accepted, texts[i]);
    if (differing.empty()) continue;
    changes += fmt::format("{}:\n{}", name_of_golden(kGolden[i]), differing);
    if (update) write_text_file(path, texts[i]);
  }

  if (update) {
    WARN("accepted:\n" << changes);
  } else {
    INFO(changes << "If this is meant: MIKPOLY_UPDATE_GOLDEN=1 ctest -R rankings_test, and look at the diff.");
    CHECK(changes.empty());
  }
}

TEST_CASE("every simulated machine has its golden ranking", "[golden]") {
  for (const std::string& name : hardware_names()) {
    if (load_hardware(name).accelerator.backend == "cpu") continue;  // their times are measured, not made from the file
    INFO(name);
    CHECK(std::ranges::any_of(kGolden, [&name](const Golden& golden) { return golden.hardware == name; }));
  }
}

}  // namespace mikpoly::lab
