import sharp from 'sharp'
import { scaleStrokes } from '@pinmark/shared/coordinates'
import type { Stroke } from '@pinmark/shared/entities/comment'
import { strokesPath } from '@pinmark/shared/strokes-path'

export const pinLooks = ['open', 'resolved', 'older', 'check', 'gone'] as const
export type PinLook = (typeof pinLooks)[number]

/** A small picture with straight alpha, four bytes for each pixel. */
export interface Tile {
  data: Buffer
  width: number
  height: number
}

const dark = '#161615'
const light = '#ffffff'
const fill = '#ff6b1a'

/** Size of a pin at scale 1: the diameter of its disc, and its height with the tip. The same as on the page. */
export const pinSize = { head: 28, height: 33 }

/** Digits as strokes in a box of 6 × 9, because the server has no reliable fonts. */
const digitPaths = [
  'M3 .95C4.6.95 5 2.6 5 4.5S4.6 8.05 3 8.05 1 6.4 1 4.5 1.4.95 3 .95Z',
  'M1.1 2.8 3.6 1.1V9',
  'M.9 3C1 1.7 1.9.95 3 .95S5 1.7 5 2.9C5 4.6 1.2 6.3 1 8.1H5.3',
  'M1 2.2C1.4 1.3 2.2.95 3 .95 4.2.95 4.9 1.6 4.9 2.6S4 4.3 2.5 4.3C4.2 4.3 5.1 5.1 5.1 6.2 5.1 7.4 4.2 8.05 3 8.05 2 8.05 1.2 7.6.8 6.6',
  'M4.1 9V1.2L.8 6.6H5.8',
  'M4.9.95H1.7L1.3 4.5C1.8 4.1 2.3 3.85 3 3.85 4.3 3.85 5.1 4.7 5.1 5.9S4.3 8.05 2.9 8.05C2 8.05 1.2 7.6.9 6.8',
  'M4.7 2.1C4.3 1.3 3.7.95 3 .95 1.6.95.9 2.5.9 4.8S1.7 8.05 3 8.05C4.2 8.05 5.1 7.2 5.1 5.9S4.2 3.85 3.1 3.85C2 3.85 1.1 4.6.95 5.6',
  'M.7.95H5L2.3 9',
  'M3 4.3C1.9 4.3 1.1 3.6 1.1 2.6S1.9.95 3 .95 4.9 1.6 4.9 2.6 4.1 4.3 3 4.3 .9 5.1.9 6.2 1.7 8.05 3 8.05 5.1 7.3 5.1 6.2 4.3 4.3 3 4.3Z',
  'M1.3 6.9C1.7 7.7 2.3 8.05 3 8.05 4.4 8.05 5.1 6.5 5.1 4.2S4.3.95 3 .95C1.8.95.9 1.8.9 3.1S1.8 5.15 2.9 5.15C4 5.15 4.9 4.4 5.05 3.4',
]
const digitBox = { width: 6, height: 9 }
/** Distance from one digit to the next, in the same units. */
const advance = 6.7

/** A pin without its number. Its tip is at the centre, `pinSize.height` below the top. */
export function drawPin(look: PinLook, scale: number): Promise<Tile> {
  const { head, height } = pinSize
  return draw(`<g>${shapes[look]}</g>`, { width: head, height, scale })
}

/** The positions of the digits in the head of a pin, at scale 1. Long numbers are smaller. */
export function layDigits(number: number): { digit: number; x: number; y: number; size: number }[] {
  const digits = [...String(number)].map(Number)
  const size = digits.length < 3 ? 1 : digits.length === 3 ? 0.84 : 0.66
  const start = (pinSize.head - ((digits.length - 1) * advance + digitBox.width) * size) / 2
  const y = (pinSize.head - digitBox.height * size) / 2
  return digits.map((digit, at) => ({ digit, x: start + at * advance * size, y, size }))
}

export function drawDigit(digit: number, size: number, look: PinLook, scale: number): Promise<Tile> {
  const colour = look === 'open' ? '#1c0b00' : look === 'resolved' ? '#494946' : dark
  const stroke = `fill="none" stroke="${colour}" stroke-width="1.75" stroke-linejoin="round"`
  return draw(`<path ${stroke} d="${digitPaths[digit]}"/>`, { ...digitBox, scale: scale * size })
}

const outline = (inset: number) => {
  const scale = (14 - inset) / 14
  return `transform="translate(14 14) scale(${scale}) translate(-14 -14)" d="M4.1 23.9A14 14 0 1 1 23.9 23.9L15.41 32.39A2 2 0 0 1 12.59 32.39Z"`
}
const rings = (inside: string) =>
  `<path ${outline(0)} fill="${dark}"/><path ${outline(1)} fill="${light}"/>${inside}`
const ring = (colour: string, dashes = '') =>
  `<circle cx="14" cy="14" r="9.5" fill="${light}" stroke="${colour}" stroke-width="1.75" ${dashes}/>`

const shapes: Record<PinLook, string> = {
  open: rings(`<path ${outline(3)} fill="${fill}"/>`),
  resolved: rings(ring('#8a8a85')),
  older: rings(ring(fill)),
  check: rings(ring(fill, 'stroke-dasharray="3.5 2.5"')),
  // It points at nothing, so it has no tip.
  gone: `<circle cx="14" cy="19" r="14" fill="${dark}"/><circle cx="14" cy="19" r="13" fill="${light}"/><g transform="translate(0 5)">${ring('#8a8a85', 'stroke-dasharray="1.5 2.5"')}</g>`,
}

async function draw(
  shape: string,
  { width, height, scale }: { width: number; height: number; scale: number },
): Promise<Tile> {
  const [w, h] = [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))]
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${width} ${height}">${shape}</svg>`
  const { data, info } = await sharp(Buffer.from(svg))
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** The strokes of a comment, in pixels of the design from x, y, which are pixels of the sheet. */
export interface Drawn {
  x: number
  y: number
  strokes: readonly Stroke[]
  /** Dashed, because the place is a guess. */
  isGuess: boolean
}

interface Sheet {
  /** Pixels of the sheet for a pixel of the design. */
  scale: number
  /** Width of the design in its own pixels. */
  width: number
  /** 1: as on the page. */
  thickness: number
}

/** As on the page: an orange line on a dark one, which is visible on every colour. */
const lines = [
  { colour: '#161615', px: 5 },
  { colour: '#ff6b1a', px: 2.5 },
]
const dashPx = 9

/** Strokes as elements of an SVG. */
export function inkOf(drawn: readonly Drawn[], sheet: Sheet): string {
  const [certain, guessed] = [drawn.filter(({ isGuess }) => !isGuess), drawn.filter(({ isGuess }) => isGuess)]
  const dash = ` stroke-dasharray="${dashPx * sheet.thickness}"`
  return `${pathOf(certain, sheet, '')}${pathOf(guessed, sheet, dash)}`
}

function pathOf(drawn: readonly Drawn[], { scale, width, thickness }: Sheet, dash: string): string {
  const path = drawn
    .map(({ strokes, ...at }) => strokesPath(scaleStrokes(strokes, scale), at, width * scale))
    .join('')
  if (path === '') return ''
  const look = `d="${path}" fill="none" stroke-linecap="round" stroke-linejoin="round"${dash}`
  return lines
    .map(({ colour, px }) => `<path ${look} stroke="${colour}" stroke-width="${px * thickness}"/>`)
    .join('')
}
