#pragma once

// Declarations of a public header between these two belong to the library's interface: a shared
// library shows them, and everything else is hidden. cmake/public_headers.txt lists the headers.
#if defined(__GNUC__)
#define JACQUARD_BEGIN_API _Pragma("GCC visibility push(default)")
#define JACQUARD_END_API _Pragma("GCC visibility pop")
#else
#define JACQUARD_BEGIN_API
#define JACQUARD_END_API
#endif
