import { exportProject } from '@pinmark/shared/api/export'
import type { ExportFormat, ExportQuery } from '@pinmark/shared/entities/export'
import { pagePaths } from '@pinmark/shared/paths'
import { imagePath } from '@pinmark/shared/image-path'
import type { Actor } from '../core/actor'
import type { ImageKeys } from '../images/image-keys'
import { requireProject, requireStill } from '../core/require-project'
import { isOwner } from '../core/rights'
import { findVerdicts } from '../rounds/verdict.record'
import type { Spool } from '../http/body/spool'
import { fileNameOf } from '../projects/file-name'
import { presentDesign } from '../projects/project.presenter'
import { annotationPieces } from './annotations'
import { versionOf, type PlacedComment } from '@pinmark/shared/export-choice'
import { yieldToEventLoop } from '../base/pace'
import { chooseDesigns, chooseThreads, readThreads } from './choose-threads'
import { csvPieces } from './csv'
import type { ExportSource } from './exported'
import { documentPieces } from './json-document'
import { checklistPieces } from './markdown'
import { drawDesign, pinsOf } from './png'

interface Exporting {
  actor: Actor
  projectId: string
  query: ExportQuery
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
  const { actor, projectId, query, origin, imageKeys, spool } = exporting
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
  const parts = <Written>(write: (threads: PlacedComment[]) => Written) =>
    readThreads(actor, project, choice, { ...filter, imageKey, write, check })
  const name = fileNameOf(project.name)

  if (query.format === 'png') {
    const [design] = designs
    if (!design) throw new Error('a project has no design')
    const version = versionOf(design, filter.version)
    const draw = () => drawDesign(project, version, parts(pinsOf), actor)
    return {
      // A single design often has the name of its project.
      fileName: `${[...new Set([name, fileNameOf(design.title)])].join(' - ')}, version ${version.number}.png`,
      contentType: 'image/png',
      pieces: () => spool.hold(actor.network, draw),
    }
  }
  const { extension, contentType, pieces } = textFormats[query.format]
  const page = `${origin}${pagePaths.project(project.linkId)}`
  const source: ExportSource = {
    project,
    designs,
    texts: (write) => parts((threads) => joined(write(threads))),
    openCounts: new Map(choice.map(({ design, openCount }) => [design._id, openCount])),
    total: choice.reduce((sum, { count }) => sum + count, 0),
    verdicts: isOwner(actor, project)
      ? await findVerdicts({ project: project._id, round: project.round.number })
      : null,
    link: page,
    linkTo: ({ _id }) => `${page}?comment=${_id}`,
    pictureOf: ({ image }) => `${origin}${imagePath(image._id, 'view')}`,
  }
  return {
    fileName: `${name} - comments.${extension}`,
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
