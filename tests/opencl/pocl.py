"""Runs kernels of OpenCL C on whatever device the system's OpenCL has, by its library alone."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_char_p, c_int, c_size_t, c_uint, c_ulong, c_void_p
from typing import NamedTuple

DEVICE_TYPE_ALL = 0xFFFFFFFF
MEM_READ_WRITE = 1
MEM_COPY_HOST_PTR = 1 << 5
PROGRAM_BUILD_LOG = 0x1183


class Argument(NamedTuple):
    """The bytes of a value, what a buffer begins with, or how much memory of the work group."""

    kind: str  # value, buffer, local
    content: bytes = b""
    size: int = 0


class OpenClFault(Exception):
    """A fault that the library tells."""


class Device:
    """The first device of the first platform that has one."""

    def __init__(self) -> None:
        try:
            self._library = ctypes.CDLL("libOpenCL.so.1")
        except OSError as reason:
            raise OpenClFault(str(reason)) from reason
        for name in ("clCreateContext", "clCreateCommandQueue", "clCreateProgramWithSource",
                     "clCreateKernel", "clCreateBuffer"):
            getattr(self._library, name).restype = c_void_p
        count = c_uint()
        self._library.clGetPlatformIDs(0, None, byref(count))
        if count.value == 0:
            raise OpenClFault("there is no platform")
        platforms = (c_void_p * count.value)()
        self._library.clGetPlatformIDs(count, platforms, None)
        self._device = c_void_p()
        for platform in platforms:
            if self._library.clGetDeviceIDs(c_void_p(platform), c_ulong(DEVICE_TYPE_ALL), 1,
                                            byref(self._device), None) == 0:
                break
        else:
            raise OpenClFault("there is no device")
        fault = c_int()
        self._context = c_void_p(self._library.clCreateContext(
            None, 1, byref(self._device), None, None, byref(fault)))
        self._check(fault.value, "a context")
        self._queue = c_void_p(self._library.clCreateCommandQueue(
            self._context, self._device, c_ulong(0), byref(fault)))
        self._check(fault.value, "a queue")
        self._programs: dict[str, c_void_p] = {}

    @staticmethod
    def _check(fault: int, what: str) -> None:
        if fault != 0:
            raise OpenClFault(f"{what} cannot be made ({fault})")

    def _program(self, text: str) -> c_void_p:
        if text in self._programs:
            return self._programs[text]
        fault = c_int()
        source = c_char_p(text.encode())
        program = c_void_p(self._library.clCreateProgramWithSource(
            self._context, 1, byref(source), None, byref(fault)))
        self._check(fault.value, "a program")
        if self._library.clBuildProgram(program, 1, byref(self._device), b"-cl-std=CL1.2", None,
                                        None) != 0:
            log = ctypes.create_string_buffer(1 << 16)
            self._library.clGetProgramBuildInfo(program, self._device, PROGRAM_BUILD_LOG,
                                                c_size_t(len(log)), log, None)
            raise OpenClFault(log.value.decode(errors="replace"))
        self._programs[text] = program
        return program

    def run(self, text: str, name: str, grid: tuple[int, int, int], local: tuple[int, int, int],
            arguments: list[Argument]) -> list[bytes]:
        """Launches a kernel, and returns what it left in each buffer; nothing of other arguments.
        """
        library = self._library
        fault = c_int()
        kernel = c_void_p(library.clCreateKernel(self._program(text), name.encode(), byref(fault)))
        self._check(fault.value, f"the kernel {name}")
        buffers: list[c_void_p | None] = []
        for number, argument in enumerate(arguments):
            buffer = None
            if argument.kind == "buffer":
                content = ctypes.create_string_buffer(argument.content, len(argument.content))
                buffer = c_void_p(library.clCreateBuffer(
                    self._context, c_ulong(MEM_READ_WRITE | MEM_COPY_HOST_PTR),
                    c_size_t(len(argument.content)), content, byref(fault)))
                self._check(fault.value, "a buffer")
                status = library.clSetKernelArg(kernel, number, c_size_t(8), byref(buffer))
            elif argument.kind == "local":
                status = library.clSetKernelArg(kernel, number, c_size_t(argument.size), None)
            else:
                value = ctypes.create_string_buffer(argument.content, len(argument.content))
                status = library.clSetKernelArg(kernel, number, c_size_t(len(argument.content)),
                                                value)
            self._check(status, f"argument {number} of {name}")
            buffers.append(buffer)
        self._check(library.clEnqueueNDRangeKernel(
            self._queue, kernel, 3, None, (c_size_t * 3)(*grid), (c_size_t * 3)(*local), 0, None,
            None), f"a launch of {name}")
        left = []
        for argument, buffer in zip(arguments, buffers):
            content = ctypes.create_string_buffer(max(len(argument.content), 1))
            if buffer is not None:
                self._check(library.clEnqueueReadBuffer(
                    self._queue, buffer, 1, c_size_t(0), c_size_t(len(argument.content)), content,
                    0, None, None), "a copy of a buffer")
                library.clReleaseMemObject(buffer)
                left.append(content.raw[:len(argument.content)])
            else:
                left.append(b"")
        library.clReleaseKernel(kernel)
        return left
