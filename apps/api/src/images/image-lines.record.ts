import mongoose from 'mongoose'
import { foldWords } from '@pinmark/shared/comment-filter'
import type { DesignLine } from '@pinmark/shared/entities/design-lines'

const { Schema } = mongoose

/** The lines of text in a picture. Each is as old as its image, and is deleted with it. */
interface ImageLinesRecord {
  /** The id of the image. */
  _id: string
  lines: DesignLine[]
  /** All their words as a search compares them. */
  words: string
}

const imageLinesSchema = new Schema<ImageLinesRecord>({ _id: String })
const ImageLinesModel = mongoose.model<ImageLinesRecord>('ImageLines', imageLinesSchema)

/** The driver's own collection, because thousands of lines are slow to copy through a schema. */
const imageLines = () =>
  ImageLinesModel.db.collection<ImageLinesRecord>(ImageLinesModel.collection.collectionName)

export async function storeLines(image: string, lines: readonly DesignLine[]): Promise<void> {
  if (lines.length === 0) return
  const words = lines.map(({ text }) => foldWords(text)).join('\n')
  await imageLines().insertOne({ _id: image, lines: [...lines], words })
}

export async function copyLines(from: string, to: string): Promise<void> {
  const found = await imageLines().findOne({ _id: from })
  if (found) await imageLines().insertOne({ ...found, _id: to })
}

export async function deleteLines(images: string[]): Promise<void> {
  await imageLines().deleteMany({ _id: { $in: images } })
}

/** The lines of these images; images without text are left out. */
export async function findLines(images: readonly string[]): Promise<Map<string, DesignLine[]>> {
  if (images.length === 0) return new Map()
  const found = await imageLines()
    .find({ _id: { $in: [...images] } }, { projection: { lines: 1 } })
    .toArray()
  return new Map(found.map(({ _id, lines }) => [_id, lines]))
}

/** Those of these images whose text contains `words`. The database compares, because the text of all designs of a project
 *  may have tens of megabytes.
 *  @param words as `foldWords` makes them */
export async function findImagesWith(images: readonly string[], words: string): Promise<string[]> {
  const contains = { $gte: [{ $indexOfBytes: ['$words', { $literal: words }] }, 0] }
  const found = await imageLines()
    .find({ _id: { $in: [...images] }, $expr: contains }, { projection: { _id: 1 } })
    .toArray()
  return found.map(({ _id }) => _id)
}
