# SPDX-License-Identifier: MIT
"""Attributes that are computed on first access."""

from collections.abc import Callable
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class lazy(Generic[T]):
    """Decorates a method; its result becomes an attribute that is computed on first access and cached in the instance.

    Works like functools.cached_property of Python 3.12, which has no lock. Python 3.11 has one lock for all instances,
    so threads wait for each other, and a child forked during an access can wait for ever. If several threads access
    the attribute at the same time, each computes the value, and all of them get the same object.
    """

    def __init__(self, func: Callable[[Any], T]) -> None:
        self.func = func
        self.__doc__ = func.__doc__

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, instance: None, owner: type) -> "lazy[T]": ...
    @overload
    def __get__(self, instance: object, owner: type) -> T: ...
    def __get__(self, instance: object | None, owner: type) -> "lazy[T] | T":
        if instance is None:
            return self
        value: T = instance.__dict__.setdefault(self._name, self.func(instance))
        return value
