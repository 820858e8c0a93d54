// SPDX-License-Identifier: MIT
#include "study_folder.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/core/base/text_digest.hpp>
#include <zermelo/storage/file/linked_file.hpp>
#include <zermelo/storage/file/output_file.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

#include "study_journal.hpp"
#include "study_results.hpp"

namespace zermelo {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view checkpoint_suffix = ".checkpoint";

/// Returns the case's text, truncated if it is long, and a digest of the instance's key, such as
/// "rows=8,cols=8-0123456789abcdef".
std::string base_name(const study& s, const study_case& one) {
  constexpr std::size_t max_text_bytes = 100;  // file systems allow 255 bytes in total
  std::string text = case_text(s, one).substr(0, max_text_bytes);
  for (char& c : text) {
    const bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          std::string_view("._=-").find(c) != std::string_view::npos;
    if (!is_plain) c = c == ' ' ? ',' : '_';
  }
  return fmt::format("{}{}{}", text, text.empty() ? "" : "-", text_digest().add(instance_key(s, one)).text());
}

struct checkpoint_file {
  fs::path path;
  std::string base_name;  ///< the base name of the case; for a file that is not a checkpoint, the whole name
};

/// Returns all files in the folder of checkpoints, including those that are not checkpoints.
std::vector<checkpoint_file> list_checkpoints(const fs::path& folder) {
  std::vector<checkpoint_file> files;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder / checkpoints_folder, ignored)) {
    std::string name = entry.path().filename().string();
    if (name.ends_with(checkpoint_suffix)) {
      name.resize(name.size() - checkpoint_suffix.size());
      name.resize(std::min(name.rfind('.'), name.size()));  // the engine's name begins at the last dot
    }
    files.push_back({entry.path(), name});
  }
  return files;
}

/// Whether a table has the game, the parameters and the signature of a solved case. Parameters that the table omits,
/// such as some defaults, are not compared: with other values, the signature would differ.
bool is_table_of(const study& s, const study_case& one, const storage::table_metadata& metadata,
                 const std::string& signature) {
  if (metadata.game != game_of(s, one) || hex_text(metadata.summary.signature) != signature) return false;
  const std::map<std::string_view, std::string_view> parameters(metadata.parameters.begin(), metadata.parameters.end());
  const auto values = values_of(s, one);
  return std::all_of(values.begin(), values.end(), [&parameters](const auto& value) {
    const auto stored = parameters.find(value.first);
    return value.first == engine_key || stored == parameters.end() || stored->second == value.second->text;
  });
}

void remove_file(const fs::path& file) {
  std::error_code ignored;  // a remaining file is harmless
  storage::remove_linked_file(file, ignored);
}

}  // namespace

std::string table_name(const study& s, const study_case& one) {
  if (!s.keeps_tables || !passes(s, s.table_filters, one)) return "";
  return fmt::format("{}/{}.h5", tables_folder, base_name(s, one));
}

std::string log_name(const study& s, const study_case& one) {
  return fmt::format("{}/{}.csv", logs_folder, base_name(s, one));
}

std::string checkpoint_name(const study& s, const study_case& one, engine by) {
  return fmt::format("{}/{}.{}{}", checkpoints_folder, base_name(s, one), to_string(by), checkpoint_suffix);
}

void prepare_folder(const study_options& options) {
  const fs::path& folder = options.folder;
  std::error_code failure;
  const auto reject = [&](const std::string& why) { throw input_error(fmt::format("{}: {}", folder.string(), why)); };
  if (fs::exists(folder, failure)) {
    if (!fs::is_directory(folder, failure)) reject("not a folder");
    const bool is_empty = fs::is_empty(folder, failure);
    if (failure) throw input_error(fmt::format("cannot read the folder {}: {}", folder.string(), failure.message()));
    if (!is_empty && !options.resumes) {
      reject("the folder is not empty; continue its run with --resume, or name another folder with -o");
    }
    if (!is_empty && !fs::exists(folder / study_journal::file_name, failure)) {
      reject("the folder is not empty and contains no run to continue; name another folder with -o");
    }
  }
  fs::create_directories(folder, failure);
  if (failure) throw input_error(fmt::format("cannot make the folder {}: {}", folder.string(), failure.message()));
}

void write_study(const study& s, const fs::path& folder) {
  storage::output_file copy(folder / "study.toml");
  copy.write(s.source + '\n');
  copy.commit();
}

void remove_results(const fs::path& folder) {
  for (const char* name : result_files)
    remove_file(folder / name);  // if this fails, writing the files again also
                                 // fails
}

bool has_table(const study& s, const study_case& one, const fs::path& folder, const recorded_table& recorded) {
  const std::string name = table_name(s, one);
  if (name.empty()) return true;
  const fs::path file = folder / name;
  std::error_code ignored;
  if (!fs::is_regular_file(file, ignored)) return false;
  if (recorded.bytes && fs::file_size(file, ignored) != *recorded.bytes) return false;
  try {
    return is_table_of(s, one, storage::endgame_table::open(file).metadata(), recorded.signature);
  } catch (const input_error&) {
    return false;
  }
}

std::optional<case_checkpoint> find_checkpoint(const study& s, const study_case& one, const fs::path& folder) {
  std::error_code ignored;
  if (!fs::exists(folder / checkpoints_folder, ignored)) return std::nullopt;
  const std::optional<engine> wanted = engine_of(s, one);
  for (const engine by : all_engines()) {
    if (wanted && by != *wanted) continue;
    fs::path file = folder / checkpoint_name(s, one, by);
    if (fs::exists(file, ignored)) return case_checkpoint{std::move(file), by};
  }
  return std::nullopt;
}

void remove_checkpoints(const study& s, const study_case& one, const fs::path& folder) {
  for (const checkpoint_file& file : list_checkpoints(folder)) {
    if (file.base_name == base_name(s, one)) remove_file(file.path);
  }
}

void keep_checkpoints(const study& s, const std::vector<const study_case*>& cases, const fs::path& folder) {
  const auto files = list_checkpoints(folder);
  if (files.empty()) return;
  std::set<std::string> retained;
  for (const study_case* one : cases) retained.insert(base_name(s, *one));
  for (const checkpoint_file& file : files) {
    if (!retained.contains(file.base_name)) remove_file(file.path);
  }
}

void remove_empty_checkpoints_folder(const fs::path& folder) {
  std::error_code ignored;
  if (fs::is_directory(folder / checkpoints_folder, ignored)) fs::remove(folder / checkpoints_folder, ignored);
}

}  // namespace zermelo
