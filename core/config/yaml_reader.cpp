#include "core/config/yaml_reader.hpp"

#include <algorithm>
#include <map>
#include <sstream>
#include <utility>

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "core/base/error.hpp"
#include "core/config/yaml_text.hpp"

namespace mikpoly {
namespace {

using FileName = std::shared_ptr<const std::string>;

YamlPlace place_of(const FileName& file, const YAML::Mark& mark) {
  return {file, std::max(mark.line, 0) + 1, std::max(mark.column, 0) + 1};
}

YamlNode node_at(const YamlPlace& place, YamlNode::Kind kind) {
  YamlNode node;
  node.kind = kind;
  node.place = place;
  return node;
}

[[noreturn]] void reject(const YamlPlace& place, std::string_view sentence) {
  throw ConfigError(fmt::format("{}: {}", place.text(), sentence));
}

// Builds the tree from yaml-cpp's events. Works on events, not on YAML::Node: a node graph hides duplicate keys and
// costs exponential time to walk when aliases nest.
class TreeBuilder final : public YAML::EventHandler {
 public:
  TreeBuilder(FileName file, Diagnostics& diagnostics) : file_(std::move(file)), diagnostics_(diagnostics) {}

  YamlNode take_root() { return std::move(root_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (has_root_) reject(place_of(file_, mark), "a second document begins; a file holds one");
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    add(node_at(place_of(file_, mark), YamlNode::Kind::scalar), anchor);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    const YamlPlace place = place_of(file_, mark);
    refuse_tag(place, tag);
    if (static_cast<std::int64_t>(value.size()) > kMaxYamlValue) {
      reject(place, fmt::format("a value of {} bytes; the limit is {} KiB", value.size(), kMaxYamlValue >> 10));
    }
    YamlNode node = node_at(place, YamlNode::Kind::scalar);
    node.quoted = tag == "!";
    node.text = value;
    add(std::move(node), anchor);
  }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto found = anchored_.find(anchor);
    if (found == anchored_.end()) reject(place_of(file_, mark), "an alias stands inside the value it names");
    count_nodes(place_of(file_, mark), node_count(found->second));
    YamlNode copy = found->second;
    copy.place = place_of(file_, mark);
    attach(std::move(copy));
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    open(YamlNode::Kind::list, mark, tag, anchor);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    open(YamlNode::Kind::map, mark, tag, anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  // A list or map whose end has not come yet; a map alternates between keys and values.
  struct Open {
    YamlNode node;
    YAML::anchor_t anchor = 0;
    bool has_key = false;
    YamlEntry pending;
  };

  void refuse_tag(const YamlPlace& place, const std::string& tag) {
    if (tag.empty() || tag == "?" || tag == "!") return;
    diagnostics_.error(place, path(), fmt::format("tag \"{}\" is not allowed; write the value without a tag", tag));
  }

  void count_nodes(const YamlPlace& place, std::int64_t more) {
    nodes_ += more;
    if (nodes_ > kMaxYamlNodes) {
      reject(place, fmt::format("more than {} values once aliases are expanded; that is the limit", kMaxYamlNodes));
    }
  }

  void open(YamlNode::Kind kind, const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor) {
    const YamlPlace place = place_of(file_, mark);
    refuse_tag(place, tag);
    count_nodes(place, 1);
    if (static_cast<std::int64_t>(open_.size()) >= kMaxYamlDepth) {
      reject(place, fmt::format("nested deeper than {} levels; that is the limit", kMaxYamlDepth));
    }
    open_.push_back({.node = node_at(place, kind), .anchor = anchor, .pending = {}});
  }

  void close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    if (done.anchor != 0) {
      count_nodes(done.node.place, node_count(done.node));  // the copy kept for aliases costs memory too
      anchored_[done.anchor] = done.node;
    }
    attach(std::move(done.node));
  }

  void add(YamlNode node, YAML::anchor_t anchor) {
    count_nodes(node.place, node_count(node));
    if (anchor != 0) anchored_[anchor] = node;
    attach(std::move(node));
  }

  void attach(YamlNode node) {
    if (open_.empty()) {
      root_ = std::move(node);
      has_root_ = true;
    } else if (open_.back().node.is_list()) {
      open_.back().node.items.push_back(std::move(node));
    } else if (!open_.back().has_key) {
      take_key(open_.back(), node);
    } else {
      take_value(open_.back(), std::move(node));
    }
  }

  void take_key(Open& map, YamlNode& key) {
    if (!key.is_scalar() || key.is_null())
      reject(key.place, fmt::format("a key is {}; keys are plain text", described(key)));
    if (static_cast<std::int64_t>(key.text.size()) > kMaxYamlKey) {
      reject(key.place, fmt::format("a key of {} bytes; the limit is {}", key.text.size(), kMaxYamlKey));
    }
    map.pending = {.key = std::move(key.text), .place = key.place, .value = {}};
    map.has_key = true;
  }

  void take_value(Open& map, YamlNode value) {
    map.has_key = false;
    // yaml-cpp places a value that is left out at what comes next.
    if (value.is_null() && value.place.line != map.pending.place.line) value.place = map.pending.place;
    const auto same = [&map](const YamlEntry& entry) { return entry.key == map.pending.key; };
    // Maps are small but for hostile ones, which the limit on values bounds; kMaxKeys keeps the search linear enough.
    constexpr std::size_t kMaxKeys = 10'000;
    if (map.node.entries.size() >= kMaxKeys) {
      reject(map.pending.place, fmt::format("more than {} keys in one map; that is the limit", kMaxKeys));
    }
    const auto first = std::find_if(map.node.entries.begin(), map.node.entries.end(), same);
    if (first != map.node.entries.end()) {
      diagnostics_.error(map.pending.place, path(),
                         fmt::format("duplicate key; it stands first at line {}", first->place.line));
      return;
    }
    map.pending.value = std::move(value);
    map.node.entries.push_back(std::move(map.pending));
  }

  // Where the builder stands, for messages.
  [[nodiscard]] std::string path() const {
    std::string text;
    for (const Open& level : open_) {
      text = level.node.is_list() ? fmt::format("{}[{}]", text, level.node.items.size())
                                  : join_path(text, level.pending.key);
    }
    return text;
  }

  FileName file_;
  Diagnostics& diagnostics_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, YamlNode> anchored_;
  YamlNode root_;
  bool has_root_ = false;
  std::int64_t nodes_ = 0;
};

// What yaml-cpp could not read. What is still open at the end it places nowhere or behind it, and an open quote makes
// it complain of our end marker.
std::string explained(const YAML::Exception& exception, const std::string& text, const FileName& file) {
  const bool open_quote = exception.msg == "illegal document indicator in scalar";
  const bool placed = exception.mark.line > 0 || exception.mark.column > 0;
  const YamlPlace end = end_of_yaml_text(text, file);
  const YamlPlace place = place_of(file, exception.mark);
  const bool inside = placed && !open_quote && place.line <= end.line;
  return fmt::format("{}: not YAML: {}", (inside ? place : end).text(),
                     open_quote ? "a quote is never closed" : exception.msg);
}

}  // namespace

YamlNode parse_yaml(std::string_view text, const std::string& file, Diagnostics& diagnostics) {
  const auto name = std::make_shared<const std::string>(file);
  if (static_cast<std::int64_t>(text.size()) > kMaxYamlBytes) {
    reject({name}, fmt::format("{} bytes; the limit is {} MiB", text.size(), kMaxYamlBytes >> 20));
  }
  const std::string clean = prepare_yaml_text(text, name);
  std::istringstream stream(clean);
  TreeBuilder builder(name, diagnostics);
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& exception) {
    throw ConfigError(explained(exception, clean, name));
  }
  YamlNode root = builder.take_root();
  if (root.is_null()) reject({name}, "the file is empty");
  return root;
}

}  // namespace mikpoly
