// The shipped workloads of models and traces: the published sizes of the models follow from their formulas.
#include <cmath>
#include <functional>
#include <set>
#include <string>

#include "core/config/workload_loader.hpp"
#include "core/workload/workload_summary.hpp"
#include "experiments/workloads/llm_trace.hpp"
#include "tests/architecture/source_tree.hpp"
#include "tests/support/catch.hpp"

namespace mikpoly::architecture {
namespace {

std::string shipped_path(const std::string& name) {
  return (source_root() / "configs" / "workloads" / name).string();
}

Workload shipped(const std::string& name) {
  return load_workload(shipped_path(name + ".yaml"));
}

/// A shipped model's layers with other dims.
Workload with_dims(const std::string& name, const std::string& dims) {
  return parse_workload("schema: workload/v1\nname: w\nsource: s\nshapes:\n  - dims: " + dims +
                            "\n    layers: {$ref: \"" + name + ".yaml#/shapes/0/layers\"}\n",
                        shipped_path("w.yaml"));
}

double gmac(const Workload& workload) {
  return summary_of(workload).flop / 2e9;
}

/// Elements of the weights: of products that are not attention's, and the heads' share out their layers.
double weights(const Workload& workload) {
  double elements = 0.0;
  for (const WorkloadItem& item : workload.items) {
    if (item.group == "scores" || item.group == "context") continue;
    elements += static_cast<double>(item.shape.n * item.shape.k * item.count);
  }
  return elements;
}

}  // namespace

// MikPoly (ASPLOS'24), Table 8: four operators, N in 2^0..2^12.
TEST_CASE("llama2-13b has the 52 operators of the paper", "[architecture]") {
  const Workload workload = shipped("llama2-13b");

  std::set<std::int64_t> n;
  for (const WorkloadItem& item : workload.items) n.insert(item.shape.n);
  CHECK(workload.items.size() == 52);
  CHECK(n.size() == 13);
  CHECK((*n.begin() == 1 && *n.rbegin() == 4096));
}

TEST_CASE("tau-sweep has every m of 1..8192", "[architecture]") {
  const WorkloadSummary summary = summary_of(shipped("tau-sweep"));

  CHECK(summary.distinct == 8192);
  CHECK((summary.extents[0].least == 1 && summary.extents[0].most == 8192));
  CHECK((summary.extents[1].most == 3072 && summary.extents[2].most == 768));
}

// Published: about 22 GFLOP for 128 tokens; 85.1e6 weights in 12 layers of 4 * 768^2 + 2 * 768 * 3072.
TEST_CASE("BERT-base takes what is published for 128 tokens", "[architecture]") {
  const Workload workload = with_dims("bert-base", "{b: 1, s: 128, tokens: b*s, t: s}");

  CHECK(2.0 * gmac(workload) == Approx(22.35).epsilon(0.001));
  CHECK(weights(workload) == 12.0 * (4.0 * 768.0 * 768.0 + 2.0 * 768.0 * 3072.0));
}

// Weights that products use, the table of words counted where the model has its own; published: GPT-2 124e6, Llama 3
// 8.03e9 with 0.525e9 of the table, Qwen2 7.6e9 with 0.545e9 of the table.
TEST_CASE("Language models have their published number of weights", "[architecture]") {
  const std::string one_token = "{b: 1, s: 1, tokens: b*s, t: 1024}";

  CHECK(weights(with_dims("gpt2", one_token)) == Approx(123.5e6).epsilon(0.001));
  CHECK(weights(with_dims("llama3-8b", one_token)) == Approx(7.505e9).epsilon(0.001));
  CHECK(weights(with_dims("qwen2-7b", one_token)) == Approx(7.070e9).epsilon(0.001));
}

// 4.089 GMAC at 224 x 224 with the classifier of 2048 * 1000 (published: 4.1); stages 7, 14, 28, 56 and 112 wide.
TEST_CASE("ResNet-50 takes what is published for 224 pixels", "[architecture]") {
  const Workload workload = with_dims("resnet50-sizes",
                                      "{b: 1, h: 224, w: h, h1: h/2, w1: h1, h2: h1/2, w2: h2, h3: h2/2, w3: h3, h4: "
                                      "h3/2, w4: h4, h5: h4/2, w5: h5}");

  CHECK(gmac(workload) + 2048.0 * 1000.0 / 1e9 == Approx(4.089).epsilon(0.001));
  CHECK(summary_of(workload).products == 53.0);
}

TEST_CASE("resnet50-sizes has the 53 convolutions for 20 sizes", "[architecture]") {
  CHECK(summary_of(shipped("resnet50-sizes")).products == 53.0 * 20.0);
}

TEST_CASE("crnn-width has seven convolutions for each of 120 widths", "[architecture]") {
  CHECK(summary_of(shipped("crnn-width")).products == 7.0 * 120.0);
}

// Calls of a layer of one text: 48 + 4 * 12 = 96 of the 25008 counted ones.
TEST_CASE("bert-sentences has every text of the counts", "[architecture]") {
  CHECK(summary_of(shipped("bert-sentences")).products == 96.0 * 25008.0);
}

TEST_CASE("The trace of the llm workloads is what its generator makes", "[architecture]") {
  CHECK(read_text("configs/workloads/llm-trace.csv") ==
        lab::draw_llm_trace(lab::kLlmTraceRequests, lab::kLlmTraceSeed));
}

// The same prompts and tokens, whether they are batched or not.
TEST_CASE("The three replays of the trace compute the same rows", "[architecture]") {
  const ReplaySummary prefill = shipped("llm-prefill").replays.at(0);
  const ReplaySummary decode = shipped("llm-decode").replays.at(0);
  const ReplaySummary continuous = shipped("llm-continuous").replays.at(0);

  CHECK((prefill.requests == 200 && prefill.failed == 7 && prefill.steps == 193));
  CHECK(continuous.prompt_rows == prefill.prompt_rows);
  CHECK(continuous.decode_rows == decode.decode_rows);
}

}  // namespace mikpoly::architecture
