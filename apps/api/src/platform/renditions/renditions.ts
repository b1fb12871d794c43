import * as z from 'zod'
import { isErrorCode, type ErrorCode } from '@pinmark/shared/messages'
import { sourceTypes } from './sniff'

const fileSchema = z.object({
  contentType: z.enum(['image/jpeg', 'image/png', 'image/webp', 'image/avif', 'image/gif']),
  bytes: z
    .instanceof(Uint8Array)
    .transform((bytes): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)),
})

/** What the worker makes of an upload, the original aside: that one never needs to travel back. */
export const madeSchema = z.object({
  /** Natural size in pixels, upright. */
  width: z.number().int().positive(),
  height: z.number().int().positive(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  placeholder: z.string().startsWith('data:image/webp;base64,').max(4_096),
  /** Of `files.narrow` in pixels; there or not with it. */
  narrowWidth: z.number().int().positive().optional(),
  files: z.object({
    view: fileSchema,
    thumbnail: fileSchema,
    jpeg: fileSchema,
    jpegSmall: fileSchema,
    narrow: fileSchema.optional(),
  }),
})
export type Made = z.infer<typeof madeSchema>

/** The worker decodes bytes from strangers: what it says is checked like anything else from outside. */
export const replySchema = z.union([
  z.object({ made: madeSchema }),
  z.object({ refused: z.custom<ErrorCode>(isErrorCode), detail: z.string().max(1_000) }),
])
export type Reply = z.infer<typeof replySchema>

export const requestSchema = z.object({
  bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
  sourceType: z.enum(sourceTypes),
  /** Processor time that the image may take. Unlike time by the clock it is the same on a busy machine. */
  maxCpuMs: z.number().positive(),
})
export type Request = z.infer<typeof requestSchema>

/** The worker ends itself above this much resident memory. */
export const maxWorkerBytes = 1024 * 1024 * 1024
/** How a worker says why it ended itself. */
export const exitCodes = { memory: 77, time: 78 } as const
