// Source: BERT-base has 768 features, 12 heads of 64 and 3072 features between the feed-forward layers,
// https://arxiv.org/abs/1810.04805, section 3. Queries, keys and values are one product; attention is one per head.
#include "experiments/workloads/bert_lengths.hpp"

#include <map>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/splitmix64.hpp"
#include "core/problem/gemm_shape.hpp"

namespace mikpoly::lab {

namespace {

std::map<std::int64_t, std::int64_t> histogram_of(const CsvTable& counts) {
  const std::int64_t tokens = counts.column("tokens");
  const std::int64_t count = counts.column("count");
  if (tokens < 0 || count < 0) {
    throw ConfigError(fmt::format("{}: the columns are {}; tokens and count are needed", counts.file,
                                  fmt::join(counts.columns, ", ")));
  }
  std::map<std::int64_t, std::int64_t> histogram;
  for (const CsvRow& row : counts.rows) {
    histogram[counts.integer(row, tokens, 1, kMaxExtent)] += counts.integer(row, count, 0, kMaxExtent);
  }
  return histogram;
}

void append_layer(std::string& csv, std::int64_t s, std::int64_t count) {
  const auto product = [&](const char* group, std::int64_t n, std::int64_t k, std::int64_t heads) {
    csv += fmt::format("{},{},{},{},{},{}\n", s, n, k, heads, group, count);
  };
  product("qkv", 2304, 768, 1);
  product("scores", s, 64, 12);
  product("context", 64, s, 12);
  product("out", 768, 768, 1);
  product("ffn_up", 3072, 768, 1);
  product("ffn_down", 768, 3072, 1);
}

}  // namespace

std::string draw_bert_layers(const CsvTable& counts, std::int64_t lengths, std::int64_t seed) {
  const std::map<std::int64_t, std::int64_t> histogram = histogram_of(counts);
  std::int64_t texts = 0;
  for (const auto& [tokens, count] : histogram) texts += count;
  if (texts == 0) throw ConfigError(fmt::format("{}: the counts add up to 0; there is nothing to draw", counts.file));

  SplitMix64 random(static_cast<std::uint64_t>(seed));
  std::map<std::int64_t, std::int64_t> drawn;
  for (std::int64_t i = 0; i < lengths; ++i) {
    auto text = static_cast<std::int64_t>(random.uniform() * static_cast<double>(texts));
    auto length = histogram.begin();
    for (; text >= length->second; ++length) text -= length->second;
    ++drawn[length->first];
  }
  std::string csv = "m,n,k,batch,group,count\n";
  for (const auto& [length, count] : drawn) append_layer(csv, length, count);
  return csv;
}

}  // namespace mikpoly::lab
