import { randomOf } from '../truth/random'
import type { Picture } from '../src/picture'

interface Card {
  /** Upper edge in pixels. */
  y: number
  /** Cards of the same seed look alike. */
  seed: number
  /** Left and right end in pixels; the width of the page otherwise. */
  left?: number
  right?: number
}

const cardHeight = 76
const margin = 40

/** White paper with cards of made-up writing: short dark strokes in lines, different for every seed. */
export function givenPage(width: number, height: number, cards: Card[]): Picture {
  const data = new Uint8Array(width * height).fill(255)
  const fill = (x: number, y: number, w: number, h: number, value: number) => {
    for (let row = y; row < Math.min(y + h, height); row += 1)
      data.fill(value, row * width + x, row * width + Math.min(x + w, width))
  }
  for (const { y, seed, left = margin, right = width - margin } of cards) {
    const random = randomOf(seed)
    for (let line = 0; line < cardHeight; line += 20) {
      for (let x = left; x < right - 20;) {
        const [stroke, gap] = [2 + Math.floor(random() * 12), 3 + Math.floor(random() * 7)]
        fill(
          x,
          y + line + Math.floor(random() * 5),
          stroke,
          3 + Math.floor(random() * 9),
          30 + Math.floor(random() * 60),
        )
        x += stroke + gap
      }
    }
  }
  return { width, height, channels: 1, data }
}
