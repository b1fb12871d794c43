import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { narrowMedia } from '@pinmark/shared/narrow-media'
import { pathTo } from '@pinmark/shared/api/endpoint'
import { loadImage } from '@pinmark/shared/api/images'
import { isMissing } from '../../http/send/send-built-file'
import { escapeHtml } from './escape-html'
import type { SharedPage } from './shared-page.service'

/** The place of the app in the start page; what is painted stands before it. */
const placeOfApp = '<div id="root">'
/** The design's narrow picture, which not every design has. */
const narrowSource = /<source\b[^>]*>\s*/
const hole = /\{\{(\w+)\}\}/g
const editedDate = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
})

/** Puts the design and its page into the body, to be seen before any script runs. Without the build's template, which
 *  only a newer build may bring, the page is as it was. */
export async function withFirstPaint(html: string, webDir: string, page: SharedPage): Promise<string> {
  const template = await readFile(join(webDir, '.server', 'first-paint.html'), 'utf8').catch(
    (error: unknown) => {
      if (isMissing(error)) return null
      throw error
    },
  )
  if (template === null) return html
  const bare = template.replace(/<!--.*?-->\s*/gs, '')
  const painted = fill(page.design.isNarrowToo ? bare : bare.replace(narrowSource, ''), textsOf(page))
  // A function as replacement: "$&" in a name means nothing.
  return html.replace(placeOfApp, () => `${painted}${placeOfApp}`)
}

function textsOf({ name, description, updatedAt, mayChange, mayComment, image, design }: SharedPage) {
  return {
    name,
    description: description.trim() === '' ? '' : description,
    // Keeps the room of the real date, which is in the reader's own time zone.
    edited: editedDate.format(updatedAt),
    mayChange: String(mayChange),
    mayComment: String(mayComment),
    describe: description.trim() === '' ? 'Add a description' : 'Edit description',
    alt: design.label,
    width: String(design.width),
    height: String(design.height),
    src: pathTo(loadImage, { params: { imageId: image, rendition: 'view' } }),
    narrowSrc: pathTo(loadImage, { params: { imageId: image, rendition: 'narrow' } }),
    narrowMedia,
  }
}

/** @throws when the template asks for what there is not: a mistake in the build */
function fill(template: string, texts: Record<string, string>): string {
  return template.replace(hole, (_hole, name: string) => {
    const text = texts[name]
    if (text === undefined) throw new Error(`first-paint.html asks for {{${name}}}, which nobody gives`)
    return escapeHtml(text)
  })
}
