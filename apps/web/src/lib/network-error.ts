/** There was no answer: no network, no server, or the answer broke off. */
export class NetworkError extends Error {
  override readonly name = 'NetworkError'

  constructor(cause: unknown) {
    super('The server did not answer.', { cause })
  }
}
