// SPDX-License-Identifier: MIT
// How a file says what it is, and that it is complete: attributes of its root group.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace zermelo::storage {

/// A format of our own.
struct file_kind {
  std::string_view format;
  std::int64_t version;
  std::string_view noun;                         ///< for messages
  std::string_view advice_on_another_version{};  ///< what to do about one; empty: nothing
  std::optional<std::int64_t> oldest_version{};  ///< that is read; nothing: `version` alone
};

inline constexpr const char* format_attribute = "format";
inline constexpr const char* version_attribute = "format_version";
inline constexpr const char* complete_attribute = "complete";  ///< 1, written last

}  // namespace zermelo::storage
