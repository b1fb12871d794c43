// Options of the server's process that return memory to the system. The Dockerfile sets the same.

/** Options of V8 that use a little more processor time for less memory. `--max-semi-space-size` (MB): there
 *  are three semi-spaces for new values, of 16 MB each by default. `--heap-growing-percent`: a full
 *  collection starts when the heap has grown by this share since the last one; by default it may become
 *  several times as large. */
export const serverNodeOptions = ['--max-semi-space-size=8', '--heap-growing-percent=40']

/** By default, glibc raises the size from which freed memory is returned to the system with each large freed
 *  buffer, up to 32 MB, and keeps an arena for each thread. Both are fixed here, because pictures would
 *  otherwise leave unused memory. */
export const serverEnvironment = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' }
