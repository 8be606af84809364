#include "experiments/table/triton_config.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <initializer_list>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace mikpoly::lab {
namespace {

constexpr std::int64_t kMostValue = 1 << 16;

// Of a launch, beside the kernel's own arguments, which are written in capitals.
constexpr std::array<std::string_view, 7> kLaunchSettings{
    "num_warps", "num_stages", "num_ctas", "maxnreg", "kpack", "waves_per_eu", "matrix_instr_nonkdim"};

// Settings in the words of the name; those that the kernel's fields hold stand there too, but in short.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kShort{
    {{"num_warps", "w"}, {"num_stages", "s"}, {"GROUP_M", "g"}, {"GROUP_SIZE_M", "g"}}};

std::string_view without_spaces(std::string_view text) {
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

/// Takes settings out of a configuration, so that what is left is what nobody asked for.
class Settings {
 public:
  explicit Settings(TritonConfig config) : config_(std::move(config)) {}

  /// 0 where none of the names stands. Errors: ConfigError.
  std::int64_t take(std::initializer_list<std::string_view> names, std::int64_t least) {
    for (const std::string_view name : names) {
      const auto found = config_.find(std::string(name));
      if (found == config_.end()) continue;
      std::int64_t value = 0;
      const std::string& text = found->second;
      const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
      const bool is_whole = status == std::errc{} && end == text.data() + text.size();
      if (!is_whole || value < least || value > kMostValue) {
        throw ConfigError(fmt::format("{}: \"{}\" is not an integer in {}..{}", name, text, least, kMostValue));
      }
      config_.erase(found);
      return value;
    }
    return 0;
  }

  [[nodiscard]] const TritonConfig& left() const { return config_; }

 private:
  TritonConfig config_;
};

// Values that say nothing: defaults that a cache writes out.
bool says_nothing(std::string_view name, std::string_view value) {
  return value.empty() || value == "null" || value == "None" || (name == "num_ctas" && value == "1");
}

}  // namespace

TritonConfig parse_triton_config(std::string_view text) {
  TritonConfig config;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    const std::string_view part = without_spaces(text.substr(begin, end - begin));
    const std::size_t colon = part.find(':');
    if (colon == std::string_view::npos) {
      throw ConfigError(fmt::format("\"{}\" is no configuration NAME: VALUE, ...", text));
    }
    config[std::string(without_spaces(part.substr(0, colon)))] = std::string(without_spaces(part.substr(colon + 1)));
    begin = end + 1;
  }
  return config;
}

bool is_triton_setting(std::string_view name) {
  if (std::ranges::find(kLaunchSettings, name) != kLaunchSettings.end()) return true;
  if (name.size() < 2 || name.find("FLOP") != std::string_view::npos || name == "GBPS" || name == "BATCH") return false;
  return std::ranges::all_of(name,
                             [](unsigned char c) { return std::isupper(c) != 0 || std::isdigit(c) != 0 || c == '_'; });
}

void take_triton_config(const TritonConfig& config, TimedKernel& timed) {
  Settings settings(config);
  TableKernel& kernel = timed.kernel = {};
  kernel.tile = {settings.take({"BLOCK_M", "BLOCK_SIZE_M"}, 1), settings.take({"BLOCK_N", "BLOCK_SIZE_N"}, 1),
                 settings.take({"BLOCK_K", "BLOCK_SIZE_K"}, 1)};
  if (kernel.tile.m == 0 || kernel.tile.n == 0 || kernel.tile.k == 0) {
    throw ConfigError("the configuration has no BLOCK_M, BLOCK_N and BLOCK_K (or BLOCK_SIZE_M ...)");
  }
  timed.k_parts = std::max<std::int64_t>(1, settings.take({"SPLIT_K"}, 0));
  kernel.name = fmt::format("triton-{}x{}x{}", kernel.tile.m, kernel.tile.n, kernel.tile.k);
  for (const auto& [setting, letter] : kShort) {
    const auto found = config.find(std::string(setting));
    if (found != config.end() && !says_nothing(setting, found->second)) {
      kernel.name += fmt::format("-{}{}", letter, found->second);
    }
  }
  kernel.warps = settings.take({"num_warps"}, 1);
  kernel.stages = settings.take({"num_stages"}, 0);
  static_cast<void>(settings.take({"GROUP_M", "GROUP_SIZE_M"}, 0));
  for (const auto& [name, value] : settings.left()) {
    if (!says_nothing(name, value)) kernel.name += fmt::format("-{}_{}", name, value);
  }
}

}  // namespace mikpoly::lab
