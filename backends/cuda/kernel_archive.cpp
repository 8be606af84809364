#include "backends/cuda/kernel_archive.hpp"

#include <algorithm>
#include <filesystem>
#include <ostream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/base/error.hpp"
#include "core/base/hash.hpp"
#include "core/config/text_file.hpp"

namespace mikpoly::cuda {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kSchema = "cubins/v1";
constexpr std::int64_t kMostBytes = std::int64_t{1} << 30;

Json json_of(const FunctionReport& function) {
  return {{"name", function.name},
          {"registers", function.registers},
          {"stack", function.stack_bytes},
          {"spills", function.spill_bytes},
          {"shared", function.shared_bytes}};
}

Json header_of(const KernelArchive& archive) {
  Json json{{"schema", kSchema},
            {"architecture", archive.key.architecture},
            {"kernel_source", archive.key.kernel_source},
            {"compiler", archive.key.compiler},
            {"kernels", Json::array()}};
  for (const KernelCode& code : archive.kernels) {
    Json kernel{{"kernel", code.kernel}, {"bytes", code.cubin.size()}, {"hash", content_hash(code.cubin)}};
    kernel["functions"] = Json::array();
    for (const FunctionReport& function : code.functions) kernel["functions"].push_back(json_of(function));
    json["kernels"].push_back(std::move(kernel));
  }
  return json;
}

FunctionReport function_of(const Json& json) {
  return {.name = json.at("name"),
          .registers = json.at("registers"),
          .stack_bytes = json.at("stack"),
          .spill_bytes = json.at("spills"),
          .shared_bytes = json.at("shared")};
}

// Reads the header, and takes each kernel's code off the front of `code`.
KernelArchive archive_of(const Json& header, std::string_view code, const std::string& path) {
  if (header.at("schema") != kSchema) {
    throw ConfigError(fmt::format("\"{}\" is of schema {}; known: \"{}\"", path, header.at("schema").dump(), kSchema));
  }
  KernelArchive archive{.key = {.architecture = header.at("architecture"),
                                .kernel_source = header.at("kernel_source"),
                                .compiler = header.at("compiler")},
                        .kernels = {}};
  for (const Json& entry : header.at("kernels")) {
    KernelCode& kernel = archive.kernels.emplace_back();
    kernel.kernel = entry.at("kernel");
    const std::size_t bytes = entry.at("bytes");
    kernel.cubin = code.substr(0, bytes);
    if (kernel.cubin.size() != bytes || content_hash(kernel.cubin) != entry.at("hash")) {
      throw ConfigError(fmt::format(
          "\"{}\" is damaged in the code of \"{}\"; mikpoly tune --backend cuda makes it anew", path, kernel.kernel));
    }
    code.remove_prefix(bytes);
    for (const Json& function : entry.at("functions")) kernel.functions.push_back(function_of(function));
  }
  return archive;
}

}  // namespace

const KernelCode* KernelArchive::find(std::string_view kernel) const {
  const auto found = std::ranges::find(kernels, kernel, &KernelCode::kernel);
  return found == kernels.end() ? nullptr : &*found;
}

void save_archive(const KernelArchive& archive, const std::string& path) {
  write_text_file(path, [&](std::ostream& out) {
    out << header_of(archive).dump() << '\n';
    for (const KernelCode& code : archive.kernels) out << code.cubin;
  });
}

KernelArchive load_archive(const std::string& path) {
  const std::string text = read_text_file(path, kMostBytes);
  const std::size_t end = std::min(text.size(), text.find('\n'));
  const std::string_view code = std::string_view(text).substr(std::min(end + 1, text.size()));
  try {
    return archive_of(Json::parse(std::string_view(text).substr(0, end)), code, path);
  } catch (const nlohmann::json::exception&) {
    throw ConfigError(fmt::format(
        "\"{}\" is damaged, or no archive of compiled kernels; mikpoly tune --backend cuda makes one", path));
  }
}

std::string archive_path(const std::string& library_path) {
  return std::filesystem::path(library_path).replace_extension(".cubins").string();
}

}  // namespace mikpoly::cuda
