import { shownName, type Message } from '@pinmark/shared/entities/comment'
import { strokesPath } from '@pinmark/shared/strokes-path'
import type { Wording } from '@pinmark/words/server'
import { sayName } from '../comments/comment.presenter'
import { commentsAsJson, stateOf, type ExportSource, type QuotedComment } from './exported'

/** A page of W3C Web Annotations: https://www.w3.org/TR/annotation-model/ */
export function annotationPieces(source: ExportSource): AsyncGenerator<string> {
  const { project, total, link } = source
  const head = {
    '@context': 'http://www.w3.org/ns/anno.jsonld',
    id: `${link}#annotation-page`,
    type: 'AnnotationPage',
    partOf: { id: `${link}#annotations`, type: 'AnnotationCollection', label: project.name, total },
    startIndex: 0,
  }
  return commentsAsJson(head, 'items', source, (thread) => annotationOf(thread, source))
}

function annotationOf(thread: QuotedComment, { linkTo, pictureOf, wording }: ExportSource) {
  const { comment, version } = thread
  const creatorOf = (message: Message) => ({
    type: 'Person',
    name: sayName(wording.m, shownName(message)),
  })
  const besideOf = (message: Message) => [...picturesOf(message, pictureOf), ...agreementOf(message, wording)]
  return {
    id: linkTo(comment),
    type: 'Annotation',
    motivation: 'commenting',
    created: comment.createdAt,
    ...(comment.editedAt !== null && { modified: comment.editedAt }),
    creator: creatorOf(comment),
    ...generatorOf(comment),
    body: [
      bodyOf(comment, 'commenting'),
      ...besideOf(comment),
      ...comment.replies.flatMap((reply) =>
        [bodyOf(reply, 'replying'), ...besideOf(reply)].map((body) => {
          return { ...body, creator: creatorOf(reply), ...generatorOf(reply) }
        }),
      ),
      { type: 'TextualBody', purpose: 'tagging', value: stateOf(comment) },
    ],
    target: { source: pictureOf(version), ...selectorOf(thread) },
  }
}

/** The tool that wrote a message. */
function generatorOf({ via }: Message) {
  return via === undefined ? {} : { generator: { type: 'Software', name: via } }
}

function bodyOf({ text, createdAt }: Message, purpose: 'commenting' | 'replying') {
  return { type: 'TextualBody', purpose, format: 'text/plain', value: text, created: createdAt }
}

function picturesOf({ pictures = [], createdAt }: Message, pictureOf: ExportSource['pictureOf']) {
  return pictures.map((picture) => ({ id: pictureOf(picture), type: 'Image', created: createdAt }))
}

/** The people who agree with a message. */
function agreementOf({ agrees }: Message, { m, format }: Wording) {
  if (!agrees) return []
  const names = agrees.names.map((name) => sayName(m, name))
  const value = m.annotation_agreed({ names: new Intl.ListFormat(format).format(names) })
  return [{ type: 'TextualBody', purpose: 'assessing', value }]
}

/** A fragment contains whole pixels only. If the spot is between two pixels, an SVG beside the fragment
 *  contains the exact spot. Strokes are in this SVG instead. The words of the design at the spot are a third selector. A
 *  comment on the whole design targets the picture itself. */
function selectorOf({ spot, version, quote }: QuotedComment) {
  const { point, region, strokes } = spot
  if (!point) return {}
  const { width, height } = version.image
  const x = Math.min(Math.round(point.x), width - 1)
  const y = Math.min(Math.round(point.y), height - 1)
  const w = Math.max(1, Math.min(Math.round(region?.w ?? 1), width - x))
  const h = Math.max(1, Math.min(Math.round(region?.h ?? 1), height - y))
  const fragment = {
    type: 'FragmentSelector',
    conformsTo: 'http://www.w3.org/TR/media-frags/',
    value: `xywh=pixel:${x},${y},${w},${h}`,
  }
  const isWhole = [point.x, point.y, region?.w ?? 0, region?.h ?? 0].every(Number.isInteger)
  const words = quote === '' ? [] : [{ type: 'TextQuoteSelector', exact: quote.replace(/…$/, '') }]
  if (isWhole && !strokes) return { selector: words.length === 0 ? fragment : [fragment, ...words] }
  const size = region ?? { w: 1, h: 1 }
  const shape = strokes
    ? `<path fill="none" stroke="#000000" d="${strokesPath(strokes, point, version.image.width)}"/>`
    : `<rect x="${point.x}" y="${point.y}" width="${size.w}" height="${size.h}"/>`
  const value = `<svg xmlns="http://www.w3.org/2000/svg">${shape}</svg>`
  return { selector: [fragment, { type: 'SvgSelector', value }, ...words] }
}
