// SPDX-License-Identifier: MIT
#include <zermelo/catalog/base/file_text.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <memory>
#include <string_view>

#include <fmt/core.h>

#include <zermelo/core/base/error.hpp>
#include <zermelo/core/base/text.hpp>
#include <zermelo/storage/file/system_error.hpp>

namespace zermelo {
namespace {

/// The maximum size of a file, much larger than the text of any solvable instance. It prevents a wrong file name from
/// filling the memory.
constexpr std::size_t max_file_bytes = std::size_t{64} << 20;

constexpr std::string_view standard_input = "-";

[[noreturn]] void reject_file(const std::string& name, const char* why) {
  throw input_error(fmt::format("cannot read {}: {}", name, why));
}

int leave_open(std::FILE* /*stream*/) { return 0; }

}  // namespace

std::string display_file_name(const std::string& file) { return file == standard_input ? "standard input" : file; }

void read_file_in_blocks(const std::string& file, const std::function<void(std::string_view)>& take) {
  const bool is_input = file == standard_input;
  const std::string name = display_file_name(file);
  const auto throw_read_error = [&name] {
    if (errno == EINTR) throw interrupted("interrupted");  // while waiting for the writer of a pipe
    storage::throw_system_error("cannot read " + name, errno);
  };
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(is_input ? stdin : std::fopen(file.c_str(), "rb"),
                                                               is_input ? &leave_open : &std::fclose);
  if (!stream) throw_read_error();
  if (is_input && std::feof(stdin) != 0) reject_file(name, "it can be read only once");
  std::string block(std::size_t{1} << 16, '\0');
  while (const std::size_t num_read = std::fread(block.data(), 1, block.size(), stream.get())) {
    take(std::string_view(block).substr(0, num_read));
  }
  if (std::ferror(stream.get()) != 0) throw_read_error();
}

std::string read_text_file(const std::string& file) {
  if (file.empty()) throw input_error("expected a file name after '@'");
  std::string text;
  read_file_in_blocks(file, [&](std::string_view block) {
    text += block;
    if (text.size() > max_file_bytes) reject_file(display_file_name(file), "it is longer than 64 MiB");
  });
  text.erase(0, text.size() - without_byte_order_mark(text).size());
  std::size_t size = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n') continue;
    text[size++] = text[i];
  }
  text.resize(size);
  if (text.ends_with('\n')) text.pop_back();
  return text;
}

}  // namespace zermelo
