import { scaleStrokes } from '@pinmark/shared/coordinates'
import type { Stroke } from '@pinmark/shared/entities/comment'
import { strokesPath } from '@pinmark/shared/strokes-path'

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
  return `${draw(certain, sheet, '')}${draw(guessed, sheet, dash)}`
}

function draw(drawn: readonly Drawn[], { scale, width, thickness }: Sheet, dash: string): string {
  const path = drawn
    .map(({ strokes, ...at }) => strokesPath(scaleStrokes(strokes, scale), at, width * scale))
    .join('')
  if (path === '') return ''
  const look = `d="${path}" fill="none" stroke-linecap="round" stroke-linejoin="round"${dash}`
  return lines
    .map(({ colour, px }) => `<path ${look} stroke="${colour}" stroke-width="${px * thickness}"/>`)
    .join('')
}
