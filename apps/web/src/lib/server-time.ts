/** By how many milliseconds the server's clock is ahead of this computer's. */
let aheadMs = 0

/** Takes the time of an answer from its header `Date`, which is in whole seconds. */
export function hearTime(date: string | null): void {
  if (date !== null) aheadMs = Date.parse(date) - Date.now()
}

/** The time by the server's clock, as far as it is known. A computer may have another one. */
export const serverNow = (): number => Date.now() + aheadMs
