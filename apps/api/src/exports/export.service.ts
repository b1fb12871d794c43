import { exportProject } from '@pinmark/shared/api/export'
import type { ExportFormat, ExportQuery } from '@pinmark/shared/entities/export'
import type { Version } from '@pinmark/shared/entities/project'
import { AppError } from '@pinmark/shared/errors'
import { versionOf } from '@pinmark/shared/export-choice'
import { imagePath } from '@pinmark/shared/image-path'
import { pagePaths } from '@pinmark/shared/paths'
import type { Wording } from '@pinmark/words/server'
import { yieldToEventLoop } from '../base/pace'
import { type Actor, waiterFor } from '../core/actor'
import { requireProject, requireStill } from '../core/refusal'
import { isDesigner } from '../core/rights'
import { annotationPieces } from './annotations'
import { chooseDesigns, chooseThreads, readThreads } from './choose-threads'
import { csvPieces } from './csv'
import type { ExportSource, QuotedComment } from './exported'
import { documentPieces } from './json-document'
import { checklistPieces } from './markdown'
import type { Spool } from '../http/body/spool'
import type { ImageKeys } from '../images/image-keys'
import { viewReader } from '../images/image.record'
import type { DrawnPin } from '../images/renditions/draw-pins'
import { drawPins } from '../images/renditions/render'
import { fileNameOf } from '../projects/file-name'
import { presentDesign } from '../projects/project.presenter'
import type { ProjectRecord } from '../projects/project.record'
import { findVerdicts } from '../rounds/verdict.record'
import { findVersion } from '../projects/link-state'

interface Exporting {
  actor: Actor
  projectId: string
  query: ExportQuery
  wording: Wording
  /** Beginning of addresses, without a trailing slash. */
  origin: string
  imageKeys: ImageKeys
  spool: Spool
}

interface ExportedFile {
  fileName: string
  contentType: string
  /** Makes the file. Called only for visitors who may read it. */
  pieces: () => Promise<AsyncIterable<Buffer | string>>
}

type TextFormat = Exclude<ExportFormat, 'png'>

/** A new format is one line here, and one in `exportFormats`. */
const textFormats: Record<
  TextFormat,
  { extension: string; contentType: string; pieces: (source: ExportSource) => AsyncIterable<string> }
> = {
  csv: { extension: 'csv', contentType: 'text/csv; charset=utf-8', pieces: csvPieces },
  markdown: { extension: 'md', contentType: 'text/markdown; charset=utf-8', pieces: checklistPieces },
  json: { extension: 'json', contentType: 'application/json', pieces: documentPieces },
  annotations: { extension: 'jsonld', contentType: 'application/ld+json', pieces: annotationPieces },
}

/** The comments of a project as a file, for everyone who may view the project.
 *  @throws AppError project_not_found, design_not_found, export_filter_not_valid; of a picture, when it is made,
 *  images_busy, image_took_too_long, no_room_left */
export async function exportFile(exporting: Exporting): Promise<ExportedFile> {
  const { actor, projectId, query, wording, origin, imageKeys, spool } = exporting
  const project = await requireProject(actor, projectId, exportProject.action)
  // The file may be passed on, so it must not contain addresses that only the owner may open.
  const imageKey = imageKeys.forLink(project)
  const all = project.designs.map((design) => presentDesign(design, imageKey))
  const chosenDesigns = chooseDesigns(all, query)
  const isPicture = query.format === 'png'
  const designs = isPicture ? chosenDesigns.slice(0, 1) : chosenDesigns
  const filter = isPicture ? { ...query, version: query.version ?? 'newest' } : query
  const choice = await chooseThreads(actor, project, designs, filter)
  const check = () => requireStill(actor, projectId, exportProject.action)
  const parts = <Written>(write: (threads: QuotedComment[]) => Written) =>
    readThreads(actor, project, choice, { ...filter, imageKey, hasQuotes: !isPicture, write, check })
  const name = fileNameOf(project.name)

  if (query.format === 'png') {
    const [design] = designs
    if (!design) throw new Error('a project has no design')
    const version = versionOf(design, filter.version)
    const draw = () => drawDesign(project, version, parts(pinsOf), actor)
    return {
      // A single design often has the name of its project.
      fileName: `${wording.m.export_picture({ name: [...new Set([name, fileNameOf(design.title)])].join(' - '), number: version.number })}.png`,
      contentType: 'image/png',
      pieces: () => spool.hold(actor.network, draw),
    }
  }
  const { extension, contentType, pieces } = textFormats[query.format]
  const page = `${origin}${pagePaths.project(project.linkId)}`
  const source: ExportSource = {
    wording,
    project,
    designs,
    texts: (write) => parts((threads) => joined(write(threads))),
    openCounts: new Map(choice.designs.map(({ design, openCount }) => [design._id, openCount])),
    total: choice.designs.reduce((sum, { count }) => sum + count, 0),
    verdicts: isDesigner(actor, project)
      ? await findVerdicts({ project: project._id, round: project.round.number })
      : null,
    link: page,
    linkTo: ({ _id }) => `${page}?comment=${_id}`,
    pictureOf: ({ image }) => `${origin}${imagePath(image._id, 'view')}`,
  }
  return {
    fileName: `${wording.m.export_file({ name })}.${extension}`,
    contentType,
    pieces: async () => gather(pieces(source)),
  }
}

/** Minimum size of a piece. Each piece waits for its turn to be sent, so a single comment would be too small. */
const gatheredLength = 32 * 1024

async function joined(pieces: Iterable<string>): Promise<string> {
  const texts: string[] = []
  let length = 0
  for (const piece of pieces) {
    texts.push(piece)
    length += piece.length
    if (length < gatheredLength) continue
    await yieldToEventLoop()
    length = 0
  }
  return texts.join('')
}

async function* gather(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let text = ''
  for await (const piece of pieces) {
    text += piece
    if (text.length < gatheredLength) continue
    yield text
    text = ''
  }
  if (text !== '') yield text
}

/** The picture of a version with the pins of its comments burnt in, drawn by the image worker.
 *  @throws AppError design_not_found, images_busy, image_took_too_long */
async function drawDesign(
  project: ProjectRecord,
  version: Version,
  parts: AsyncIterable<readonly DrawnPin[]>,
  actor: Actor,
): Promise<Buffer> {
  const stored = findVersion(project, version._id)
  if (!stored) throw new AppError('design_not_found')
  const pins: DrawnPin[] = []
  for await (const part of parts) pins.push(...part)
  return drawPins(viewReader(stored.image), pins, waiterFor(actor))
}

/** The pins of comments that have a spot. */
function pinsOf(threads: readonly QuotedComment[]): DrawnPin[] {
  return threads.flatMap((thread) => {
    const { point, region, strokes } = thread.spot
    const { number } = thread.comment
    return point ? { number, x: point.x, y: point.y, ...region, strokes, look: lookOf(thread) } : []
  })
}

function lookOf({ comment, spot }: QuotedComment): DrawnPin['look'] {
  if (comment.resolved) return 'resolved'
  const state = spot.carried?.state
  if (state === undefined) return 'open'
  return state === 'check' || state === 'gone' ? state : 'older'
}
