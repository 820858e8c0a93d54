// SPDX-License-Identifier: MIT
// How much memory this process may still take, how much it has taken, and sizes as text.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

namespace zermelo::experiment {

/// The bytes that this process can still take: the least of what the machine has available, what the memory
/// limits of its cgroups (versions 1 and 2, ancestors included) leave, and what its address-space limit
/// leaves. Where the system tells nothing, 2^64 - 1.
[[nodiscard]] std::uint64_t available_memory_bytes();

/// The machine's and the cgroups' share of the above, read from the system's files below `root`.
[[nodiscard]] std::uint64_t available_memory_bytes(const std::filesystem::path& root);

/// All the memory of the machine, 0 if the system does not tell.
[[nodiscard]] std::uint64_t machine_memory_bytes();

/// The largest resident size that this process has had (since `restart_peak_bytes`), 0 if the system does not tell.
[[nodiscard]] std::uint64_t peak_bytes();

/// Gives unused memory back to the system.
void give_back_memory();

/// Gives unused memory back to the system and lets `peak_bytes` start anew from what is then in use.
/// Returns false if the system does not allow it.
bool restart_peak_bytes();

/// The size that is resident now, 0 if the system does not tell.
[[nodiscard]] std::uint64_t resident_bytes();

/// Reads a size such as "512M", "1.5G", "4GiB" or "1000" (bytes); units are powers of 1024.
/// @throws input_error for anything else, for 0 and for 2^64 or more.
[[nodiscard]] std::uint64_t parse_bytes(std::string_view text);

/// A size that `parse_bytes` reads, such as "29M" or "512K", of so many bytes at least.
[[nodiscard]] std::string bytes_to_ask_for(std::uint64_t bytes);

/// A size for people, such as "1.5 GiB".
[[nodiscard]] std::string format_bytes(std::uint64_t bytes);

}  // namespace zermelo::experiment
