/** Calls `onSilence` once nothing was heard for `maxMs`, until `end`. A network that loses packets can leave a request
 *  without any answer, and without an error. */
export function watchSilence(maxMs: number, onSilence: () => void) {
  let timer = setTimeout(onSilence, maxMs)
  return {
    /** @param nextMs the time until the next sign */
    heard(nextMs = maxMs) {
      clearTimeout(timer)
      timer = setTimeout(onSilence, nextMs)
    },
    end: () => clearTimeout(timer),
  }
}
