/** An error that ends the start. Its message is one plain sentence that says what to do. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** The text to print for an error that ends a program: only the sentence if it is meant for the operator. */
export const describeStartError = (error: unknown): unknown =>
  error instanceof StartError ? error.message : error
