// SPDX-License-Identifier: MIT
// Describes our file formats, and names the attributes of the root group that identify a format and mark a file as
// complete.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace zermelo::storage {

/// One of our file formats.
struct file_kind {
  std::string_view format;
  std::int64_t version;
  std::string_view noun;                         ///< the noun for such a file in messages
  std::string_view advice_on_another_version{};  ///< advice on a file of another version; may be empty
  std::optional<std::int64_t> min_version{};     ///< the oldest version that can be read; nothing: only `version`
  std::string_view advice_without_checksums{};   ///< advice on a file of HDF5's oldest format; may be empty
  std::string_view confused_format{};            ///< another format that users may confuse with this one; may be empty
  std::string_view advice_on_confused_format{};  ///< advice on a file of that format
};

inline constexpr const char* format_attribute = "format";
inline constexpr const char* version_attribute = "format_version";
inline constexpr const char* complete_attribute = "complete";  ///< 1, written last

}  // namespace zermelo::storage
