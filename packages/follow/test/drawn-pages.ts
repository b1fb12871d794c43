import sharp from 'sharp'
import type { Area } from '../src/change'
import type { Picture } from '../src/picture'
import { randomOf } from '../truth/random'

/** Words without meaning, the same for the same seed. They hardly repeat, as in a text. */
function words(seed: number, count: number): string {
  const random = randomOf(seed)
  const letter = (at: number) => {
    const letters = at % 2 === 0 ? 'bcdfghklmnprstvw' : 'aeiou'
    return letters[Math.floor(random() * letters.length)]
  }
  const word = () => Array.from({ length: 2 + Math.floor(random() * 7) }, (_, at) => letter(at)).join('')
  return Array.from({ length: count }, word).join(' ')
}

async function drawn(width: number, height: number, content: string): Promise<Picture> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${content}</svg>`
  const { data } = await sharp(Buffer.from(svg))
    .flatten({ background: '#ffffff' })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width, height, channels: 3, data: new Uint8Array(data) }
}

function text(x: number, y: number, size: number, content: string, fill = '#333'): string {
  return `<text x="${x}" y="${y}" font-size="${size}" font-family="sans-serif" fill="${fill}">${content}</text>`
}

const [width, height] = [1_440, 2_000]
const columns = [60, 400, 740, 1_080]
/** The buttons of the page: one in the header, and one on each of twelve cards. */
export const shopButtons: Area[] = [
  { x: 1_240, y: 24, w: 140, h: 44 },
  ...[160, 760, 1_360].flatMap((top) => columns.map((left) => ({ x: left, y: top + 460, w: 300, h: 48 }))),
]

/** A shop: cards with a picture, a name, a price, a description and a button. */
export function shopPage(buttonColour: string): Promise<Picture> {
  const cards = shopButtons.slice(1).map(({ x, y }, at) => {
    const top = y - 460
    const hue = (at * 47) % 360
    return [
      `<rect x="${x}" y="${top}" width="300" height="280" fill="hsl(${hue} 30% 75%)"/>`,
      `<circle cx="${x + 150}" cy="${top + 140}" r="${60 + at * 4}" fill="hsl(${hue} 40% 45%)"/>`,
      text(x, top + 320, 22, words(at + 1, 3)),
      text(x, top + 352, 20, `${19 + at * 7},90 €`),
      text(x, top + 384, 15, words(at + 50, 6), '#777'),
      text(x, top + 408, 15, words(at + 90, 5), '#777'),
    ].join('')
  })
  const buttons = shopButtons.map(
    ({ x, y, w, h }, at) =>
      `<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="8" fill="${buttonColour}"/>` +
      text(x + w / 2 - 50, y + h / 2 + 6, 17, at === 0 ? 'My account' : 'Add to cart', '#fff'),
  )
  return drawn(width, height, text(60, 56, 30, 'Harbour home') + cards.join('') + buttons.join(''))
}

/** Paragraphs of an article, in lines of text. */
export const paragraphs: Area[] = [0, 1, 2, 3, 4, 5, 6, 7].map((at) => ({
  x: 320,
  y: 160 + at * 220,
  w: 800,
  h: 150,
}))

/** @param rewritten numbers of the paragraphs with other words */
export function articlePage(rewritten: readonly number[], ink?: string): Promise<Picture> {
  const lines = paragraphs.flatMap(({ x, y }, at) =>
    [0, 1, 2, 3, 4].map((line) =>
      text(x, y + 22 + line * 30, 20, words(at * 10 + line + (rewritten.includes(at) ? 1_000 : 0), 12), ink),
    ),
  )
  return drawn(width, height, text(320, 100, 44, 'A chair for every window') + lines.join(''))
}

export interface DesignElements {
  /** Upper left corner, size and fill of the button. */
  button: Area & { fill: string }
  /** Height of a block below the header that pushes everything else down. */
  inserted: number
  /** Rows of pixels that the whole page is lower. */
  lower: number
  /** Additional space above the second section. */
  space: number
  ink: string
  /** Ink of the last line of the first card. */
  note: string
}

export const designButton = { x: 120, y: 420, w: 200, h: 48, fill: '#1a56db' }

/** A page of 1,200 px: header, a text with a button beside a picture, and a section of three cards. */
export function designPage({
  button = designButton,
  inserted = 0,
  lower = 0,
  space = 0,
  ink = '#222222',
  note = '#666666',
}: Partial<DesignElements> = {}): Promise<Picture> {
  const top = lower
  const hero = top + inserted
  const cards = hero + space
  const block =
    inserted > 0
      ? `<rect x="80" y="${top + 90}" width="1040" height="${inserted - 20}" fill="#123456"/>` +
        text(120, top + 130, 24, words(300, 8), '#fff')
      : ''
  const paragraph = [0, 1, 2, 3, 4].map((line) =>
    text(120, hero + 240 + line * 32, 20, words(line + 20, 6), '#333'),
  )
  const columnsOfCards = [0, 1, 2].map((at) =>
    [
      `<rect x="${120 + at * 330}" y="${cards + 700}" width="300" height="180" fill="hsl(${at * 90} 40% 60%)"/>`,
      text(120 + at * 330, cards + 920, 22, words(at + 40, 3)),
      text(120 + at * 330, cards + 956, 16, words(at + 50, 5), '#666'),
      text(120 + at * 330, cards + 984, 16, words(at + 60, 5), at === 0 ? note : '#666'),
    ].join(''),
  )
  return drawn(
    1_200,
    1_100 + lower + inserted + space,
    [
      text(80, top + 50, 30, 'Harbour home'),
      text(820, top + 48, 18, words(7, 4)),
      block,
      text(120, hero + 180, 44, words(11, 3), ink),
      ...paragraph,
      `<rect x="${button.x}" y="${hero + button.y}" width="${button.w}" height="${button.h}" rx="6" fill="${button.fill}"/>`,
      text(button.x + 30, hero + button.y + 31, 18, 'Book a table', '#fff'),
      `<rect x="720" y="${hero + 140}" width="360" height="360" fill="#c9d6e8"/>`,
      `<circle cx="860" cy="${hero + 300}" r="90" fill="#8c5a3c"/><circle cx="990" cy="${hero + 380}" r="50" fill="#2f6f4f"/>`,
      text(120, cards + 650, 32, words(13, 4)),
      ...columnsOfCards,
    ].join(''),
  )
}
