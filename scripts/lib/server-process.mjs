// How the server's process is started, so that it gives memory back. The container sets the same: see Dockerfile.

/** Node keeps three of these for new values, each of 16 MB when many requests come at once. */
export const serverNodeOptions = ['--max-semi-space-size=8']

/** The allocator of glibc raises the size from which memory goes back to the system with each large buffer that is
 *  freed, up to 32 MB, and keeps an arena for each thread. Both are fixed, or pictures would leave holes that stay. */
export const serverEnvironment = { MALLOC_MMAP_THRESHOLD_: '131072', MALLOC_ARENA_MAX: '2' }
