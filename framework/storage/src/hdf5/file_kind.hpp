// SPDX-License-Identifier: MIT
// Attributes of the root group by which a file names its format and says that it is complete.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace zermelo::storage {

/// One of our file formats.
struct file_kind {
  std::string_view format;
  std::int64_t version;
  std::string_view noun;                         ///< for messages
  std::string_view advice_on_another_version{};  ///< what users can do with a file of another version; may be empty
  std::optional<std::int64_t> min_version{};     ///< the oldest version that can be read; nothing: `version` alone
  std::string_view advice_without_checksums{};   ///< what users can do with a file of HDF5's first form; may be empty
  std::string_view confused_format{};            ///< another format that may be given for this one; may be empty
  std::string_view advice_on_confused_format{};  ///< what users can do with a file of that format
};

inline constexpr const char* format_attribute = "format";
inline constexpr const char* version_attribute = "format_version";
inline constexpr const char* complete_attribute = "complete";  ///< 1, written last

}  // namespace zermelo::storage
