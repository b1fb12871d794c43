import type { ImageRegion } from '@pinmark/shared/coordinates'
import type { Difference } from '@pinmark/shared/entities/comparison'

/** What is listed at a time, in bytes of JSON: the rest of an answer fits into 15 KB with it. */
const maxBytes = 14 * 1024

/** As many differences as a model should read at once, in few bytes: what goes without saying is left out. At least one is
 *  listed, if there is one. Areas are `[x, y, width, height]`.
 *  @param skip how many are left out at the beginning */
export function shortDifferences(all: readonly Difference[], skip: number) {
  const differences: ReturnType<typeof shortened>[] = []
  let bytes = 0
  for (const difference of all.slice(skip)) {
    const short = shortened(difference)
    bytes += Buffer.byteLength(JSON.stringify(short)) + ',"quoted":{}'.length
    if (bytes > maxBytes && differences.length > 0) break
    differences.push(short)
  }
  return { total: all.length, differences }
}

function shortened({ kind, before, after, shift, size, colour, words }: Difference) {
  return {
    kind,
    ...(before && { design: areaOf(before) }),
    ...(after && { build: areaOf(after) }),
    ...(shift && (shift.x !== 0 || shift.y !== 0) && { shift: [shift.x, shift.y] }),
    ...(size && (size.w !== 0 || size.h !== 0) && { size: [size.w, size.h] }),
    ...(colour !== null && { colour }),
    ...(words && { words }),
  }
}

function areaOf({ x, y, w, h }: ImageRegion): number[] {
  return [x, y, w, h].map(Math.round)
}
