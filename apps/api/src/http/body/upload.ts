import { readFile } from 'node:fs/promises'
import type { Request, Response } from 'express'
import { MulterError } from 'multer'
import { AppError } from '@pinmark/shared/errors'
import { limits } from '@pinmark/shared/limits'
import { requireUser } from '../../core/actor'
import type { Config } from '../../config'
import { hasRoom, type DiskRoom } from '../../base/disk-room'
import { warmRenderer } from '../../images/renditions/render'
import { countUploads } from '../limits/rate-limits'
import { ByteBudget } from '../../base/budgets'
import '../route'
import { checkJsonType } from './json-body'
import { parseLongJson, parseProject, type SentProject } from './project-json'
import { receiveBody, receiveForm, type ReceivedFile, type ReceivedForm } from './receive'
import { inUploadFolder } from './spool'

const bytesPerMb = 1024 * 1024
/** Bytes of a body beside its image: texts, boundaries, quotes. */
const overheadBytes = 64 * 1024

/** One file of a form. */
export interface SentFile {
  /** Position among the files, 0 for the first. */
  index: number
  /** The file name that the sender gave, in NFC. */
  name: string
  /** Its bytes, or the error that refuses them. */
  content: SentBytes | AppError
}

export interface SentBytes {
  bytes: Buffer
  /** The same design as a PNG, drawn by the sender's browser: the file of the field `drawn` that follows it. */
  drawn: Buffer | undefined
  /** The lines of text that a program has captured with it: the file of the field `lines` that follows it. */
  captured: Buffer | undefined
}

/** The only file of a form, with its text fields. */
export interface SentImage extends SentBytes {
  name: string
  fields: unknown
}

/** Receives an upload, and works with it. The account is already checked. */
type Reader<Sent> = <T>(req: Request, res: Response, handle: (sent: Sent) => Promise<T>) => Promise<T>

/** All upload readers of this process. They share one count per account and one memory budget. An upload is written to disk
 *  while it arrives, and is in memory only while the server works with it. So neither many senders nor slow ones take
 *  memory, and nobody waits for them. */
export interface UploadReaders {
  /** Reads the body of POST /projects, JSON with a data URL or a form.
   *  @throws AppError image_too_large, image_not_readable, malformed_upload, one_image_expected, too_many_uploads,
   *  images_busy, no_room_left, json_expected and what JSON bodies are refused for */
  readNewProject: Reader<SentProject>
  /** Reads a form of images.
   *  @param onFile handles one file after the other. A file that is refused stops none of the others.
   *  @throws AppError form_expected, charset_not_supported, image_too_large, image_not_readable, malformed_upload,
   *  too_many_files, too_many_uploads, no_room_left */
  readImages: (
    req: Request,
    res: Response,
    options: { maxFiles: number; onFile: (file: SentFile) => Promise<void> },
  ) => Promise<void>
  /** Reads the form of one image. @throws AppError image_required, one_image_expected and what `readImages` throws */
  readImage: Reader<SentImage>
  /** Reads the JSON of a call of a tool, which may hold an image as base64.
   *  @throws AppError image_too_large, images_busy, no_room_left, and what JSON bodies are refused for */
  readToolCall: (req: Request, res: Response) => Promise<unknown>
  /** Reads the form of one picture for a comment. @throws AppError as `readImage`, but not too_many_uploads */
  readPicture: Reader<SentImage>
}

/** Memory for the bytes of the uploads that the server works with. No upload is in memory while it arrives, so no sender holds
 *  a part of it. Together with the memory of the process itself and garbage that is not collected yet, it stays below 300
 *  MB. */
const workingBytes = 48 * 1024 * 1024

