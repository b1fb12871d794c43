/** The start cannot go on, and its message is one plain sentence that says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'
}
