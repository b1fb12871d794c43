import * as z from 'zod'
import { changeKinds } from '@pinmark/follow/change'
import { followStates } from '@pinmark/follow/place'
import { runOfRowsSchema } from '@pinmark/shared/entities/comparison'
import { type ErrorCode, isErrorCode } from '@pinmark/shared/messages'
import { textLimits } from '@pinmark/shared/text-limits'
import { maxListedPages } from './pdf'
import { pinLooks } from './pin-tiles'
import { type SourceType, sourceTypes } from './sniff'

/** The files that a worker makes, in the order in which their bytes are sent. */
export const fileNames = ['view', 'thumbnail', 'jpeg', 'jpegSmall', 'preview', 'narrow', 'original'] as const

const announcedFileSchema = z.object({
  contentType: z.enum(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']),
  /** Length in bytes. */
  length: z.number().int().positive(),
})

/** The result of an upload. The original is part of it only for a page of a PDF; any other original need not
 *  be sent back. The bytes of the files follow on a pipe. */
const announcedSchema = z.object({
  /** Natural size in pixels, upright. */
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  placeholder: z.string().startsWith('data:image/webp;base64,').max(4_096),
  /** What the picture lacks of the file, a sentence each. */
  warnings: z.array(z.string().max(1_000)).max(1).optional(),
  /** The text that it shows. */
  lines: z
    .array(
      z.object({
        text: z.string().max(2 * textLimits.letters),
        box: z.array(z.number()).length(4),
        source: z.enum(['pdf', 'svg']),
      }),
    )
    .max(textLimits.lines),
  /** Width of `files.narrow` in pixels; present if it is. */
  narrowWidth: z.number().int().positive().optional(),
  files: z.object({
    view: announcedFileSchema,
    thumbnail: announcedFileSchema,
    /** Missing if it is the same file as the view. */
    jpeg: announcedFileSchema.optional(),
    jpegSmall: announcedFileSchema,
    preview: announcedFileSchema,
    narrow: announcedFileSchema.optional(),
    original: announcedFileSchema.optional(),
  }),
})
export type Announced = z.infer<typeof announcedSchema>
type AnnouncedFiles = Announced['files']
type WithBytes<File> = File extends { length: number } ? Omit<File, 'length'> & { bytes: Buffer } : File

/** The same with the bytes themselves. `jpeg` and `view` may be one file. */
export interface Made extends Omit<Announced, 'files'> {
  files: { [Name in keyof AnnouncedFiles]: WithBytes<AnnouncedFiles[Name]> } & {
    jpeg: WithBytes<AnnouncedFiles['view']>
  }
}

const refusedSchema = z.object({
  refused: z.custom<ErrorCode>(isErrorCode),
  /** The values of its sentence. */
  params: z.record(z.string().max(60), z.union([z.string().max(300), z.number()])).optional(),
  detail: z.string().max(1_000),
})

const followedPlaceSchema = z.object({
  x: z.number(),
  y: z.number(),
  w: z.number().optional(),
  h: z.number().optional(),
  state: z.enum(followStates),
})

const areaSchema = z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() })

const changeSchema = z.object({
  kind: z.enum(changeKinds),
  before: areaSchema.nullable(),
  after: areaSchema.nullable(),
})

/** In CSS pixels of the design. */
const measuredDifferenceSchema = changeSchema.extend({
  shift: z.object({ x: z.number(), y: z.number() }).nullable(),
  size: z.object({ w: z.number(), h: z.number() }).nullable(),
  colour: z.number().nullable(),
})

const comparedSchema = z.union([
  z.object({ followed: z.array(followedPlaceSchema) }),
  z.object({ changes: z.array(changeSchema), runs: z.array(runOfRowsSchema) }),
  z.object({ differences: z.array(measuredDifferenceSchema), runs: z.array(runOfRowsSchema) }),
])

const pageListSchema = z.object({
  count: z.number().int().positive(),
  pages: z
    .array(
      z.object({
        width: z.number().int().nonnegative(),
        height: z.number().int().nonnegative(),
        missingFonts: z.array(z.string().max(60)).max(10),
        lacksAnnotations: z.boolean(),
        picture: z.string().startsWith('data:image/webp;base64,').max(65_536).nullable(),
      }),
    )
    .max(maxListedPages),
})
/** Sizes of the drawn pages in pixels; 0 for a page that cannot be drawn. Pictures are data URLs. */
export type PageList = z.infer<typeof pageListSchema>