export function uploadReaders(config: Config, room: DiskRoom): UploadReaders {
  const { maxUploadMb } = config.limits
  // One of the largest uploads fits into each half.
  const budget = new ByteBudget(Math.max(workingBytes, 2 * maxUploadMb * bytesPerMb))
  const countUpload = countUploads(config)
  const count = (req: Request) => countUpload(requireUser(req.actor).publicId)
  return {
    readNewProject: (req, res, handle) => {
      count(req)
      return inUploadFolder(config, (folder) => readNewProject(req, res, folder, handle))
    },
    readImages: (req, res, { maxFiles, onFile }) => {
      count(req)
      return inUploadFolder(config, async (folder) => {
        const { files } = await receiveFiles(req, res, { folder, maxFiles, maxMb: maxUploadMb })
        for (const [index, file] of files.entries()) {
          const refusal = index < maxFiles ? refusalOf(file, maxUploadMb) : tooManyFiles(maxFiles)
          using memory = refusal ? null : take(req, lengthOf(file))
          const content = refusal ?? (memory ? await readBytes(file) : busy())
          await onFile({ index, name: file.name, content })
        }
      })
    },
    readImage: (req, res, handle) => {
      count(req)
      return readOne(req, res, maxUploadMb, handle)
    },
    readToolCall: (req, res) => inUploadFolder(config, (folder) => readToolCall(req, res, folder)),
    readPicture: (req, res, handle) => readOne(req, res, limits.picture.maxMb, handle),
  }

  async function readNewProject<T>(
    req: Request,
    res: Response,
    folder: string,
    handle: (sent: SentProject) => Promise<T>,
  ): Promise<T> {
    if (isEncoded(req)) throw new AppError('charset_not_supported')
    warmRenderer()
    if (!isMultipart(req)) return readJson(req, folder, handle)
    checkAnnounced(req, maxUploadMb)
    const receiving = { folder, check: checkOf(maxUploadMb), maxFiles: 1 }
    const { files, fields } = await receiveForm(req, res, receiving)
    const [file, ...others] = withCompanions(files)
    if (others.length > 0 || (file && file.field !== 'image')) throw new AppError('one_image_expected')
    const { name, designTitle } = fields
    if (!file) return handle({ name, designTitle, image: null })
    return withBytes(req, file, maxUploadMb, ({ bytes: image, ...beside }) =>
      handle({ name, designTitle, image, ...beside, fileName: file.name }),
    )
  }

  async function readJson<T>(
    req: Request,
    folder: string,
    handle: (sent: SentProject) => Promise<T>,
  ): Promise<T> {
    if (announcedBytes(req) === 0) return handle({ name: undefined, designTitle: undefined, image: null })
    const limitMb = Math.min(maxUploadMb, limits.image.maxDataUrlMb)
    const body = await receiveJson(req, folder, limitMb)
    using memory = take(req, body.bytes)
    if (!memory) throw busy()
    const sent = await parseProject(await readFile(body.path))
    if (sent.image && sent.image.length > limitMb * bytesPerMb) throw tooLarge(sent.image.length, limitMb)
    return await handle(sent)
  }

  /** Receives JSON with an image of up to `limitMb` as text. */
  function receiveJson(req: Request, folder: string, limitMb: number) {
    checkJsonType(req.headers['content-type'])
    // Base64 turns three bytes into four.
    const maxBytes = Math.ceil((limitMb * bytesPerMb) / 3) * 4 + overheadBytes
    if (announcedBytes(req) > maxBytes) throw tooLarge((announcedBytes(req) / 4) * 3, limitMb)
    return receiveBody(req, { folder, check: checkOf(limitMb, maxBytes) })
  }

  async function readToolCall(req: Request, res: Response, folder: string): Promise<unknown> {
    const body = await receiveJson(req, folder, Math.min(maxUploadMb, limits.image.maxToolMb))
    const memory = take(req, body.bytes)
    if (!memory) throw busy()
    // The tool works with the text that was parsed.
    res.once('close', () => memory[Symbol.dispose]())
    return parseLongJson(await readFile(body.path))
  }

  function readOne<T>(
    req: Request,
    res: Response,
    maxMb: number,
    handle: (sent: SentImage) => Promise<T>,
  ): Promise<T> {
    return inUploadFolder(config, async (folder) => {
      const { files, fields } = await receiveFiles(req, res, { folder, maxFiles: 1, maxMb })
      const [file, ...others] = files
      if (!file) throw new AppError('image_required')
      if (others.length > 0) throw new AppError('one_image_expected')
      return withBytes(req, file, maxMb, (sent) => handle({ ...sent, name: file.name, fields }))
    })
  }

  async function receiveFiles(
    req: Request,
    res: Response,
    { folder, maxFiles, maxMb }: { folder: string; maxFiles: number; maxMb: number },
  ): Promise<Omit<ReceivedForm, 'files'> & { files: AccompaniedFile[] }> {
    if (isEncoded(req)) throw new AppError('charset_not_supported')
    if (!isMultipart(req)) throw new AppError('form_expected')
    checkAnnounced(req, maxFiles * maxMb)
    warmRenderer()
    const check = checkOf(maxMb, maxFiles * maxMb * bytesPerMb + overheadBytes)
    try {
      const form = await receiveForm(req, res, { folder, check, maxFiles })
      return { ...form, files: withCompanions(form.files) }
    } catch (error) {
      const areTooMany = error instanceof MulterError && error.code === 'LIMIT_FILE_COUNT'
      throw areTooMany ? tooManyFiles(maxFiles) : error
    }
  }

  /** @throws AppError the refusal of the file, images_busy */
  async function withBytes<T>(
    req: Request,
    file: AccompaniedFile,
    maxMb: number,
    handle: (sent: SentBytes) => Promise<T>,
  ): Promise<T> {
    const refusal = refusalOf(file, maxMb)
    if (refusal) throw refusal
    using memory = take(req, lengthOf(file))
    if (!memory) throw busy()
    return await handle(await readBytes(file))
  }

  /** Refuses a body of unknown length once it is too long, and any body that would fill the disk.
   *  @throws AppError image_too_large, no_room_left */
  function checkOf(limitMb: number, maxBytes = limitMb * bytesPerMb + overheadBytes) {
    return (bytes: number) => {
      if (bytes > maxBytes) throw tooLarge(null, limitMb)
      if (!hasRoom(room)) throw new AppError('no_room_left')
    }
  }

  function take({ actor: { user, network } }: Request, bytes: number): Disposable | null {
    return budget.take([...(user ? [`account ${user.publicId}`] : []), `network ${network}`], bytes)
  }
}

