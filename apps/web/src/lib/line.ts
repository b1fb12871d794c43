/** Watches a request, which counts as lost when nothing is heard of it for `maxMs`: a network that loses packets can leave
 *  it without an answer and without an error.
 *  @param stop ends the request too
 *  @returns `signal` ends the request */
export function watchLine(maxMs: number, stop?: AbortSignal | null) {
  const line = new AbortController()
  const hangUp = () => line.abort()
  let timer = setTimeout(hangUp, maxMs)
  stop?.addEventListener('abort', hangUp)
  if (stop?.aborted) hangUp()
  return {
    signal: line.signal,
    /** @param nextMs the longest time until the next sign */
    heard(nextMs = maxMs) {
      clearTimeout(timer)
      timer = setTimeout(hangUp, nextMs)
    },
    /** Ends the request, if it has not ended, and the watch. */
    end() {
      clearTimeout(timer)
      stop?.removeEventListener('abort', hangUp)
      hangUp()
    },
  }
}
