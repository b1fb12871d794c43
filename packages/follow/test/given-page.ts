import { randomOf } from '../truth/random'
import type { Area } from '../src/change'
import type { Picture } from '../src/picture'

interface Card {
  /** Upper edge in pixels. */
  y: number
  /** Cards of the same seed have the same content. */
  seed: number
  /** Left and right end in pixels. Default: the width of the page. */
  left?: number
  right?: number
}

const cardHeight = 76
const margin = 40

/** A white page with cards of synthetic writing: short dark strokes in lines, different for every seed. */
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

/** A copy of a page with a photo on it: stripes of shades with dark spots, different for every seed. */
export function withPhoto(page: Picture, { x, y, w, h }: Area, seed: number): Picture {
  const random = randomOf(seed)
  const data = page.data.slice()
  const shades = Array.from({ length: 8 }, () => 60 + Math.floor(random() * 130))
  for (let row = 0; row < h; row += 1) {
    for (let column = 0; column < w; column += 1) {
      const stripe = Math.floor((row + column * (0.2 + (seed % 5) / 10)) / 28) % shades.length
      const isSpot = random() < 0.02
      data[(y + row) * page.width + x + column] = isSpot ? 20 : (shades[stripe] ?? 0)
    }
  }
  return { ...page, data }
}

/** A copy of a page with a filled button on it, as wide as its text. */
export function withButton(page: Picture, { x, y, w, h }: Area, seed: number): Picture {
  const random = randomOf(seed)
  const data = page.data.slice()
  for (let row = y; row < y + h; row += 1) data.fill(70, row * page.width + x, row * page.width + x + w)
  for (let column = x + 14; column < x + w - 16; column += 4 + Math.floor(random() * 4)) {
    const [top, bottom] = [y + h / 2 - 3 - Math.floor(random() * 5), y + h / 2 + 2 + Math.floor(random() * 5)]
    for (let row = top; row < bottom; row += 1)
      data.fill(250, row * page.width + column, row * page.width + column + 2)
  }
  return { ...page, data }
}

/** The page exported at 2x, with wider letters: the distance of each point from `left` grows by `stretch`. */
export function enlarged({ width, height, channels, data }: Picture, left: number, stretch: number): Picture {
  const large = new Uint8Array(4 * data.length)
  for (let y = 0; y < 2 * height; y += 1)
    for (let x = 0; x < 2 * width; x += 1) {
      const column = Math.floor(left + (x / 2 - left) / stretch)
      large[2 * y * width + x] = data[(y >> 1) * width + Math.max(0, column)] ?? 255
    }
  return { width: 2 * width, height: 2 * height, channels, data: large }
}

/** A copy of a page with another picture on it. Both have one channel. */
export function pasted(page: Picture, picture: Picture, x: number, y: number): Picture {
  const data = page.data.slice()
  for (let row = 0; row < picture.height; row += 1)
    data.set(
      picture.data.subarray(row * picture.width, (row + 1) * picture.width),
      (y + row) * page.width + x,
    )
  return { ...page, data }
}

/** A page without its upper rows. */
export function cropped({ width, height, channels, data }: Picture, rows: number): Picture {
  return { width, height: height - rows, channels, data: data.slice(rows * width * channels) }
}

/** A copy of a page with a horizontal band of one shade. */
export function withBand(page: Picture, y: number, h: number, shade: number): Picture {
  return { ...page, data: page.data.slice().fill(shade, y * page.width, (y + h) * page.width) }
}

/** A copy of a page with a coloured area under dark writing. @param colour red, green, blue, each 0 to 255 */
export function tinted(
  { width, height, data: grey }: Picture,
  { x, y, w, h }: Area,
  colour: number[],
): Picture {
  const data = new Uint8Array(3 * width * height)
  for (let at = 0; at < width * height; at += 1) {
    const [column, row] = [at % width, Math.floor(at / width)]
    const isIn = column >= x && column < x + w && row >= y && row < y + h
    for (const channel of [0, 1, 2])
      data[3 * at + channel] = isIn ? Math.min(grey[at] ?? 0, colour[channel] ?? 0) : (grey[at] ?? 0)
  }
  return { width, height, channels: 3, data }
}
