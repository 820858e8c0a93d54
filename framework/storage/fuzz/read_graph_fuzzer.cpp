// SPDX-License-Identifier: MIT
// The input is a file. Whatever its content, the readers of graph files and of parity games must either reject it with
// one line, or read a graph whose arrays the check either rejects or accepts as valid.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include <zermelo/core/base/error.hpp>
#include <zermelo/formats/named_graph.hpp>
#include <zermelo/formats/parity_text.hpp>
#include <zermelo/storage/export/read_graph.hpp>

#include "use_table.hpp"

namespace zermelo::storage::fuzz {
namespace {

/// Larger graphs are not read, so that no input takes long.
constexpr std::uint64_t max_graph_bytes = std::uint64_t{1} << 24;

named_graph read_any_graph(const std::string& path, std::span<const std::uint8_t> bytes) {
  work_monitor silent;
  if (is_hdf5_file(path)) {
    const opened_graph stored(path);
    if (stored.num_bytes() > max_graph_bytes) throw input_error("a large graph");
    return stored.read(1, silent);
  }
  const auto read = [bytes](std::uint64_t offset, std::span<char> piece) {
    const std::size_t size = std::min<std::size_t>(piece.size(), bytes.size() - offset);
    std::copy_n(bytes.data() + offset, size, piece.data());
    return size;
  };
  text_source text{.location = path, .num_bytes = bytes.size(), .read = read};
  (void)looks_like_parity_game(text);
  return parity_text(std::move(text), max_graph_bytes, 1, silent).build(1, silent);
}

/// Uses all of a graph. Returns whether it was valid.
bool use_graph(const std::string& path, std::span<const std::uint8_t> bytes) {
  work_monitor silent;
  try {
    const checked_graph graph(read_any_graph(path, bytes), 1, silent);
    const checked_graph again(read_any_graph(path, bytes), 2, silent);
    require(graph.digest() == again.digest(), "one and two threads compute different digests");
    const position_names& names = graph.named().names;
    require(names.size() == 0 || names.size() == graph.moves().num_vertices(), "expected one name per position");
    for (std::uint64_t v = 0; v < names.size(); ++v) {
      const auto found = names.find(names[v]);
      require(!found || *found == v, "looking up a name returns another position");
    }
    return true;
  } catch (const input_error& rejected) {
    require(std::string(rejected.what()).find('\n') == std::string::npos, "the error message spans several lines");
  } catch (const resource_error& rejected) {
    require(std::string(rejected.what()).find('\n') == std::string::npos, "the error message spans several lines");
  }
  return false;
}

}  // namespace
}  // namespace zermelo::storage::fuzz

// NOLINTBEGIN(readability-identifier-naming): libFuzzer asks for these names.
extern "C" int LLVMFuzzerInitialize(int* /*argc*/, char*** /*argv*/) {
  const std::string text = "parity 1;\n0 0 0 1,0 \"a\";\n1 1 1 1;\n";
  const std::span bytes(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
  const zermelo::storage::fuzz::temporary_file file(bytes);
  zermelo::storage::fuzz::require(zermelo::storage::fuzz::use_graph(file.path(), bytes),
                                  "the reader rejects a valid game");
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const zermelo::storage::fuzz::temporary_file file({data, size});
  (void)zermelo::storage::fuzz::use_graph(file.path(), {data, size});
  return 0;
}
// NOLINTEND(readability-identifier-naming)
