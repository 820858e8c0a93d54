// SPDX-License-Identifier: MIT
#include <zermelo/solving/sets/set_index.hpp>

#include <cstddef>
#include <limits>
#include <optional>
#include <set>
#include <string_view>
#include <system_error>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

#include <zermelo/catalog/base/bounded_json.hpp>
#include <zermelo/catalog/base/file_text.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/escaped_text.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/game/slice.hpp>
#include <zermelo/storage/file/output_file.hpp>

namespace zermelo {
namespace {

using ordered_json = nlohmann::ordered_json;

constexpr std::string_view format_name = "zermelo-table-set";
constexpr int version = 1;
constexpr int max_depth = 4;  // of nested JSON values

/// The members of a JSON object, read with type checks. All functions throw input_error naming the member.
class member_reader {
 public:
  explicit member_reader(const ordered_json& object) : m_object(object) {
    if (!object.is_object()) throw input_error("expected an object");
  }
  [[nodiscard]] const ordered_json& at(const char* name) const {
    const auto found = m_object.find(name);
    if (found == m_object.end()) throw input_error(fmt::format("'{}' is missing", name));
    return *found;
  }
  [[nodiscard]] std::string text(const char* name) const {
    const ordered_json& value = at(name);
    if (!value.is_string()) throw input_error(fmt::format("'{}': expected a string", name));
    return value.get<std::string>();
  }
  [[nodiscard]] std::uint64_t number(const char* name) const {
    const ordered_json& value = at(name);
    if (!value.is_number_unsigned()) throw input_error(fmt::format("'{}': expected an integer of at least 0", name));
    return value.get<std::uint64_t>();
  }
  [[nodiscard]] bool flag(const char* name) const {
    const ordered_json& value = at(name);
    if (!value.is_boolean()) throw input_error(fmt::format("'{}': expected true or false", name));
    return value.get<bool>();
  }
  /// Returns true if the member is missing.
  [[nodiscard]] bool flag_default_true(const char* name) const { return !m_object.contains(name) || flag(name); }
  /// Returns `end` if the member is missing.
  [[nodiscard]] zermelo::metric metric_default_end(const char* name) const {
    if (!m_object.contains(name)) return metric::end;
    if (text(name) == to_string(metric::conversion)) return metric::conversion;
    throw input_error(fmt::format("'{}': expected '{}'", name, to_string(metric::conversion)));
  }
  [[nodiscard]] std::uint64_t hex(const char* name) const {
    const auto number = parse_hex(text(name));
    if (!number) throw input_error(fmt::format("'{}': expected 16 hexadecimal digits", name));
    return *number;
  }
  [[nodiscard]] const ordered_json& array(const char* name) const {
    const ordered_json& value = at(name);
    if (!value.is_array()) throw input_error(fmt::format("'{}': expected an array", name));
    return value;
  }

 private:
  const ordered_json& m_object;
};

[[nodiscard]] set_index parse_index(const ordered_json& object) {
  const member_reader index(object);
  if (index.text("format") != format_name) throw input_error("invalid index of a table set");
  if (index.number("format_version") != version) {
    throw input_error(fmt::format("format version {} is not supported; this program reads version {}",
                                  index.number("format_version"), version));
  }
  set_index parsed;
  parsed.game = index.text("game");
  parsed.program_version = index.text("program_version");
  parsed.git_revision = index.text("git_revision");
  parsed.metric = index.metric_default_end("metric");
  for (const ordered_json& element : index.array("parameters")) {
    const member_reader parameter(element);
    parsed.parameters.emplace_back(parameter.text("name"), parameter.text("value"));
  }
  std::set<std::string> names;
  position first = 0;
  for (const ordered_json& element : index.array("slices")) {
    const member_reader fields(element);
    set_slice slice;
    slice.name = fields.text("name");
    if (!is_slice_name(slice.name)) {
      throw input_error(fmt::format("invalid slice name '{}'", excerpt(slice.name)));
    }
    if (!names.insert(slice.name).second) throw input_error(fmt::format("duplicate slice '{}'", slice.name));
    slice.first = fields.number("first_position");
    slice.size = fields.number("positions");
    if (slice.first != first) {
      throw input_error(fmt::format("damaged: wrong first_position in slice '{}'", slice.name));
    }
    if (slice.size == 0 || slice.size > std::numeric_limits<position>::max() - first) {
      throw input_error(fmt::format("damaged: wrong number of positions in slice '{}'", slice.name));
    }
    first += slice.size;
    slice.is_done = fields.flag("done");
    if (slice.is_done) {
      slice.signature = fields.hex("signature");
      slice.share = fields.hex("share");
      slice.has_distances = fields.flag_default_true("distances");
    }
    parsed.slices.push_back(std::move(slice));
  }
  if (parsed.slices.empty()) throw input_error("'slices' is empty");
  return parsed;
}

}  // namespace

std::vector<done_slice> set_index::done_slices() const {
  std::vector<done_slice> done;
  for (std::uint32_t s = 0; s < slices.size(); ++s) {
    const set_slice& one = slices[s];
    if (one.is_done) done.push_back({s, one.signature, one.share, one.has_distances});
  }
  return done;
}

void set_index::add(const done_slice& done) {
  set_slice& listed = slices[done.slice];
  listed.is_done = true;
  listed.signature = done.signature;
  listed.share = done.share;
  listed.has_distances = done.has_distances;
}

std::filesystem::path table_of_slice(const std::filesystem::path& folder, const std::string& slice) {
  return folder / (slice + ".h5");
}

bool has_set_index(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / set_index_name;
  std::error_code failure;
  const std::filesystem::file_status status = std::filesystem::symlink_status(file, failure);
  if (!std::filesystem::status_known(status))
    throw input_error(fmt::format("{}: {}", file.string(), failure.message()));
  return std::filesystem::exists(status);
}

void write_set_index(const std::filesystem::path& folder, const set_index& index) {
  ordered_json object = {{"format", format_name},
                         {"format_version", version},
                         {"game", index.game},
                         {"parameters", ordered_json::array()},
                         {"program_version", index.program_version},
                         {"git_revision", index.git_revision},
                         {"slices", ordered_json::array()}};
  if (index.metric != metric::end) object["metric"] = to_string(index.metric);
  for (const auto& [name, value] : index.parameters) {
    object["parameters"].push_back({{"name", name}, {"value", value}});
  }
  for (const set_slice& slice : index.slices) {
    ordered_json fields = {
        {"name", slice.name}, {"first_position", slice.first}, {"positions", slice.size}, {"done", slice.is_done}};
    if (slice.is_done) {
      fields["signature"] = hex_text(slice.signature);
      fields["share"] = hex_text(slice.share);
      if (!slice.has_distances) fields["distances"] = false;
    }
    object["slices"].push_back(std::move(fields));
  }
  storage::output_file file(folder / set_index_name);
  file.write(object.dump(1) + '\n');
  file.commit();
}

set_index read_set_index(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / set_index_name;
  std::error_code failure;
  const std::filesystem::file_status status = std::filesystem::status(file, failure);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    throw input_error(fmt::format("{}: not a regular file", file.string()));
  }
  const std::string text = read_text_file(file.string());
  return at_place(file.string(), [&] {
    const auto object = parse_bounded_json(text, max_depth);
    if (!object) throw input_error("invalid JSON");
    return parse_index(*object);
  });
}

}  // namespace zermelo
