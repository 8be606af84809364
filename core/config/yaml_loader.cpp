#include "core/config/yaml_loader.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/base/nearest_name.hpp"
#include "core/config/text_file.hpp"
#include "core/config/yaml_reader.hpp"

namespace mikpoly {
namespace {

void merge_into(YamlNode& base, YamlNode change) {
  if (!base.is_map() || !change.is_map() || change.find("value") != nullptr) {
    base = std::move(change);
    return;
  }
  base.place = change.place;
  for (YamlEntry& entry : change.entries) {
    if (YamlNode* const found = base.find(entry.key)) {
      merge_into(*found, std::move(entry.value));
    } else {
      base.entries.push_back(std::move(entry));
    }
  }
}

// Resolves one root file; remembers the files it read, the chain it is in, and how much it has copied.
class Resolver {
 public:
  explicit Resolver(Diagnostics& diagnostics) : diagnostics_(diagnostics) {}

  void remember(const std::string& file, YamlNode tree) { trees_.insert_or_assign(file, std::move(tree)); }

  // The value at `pointer` of `file`, with everything it refers to; `from` is the include, for messages.
  YamlNode resolve_file(const std::string& file, const std::string& pointer, const YamlPlace& from,
                        std::string_view word) {
    const std::string link = pointer.empty() ? file : fmt::format("{}#{}", file, pointer);
    if (std::ranges::find(chain_, link) != chain_.end()) {
      reject(from, word, fmt::format("runs in a cycle: {} -> {}", fmt::join(chain_, " -> "), link));
    }
    if (static_cast<std::int64_t>(chain_.size()) >= kMaxYamlDepth) {
      reject(from, word, fmt::format("more than {} files include each other; that is the limit", kMaxYamlDepth));
    }
    chain_.push_back(link);
    YamlNode node = at_pointer(tree_of(file, from, word), pointer, from);
    count(node, from);
    node = pointer.empty() ? resolve_root(std::move(node), file) : resolve(std::move(node), file);
    chain_.pop_back();
    return node;
  }

 private:
  const YamlNode& tree_of(const std::string& file, const YamlPlace& from, std::string_view word) {
    const auto found = trees_.find(file);
    if (found != trees_.end()) return found->second;
    std::string text;
    try {
      text = read_text_file(file, kMaxYamlBytes);
    } catch (const ConfigError& error) {
      if (from.line == 0) throw;
      reject(from, word, error.what());
    }
    return trees_.emplace(file, parse_yaml(text, file, diagnostics_)).first->second;
  }

  // Includes can multiply like aliases do, so what they copy is counted too.
  void count(const YamlNode& node, const YamlPlace& from) {
    nodes_ += node_count(node);
    if (nodes_ <= kMaxYamlNodes) return;
    throw ConfigError(fmt::format("{}: more than {} values once includes are expanded; that is the limit", from.text(),
                                  kMaxYamlNodes));
  }

  static const YamlNode& at_pointer(const YamlNode& root, std::string_view pointer, const YamlPlace& from) {
    const YamlNode* node = &root;
    std::string_view rest = pointer;
    while (!rest.empty()) {
      rest.remove_prefix(1);
      const std::string part(rest.substr(0, rest.find('/')));
      rest.remove_prefix(part.size());
      const YamlNode* next = node->find(part);
      std::size_t index = 0;
      const auto [end, status] = std::from_chars(part.data(), part.data() + part.size(), index);
      if (node->is_list() && status == std::errc{} && end == part.data() + part.size() && index < node->items.size()) {
        next = &node->items[index];
      }
      if (next == nullptr) {
        reject(from, "$ref",
               fmt::format("\"{}\" of \"{}\" is not in the file{}", part, pointer, did_you_mean(part, node->keys())));
      }
      node = next;
    }
    return *node;
  }

  YamlNode resolve_root(YamlNode node, const std::string& file) {
    const auto is_extends = [](const YamlEntry& entry) { return entry.key == "extends"; };
    const auto found = std::ranges::find_if(node.entries, is_extends);
    if (found == node.entries.end()) return resolve(std::move(node), file);
    const YamlNode base = std::move(found->value);
    node.entries.erase(found);
    if (!base.is_scalar() || base.text.empty()) {
      reject(base.place, "extends", fmt::format("{} is not a file name", described(base)));
    }
    YamlNode merged = resolve_file(beside(file, base.text), "", base.place, "extends");
    merge_into(merged, resolve(std::move(node), file));
    return merged;
  }

  YamlNode resolve(YamlNode node, const std::string& file) {
    if (const YamlNode* const reference = node.find("$ref")) return resolve_reference(node, *reference, file);
    for (YamlNode& item : node.items) item = resolve(std::move(item), file);
    for (YamlEntry& entry : node.entries) entry.value = resolve(std::move(entry.value), file);
    return node;
  }

  YamlNode resolve_reference(const YamlNode& map, const YamlNode& reference, const std::string& file) {
    const std::size_t hash = reference.text.find('#');
    const std::string target = reference.text.substr(0, hash);
    const std::string pointer = hash == std::string::npos ? "" : reference.text.substr(hash + 1);
    if (!reference.is_scalar() || reference.text.empty() || (!pointer.empty() && pointer[0] != '/')) {
      reject(reference.place, "$ref", fmt::format("{} is not \"FILE#/key/key\" in quotes", described(reference)));
    }
    if (map.entries.size() != 1) reject(reference.place, "$ref", "stands alone in its map; remove the other keys");
    return resolve_file(target.empty() ? file : beside(file, target), pointer, reference.place, "$ref");
  }

  static std::string beside(const std::string& file, const std::string& target) {
    return (std::filesystem::path(file).parent_path() / target).lexically_normal().string();
  }

  Diagnostics& diagnostics_;
  std::map<std::string, YamlNode> trees_;
  std::vector<std::string> chain_;
  std::int64_t nodes_ = 0;
};

YamlNode resolve_and_set(Resolver& resolver, const std::string& path, const std::vector<std::string>& sets) {
  YamlNode root = resolver.resolve_file(path, "", {std::make_shared<const std::string>(path)}, "");
  for (const std::string& set : sets) apply_set(root, set);
  return root;
}

}  // namespace

YamlNode load_yaml(const std::string& path, const std::vector<std::string>& sets, Diagnostics& diagnostics) {
  Resolver resolver(diagnostics);
  return resolve_and_set(resolver, std::filesystem::path(path).lexically_normal().string(), sets);
}

YamlNode load_yaml_text(std::string_view text, const std::string& path, const std::vector<std::string>& sets,
                        Diagnostics& diagnostics) {
  Resolver resolver(diagnostics);
  resolver.remember(path, parse_yaml(text, path, diagnostics));
  return resolve_and_set(resolver, path, sets);
}

}  // namespace mikpoly
