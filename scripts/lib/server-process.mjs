// How the server's process is started, so that it gives memory back. The container sets the same: see Dockerfile.

/** Options of V8 that trade a little processor time for memory. `--max-semi-space-size` (MB): there are three semi-spaces
 *  for new values, of 16 MB each by default. `--heap-growing-percent`: a full collection is due when the heap has grown by
 *  this share since the last one; by default it may become several times as large. */
export const serverNodeOptions = ['--max-semi-space-size=8', '--heap-growing-percent=40']

/** The allocator of glibc raises the size from which memory goes back to the system with each large buffer that is
 *  freed, up to 32 MB, and keeps an arena for each thread. Both are fixed, or pictures would leave holes that stay. */
export const serverEnvironment = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' }
