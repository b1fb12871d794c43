import type { Request, Response } from 'express'
import * as z from 'zod/mini'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import { requireUser } from '../../access/actor'
import type { Config } from '../../config'
import { warmRenderer } from '../../platform/renditions/render'
import { onlyFile, readImageForm, type ImageFormOptions } from './image-form'
import { checkJsonType } from './json-body'
import { multipartReader, overheadBytes, type SentProject } from './multipart'
import { ProjectJsonReader } from './project-json'
import { countUploads } from '../limits/rate-limits'
import { UploadBudget, type UploadAccount, type UploadSender } from '../limits/upload-budget'
import { sendError } from '../send/send-error'
import '../request'

const bytesPerMb = 1024 * 1024

/** All upload readers of this process. They share one count per account and one memory budget. */
export interface UploadReaders {
  readNewProject: NewProjectReader
  readImages: ImagesReader
  readPicture: PictureReader
}

/** Reads the body of POST /projects, JSON with a data URL or multipart. The account is already checked. Never more than
 *  the limit is kept.
 *  @throws AppError image_too_large, image_not_readable, malformed_upload, one_image_expected, too_many_uploads,
 *  images_busy, json_expected and what JSON bodies are refused for */
export type NewProjectReader = (req: Request, res: Response) => Promise<SentProject>

/** Reads a form of images. The permission of the account is already checked.
 *  @param onFile handles one file after the other
 *  @returns the text fields of the form
 *  @throws AppError form_expected, charset_not_supported, image_too_large, image_not_readable,
 *  malformed_upload, too_many_files */
export type ImagesReader = (
  req: Request,
  res: Response,
  options: Pick<ImageFormOptions, 'maxFiles' | 'onFile'>,
) => Promise<unknown>

/** Reads the form of one picture for a comment. The permission of the sender is already checked.
 *  @throws AppError image_required, one_image_expected and what `ImagesReader` throws */
export type PictureReader = (
  req: Request,
  res: Response,
) => Promise<{ bytes: Buffer; name: string; fields: unknown }>

export function uploadReaders(config: Config): UploadReaders {
  const budget = new UploadBudget(config.limits.maxUploadMb * bytesPerMb)
  const countUpload = countUploads(config)
  return {
    readNewProject: newProjectReader(config, budget, countUpload),
    readImages: imagesReader(config, budget, countUpload),
    readPicture: pictureReader(budget),
  }
}

function imagesReader(
  { limits: { maxUploadMb } }: Config,
  budget: UploadBudget,
  countUpload: (account: string) => void,
): ImagesReader {
  const maxImageBytes = maxUploadMb * bytesPerMb
  return (req, res, { maxFiles, onFile }) => {
    const { publicId } = requireUser(req.actor)
    checkForm(req, maxFiles * maxUploadMb)
    warmRenderer()
    return readImageForm(req, res, {
      ...{ maxFiles, maxImageBytes, onFile },
      tooLarge: () => tooLarge(null, maxUploadMb),
      openAccount: (isHandling) => {
        const account = openAccount(budget, req, res, isHandling)
        let isCounted = false
        const take = (bytes: number) => {
          if (!isCounted) countUpload(publicId)
          isCounted = true
          account.take(bytes)
        }
        return { ...account, take }
      },
    })
  }
}

function pictureReader(budget: UploadBudget): PictureReader {
  const { maxMb } = limits.picture
  return async (req, res) => {
    checkForm(req, maxMb)
    warmRenderer()
    return onlyFile((options) =>
      readImageForm(req, res, {
        ...options,
        maxImageBytes: maxMb * bytesPerMb,
        tooLarge: () => tooLarge(null, maxMb),
        openAccount: (isHandling) => openAccount(budget, req, res, isHandling),
      }),
    )
  }
}

/** Opens an account that gives back when the answer is closed and the handler has finished. A visitor who leaves does not
 *  stop the handler: a repeated request gets what the first one has created. */
function openAccount(
  budget: UploadBudget,
  req: Request,
  res: Response,
  isHandling = () => false,
): UploadAccount {
  const { user, network } = req.actor
  const sender: UploadSender = {
    isAwaited: () => !req.complete && !isHandling(),
    // `limitBodyTime` then closes the connection, after a moment in which the sender can read the answer.
    end: (refusal) => sendError(req, res, refusal),
  }
  const account = budget.open([...(user ? [`account ${user.publicId}`] : []), `network ${network}`], sender)
  const giveBackLater = () => void Promise.allSettled([req.handled]).then(account.giveBack)
  if (res.closed) giveBackLater()
  else res.once('close', giveBackLater)
  const giveBack = () => {
    res.off('close', giveBackLater)
    account.giveBack()
  }
  return { ...account, giveBack }
}

