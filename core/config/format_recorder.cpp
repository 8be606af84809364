#include "core/config/format_recorder.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "core/config/yaml_path.hpp"

namespace mikpoly {
namespace {

ValueForm& child(ValueForm& parent, const std::string& key) {
  const std::string_view name = parent.is_free() ? kAnyKey : std::string_view(key);
  const auto found = std::ranges::find(parent.keys, name, &KeyForm::key);
  if (found != parent.keys.end()) return found->value;
  return parent.keys.emplace_back(KeyForm{.key = std::string(name), .value = {}}).value;
}

void merge(std::vector<MapForm>& forms, const MapForm& form) {
  const auto alike = [&form](const MapForm& other) {
    return other.known == form.known && other.required == form.required;
  };
  const auto found = std::ranges::find_if(forms, alike);
  if (found == forms.end()) {
    forms.push_back(form);
    return;
  }
  for (const auto& [key, words] : form.words) found->words[key].insert(words.begin(), words.end());
}

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

std::string comment_of(std::string_view line) {
  constexpr std::string_view kMark = "  # ";
  const std::size_t mark = line.find(kMark);
  return mark == std::string_view::npos ? "" : std::string(line.substr(mark + kMark.size()));
}

}  // namespace

const KeyForm* ValueForm::find(std::string_view key) const {
  const auto found = std::ranges::find(keys, key, &KeyForm::key);
  return found == keys.end() ? nullptr : &*found;
}

bool ValueForm::is_free() const {
  return !keys.empty() && keys.front().key == kAnyKey;
}

// Where the keys of a map at this place are learnt: all sources are of one form, and so are shared maps of one name.
ValueForm& FormatRecorder::map_of(ValueForm& form) {
  if (form.sourced) return source_;
  return form.shared.empty() ? form : shared_[form.shared];
}

ValueForm& FormatRecorder::at(std::string_view path) {
  ValueForm* form = &root_;
  for (const YamlPathPart& part : split_path(path)) {
    if (part.key.empty()) {
      if (form->item.empty()) form->item.emplace_back();
      form = &form->item.front();
    } else {
      form = &child(map_of(*form), part.key);
    }
  }
  return *form;
}

std::size_t FormatRecorder::open(std::string_view path) {
  readings_.push_back({std::string(path), {}});
  return readings_.size() - 1;
}

void FormatRecorder::ask(std::size_t reading, std::string_view key, bool required) {
  Reading& map = readings_[reading];
  static_cast<void>(at(join_path(map.path, key)));
  map.form.known.insert(std::string(key));
  if (required) map.form.required.insert(std::string(key));
}

void FormatRecorder::any_key(std::size_t reading, const ScalarForm& called) {
  ValueForm& form = at(readings_[reading].path);
  if (!form.is_free()) form.keys = {{.key = std::string(kAnyKey), .value = {}}};
  form.keys.front().called = called;
}

void FormatRecorder::scalar(std::string_view path, const ScalarForm& form) {
  std::vector<ScalarForm>& scalars = at(path).scalars;
  if (std::ranges::find(scalars, form) == scalars.end()) scalars.push_back(form);
}

void FormatRecorder::word(std::string_view path, std::string_view chosen) {
  const std::size_t dot = path.rfind('.');
  const std::string_view parent = dot == std::string_view::npos ? "" : path.substr(0, dot);
  const auto last = std::ranges::find_if(readings_.rbegin(), readings_.rend(),
                                         [parent](const Reading& reading) { return reading.path == parent; });
  if (last == readings_.rend()) return;
  last->form.words[std::string(path.substr(dot == std::string_view::npos ? 0 : dot + 1))].insert(std::string(chosen));
}

void FormatRecorder::list(std::string_view path) {
  ValueForm& form = at(path);
  if (form.item.empty()) form.item.emplace_back();
}

void FormatRecorder::sourced(std::string_view path) {
  at(path).sourced = true;
}

void FormatRecorder::shared(std::string_view path, std::string_view name) {
  at(path).shared = name;
}

void FormatRecorder::take_help(const YamlNode& root, std::string_view text) {
  const std::vector<std::string> lines = lines_of(text);
  std::vector<bool> taken(lines.size() + 1, false);
  take_help_below(root, "", lines, taken);
}

void FormatRecorder::take_help_below(const YamlNode& node, const std::string& path,
                                     const std::vector<std::string>& lines, std::vector<bool>& taken) {
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    take_help_below(node.items[i], fmt::format("{}[{}]", path, i), lines, taken);
  }
  for (const YamlEntry& entry : node.entries) {
    const std::string below = join_path(path, entry.key);
    const auto line = static_cast<std::size_t>(entry.place.line);
    if (!taken[line]) {
      taken[line] = true;
      const std::string comment = comment_of(lines[line - 1]);
      if (!comment.empty()) at(below).help = comment;
    }
    take_help_below(entry.value, below, lines, taken);
  }
}

// With what each map needs and knows, in the ways in which it was read.
FormatRecorder FormatRecorder::complete() const {
  FormatRecorder all = *this;
  for (const Reading& reading : readings_) merge(all.map_of(all.at(reading.path)).maps, reading.form);
  return all;
}

ValueForm FormatRecorder::form() const {
  return complete().root_;
}

std::map<std::string, ValueForm> FormatRecorder::shared_forms() const {
  return complete().shared_;
}

}  // namespace mikpoly
