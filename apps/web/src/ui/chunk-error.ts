/** A part of the program did not arrive: the connection broke, or a newer version has taken its place. Each browser says
 *  it in its own words. */
export function isChunkError(error: unknown): boolean {
  return (
    error instanceof Error &&
    /dynamically imported module|importing a module script|unable to preload css/i.test(error.message)
  )
}
