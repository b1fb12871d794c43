import type { Request, Response } from 'express'
import type { Readable } from 'node:stream'
import multer, { MulterError, type StorageEngine } from 'multer'
import { AppError } from '@pinmark/shared/errors'
import { composeShort } from '@pinmark/shared/text'
import { ByteBlocks } from '../../base/byte-blocks'
import { checkFileHead, limitsBesideFiles, overheadBytes, stopEndless, valueOf } from './multipart'
import type { UploadAccount } from '../limits/upload-budget'

/** One file of a form. */
export interface SentFile {
  /** Position among the files, 0 for the first. */
  index: number
  /** The file name that the sender gave, in NFC. */
  name: string
  /** Its bytes, or the error that refuses them. */
  content: Buffer | AppError
}

export interface ImageFormOptions {
  maxFiles: number
  maxImageBytes: number
  tooLarge: () => AppError
  /** Reserves memory for the bytes of one file.
   *  @param isHandling whether `onFile` works with them */
  openAccount: (isHandling: () => boolean) => UploadAccount
  /** Handles a file. The next one is read afterwards, so that one file of the form is in memory at a time. */
  onFile: (file: SentFile) => Promise<void>
}

/** Reads the files in the field `image` of a form, one after the other. A file that cannot be taken stops none of the
 *  others.
 *  @returns the text fields
 *  @throws AppError malformed_upload, image_not_readable, too_many_files, MulterErrors, and what `onFile` throws */
export async function readImageForm(
  req: Request,
  res: Response,
  { maxFiles, maxImageBytes, tooLarge, openAccount, onFile }: ImageFormOptions,
): Promise<unknown> {
  let count = 0
  let turn = Promise.resolve()
  let current: Readable | undefined
  let handling = Promise.resolve()
  let handlingError: unknown
  let isHandling = false
  let isOver = false
  const handleInTurn: StorageEngine = {
    _handleFile: (_req, { fieldname, originalname, stream }, done) => {
      const name = composeShort(originalname)
      const index = count
      count += 1
      turn = turn.then(async () => {
        const account = openAccount(() => isHandling)
        current = stream
        const take = (bytes: number, sum: number) => {
          if (fieldname !== 'image') throw new AppError('image_required')
          if (index >= maxFiles) throw new AppError('too_many_files', { params: { limit: maxFiles } })
          if (sum > maxImageBytes) throw tooLarge()
          account.take(bytes)
        }
        const content = await collect(stream, take)
        if (isOver) return
        isHandling = true
        handling = onFile({ index, name, content }).finally(() => (isHandling = false))
        await handling.catch((error: unknown) => {
          handlingError = error
          throw error
        })
        if (maxFiles > 1) account.giveBack()
      })
      turn.then(() => done(null, { size: 0 }), done)
    },
    _removeFile: (_req, _file, done) => done(null),
  }
  const read = multer({
    storage: handleInTurn,
    fileFilter: checkFileHead,
    defParamCharset: 'utf8',
    limits: { ...limitsBesideFiles, files: maxFiles + 10, parts: maxFiles + 20 },
  }).any()

  const reading = new Promise((resolve, reject) => {
    read(req, res, (error: unknown) => {
      if (error instanceof MulterError && error.code === 'LIMIT_FILE_COUNT') {
        return reject(new AppError('too_many_files', { params: { limit: maxFiles } }))
      }
      if (error instanceof AppError || error instanceof MulterError) return reject(error)
      // The form did not cause it; the database may be away.
      if (error && error === handlingError) return reject(handlingError)
      // Other errors of multer come from the parser of the form, which gives its errors no status.
      if (error) return reject(new AppError('malformed_upload', { cause: error }))
      const fields: unknown = req.body
      if (fields === undefined) return reject(new AppError('malformed_upload'))
      if (valueOf(fields, 'image')) return reject(new AppError('image_not_readable'))
      resolve(fields)
    })
    stopEndless(req, maxFiles * maxImageBytes + overheadBytes, () => {
      req.unpipe()
      reject(tooLarge())
      current?.destroy(tooLarge())
    })
  })
  try {
    return await reading
  } finally {
    // A file that is being handled is still in memory, even if the rest of the form is refused or its sender leaves.
    isOver = true
    await Promise.allSettled([handling])
  }
}

/** Takes the only file of a form.
 *  @param read reads the form, at most one file of it
 *  @throws AppError image_required, one_image_expected, the one that refuses the file, and what `read` throws */
export async function onlyFile(
  read: (options: Pick<ImageFormOptions, 'maxFiles' | 'onFile'>) => Promise<unknown>,
): Promise<{ bytes: Buffer; name: string; fields: unknown }> {
  const files: SentFile[] = []
  const onFile = (file: SentFile) => {
    files.push(file)
    return Promise.resolve()
  }
  const fields = await read({ maxFiles: 1, onFile })
  const [file, ...others] = files
  if (!file) throw new AppError('image_required')
  if (others.length > 0) throw new AppError('one_image_expected')
  if (file.content instanceof AppError) throw file.content
  return { bytes: file.content, name: file.name, fields }
}

/** Reads a file to its end, and keeps it unless `take` refuses a piece.
 *  @param take called with the length of each piece and of all so far
 *  @returns the bytes, or the refusal */
function collect(
  stream: NodeJS.ReadableStream,
  take: (bytes: number, sum: number) => void,
): Promise<Buffer | AppError> {
  return new Promise((resolve, reject) => {
    const blocks = new ByteBlocks()
    let refused: AppError | null = null
    stream.on('data', (chunk: Buffer) => {
      if (refused) return
      try {
        take(chunk.length, blocks.length + chunk.length)
        blocks.add(chunk)
      } catch (error) {
        blocks.clear()
        if (error instanceof AppError) refused = error
        else reject(error)
      }
    })
    stream.on('error', (error) => {
      blocks.clear()
      reject(error)
    })
    stream.on('end', () => resolve(refused ?? blocks.take()))
  })
}
