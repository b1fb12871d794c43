import mongoose, { Types } from 'mongoose'
import { expect, test } from 'vitest'
import { insertMissing } from './queries'

interface Note {
  _id: Types.ObjectId
  words: string
}
const NoteModel = mongoose.model<Note>('TestNote', new mongoose.Schema<Note>({ words: String }))
const stored = async () => (await NoteModel.find().sort({ words: 1 }).lean()).map(({ words }) => words)

test('stored documents stay unchanged, and the missing ones are added', async () => {
  const [first, second, third] = [new Types.ObjectId(), new Types.ObjectId(), new Types.ObjectId()]
  await insertMissing(NoteModel, [{ _id: second, words: 'b' }])
  await insertMissing(NoteModel, [
    { _id: first, words: 'a' },
    { _id: second, words: 'changed' },
    { _id: third, words: 'c' },
  ])
  expect(await stored()).toEqual(['a', 'b', 'c'])
})

test('a write with another error fails, even beside a duplicate', async () => {
  const known = new Types.ObjectId()
  await insertMissing(NoteModel, [{ _id: known, words: 'known' }])
  await mongoose.connection.db?.command({
    collMod: NoteModel.collection.collectionName,
    validator: { words: { $ne: 'refused' } },
  })
  const repeated = { _id: known, words: 'known' }
  const work = insertMissing(NoteModel, [repeated, { _id: new Types.ObjectId(), words: 'refused' }])
  await expect(work).rejects.toMatchObject({ name: 'MongoBulkWriteError' })
})
