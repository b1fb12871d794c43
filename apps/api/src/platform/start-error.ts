/** The start cannot go on, and its message is one plain sentence that says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** What to print of an error that ends a program: the sentence alone when it is meant for the operator. */
export const explain = (error: unknown): unknown => (error instanceof StartError ? error.message : error)
