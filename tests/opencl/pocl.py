"""Runs kernels of OpenCL C on whatever device the system's OpenCL has, by its library alone."""

from __future__ import annotations

import ctypes
from ctypes import byref, c_char_p, c_int, c_size_t, c_uint, c_ulong, c_void_p
from typing import NamedTuple

DEVICE_TYPE_ALL = 0xFFFFFFFF
STANDARD = "-cl-std=CL1.2"
MEM_READ_WRITE = 1
MEM_COPY_HOST_PTR = 1 << 5
PROGRAM_BUILD_LOG = 0x1183

# Shapes of images, and the order and type of the channels of formats.
IMAGE_SHAPES = {"2d": 0x10F1, "3d": 0x10F2, "2d_array": 0x10F3, "1d": 0x10F4, "1d_array": 0x10F5,
                "1d_buffer": 0x10F6}
IMAGE_FORMATS = {"rgba32f": (0x10B5, 0x10DE), "rgba16f": (0x10B5, 0x10DD), "r32f": (0x10B0, 0x10DE),
                 "rgba8": (0x10B5, 0x10D2), "rgba8_snorm": (0x10B5, 0x10D0),
                 "rgba32i": (0x10B5, 0x10D9), "rgba8i": (0x10B5, 0x10D7),
                 "rgba32ui": (0x10B5, 0x10DC), "rgba16ui": (0x10B5, 0x10DB),
                 "rgba8ui": (0x10B5, 0x10DA)}
ADDRESS_MODES = {"clamp_to_edge": 0x1131, "clamp_to_border": 0x1132, "repeat": 0x1133,
                 "mirrored_repeat": 0x1134}
FILTERS = {"nearest": 0x1140, "linear": 0x1141}


class Argument(NamedTuple):
    """The bytes of a value, what a buffer or image begins with, or how much memory of the work
    group."""

    kind: str  # value, buffer, local, image, sampler
    content: bytes = b""
    size: int = 0
    image: tuple[str, str, tuple[int, ...]] = ("", "", ())  # shape, format, extent
    is_written: bool = True  # an image
    sampler: tuple[str, str, bool] = ("", "", False)  # address, filter, counts texels


class _ImageFormat(ctypes.Structure):
    _fields_ = [("order", c_uint), ("type", c_uint)]


class _ImageDescription(ctypes.Structure):
    _fields_ = [("type", c_uint), ("width", c_size_t), ("height", c_size_t), ("depth", c_size_t),
                ("array_size", c_size_t), ("row_pitch", c_size_t), ("slice_pitch", c_size_t),
                ("levels", c_uint), ("samples", c_uint), ("buffer", c_void_p)]


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
                     "clCreateKernel", "clCreateBuffer", "clCreateImage", "clCreateSampler"):
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

    def _program(self, text: str, options: str) -> c_void_p:
        if text in self._programs:
            return self._programs[text]
        fault = c_int()
        source = c_char_p(text.encode())
        program = c_void_p(self._library.clCreateProgramWithSource(
            self._context, 1, byref(source), None, byref(fault)))
        self._check(fault.value, "a program")
        if self._library.clBuildProgram(program, 1, byref(self._device), options.encode(), None,
                                        None) != 0:
            log = ctypes.create_string_buffer(1 << 16)
            self._library.clGetProgramBuildInfo(program, self._device, PROGRAM_BUILD_LOG,
                                                c_size_t(len(log)), log, None)
            raise OpenClFault(log.value.decode(errors="replace"))
        self._programs[text] = program
        return program

    def _image(self, argument: Argument) -> c_void_p:
        fault = c_int()
        shape, format_name, extent = argument.image
        layers = extent[-1] if shape.endswith("_array") else 0
        along = extent[:-1] if layers else extent
        content = ctypes.create_string_buffer(argument.content, len(argument.content))
        flags = c_ulong(MEM_READ_WRITE | MEM_COPY_HOST_PTR)
        described = _ImageDescription(IMAGE_SHAPES[shape], *along,
                                      **({"array_size": layers} if layers else {}))
        if shape == "1d_buffer":
            buffer = c_void_p(self._library.clCreateBuffer(
                self._context, flags, c_size_t(len(argument.content)), content, byref(fault)))
            self._check(fault.value, "the buffer of an image")
            described.buffer = buffer
        image = c_void_p(self._library.clCreateImage(
            self._context, c_ulong(MEM_READ_WRITE) if described.buffer else flags,
            byref(_ImageFormat(*IMAGE_FORMATS[format_name])), byref(described),
            None if described.buffer else content, byref(fault)))
        self._check(fault.value, f"an image of the format {format_name}")
        return image

    def _sampler(self, argument: Argument) -> c_void_p:
        fault = c_int()
        address, chosen, counts_texels = argument.sampler
        sampler = c_void_p(self._library.clCreateSampler(
            self._context, c_uint(0 if counts_texels else 1), c_uint(ADDRESS_MODES[address]),
            c_uint(FILTERS[chosen]), byref(fault)))
        self._check(fault.value, "a sampler")
        return sampler

    def _content(self, argument: Argument, buffer: c_void_p) -> bytes:
        """Returns what a buffer or image holds, and releases it."""
        library = self._library
        content = ctypes.create_string_buffer(max(len(argument.content), 1))
        if argument.kind == "image":
            region = (c_size_t * 3)(*(argument.image[2] + (1, 1))[:3])
            fault = library.clEnqueueReadImage(self._queue, buffer, 1, (c_size_t * 3)(), region,
                                               c_size_t(0), c_size_t(0), content, 0, None, None)
        else:
            fault = library.clEnqueueReadBuffer(self._queue, buffer, 1, c_size_t(0),
                                                c_size_t(len(argument.content)), content, 0, None,
                                                None)
        self._check(fault, "a copy of a buffer")
        library.clReleaseMemObject(buffer)
        return content.raw[:len(argument.content)]

    def run(self, text: str, name: str, grid: tuple[int, int, int], local: tuple[int, int, int],
            arguments: list[Argument], options: str = STANDARD) -> list[bytes]:
        """Launches a kernel, and returns what it left in each buffer and image; nothing of other
        arguments."""
        library = self._library
        fault = c_int()
        program = self._program(text, options)
        kernel = c_void_p(library.clCreateKernel(program, name.encode(), byref(fault)))
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
            elif argument.kind == "image":
                buffer = self._image(argument)
                status = library.clSetKernelArg(kernel, number, c_size_t(8), byref(buffer))
            elif argument.kind == "sampler":
                sampler = self._sampler(argument)
                status = library.clSetKernelArg(kernel, number, c_size_t(8), byref(sampler))
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
        left = [self._content(argument, buffer) if buffer is not None else b""
                for argument, buffer in zip(arguments, buffers)]
        library.clReleaseKernel(kernel)
        return left
