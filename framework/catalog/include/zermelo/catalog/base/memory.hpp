// SPDX-License-Identifier: MIT
// Determines the available and the used memory, and converts numbers of bytes from and to text.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace zermelo {

/// Returns the bytes that this process can still allocate: the minimum of the memory available on the machine, the
/// space left by the memory limits of the process's cgroups (versions 1 and 2, ancestors included), and the space left
/// by its address-space limit. Returns 2^64 - 1 if the system reports none of these.
[[nodiscard]] std::uint64_t available_memory_bytes();

/// Returns the minimum for the machine and the cgroups only, as reported by the system's files below the folder `root`.
[[nodiscard]] std::uint64_t available_memory_bytes(const std::filesystem::path& root);

/// Returns `limit_bytes`, or `available_memory_bytes()` if `limit_bytes` is 0.
[[nodiscard]] std::uint64_t limit_or_available_bytes(std::uint64_t limit_bytes);

/// @param need  the beginning of the message, such as "sorting needs"
/// @throws resource_error if fewer bytes are available
void expect_available(std::string_view need, std::uint64_t bytes);

/// Returns the total memory of the machine, or 0 if the system does not report it.
[[nodiscard]] std::uint64_t machine_memory_bytes();

/// Returns the largest resident size of this process since its start or the last `restart_peak_bytes`, or 0 if the
/// system does not report it.
[[nodiscard]] std::uint64_t peak_bytes();

/// Returns the allocator's unused memory to the system. Does nothing without glibc.
void give_back_memory();

/// Calls `give_back_memory`, and resets `peak_bytes` to the current resident size. Returns false if the system does not
/// support this.
bool restart_peak_bytes();

/// Returns the current resident size of this process, or 0 if the system does not report it.
[[nodiscard]] std::uint64_t resident_bytes();

/// Parses a size such as "512M", "1.5G", "4GiB" or "1000" (bytes). Units are powers of 1024.
/// @throws input_error for any other text, for less than 1 byte and for 2^64 bytes or more.
[[nodiscard]] std::uint64_t parse_bytes(std::string_view text);

/// Returns the smallest memory limit, as text, of at least `bytes`: rounded up to MiB such as "29M", or to KiB such as
/// "512K" below 1 MiB.
[[nodiscard]] std::string sufficient_limit_text(std::uint64_t bytes);

/// Returns a number of bytes as text, such as "1.5 GiB" or "512 bytes".
[[nodiscard]] std::string format_bytes(std::uint64_t bytes);

}  // namespace zermelo
