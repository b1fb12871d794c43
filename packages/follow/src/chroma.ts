import type { Picture } from './picture'
import { blockPx } from './block-correlation'

/** The chroma of a block: mean red and mean blue, each minus mean luminance, -255 to 255; 0 for grey. */
export interface Chroma {
  readonly red: number
  readonly blue: number
}

interface Scaled {
  readonly picture: Picture
  /** Pixels of the plane per natural pixel. */
  readonly zoom: number
}

/** @param x, y upper left corner of the block, in pixels of the plane; parts outside of the picture are ignored
 *  @param step sampling distance, in pixels of the plane */
export function chromaAt(
  { picture: { data, width, height, channels }, zoom }: Scaled,
  x: number,
  y: number,
  step = 2,
): Chroma {
  if (channels === 1) return { red: 0, blue: 0 }
  let [red, green, blue, count] = [0, 0, 0, 0]
  for (let down = Math.max(0, y); down < y + blockPx; down += step) {
    const row = Math.floor(down / zoom)
    if (row >= height) break
    for (let right = Math.max(0, x); right < x + blockPx; right += step) {
      const column = Math.floor(right / zoom)
      if (column >= width) break
      const at = 3 * (row * width + column)
      red += data[at] ?? 0
      green += data[at + 1] ?? 0
      blue += data[at + 2] ?? 0
      count += 1
    }
  }
  const luminance = (77 * red + 150 * green + 29 * blue) / 256
  return { red: (red - luminance) / Math.max(1, count), blue: (blue - luminance) / Math.max(1, count) }
}

/** The larger one of both differences. */
export function chromaDifference(a: Chroma, b: Chroma): number {
  return Math.max(Math.abs(a.red - b.red), Math.abs(a.blue - b.blue))
}
