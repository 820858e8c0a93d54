// SPDX-License-Identifier: MIT
#include "attribute_archive.hpp"

#include <set>
#include <string>
#include <vector>

namespace zermelo::storage {
namespace {

constexpr const char* parameters_attribute = "parameters";
constexpr const char* checksum_attribute = "parameters_checksum";

std::string value_attribute(const std::string& name) { return "parameter_" + name; }

}  // namespace

std::int64_t to_signed(const std::string& name, std::uint64_t count) {
  if (!std::in_range<std::int64_t>(count)) {
    throw hdf5::failure(fmt::format("attribute '{}': {} exceeds 2^63 - 1", name, count));
  }
  return static_cast<std::int64_t>(count);
}

void attribute_writer::parameters(const format::parameters& values) {
  std::vector<std::string> names;
  for (const auto& [name, value] : values) {
    names.push_back(name);
    text(value_attribute(name), value);
  }
  text(parameters_attribute, format::join_tokens(names));
  hex(checksum_attribute, format::parameters_checksum(values));
}

void attribute_reader::derived_count(const std::string& name, std::uint64_t expected) {
  std::uint64_t stored = 0;
  count(name, stored);
  if (stored != expected)
    throw hdf5::failure(fmt::format("attribute '{0}': expected {2}, got {1}", name, stored, expected));
}

void attribute_reader::parameters(format::parameters& values) {
  std::set<std::string> taken;
  for (const auto& name : format::split_tokens(hdf5::read_text(m_file, parameters_attribute))) {
    // Rejects duplicates, so that a small file cannot cause a long text to be read many times.
    if (!taken.insert(name).second) throw hdf5::failure(fmt::format("duplicate parameter '{}'", excerpt(name)));
    values.emplace_back(name, hdf5::read_text(m_file, value_attribute(name)));
  }
  std::uint64_t stored_checksum = 0;
  hex(checksum_attribute, stored_checksum);
  if (stored_checksum != format::parameters_checksum(values)) {
    throw hdf5::failure("damaged: wrong checksum of the parameters");
  }
}

}  // namespace zermelo::storage
