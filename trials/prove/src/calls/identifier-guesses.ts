import type { Random } from '@pinmark/testbed/random'

/** Guesses at ids near a known one: plus and minus one, as a whole and in the last bytes, and the same at another
 *  second. Such guesses find ids that contain a time and a counter.
 *  @param id bytes of any length */
export function guessesNear(id: Buffer, count: number, random: Random): Buffer[] {
  return Array.from({ length: count }, (_, at) => {
    const guess = Buffer.from(id)
    const step = Math.floor(at / 2) + 1
    const isUp = at % 2 === 0
    // Three bytes are the counter of an ObjectId.
    const low = guess.readUIntBE(guess.length - 3, 3)
    guess.writeUIntBE((low + (isUp ? step : 2 ** 24 - step)) % 2 ** 24, guess.length - 3, 3)
    if (random.next() < 0.1) guess.writeUInt32BE((guess.readUInt32BE(0) + random.whole(0, 2)) >>> 0, 0)
    return guess
  })
}

export interface Randomness {
  duplicates: number
  /** The largest deviation of a bit from a fair coin, in standard deviations. */
  worstBit: number
  /** The same for the equality of two neighbouring bits, and of the same bit in two consecutive ids. */
  worstPair: number
}

/** Statistics about the randomness of ids of the same length. */
export function judgeRandomness(ids: readonly Buffer[]): Randomness {
  const bits = (ids[0]?.length ?? 0) * 8
  const ones = new Float64Array(bits)
  const likeNext = new Float64Array(bits)
  const likeBefore = new Float64Array(bits)
  const bitOf = (id: Buffer | undefined, at: number) => ((id?.[at >> 3] ?? 0) >> (at & 7)) & 1
  ids.forEach((id, index) => {
    for (let at = 0; at < bits; at += 1) {
      const bit = bitOf(id, at)
      ones[at] = (ones[at] ?? 0) + bit
      likeNext[at] = (likeNext[at] ?? 0) + (bit === bitOf(id, (at + 1) % bits) ? 1 : 0)
      likeBefore[at] = (likeBefore[at] ?? 0) + (index > 0 && bit === bitOf(ids[index - 1], at) ? 1 : 0)
    }
  })
  const deviation = (count: number, of: number) => Math.abs(count - of / 2) / Math.sqrt(of / 4)
  const worst = (counts: Float64Array, of: number) =>
    Math.max(...[...counts].map((count) => deviation(count, of)))
  return {
    duplicates: ids.length - new Set(ids.map((id) => id.toString('hex'))).size,
    worstBit: worst(ones, ids.length),
    worstPair: Math.max(worst(likeNext, ids.length), worst(likeBefore, ids.length - 1)),
  }
}
