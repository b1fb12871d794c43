import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FirstPaintParts, FirstPaintText } from '@pinmark/shared/first-paint-text'
import { imagePath } from '@pinmark/shared/image-path'
import { isMissing } from '../http/send/send-built-file'
import { escapeHtml } from './page-head'
import type { SharedPage } from './shared-page.service'

/** The root of the app in the start page. The painted design comes before it. */
const placeOfApp = '<div id="root">'
/** The design's narrow picture. Not every design has one. */
const narrowSource = /<source\b[^>]*>/
const hole = /\{\{(\w+)\}\}/g
/** What is repeated for each pin or row. */
const repeated = /<template data-each="(\w+)">([^]*?)<\/template>/
const editedDate = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Puts the design and its page into the body, so that they are visible before any script runs. If the build has no
 *  template, the page stays unchanged. */
export async function withFirstPaint(html: string, webDir: string, page: SharedPage): Promise<string> {
  const template = await readFile(join(webDir, '.server', 'first-paint.html'), 'utf8').catch(
    (error: unknown) => {
      if (isMissing(error)) return null
      throw error
    },
  )
  if (template === null) return html
  const texts = textsOf(page)
  const parts = partsOf(page)
  // Text, name of a part, its template, text and so on. Nothing that is filled in is read as a template.
  const pieces = (page.design.isNarrowToo ? template : template.replace(narrowSource, '')).split(repeated)
  const painted = pieces.map((piece, at) => {
    if (at % 3 === 0) return fill(piece, texts)
    if (at % 3 === 1) return ''
    return (parts.get(pieces[at - 1]) ?? []).map((part) => fill(piece, part)).join('')
  })
  // A function as replacement, so that "$&" in a name has no special meaning.
  return html.replace(placeOfApp, () => `${painted.join('')}${placeOfApp}`)
}

function textsOf(page: SharedPage): Record<FirstPaintText, string> {
  const { name, description, updatedAt, mayChange, mayComment, image, design } = page
  const { number, note } = design.version
  return {
    name,
    description: description.trim() === '' ? '' : description,
    // Reserves the room of the real date, which depends on the reader's time zone.
    edited: editedDate.format(updatedAt),
    mayChange: String(mayChange),
    mayComment: String(mayComment),
    hasResolved: String(page.comments.hasResolved),
    describe: description.trim() === '' ? 'Add a description' : 'Edit description',
    version: String(number),
    note: note.trim(),
    alt: design.label,
    width: String(design.width),
    height: String(design.height),
    src: imagePath(image, 'view'),
    narrowSrc: imagePath(image, 'narrow'),
  }
}

function partsOf({ comments: { pins, rows } }: SharedPage) {
  const pinTexts: Record<FirstPaintParts['pin'], string>[] = pins.map(({ number, x, y }) => ({
    ...{ number: String(number), at: `${y.toFixed(3)}% auto auto ${x.toFixed(3)}%` },
  }))
  const rowTexts: Record<FirstPaintParts['row'], string>[] = rows.map(
    ({ number, commenter, text, replies }) => ({
      ...{ number: String(number), commenter, text },
      replies: replies === 0 ? '' : replies === 1 ? '1 reply' : `${replies} replies`,
    }),
  )
  return new Map<string | undefined, Record<string, string>[]>([
    ['pin', pinTexts],
    ['row', rowTexts],
  ])
}

/** @throws when the template contains an unknown name, which is a mistake in the build */
function fill(template: string, texts: Record<string, string>): string {
  return template.replace(hole, (_hole, name: string) => {
    const text = texts[name]
    if (text === undefined) throw new Error(`first-paint.html contains {{${name}}}, which has no value`)
    return escapeHtml(text)
  })
}
