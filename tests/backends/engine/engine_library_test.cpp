// Which library an engine uses, and what it says about one that was made elsewhere.
#include "backends/engine/engine_library.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>

#include "backends/cpu/cpu_kernel.hpp"
#include "backends/cpu/device_key.hpp"
#include "backends/cpu/operand_layout.hpp"
#include "backends/engine/engine.hpp"
#include "backends/tuned_folder.hpp"
#include "core/base/error.hpp"
#include "core/config/library_file.hpp"
#include "tests/backends/engine/integer_product.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/temporary_folder.hpp"

using namespace mikpoly;
using namespace mikpoly::test;

namespace {

const std::string kIsa(cpu::best_isa());

/// A folder for tuned libraries that no other program has written to.
class LibraryFolder {
 public:
  LibraryFolder() { ::setenv("MIKPOLY_LIBRARIES", folder_.path().c_str(), 1); }
  ~LibraryFolder() { ::unsetenv("MIKPOLY_LIBRARIES"); }
  LibraryFolder(const LibraryFolder&) = delete;
  LibraryFolder& operator=(const LibraryFolder&) = delete;

  /// Saves under a name in the folder and returns the path.
  [[nodiscard]] std::string save(const KernelLibrary& library, const std::string& name) const {
    save_library(library, folder_.file(name));
    return folder_.file(name);
  }

 private:
  TemporaryFolder folder_;
};

EngineLibrary library_found(const std::string& layout) {
  return engine_library(shipped_hardware(kIsa), layout, tuned_library_folder());
}

/// The first kernels of the shipped library with the key of this machine.
KernelLibrary library_of_here(const std::string& layout) {
  KernelLibrary library = shipped_library(kIsa, layout);
  library.key.device = cpu::device_key(kIsa, layout);
  return library;
}

}  // namespace

TEST_CASE("a library made here is used without a word, for the layout it was made for", "[engine]") {
  const LibraryFolder folder;
  KernelLibrary library = library_of_here("NT");
  library.kernels.resize(3);
  Engine engine({.threads = 1, .library = folder.save(library, "mine.yaml")});
  const auto has_notice = [&](const std::string& text) {
    std::int64_t count = 0;
    for (const std::string& notice : engine.notices()) count += notice.find(text) == std::string::npos ? 0 : 1;
    return count > 0;
  };
  CHECK_FALSE(has_notice("mine.yaml"));
  CHECK(engine.library_for(problem_of({99, 99, 99}, true)).kernels.size() <= 3);
  CHECK(engine.library_for(problem_of({99, 99, 99})).kernels.size() > 3);
  IntegerProduct product(problem_of({99, 99, 99}, true));
  engine.run(product.problem(), product.operands());
  CHECK(product.wrong() == 0);
}

TEST_CASE("a library of this machine's class is used with a notice", "[engine]") {
  const LibraryFolder folder;
  KernelLibrary library = library_of_here("NN");
  library.key.device.compiler = "Another 1.2";
  const std::string path = folder.save(library, "class.yaml");
  const EngineLibrary found = named_library(shipped_hardware(kIsa), path);
  CHECK(found.notice == fmt::format("library \"{}\" was made with compiler \"Another 1.2\"; it is of this machine's "
                                    "class and is used",
                                    path));
  CHECK(Engine({.threads = 1, .library = path}).notices().front() == found.notice);
}

TEST_CASE("a library of another machine is refused with its reason", "[engine]") {
  const LibraryFolder folder;
  KernelLibrary library = library_of_here("NN");
  library.key.device.caches = "1K-2K-3K";
  const std::string path = folder.save(library, "foreign.yaml");
  CHECK_THROWS_AS(Engine({.threads = 1, .library = path}), ConfigError);
  CHECK_THROWS_WITH(Engine({.threads = 1, .library = path}), Contains("was made for caches \"1K-2K-3K\""));

  library = library_of_here("NN");
  library.key.device.isa = "avx9";
  CHECK_THROWS_WITH(Engine({.threads = 1, .library = folder.save(library, "isa.yaml")}),
                    Contains("was made for instruction set \"avx9\""));
  library = library_of_here("NN");
  library.key.device.layout = "NX";
  CHECK_THROWS_WITH(Engine({.threads = 1, .library = folder.save(library, "layout.yaml")}),
                    Contains("was made for operands \"NX\""));
  CHECK_THROWS_AS(Engine({.threads = 1, .library = "no/such/library.yaml"}), ConfigError);
  CHECK_THROWS_WITH(Engine({.threads = 1, .library = "no/such/library.yaml"}), Contains("no/such/library.yaml"));
}

TEST_CASE("a library with kernels that no tuning writes is refused with the first", "[engine]") {
  const LibraryFolder folder;
  const auto check_refused = [&](const KernelLibrary& library, const std::string& reason) {
    const std::string path = folder.save(library, "edited.yaml");
    CHECK_THROWS_AS(Engine({.threads = 1, .library = path}), ConfigError);
    CHECK_THROWS_WITH(Engine({.threads = 1, .library = path}),
                      Contains("edited.yaml") && Contains(reason) && Contains("mikpoly tune"));
  };
  const KernelLibrary good = library_of_here("NN");
  KernelLibrary edited = good;
  const auto tile = std::ranges::find_if(edited.kernels, [](const MicroKernel& kernel) {
    return cpu::find_cpu_kernel(kernel.variant).family == cpu::Family::tile;
  });
  REQUIRE(tile != edited.kernels.end());
  tile->tile.n += 1;
  check_refused(edited, fmt::format("has kernel \"{}\" with a tile of {} columns, which is no multiple of its {}",
                                    tile->id, tile->tile.n, cpu::find_cpu_kernel(tile->variant).columns()));
  edited = good;
  edited.kernels.clear();
  check_refused(edited, "has no kernels");
  if (kIsa == "portable") return;
  edited = good;
  edited.kernels.front().variant = "portable-6x8";
  check_refused(edited, "of instruction set \"portable\", not \"" + kIsa + "\"");
}

