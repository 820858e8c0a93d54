// SPDX-License-Identifier: MIT
#include "study_journal.hpp"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fmt/core.h>

#include <zermelo/catalog/base/bounded_json.hpp>
#include <zermelo/catalog/base/bounded_lines.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text_digest.hpp>
#include <zermelo/storage/file/write_all.hpp>

#include "study_columns.hpp"

namespace zermelo {
namespace {

using ordered_json = nlohmann::ordered_json;

constexpr int permissions = 0666;
constexpr int journal_version = 2;
constexpr std::size_t max_line_bytes = std::size_t{64} << 20;  // a histogram with some million distances
constexpr std::string_view digest_beginning = R"(,"digest":")";
constexpr std::string_view digest_end = R"("})";

/// Returns an object as JSON on one line. Bytes that are not UTF-8, which messages may quote, are replaced.
std::string line_of(const ordered_json& object) {
  return object.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

/// Appends a digest of an object's text as the object's last member.
std::string with_digest(std::string object) {
  const std::string digest = text_digest().add(object).text();
  object.pop_back();  // the closing brace
  return fmt::format("{}{}{}{}", object, digest_beginning, digest, digest_end);
}

/// Whether the last member of a line is the digest of the other members.
bool has_own_digest(const std::string& line) {
  const std::size_t at = line.rfind(digest_beginning);
  return at != std::string::npos && with_digest(line.substr(0, at) + '}') == line;
}

std::string first_line_of(const std::string& study_digest, int format_version = journal_version) {
  return ordered_json({{"format", "zermelo-journal"}, {"format_version", format_version}, {"study", study_digest}})
      .dump();
}

/// Returns the JSON object of a line; nothing if the line is not an object, or is nested deeper than the lines of
/// journals.
std::optional<ordered_json> parse_object(const std::string& line) {
  constexpr int max_depth = 8;
  auto object = parse_bounded_json(line, max_depth);
  if (object && !object->is_object()) return std::nullopt;
  return object;
}

/// Whether a text without a line end can be the beginning of a journal with an incomplete first line. The digest of the
/// study, at the end of that line, is not compared.
bool is_cut_off_first_line(std::string_view text) {
  const std::string line = first_line_of("");
  const std::string_view up_to_digest = std::string_view(line).substr(0, line.size() - std::string_view("\"}").size());
  return text.starts_with(up_to_digest) || up_to_digest.starts_with(text);
}

/// The contents of the first line of a journal.
struct journal_head {
  int format_version = journal_version;
  std::string study_digest;
};

/// Returns nothing if the line is not the first line of a journal in a supported version.
std::optional<journal_head> parse_first_line(const std::string& line) {
  const auto object = parse_object(line);
  if (!object || !object->contains("study") || !(*object)["study"].is_string()) return std::nullopt;
  std::string digest = (*object)["study"].get<std::string>();
  for (int version = 1; version <= journal_version; ++version) {
    if (line == first_line_of(digest, version)) return journal_head{version, std::move(digest)};
  }
  return std::nullopt;
}

/// Returns the table's size and signature in the line of a solved case; nothing if the size is not a number.
std::optional<recorded_table> table_of(const ordered_json& line) {
  recorded_table table;
  if (const auto bytes = line.find(table_bytes_column); bytes != line.end()) {
    if (!bytes->is_number_unsigned()) return std::nullopt;
    table.bytes = bytes->get<std::uint64_t>();
  }
  const auto signature = line["results"].find("signature");
  if (signature != line["results"].end() && signature->is_string()) table.signature = signature->get<std::string>();
  return table;
}

/// Returns the key of a case and its entry, without text and number; nothing if the line does not belong to a case.
std::optional<study_journal::lines_by_key::value_type> parse_line(const std::string& line) {
  using type = ordered_json::value_t;
  const auto parsed = parse_object(line);
  if (!parsed) return std::nullopt;
  const ordered_json& object = *parsed;
  const auto has = [&object](const char* name, type t) { return object.contains(name) && object[name].type() == t; };
  if (!has("key", type::string) || !has("timings", type::object)) return std::nullopt;
  const bool has_failed = has("error", type::string) && !object["error"].get<std::string>().empty();
  if (!has_failed && (object.contains("error") || !has("results", type::object))) return std::nullopt;
  const std::optional<recorded_table> table = has_failed ? recorded_table() : table_of(object);
  if (!table) return std::nullopt;
  return study_journal::lines_by_key::value_type{object["key"].get<std::string>(),
                                                 {.has_failed = has_failed, .table = *table}};
}

}  // namespace

std::string journal_line(const std::string& key, const case_outcome& outcome) {
  ordered_json object{{"key", key}};
  if (!outcome.error.empty()) object["error"] = outcome.error;
  if (!outcome.notes.empty()) object["notes"] = outcome.notes;
  object["results"] = outcome.results;
  object["timings"] = outcome.timings;
  if (outcome.table_bytes) object[table_bytes_column] = *outcome.table_bytes;
  return with_digest(line_of(object));
}

case_outcome outcome_of_line(const std::string& line, std::uint64_t number) {
  ordered_json object = ordered_json::parse(line);
  case_outcome outcome{number, object.value("error", ""), std::move(object["results"]), std::move(object["timings"])};
  outcome.timings["case"] = number;
  outcome.notes = object.value("notes", std::vector<std::string>());
  if (object.contains(table_bytes_column)) outcome.table_bytes = object[table_bytes_column].get<std::uint64_t>();
  return outcome;
}

