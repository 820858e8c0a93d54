# SPDX-License-Identifier: MIT
"""The module in C++. Its functions expect arguments that the modules in front have checked."""

from collections.abc import Callable

_Progress = Callable[[str, int, int], object] | None

class InputError(ValueError): ...
class ResourceError(MemoryError): ...