TEST_CASE("what tune left is preferred to the shipped library, unless it no longer fits", "[engine]") {
  const LibraryFolder folder;
  KernelLibrary library = library_of_here("NN");
  library.kernels.resize(2);
  const std::string path = folder.save(library, library_file_name(kIsa, "NN"));
  CHECK(library_found("NN").library.kernels.size() == 2);
  CHECK(library_found("NT").library.kernels.size() > 2);

  library.key.device.kernel_source = "cpu.0";
  CHECK(folder.save(library, library_file_name(kIsa, "NN")) == path);
  const EngineLibrary found = library_found("NN");
  CHECK(found.library.kernels.size() > 2);
  CHECK_THAT(found.notice, Contains("was made from kernel source \"cpu.0\"") && Contains("the shipped one is used"));
}

TEST_CASE("a library chosen for a workload is used by path, with a notice, and not where tune leaves others",
          "[engine]") {
  const LibraryFolder folder;
  KernelLibrary library = library_of_here("NN");
  library.key.workload = {.name = "bert-lengths", .hash = "f", .general_share = 0.1};
  library.kernels.resize(2);
  const std::string path = folder.save(library, library_file_name(kIsa, "NN"));

  const EngineLibrary found = library_found("NN");
  CHECK(found.library.kernels.size() > 2);
  CHECK(found.notice ==
        fmt::format("library \"{}\" was chosen for the workload \"bert-lengths\" and is used only where it is given by "
                    "path; the shipped one is used",
                    path));

  const EngineLibrary named = named_library(shipped_hardware(kIsa), path);
  CHECK(named.library.kernels.size() == 2);
  CHECK(named.notice == fmt::format("library \"{}\" was chosen for the workload \"bert-lengths\"", path));
}

TEST_CASE("a library is read when a product first needs it, one that a person names at once", "[engine]") {
  const LibraryFolder folder;
  KernelLibrary library = library_of_here("NN");
  library.key.device.kernel_source = "cpu.0";
  static_cast<void>(folder.save(library, library_file_name(kIsa, "NN")));
  Engine engine({.threads = 1});
  CHECK(engine.notices().empty());
  static_cast<void>(engine.plan_for(problem_of({4, 4, 4})));  // so small that no plan is made
  CHECK(engine.notices().empty());
  static_cast<void>(engine.plan_for(problem_of({99, 99, 99})));
  REQUIRE(engine.notices().size() == 1);
  CHECK_THAT(engine.notices().front(), Contains("was made from kernel source \"cpu.0\""));
}

TEST_CASE("a folder for libraries that is not there is named at once", "[engine]") {
  const LibraryFolder folder;
  ::setenv("MIKPOLY_LIBRARIES", "/no/such/folder", 1);
  const std::vector<std::string> notices = Engine({.threads = 1}).notices();
  REQUIRE(notices.size() == 1);
  CHECK_THAT(notices.front(), Contains("\"/no/such/folder\"") && Contains("no folder"));
}

TEST_CASE("every instruction set has its shipped libraries, with kernels of its own", "[engine]") {
  for (const std::string isa : {"portable", "avx2", "avx512"}) {
    for (const std::string_view each : cpu::kOperandLayouts) {
      const std::string layout(each);
      INFO(isa << " " << layout);
      const KernelLibrary library = shipped_library(isa, layout);
      CHECK(library.key.device.isa == isa);
      CHECK(library.key.device.layout == layout);
      REQUIRE_FALSE(library.kernels.empty());
      for (const MicroKernel& kernel : library.kernels) {
        const cpu::CpuKernel& code = cpu::find_cpu_kernel(kernel.variant);
        CHECK(code.functions->name == isa);
        if (code.family == cpu::Family::tile) CHECK(kernel.tile.n % code.columns() == 0);
      }
    }
  }
}

TEST_CASE("instruction sets that are unknown or not here are refused", "[engine]") {
  CHECK_THROWS_AS(Engine({.isa = "avx1024"}), ConfigError);
  CHECK_THROWS_WITH(Engine({.isa = "avx1024"}), Contains("avx1024") && Contains("portable"));
  for (const std::string isa : {"portable", "avx2", "avx512"}) {
    if (cpu::runs_here(isa)) {
      CHECK_THAT(Engine({.threads = 1, .isa = isa}).description(), Contains(isa + " kernels, 1 thread"));
    } else {
      CHECK_THROWS_AS(Engine({.isa = isa}), BackendUnavailable);
    }
  }
}

TEST_CASE("unknown selectors and patterns are refused when the engine is made", "[engine]") {
  CHECK_THROWS_WITH(Engine({.threads = 1, .selector = "makespam"}), Contains("did you mean \"makespan\""));
  CHECK_THROWS_AS(Engine({.threads = 1, .patterns = {"X"}}), ConfigError);
  CHECK_THROWS_WITH(Engine({.threads = 1, .patterns = {}}), Contains("no pattern given"));
}