const companions = ['drawn', 'lines'] as const
type AccompaniedFile = ReceivedFile & { [Name in (typeof companions)[number]]?: ReceivedFile }

/** Each file with what follows it in the form: what the sender's browser drew of it, and its lines. */
function withCompanions(files: readonly ReceivedFile[]): AccompaniedFile[] {
  const paired: AccompaniedFile[] = []
  for (const file of files) {
    const before = paired.at(-1)
    const name = companions.find((one) => one === file.field)
    if (name && before && !before[name]) before[name] = file
    else paired.push({ ...file })
  }
  return paired
}

function refusalOf(file: AccompaniedFile, maxMb: number): AppError | null {
  if (file.field !== 'image') return new AppError('image_required')
  return lengthOf(file) > maxMb * bytesPerMb ? tooLarge(null, maxMb) : null
}

const lengthOf = ({ bytes, drawn, lines }: AccompaniedFile) =>
  bytes + (drawn?.bytes ?? 0) + (lines?.bytes ?? 0)

async function readBytes({ path, drawn, lines }: AccompaniedFile): Promise<SentBytes> {
  return {
    bytes: await readFile(path),
    drawn: drawn && (await readFile(drawn.path)),
    captured: lines && (await readFile(lines.path)),
  }
}

const busy = () => new AppError('images_busy', { retryAfterSeconds: 5 })
const tooManyFiles = (limit: number) => new AppError('too_many_files', { params: { limit } })

/** `bytes` is null for a body above the limit that announced no length. */
function tooLarge(bytes: number | null, limitMb: number): AppError {
  // Rounded up: 25.01 must not read "The image is 25 MB. The limit is 25 MB."
  const size = bytes === null ? `>${limitMb}` : Math.ceil((bytes / bytesPerMb) * 10) / 10
  const params = { size, limit: limitMb }
  const text = `The image is over ${limitMb} MB. The limit is ${limitMb} MB.`
  return new AppError('image_too_large', bytes === null ? { text, params } : { params })
}

/** @throws AppError image_too_large */
function checkAnnounced(req: Request, maxMb: number): void {
  if (announcedBytes(req) > maxMb * bytesPerMb + overheadBytes) throw tooLarge(announcedBytes(req), maxMb)
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
