#include "experiments/engine/shard.hpp"

#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace mikpoly::lab {
namespace {

constexpr std::int64_t kMostShards = 100'000;
constexpr std::int64_t kMostId = 0xffff'ffff;  // ids of Slurm have 32 bits

std::optional<std::int64_t> whole_number(std::string_view text) {
  std::int64_t value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::int64_t from_slurm(const char* name) {
  const char* const text = std::getenv(name);
  if (text == nullptr) {
    throw ConfigError(fmt::format("--shard auto: {} is not set; in a task of a Slurm job array it is", name));
  }
  const std::optional<std::int64_t> value = whole_number(text);
  if (value && *value >= 0 && *value <= kMostId) return *value;
  throw ConfigError(fmt::format("--shard auto: {} is \"{}\", which is not an integer in 0..{}", name, text, kMostId));
}

std::int64_t from_slurm_or(const char* name, std::int64_t fallback) {
  return std::getenv(name) == nullptr ? fallback : from_slurm(name);
}

Shard shard_of_task() {
  const std::int64_t id = from_slurm("SLURM_ARRAY_TASK_ID");
  const std::int64_t count = from_slurm("SLURM_ARRAY_TASK_COUNT");
  const std::int64_t least = from_slurm_or("SLURM_ARRAY_TASK_MIN", 1);
  const bool is_task = id >= least && id - least < count;
  if (!is_task || count > kMostShards) {
    throw ConfigError(
        fmt::format("--shard auto: task {} is not among {} tasks from {} on; an array with gaps needs --shard I/N", id,
                    count, least));
  }
  const std::int64_t most = from_slurm_or("SLURM_ARRAY_TASK_MAX", least + (count - 1));
  if (most - least != count - 1) {
    throw ConfigError(fmt::format("--shard auto: {} tasks do not fill {}..{}; an array with gaps needs --shard I/N",
                                  count, least, most));
  }
  return {.index = id - least + 1, .count = count};
}

}  // namespace

Shard parse_shard(const std::string& text) {
  if (text == "auto") return shard_of_task();
  const std::size_t slash = text.find('/');
  if (slash != std::string::npos) {
    const std::optional<std::int64_t> index = whole_number(std::string_view(text).substr(0, slash));
    const std::optional<std::int64_t> count = whole_number(std::string_view(text).substr(slash + 1));
    if (index && count && *index >= 1 && *index <= *count && *count <= kMostShards) {
      return {.index = *index, .count = *count};
    }
  }
  throw ConfigError(fmt::format("shard \"{}\" is not I/N with 1 <= I <= N <= {}, nor \"auto\"", text, kMostShards));
}

void refuse_empty(const Shard& shard, std::int64_t points) {
  if (shard.count <= points) return;
  throw ConfigError(fmt::format("shard {} would be empty: the experiment has {} point{}, for at most as many shards",
                                to_text(shard), points, points == 1 ? "" : "s"));
}

std::string to_text(const Shard& shard) {
  return shard.is_all() ? "" : fmt::format("{}/{}", shard.index, shard.count);
}

std::string folder_suffix(const Shard& shard) {
  return shard.is_all() ? "" : fmt::format("-shard-{}-of-{}", shard.index, shard.count);
}

bool is_shard_folder(const std::filesystem::path& folder) {
  return folder.filename().string().find("-shard-") != std::string::npos;
}

}  // namespace mikpoly::lab
