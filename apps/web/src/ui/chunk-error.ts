/** Recognises that a part of the app could not be loaded: the connection broke, or a newer version has replaced it.
 *  Each browser has its own message. */
export function isChunkError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|unable to preload css/i.test(error.message)
  )
}