/** JPEGs of a few kilobytes, as base64. */
const cutSchema = z.object({ cut: z.array(z.base64().max(262_144)) })

/** The worker decodes untrusted bytes, so its answers are validated like all data from outside. */
export const replySchema = z.union([
  z.object({ made: announcedSchema }),
  /** Length in bytes of a PNG, which follows on a pipe. */
  z.object({ drawn: z.object({ length: z.number().int().positive() }) }),
  z.object({ listed: pageListSchema }),
  cutSchema,
  comparedSchema,
  refusedSchema,
])
export type AnnouncedReply = z.infer<typeof replySchema>

/** A worker asks for memory once per task, in bytes, and goes on when it is granted. */
export const needSchema = z.object({ needs: z.number().int().positive() })
export type Need = z.infer<typeof needSchema>
export const granted = 'granted'

export type Reply =
  | { made: Made }
  | { drawn: Buffer }
  | { listed: PageList }
  | z.infer<typeof cutSchema>
  | z.infer<typeof comparedSchema>
  | z.infer<typeof refusedSchema>

const strokesSchema = z.array(z.array(z.number()).readonly()).readonly().optional()

const pinSchema = z.object({
  number: z.number().int().positive(),
  x: z.number(),
  y: z.number(),
  w: z.number().optional(),
  h: z.number().optional(),
  strokes: strokesSchema,
  look: z.enum(pinLooks),
})

const placeSchema = z.object({
  x: z.number(),
  y: z.number(),
  w: z.number().optional(),
  h: z.number().optional(),
})

const cutSpotSchema = z.object({ ...placeSchema.shape, strokes: strokesSchema })

/** The tasks of a worker: prepare an upload or a page of one, list the pages of a PDF, follow places from one
 *  version to the next, list the changes and the rows that both have, measure
 *  a build against its design, draw pins on a design, cut out the surroundings of spots. */
const taskSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('render'), isDesign: z.boolean() }),
  z.object({ kind: z.literal('page'), page: z.number().int().positive() }),
  z.object({ kind: z.literal('pages'), hasPictures: z.boolean() }),
  z.object({ kind: z.literal('follow'), places: z.array(placeSchema).readonly() }),
  z.object({ kind: z.literal('changes') }),
  z.object({ kind: z.literal('differences') }),
  z.object({ kind: z.literal('draw'), pins: z.array(pinSchema).readonly() }),
  z.object({
    kind: z.literal('cut'),
    spots: z.array(z.union([cutSpotSchema, z.literal('whole')])).readonly(),
  }),
])
export type Task = z.infer<typeof taskSchema>

export interface SourceImage {
  bytes: Uint8Array
  sourceType: SourceType
}

export interface Request {
  task: Task
  /** The upload, or the older and the newer version, or the design and its build. */
  images: SourceImage[]
  /** Processor time limit of the task. Unlike time by the clock, it is the same on a busy machine. */
  maxCpuMs: number
}

/** The announcement of a request. The bytes of its images follow on a pipe. */
export const announcedRequestSchema = z.object({
  task: taskSchema,
  images: z.array(z.object({ length: z.number().int().positive(), sourceType: z.enum(sourceTypes) })),
  maxCpuMs: z.number().positive(),
})

/** File descriptors of the worker's pipes. A message of the IPC channel would copy megabytes at once on the
 *  main thread of the API. A pipe copies a piece at a time. */
export const pipes = { toWorker: 4, fromWorker: 5 } as const

/** The worker ends itself above this resident memory. */
export const maxWorkerBytes = 1024 * 1024 * 1024
/** How a worker ends itself, by reason. A signal ends it at once. An orderly exit waits for other threads,
 *  which may never finish. By default, neither signal writes a core file. */
export const endSignals = { memory: 'SIGUSR2', time: 'SIGVTALRM' } as const

/** A width that chat programs show across a message, and their proportions. */
const maxWidthPx = 1_200
const maxTallness = 630 / 1_200

/** The size of the picture in previews of a link. A design that is taller shows its top part.
 *  @param width, height of the design
 *  @returns `part`, the height of the shown part of the design; all in pixels */
export function previewSize(width: number, height: number): { width: number; height: number; part: number } {
  const part = Math.min(height, Math.max(1, Math.round(width * maxTallness)))
  const shown = Math.min(width, maxWidthPx)
  return { width: shown, height: Math.max(1, Math.round((part * shown) / width)), part }
}
