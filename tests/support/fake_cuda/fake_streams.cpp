#include <chrono>
#include <cstring>
#include <memory>
#include <set>

#include "tests/support/fake_cuda/fake_driver.hpp"

namespace mikpoly::test {
namespace {

std::set<FakeStream*>& streams() {
  static std::set<FakeStream*> all;
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

void give(FakeStream& stream, Operation operation) {
  if (stream.capture != nullptr) return stream.capture->push_back(std::move(operation));
  stream.operations.push_back(std::move(operation));
}

int work_off(FakeStream& stream, const bool* done) {
  while (!stream.operations.empty() && (done == nullptr || !*done)) {
    const Operation operation = std::move(stream.operations.front());
    stream.operations.pop_front();
    if (const int result = sticky() != kSuccess ? sticky() : operation(); result != kSuccess) sticky() = result;
  }
  return sticky();
}

int work_off_all() {
  for (FakeStream* stream : streams()) work_off(*stream);
  return sticky();
}

}  // namespace mikpoly::test

using namespace mikpoly::test;

extern "C" {

int cuStreamCreate(FakeStream** stream, unsigned /*flags*/) {
  *stream = new FakeStream;
  streams().insert(*stream);
  return sticky();
}

int cuStreamDestroy_v2(FakeStream* stream) {
  work_off(*stream);
  streams().erase(stream);
  delete stream;
  return sticky();
}

int cuStreamSynchronize(FakeStream* stream) {
  return work_off(*stream);
}

int cuEventCreate(FakeEvent** event, unsigned /*flags*/) {
  *event = new FakeEvent;
  return sticky();
}

int cuEventDestroy_v2(FakeEvent* event) {
  delete event;
  return sticky();
}

int cuEventRecord(FakeEvent* event, FakeStream* stream) {
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

int cuStreamWaitEvent(FakeStream* stream, FakeEvent* event, unsigned /*flags*/) {
  if (event->stream == nullptr || event->done) return sticky();
  // A stream that waits for what is captured is captured too; the graph has everything in the order it was given.
  stream->capture = event->capture;
  if (stream->capture != nullptr) return sticky();
  give(*stream, [event] { return event->done ? kSuccess : work_off(*event->stream, &event->done); });
  return sticky();
}

int cuEventElapsedTime(float* milliseconds, const FakeEvent* start, const FakeEvent* end) {
  if (!start->done || !end->done) return kInvalidValue;
  *milliseconds = static_cast<float>(end->milliseconds - start->milliseconds);
  return sticky();
}

int cuStreamBeginCapture_v2(FakeStream* stream, int /*mode*/) {
  stream->capture = new std::vector<Operation>;
  return sticky();
}

int cuStreamEndCapture(FakeStream* stream, std::vector<Operation>** graph) {
  *graph = stream->capture;
  for (FakeStream* each : streams()) {
    if (each->capture == *graph) each->capture = nullptr;
  }
  return sticky();
}

int cuGraphInstantiateWithFlags(std::vector<Operation>** run, const std::vector<Operation>* graph,
                                unsigned long long /*flags*/) {
  *run = new std::vector<Operation>(*graph);
  return sticky();
}

int cuGraphLaunch(const std::vector<Operation>* run, FakeStream* stream) {
  for (const Operation& operation : *run) give(*stream, operation);
  return sticky();
}

int cuGraphExecDestroy(std::vector<Operation>* run) {
  delete run;
  return kSuccess;
}

int cuGraphDestroy(std::vector<Operation>* graph) {
  delete graph;
  return kSuccess;
}
}
