// SPDX-License-Identifier: MIT
#include "cached_table.hpp"

#include <cstddef>
#include <filesystem>
#include <utility>

#include <fmt/core.h>

#include <zermelo/catalog/base/version.hpp>
#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/storage/table/endgame_table.hpp>

namespace zermelo::serve {
namespace {

void replace_all(std::string& text, const std::string& old_part, const std::string& new_part) {
  if (old_part.empty()) return;
  for (std::size_t at = text.find(old_part); at != std::string::npos; at = text.find(old_part, at + new_part.size())) {
    text.replace(at, old_part.size(), new_part);
  }
}

}  // namespace

cached_table::cached_table(std::string name, const std::string& file, const catalog& games,
                           std::shared_ptr<storage::chunk_memory> memory, work_monitor& monitor)
    : m_name(std::move(name)),
      m_games(games),
      m_memory(std::move(memory)),
      m_opened(open_table(file, games, monitor, 0, m_memory)),
      m_board(*m_opened.game),
      m_schema(&games.find(m_opened.game->name()).parameters),
      m_tag(fmt::format("{}.{}", hex_text(m_opened.table->metadata().summary.signature), git_revision())) {}

value_lookup cached_table::lookup() const {
  return [this](position p) {
    try {
      return m_opened.value(p);
    } catch (const input_error& failure) {
      throw table_error(without_path(failure.what(), m_opened.file, m_name));
    }
  };
}

std::shared_ptr<const opened_table> cached_table::opened_for_scan(work_monitor& monitor) const {
  if (m_opened.game->numbering() == nullptr) return {std::shared_ptr<void>(), &m_opened};
  auto again = std::make_shared<const opened_table>(open_table(m_opened.file, m_games, monitor, 0, m_memory));
  if (again->table->metadata().summary.signature != m_opened.table->metadata().summary.signature) {
    throw table_error(fmt::format("{}: the file was replaced during the request; try again", m_name));
  }
  return again;
}

std::shared_ptr<const std::string> cached_table::cached_answer(const std::string& query) const {
  const std::lock_guard lock(m_guard);
  const auto found = m_cached.find(query);
  return found == m_cached.end() ? nullptr : found->second;
}

void cached_table::cache(const std::string& query, std::shared_ptr<const std::string> answer) const {
  const std::size_t bytes = query.size() + answer->size();
  if (bytes > max_cached_bytes) return;
  const std::lock_guard lock(m_guard);
  if (!m_cached.emplace(query, std::move(answer)).second) return;
  m_cached_queries.push_back(query);
  m_cached_bytes += bytes;
  while (m_cached_bytes > max_cached_bytes) {
    const auto oldest = m_cached.find(m_cached_queries.front());
    m_cached_bytes -= oldest->first.size() + oldest->second->size();
    m_cached.erase(oldest);
    m_cached_queries.pop_front();
  }
}

bool is_about_table(std::string_view message, std::string_view file) {
  if (!message.starts_with(file)) return false;
  const std::string_view rest = message.substr(file.size());
  return rest.starts_with(':') || rest.starts_with('/');
}

std::string without_path(std::string message, const std::string& file, const std::string& name) {
  const std::filesystem::path path(file);
  std::error_code ignored;
  replace_all(message, std::filesystem::absolute(path, ignored).string(), name);  // before `file`, with which it
                                                                                  // may end
  replace_all(message, file, name);
  const std::string folder = path.parent_path().string();
  if (!folder.empty()) replace_all(message, folder + '/', "");
  return message;
}

}  // namespace zermelo::serve
