import { open } from 'node:fs/promises'
import type { Writable } from 'node:stream'
import type { Request, Response } from 'express'
import multer, { MulterError, type Options } from 'multer'
import { AppError } from '@pinmark/shared/errors'
import { composeShort } from '@pinmark/shared/text'
import { hasCode } from '../../base/failures'
import { sendError } from '../error-handler'

/** Where a body is kept while it arrives, and what it may be. */
export interface Receiving {
  folder: string
  /** Called with the number of bytes so far. It throws when they are too many. */
  check: (length: number) => void
}

/** A file of a form that has arrived. */
export interface ReceivedFile {
  field: string
  /** The file name that the sender gave, in NFC. */
  name: string
  path: string
  bytes: number
}

export interface ReceivedForm {
  files: ReceivedFile[]
  /** The text fields. */
  fields: Record<string, unknown>
}

/** Limits of a form beside the bytes of its files. Texts and the names of files are in memory until the answer, however
 *  slowly the rest arrives. The longest text is a note of 500 characters. */
const limitsBesideFiles = { fields: 10, fieldSize: 4 * 1024, fieldNameSize: 100, headerPairs: 20 }
/** Name and type of a file together. No system allows names half as long. */
const maxFileHead = 1_000

/** Writes a body to a file.
 *  @returns its path and length
 *  @throws AppError malformed_upload, and what `check` throws */
export async function receiveBody(req: Request, { folder, check }: Receiving) {
  const path = `${folder}/body`
  let bytes = 0
  await using file = await open(path, 'wx', 0o600)
  try {
    // Leaving the loop must not end the connection, because the answer still needs it.
    for await (const chunk of req.iterator({ destroyOnReturn: false })) {
      bytes += chunk.length
      check(bytes)
      await file.write(chunk)
    }
  } catch (error) {
    throw toUploadError(error)
  }
  return { path, bytes }
}

/** Writes the files of a form to the folder.
 *  @param maxFiles a few more are received, to be refused one by one
 *  @throws AppError malformed_upload, image_not_readable and lines_not_valid for a text in place of the file, MulterErrors, and
 *  what `check` throws */
export async function receiveForm(
  req: Request,
  res: Response,
  { folder, check, maxFiles }: Receiving & { maxFiles: number },
): Promise<ReceivedForm> {
  const pass = (_req: unknown, parser: Writable) => {
    let length = 0
    req.on('data', (chunk: Buffer) => {
      length += chunk.length
      try {
        check(length)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        // Multer waits until the sender has finished before it passes an error on.
        sendError(req, res, error)
        parser.destroy(error)
      }
    })
    req.pipe(parser)
  }
  const options: Options & { streamHandler: typeof pass } = {
    storage: multer.diskStorage({ destination: (_req, _file, done) => done(null, folder) }),
    fileFilter: checkFileHead,
    defParamCharset: 'utf8',
    limits: { ...limitsBesideFiles, files: maxFiles + 10, parts: maxFiles + 20 },
    // The types of multer do not name it yet.
    streamHandler: pass,
  }
  const read = multer(options).any()
  await new Promise<void>((resolve, reject) => {
    read(req, res, (error: unknown) => (error ? reject(toUploadError(error)) : resolve()))
  })
  // Multer passes on a body that it does not recognise as a form.
  const fields: ReceivedForm['fields'] | undefined = req.body
  if (fields === undefined) throw new AppError('malformed_upload')
  // A file field without a chosen file arrives as empty text.
  if (fields['image']) throw new AppError('image_not_readable')
  if (fields['lines']) throw new AppError('lines_not_valid')
  const files = Array.isArray(req.files) ? req.files : []
  return {
    fields,
    files: files.map(({ fieldname, originalname, path, size }) => ({
      ...{ field: fieldname, name: composeShort(originalname), path, bytes: size },
    })),
  }
}

/** Refuses files with endless names or types. */
const checkFileHead: NonNullable<Options['fileFilter']> = (
  _req,
  { originalname, mimetype, encoding },
  done,
) => {
  if (originalname.length + mimetype.length + encoding.length <= maxFileHead) done(null, true)
  else done(new AppError('malformed_upload'))
}

/** The sender, or what the sender sent, causes every error that neither multer, nor the disk, nor our own code names. */
function toUploadError(error: unknown): Error {
  const isOfDisk = error instanceof Error && 'syscall' in error && !hasCode(error, 'ECONNRESET', 'EPIPE')
  if (error instanceof AppError || error instanceof MulterError || isOfDisk) return error
  return new AppError('malformed_upload', { cause: error })
}
