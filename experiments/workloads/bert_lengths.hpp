// The workload bert-lengths: one layer of BERT-base for each of 500 sequence lengths of real texts.
#pragma once

#include <cstdint>
#include <string>

#include "core/config/csv_reader.hpp"

namespace mikpoly::lab {

inline constexpr std::int64_t kBertLengths = 500;
/// The committed file, configs/workloads/bert-lengths.csv, was made with this seed.
inline constexpr std::int64_t kBertLengthsSeed = 7;

/// CSV with the header m,n,k,batch,group,count: the six products of a layer for each length that is drawn, the product
/// as group, count = how often the length is drawn. `counts` has the columns tokens and count; a length is drawn in
/// proportion to its count. Errors: ConfigError when the columns are missing or the counts add up to nothing.
std::string draw_bert_layers(const CsvTable& counts, std::int64_t lengths, std::int64_t seed);

}  // namespace mikpoly::lab
