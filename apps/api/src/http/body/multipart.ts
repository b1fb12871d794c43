import type { Request, Response } from 'express'
import multer, { MulterError, type Options, type StorageEngine } from 'multer'
import { AppError } from '@pinmark/shared/errors'
import { composeShort } from '@pinmark/shared/text'
import { ByteBlocks } from '../../base/byte-blocks'
import type { UploadAccount } from '../limits/upload-budget'

/** A new project as it arrived: its texts unchecked, the image as bytes. */
export interface SentProject {
  name: unknown
  designTitle: unknown
  image: Buffer | null
  /** The name of the image's file, in NFC; missing in JSON. */
  fileName?: string
}

/** Bytes of a body beside its image: texts, boundaries, quotes. */
export const overheadBytes = 64 * 1024

/** Limits of a form beside the bytes of its files. Texts and the names of files stay in memory until the answer, however
 *  slowly the rest arrives, and reserve none. The longest text is a note of 500 characters. */
export const limitsBesideFiles = { fields: 10, fieldSize: 4 * 1024, fieldNameSize: 100, headerPairs: 20 }
/** Name and type of a file together. No system allows names half as long. */
const maxFileHead = 1_000

/** Refuses files with endless names or types. */
export const checkFileHead: NonNullable<Options['fileFilter']> = (
  _req,
  { originalname, mimetype, encoding },
  done,
) => {
  if (originalname.length + mimetype.length + encoding.length <= maxFileHead) done(null, true)
  else done(new AppError('malformed_upload'))
}

/** Reads the parts `name`, `designTitle` and `image` of a form; other text parts are dropped.
 *  @param onTooLarge makes the error for an image above `maxImageBytes`; gets null where its size is unknown
 *  @throws AppError malformed_upload, and MulterErrors */
export function multipartReader(maxImageBytes: number, onTooLarge: (bytes: number | null) => AppError) {
  return (req: Request, res: Response, account: UploadAccount) =>
    new Promise<SentProject>((resolve, reject) => {
      // Multer lives as long as its request, so it must not keep a copy of the bytes.
      const blocks = new ByteBlocks()
      let image: Buffer | null = null
      let fileName = ''
      const keepInMemory: StorageEngine = {
        _handleFile: (_req, file, done) => {
          let length = 0
          file.stream.on('data', (chunk: Buffer) => {
            length += chunk.length
            if (length > maxImageBytes) return refuse(onTooLarge(null))
            try {
              account.take(chunk.length)
              blocks.add(chunk)
            } catch (error) {
              refuse(error)
            }
          })
          file.stream.on('error', done)
          file.stream.on('end', () => {
            image = blocks.take()
            fileName = composeShort(file.originalname)
            done(null, { size: length })
          })
        },
        _removeFile: (_req, _file, done) => done(null),
      }
      const read = multer({
        storage: keepInMemory,
        fileFilter: checkFileHead,
        defParamCharset: 'utf8',
        limits: { ...limitsBesideFiles, files: 1, parts: 12 },
      }).single('image')

      read(req, res, (error: unknown) => {
        if (error instanceof AppError || error instanceof MulterError) return reject(error)
        // Other errors of multer come from the parser of the form, which gives its errors no status.
        if (error) return reject(new AppError('malformed_upload', { cause: error }))
        const fields: unknown = req.body
        // Multer passes on a body that it does not recognise as a form.
        if (fields === undefined) return reject(new AppError('malformed_upload'))
        // A file field without a chosen file arrives as empty text.
        if (valueOf(fields, 'image')) return reject(new AppError('image_not_readable'))
        const [name, designTitle] = [valueOf(fields, 'name'), valueOf(fields, 'designTitle')]
        resolve({ name, designTitle, image, fileName })
      })
      stopEndless(req, maxImageBytes + overheadBytes, () => refuse(onTooLarge(null)))

      /** Rejects at once and keeps nothing. Multer would first read the rest of the body. */
      function refuse(error: unknown) {
        req.unpipe()
        blocks.clear()
        image = null
        reject(error)
      }
    })
}

/** A chunked body announces no length, and can contain megabytes outside of any part. */
export function stopEndless(req: Request, maxBytes: number, refuse: () => void): void {
  let length = 0
  req.on('data', (chunk: Buffer) => {
    length += chunk.length
    if (length > maxBytes) refuse()
  })
}

export function valueOf(fields: unknown, name: string): unknown {
  if (typeof fields !== 'object' || fields === null) return undefined
  return Object.entries(fields).find(([key]) => key === name)?.[1]
}