/** @throws AppError charset_not_supported, form_expected, image_too_large */
function checkForm(req: Request, maxMb: number): void {
  if (isEncoded(req)) throw new AppError('charset_not_supported')
  if (!isMultipart(req)) throw new AppError('form_expected')
  if (announcedBytes(req) > maxMb * bytesPerMb + overheadBytes) throw tooLarge(announcedBytes(req), maxMb)
}

function newProjectReader(
  config: Config,
  budget: UploadBudget,
  countUpload: (account: string) => void,
): NewProjectReader {
  const { maxUploadMb } = config.limits
  const readMultipart = multipartReader(maxUploadMb * bytesPerMb, (bytes) => tooLarge(bytes, maxUploadMb))

  return async (req, res) => {
    countUpload(requireUser(req.actor).publicId)
    if (isEncoded(req)) throw new AppError('charset_not_supported')

    const account = openAccount(budget, req, res)
    warmRenderer()
    if (!isMultipart(req)) return readJson(req, account, Math.min(maxUploadMb, limits.image.maxDataUrlMb))
    const maxBytes = maxUploadMb * bytesPerMb + overheadBytes
    if (announcedBytes(req) > maxBytes) throw tooLarge(announcedBytes(req), maxUploadMb)
    return readMultipart(req, res, account)
  }
}

async function readJson(req: Request, account: UploadAccount, limitMb: number): Promise<SentProject> {
  if (announcedBytes(req) === 0) return { name: undefined, designTitle: undefined, image: null }
  checkJsonType(req.headers['content-type'])
  // Base64 turns three bytes into four.
  const maxBytes = Math.ceil((limitMb * bytesPerMb) / 3) * 4 + overheadBytes
  const inBytes = (base64Length: number) => (base64Length / 4) * 3
  if (announcedBytes(req) > maxBytes) throw tooLarge(inBytes(announcedBytes(req)), limitMb)

  const reader = new ProjectJsonReader(overheadBytes, account.take)
  await readPieces(req, maxBytes, reader, () => tooLarge(null, limitMb))
  const { body, image: bytes } = reader.end()
  const sent = sentSchema.safeParse(body)
  if (!sent.success) throw new AppError('object_expected')
  const { image, name, designTitle } = sent.data
  if (image === undefined || image === null) return { name, designTitle, image: null }
  // The reader leaves an empty text in place of a decoded image.
  if (image !== '') throw new AppError('image_not_readable')

  if (bytes && bytes.length > limitMb * bytesPerMb) throw tooLarge(bytes.length, limitMb)
  return { name, designTitle, image: bytes ?? null }
}

const sentSchema = z.object({
  name: z.optional(z.unknown()),
  designTitle: z.optional(z.unknown()),
  image: z.optional(z.unknown()),
})

async function readPieces(
  req: Request,
  maxBytes: number,
  reader: ProjectJsonReader,
  onTooLarge: () => AppError,
): Promise<void> {
  let length = 0
  try {
    // Leaving the loop must not end the connection, because the answer still needs it.
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      if (!Buffer.isBuffer(chunk)) throw new TypeError('a body is read in buffers')
      length += chunk.length
      if (length > maxBytes) throw onTooLarge()
      reader.write(chunk)
    }
  } catch (error) {
    // The sender broke the connection.
    throw error instanceof AppError ? error : new AppError('malformed_upload', { cause: error })
  }
}

/** `bytes` is null for a body above the limit that announced no length. */
function tooLarge(bytes: number | null, limitMb: number): AppError {
  // Rounded up: 25.01 must not read "The image is 25 MB. The limit is 25 MB."
  const size = bytes === null ? `over ${limitMb}` : Math.ceil((bytes / bytesPerMb) * 10) / 10
  return new AppError('image_too_large', { params: { size, limit: limitMb } })
}

/** The length in the headers; NaN for a chunked body, which exceeds no limit in a comparison. */
function announcedBytes(req: Request): number {
  if (req.headers['transfer-encoding'] !== undefined) return Number.NaN
  return Number(req.headers['content-length'] ?? 0)
}

function isMultipart(req: Request): boolean {
  return /^\s*multipart\/form-data\s*(;|$)/i.test(req.headers['content-type'] ?? '')
}

function isEncoded(req: Request): boolean {
  const encoding = req.headers['content-encoding']
  return encoding !== undefined && encoding.trim().toLowerCase() !== 'identity'
}
