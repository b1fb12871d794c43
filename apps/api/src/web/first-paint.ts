import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FirstPaintParts, FirstPaintText } from '@pinmark/shared/first-paint-text'
import { imagePath } from '@pinmark/shared/image-path'
import type { Language } from '@pinmark/words/languages'
import type { Wording } from '@pinmark/words/server'
import { escapeHtml } from '../base/escape-html'
import { sayName } from '../comments/comment.presenter'
import { isMissing } from '../http/send/send-built-file'
import type { SharedPage } from './shared-page.service'

/** The root of the app in the start page. The painted design comes before it. */
const placeOfApp = '<div id="root">'
/** The design's narrow picture. Not every design has one. */
const narrowSource = /<source\b[^>]*>/
const hole = /\{\{(\w+)\}\}/g
/** What is repeated for each pin or row. */
const repeated = /<template data-each="(\w+)">([^]*?)<\/template>/

interface PaintOptions {
  webDir: string
  wording: Wording
}

/** Puts the design and its page into the body, so that they are visible before any script runs. If the build has no
 *  template, the page stays unchanged. */
export async function withFirstPaint(
  html: string,
  page: SharedPage,
  { webDir, wording }: PaintOptions,
): Promise<string> {
  const path = join(webDir, '.server', `first-paint.${wording.language}.html`)
  const template = await readFile(path, 'utf8').catch((error: unknown) => {
    if (isMissing(error)) return null
    throw error
  })
  if (template === null) return html
  const texts = textsOf(page, wording)
  const parts = partsOf(page, wording)
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

function textsOf(page: SharedPage, wording: Wording): Record<FirstPaintText, string> {
  const { m } = wording
  const { name, description, updatedAt, mayChange, mayComment, image, design } = page
  const { number, note } = design.version
  return {
    name,
    description: description.trim() === '' ? '' : description,
    // Reserves the room of the real date, which depends on the reader's time zone.
    edited: dateIn(wording).format(updatedAt),
    mayChange: String(mayChange),
    mayComment: String(mayComment),
    hasResolved: String(page.comments.hasResolved),
    describe: description.trim() === '' ? m.description_add() : m.description_edit(),
    version: String(number),
    note: note.trim(),
    alt: m.design_alt({ name: design.title, number }),
    width: String(design.width),
    height: String(design.height),
    src: imagePath(image, 'view'),
    narrowSrc: imagePath(image, 'narrow'),
  }
}

const dates = new Map<Language, Intl.DateTimeFormat>()

/** Made once for each language, when a page is painted in it. */
function dateIn({ language, format }: Wording): Intl.DateTimeFormat {
  const day = { day: 'numeric', month: 'short', year: 'numeric' } as const
  const date = dates.get(language) ?? new Intl.DateTimeFormat(format, { ...day, timeZone: 'UTC' })
  dates.set(language, date)
  return date
}

function partsOf({ comments: { pins, rows } }: SharedPage, { m }: Wording) {
  const pinTexts: Record<FirstPaintParts['pin'], string>[] = pins.map(({ number, x, y }) => ({
    ...{ number: String(number), at: `${y.toFixed(3)}% auto auto ${x.toFixed(3)}%` },
  }))
  const rowTexts: Record<FirstPaintParts['row'], string>[] = rows.map(
    ({ number, commenter, text, replies }) => ({
      ...{ number: String(number), commenter: sayName(m, commenter), text },
      replies: replies === 0 ? '' : m.count_replies({ count: replies }),
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
