#include <chrono>
#include <cstring>
#include <memory>
#include <set>

#include "tests/support/fake_cuda/fake_driver.hpp"

namespace mikpoly::test {
namespace {

std::set<CUstream_st*>& streams() {
  static std::set<CUstream_st*> all;
  return all;
}

double now() {
  using Milliseconds = std::chrono::duration<double, std::milli>;
  return Milliseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

int& sticky() {
  static int result = kSuccess;
  return result;
}

void give(CUstream_st& stream, FakeOperation operation) {
  if (stream.capture != nullptr) return stream.capture->operations.push_back(std::move(operation));
  stream.operations.push_back(std::move(operation));
}

int work_off(CUstream_st& stream, const bool* done) {
  while (!stream.operations.empty() && (done == nullptr || !*done)) {
    const FakeOperation operation = std::move(stream.operations.front());
    stream.operations.pop_front();
    if (const int result = sticky() != kSuccess ? sticky() : operation(); result != kSuccess) sticky() = result;
  }
  return sticky();
}

int work_off_all() {
  for (CUstream_st* stream : streams()) work_off(*stream);
  return sticky();
}

}  // namespace mikpoly::test

using namespace mikpoly::test;

extern "C" {

int cuStreamCreate(CUstream_st** stream, unsigned /*flags*/) {
  *stream = new CUstream_st;
  streams().insert(*stream);
  return sticky();
}

int cuStreamDestroy_v2(CUstream_st* stream) {
  work_off(*stream);
  streams().erase(stream);
  delete stream;
  return sticky();
}

int cuStreamSynchronize(CUstream_st* stream) {
  return work_off(*stream);
}

int cuEventCreate(CUevent_st** event, unsigned /*flags*/) {
  *event = new CUevent_st;
  return sticky();
}

int cuEventDestroy_v2(CUevent_st* event) {
  delete event;
  return sticky();
}

int cuEventRecord(CUevent_st* event, CUstream_st* stream) {
  event->stream = stream;
  event->capture = stream->capture;
  event->done = false;
  give(*stream, [event] {
    event->done = true;
    event->milliseconds = now();
    return kSuccess;
  });
  return sticky();
}

int cuStreamWaitEvent(CUstream_st* stream, CUevent_st* event, unsigned /*flags*/) {
  if (event->stream == nullptr || event->done) return sticky();
  // A stream that waits for what is captured is captured too; the graph has everything in the order it was given.
  stream->capture = event->capture;
  if (stream->capture != nullptr) return sticky();
  give(*stream, [event] { return event->done ? kSuccess : work_off(*event->stream, &event->done); });
  return sticky();
}

int cuEventElapsedTime(float* milliseconds, CUevent_st* start, CUevent_st* end) {
  if (!start->done || !end->done) return kInvalidValue;
  *milliseconds = static_cast<float>(end->milliseconds - start->milliseconds);
  return sticky();
}

int cuStreamBeginCapture_v2(CUstream_st* stream, int /*mode*/) {
  stream->capture = new CUgraph_st;
  return sticky();
}

int cuStreamEndCapture(CUstream_st* stream, CUgraph_st** graph) {
  *graph = stream->capture;
  for (CUstream_st* each : streams()) {
    if (each->capture == *graph) each->capture = nullptr;
  }
  return sticky();
}

int cuGraphInstantiateWithFlags(CUgraphExec_st** run, CUgraph_st* graph, unsigned long long /*flags*/) {
  *run = new CUgraphExec_st{graph->operations};
  return sticky();
}

int cuGraphLaunch(CUgraphExec_st* run, CUstream_st* stream) {
  for (const FakeOperation& operation : run->operations) give(*stream, operation);
  return sticky();
}

int cuGraphExecDestroy(CUgraphExec_st* run) {
  delete run;
  return kSuccess;
}

int cuGraphDestroy(CUgraph_st* graph) {
  delete graph;
  return kSuccess;
}
}