study_journal::~study_journal() {
  for (const int file : {m_file, m_replaced_file}) {
    if (file >= 0) ::close(file);
  }
}

study_journal::lines_by_key study_journal::open() {
  const char* const invalid_first_line = "invalid journal: the first line is damaged";
  // A link is rejected, since it may lead to any file.
  m_file = ::open(m_path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, permissions);
  if (m_file < 0 && errno == ELOOP) throw input_error(fmt::format("{}: is a symbolic link", m_path.string()));
  if (m_file < 0) fail(m_path);
  struct stat status{};
  if (::fstat(m_file, &status) != 0 || !S_ISREG(status.st_mode)) {
    throw input_error(fmt::format("{}: not a regular file", m_path.string()));
  }
  if (::flock(m_file, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    throw input_error(fmt::format("{}: the folder is in use by another run", m_path.string()));
  }
  off_t offset = 0;
  const auto read_block = [&] {
    constexpr std::size_t block_bytes = std::size_t{1} << 16;
    std::string block(block_bytes, '\0');
    const ssize_t bytes = ::pread(m_file, block.data(), block.size(), offset);
    if (bytes < 0) {
      throw input_error(fmt::format("cannot read {}: {}", m_path.string(), std::generic_category().message(errno)));
    }
    offset += bytes;
    block.resize(static_cast<std::size_t>(bytes));
    return block;
  };
  bounded_lines file(max_line_bytes, read_block,
                     [this](std::uint64_t number) { return fmt::format("{}:{}", m_path.string(), number); });
  lines_by_key lines;
  while (auto line = file.next()) {
    m_bytes += line->size() + 1;
    if (file.number() == 1) {
      const auto head = parse_first_line(*line);
      if (!head) reject_line(1, invalid_first_line);
      m_is_of_version_1 = head->format_version == 1;
      m_study_digest = head->study_digest;
      continue;
    }
    auto parsed = parse_line(*line);
    if (!parsed) reject_line(file.number(), "invalid journal: the line does not describe a case");
    if (m_is_of_version_1) {
      line = with_digest(line_of(parse_object(*line).value()));
    } else if (!has_own_digest(*line)) {
      reject_line(file.number(), "invalid journal: wrong digest; remove this line");
    }
    auto& [key, parsed_entry] = *parsed;
    parsed_entry.text = *std::move(line);
    parsed_entry.number = file.number();
    lines[key] = std::move(parsed_entry);
  }
  if (m_bytes == 0 && !is_cut_off_first_line(file.rest())) reject_line(1, invalid_first_line);
  return lines;
}

std::optional<std::string> study_journal::expect_fitting(const entry& line, const study& s) const {
  const ordered_json object = parse_object(line.text).value();
  if (const auto error = find_line_error(s, object["results"], object["timings"])) reject_line(line.number, *error);
  return find_missing_column(s, object["results"]);
}

void study_journal::reject_line(std::uint64_t number, const std::string& why) const {
  throw input_error(fmt::format("{}:{}: {}", m_path.string(), number, why));
}

bool study_journal::is_of(const std::string& study_digest) const {
  return !m_study_digest || *m_study_digest == study_digest;
}

void study_journal::begin(const std::string& study_digest, const lines_by_key& lines) {
  const std::string first_line = first_line_of(study_digest);
  if (!is_of(study_digest) || m_is_of_version_1) return replace(first_line, lines);
  if (::ftruncate(m_file, static_cast<off_t>(m_bytes)) != 0) fail(m_path);
  if (m_bytes == 0) append(first_line);
}

void study_journal::replace(const std::string& first_line, const lines_by_key& lines) {
  const std::filesystem::path path = m_path.string() + ".new";
  std::error_code ignored;
  std::filesystem::remove(path, ignored);  // a file from a killed run, since this run has locked the journal
  m_replaced_file =
      std::exchange(m_file, ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC, permissions));
  if (m_file < 0 || ::flock(m_file, LOCK_EX | LOCK_NB) != 0) fail(path);
  struct stat status{};
  if (::fstat(m_replaced_file, &status) == 0) (void)::fchmod(m_file, status.st_mode);
  m_bytes = 0;
  const auto write_line = [this](const std::string& line) {
    m_bytes += line.size() + 1;
    return storage::write_all(m_file, line + '\n');
  };
  bool is_written = write_line(first_line);
  for (const auto& [key, line] : lines) is_written = is_written && write_line(line.text);
  if (!is_written || ::fsync(m_file) != 0 || std::rename(path.c_str(), m_path.c_str()) != 0) {
    const int error_number = errno;
    std::filesystem::remove(path, ignored);
    errno = error_number;
    fail(path);
  }
}

void study_journal::append(const std::string& line) {
  if (!storage::write_all(m_file, line + '\n')) {
    const int error_number = errno;
    // Removes the incomplete line; if that fails, the next run removes it.
    (void)!::ftruncate(m_file, static_cast<off_t>(m_bytes));
    errno = error_number;
    fail(m_path);
  }
  m_bytes += line.size() + 1;
}

void study_journal::fail(const std::filesystem::path& path) const {
  throw resource_error(fmt::format("cannot write {}: {}", path.string(), std::generic_category().message(errno)));
}

}  // namespace zermelo
