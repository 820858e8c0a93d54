// SPDX-License-Identifier: MIT
// Reads graph files: format `zermelo-graph`, version 1, see framework/docs/format.md. A file may be untrusted, and may
// come from other programs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>

#include <zermelo/core/base/work_monitor.hpp>
#include <zermelo/formats/named_graph.hpp>
#include <zermelo/storage/file/random_access_file.hpp>

namespace zermelo::storage {

/// Whether a file begins with the signature of HDF5. @throws input_error if the file is missing or not a regular file;
/// resource_error.
[[nodiscard]] bool is_hdf5_file(const std::filesystem::path& path, symbolic_links links = symbolic_links::followed);

/// Reads a graph file in two steps, so that the size is known before memory is allocated for the graph. Movable.
class opened_graph {
 public:
  /// Reads the file's description in a child process. @throws input_error with the name of the file if the file is
  /// missing, damaged or of another format; resource_error; interrupted.
  explicit opened_graph(const std::filesystem::path& path, symbolic_links links = symbolic_links::followed);
  opened_graph(opened_graph&&) noexcept;
  ~opened_graph();

  [[nodiscard]] std::uint64_t num_positions() const noexcept;
  /// Returns the size of the graph in memory, in bytes, including the index of names.
  [[nodiscard]] std::uint64_t num_bytes() const noexcept;

  /// Reads the graph. Only the lengths of the arrays and the names are checked; csr_graph.hpp checks the rest. For a
  /// solved graph, the distances of terminal positions are retained. Reports phase "read".
  /// @param threads  at least 1
  /// @throws input_error with the name of the file if the file is damaged; interrupted; std::bad_alloc.
  [[nodiscard]] named_graph read(unsigned threads, work_monitor& monitor) const;

 private:
  class implementation;
  std::unique_ptr<const implementation> m_graph;
};

}  // namespace zermelo::storage
