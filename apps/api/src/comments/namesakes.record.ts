/** People who are told apart because they use the same name in a project: the second Anna is shown as `Anna 2`. */
import { LRUCache } from 'lru-cache'
import mongoose, { type Types } from 'mongoose'
import { lookKey } from '../base/name-keys'
import type { AuthorRecord, ThreadRecord } from './comment.record'
import { accountKey, authorKey } from '../visits/visit.record'

const { Schema } = mongoose

interface NamesakesRecord {
  project: Types.ObjectId
  /** See `lookKey`. */
  name: string
  /** Keys of the people who use the name, in the order of their first use. */
  people: string[]
}

const namesakesSchema = new Schema<NamesakesRecord>(
  {
    project: { type: Schema.Types.ObjectId, required: true },
    name: { type: String, required: true },
    people: [String],
  },
  { versionKey: false, collection: 'namesakes' },
)
namesakesSchema.index({ project: 1, name: 1 }, { unique: true })
namesakesSchema.index({ people: 1 })

export const NamesakesModel = mongoose.model<NamesakesRecord>('Namesakes', namesakesSchema)

/** People without a known account or browser cannot be told apart. */
const unknownPerson = 'unknown'
/** Labels never change. The known ones save the writes of all messages but the first of each person. */
const knownLabels = new LRUCache<string, string>({ max: 10_000 })

/** A new message, with the label of its author if it differs from the name. Guests cannot use the owner's name. */
export async function withLabel<
  Message extends Pick<ThreadRecord, 'project' | 'commenter' | 'author' | 'byOwner'>,
>(message: Message): Promise<Message & Pick<ThreadRecord, 'person'>> {
  const { project, commenter, author, byOwner } = message
  const person = byOwner ? commenter : await labelPerson(project, commenter, author)
  return person === commenter ? message : { ...message, person }
}

/** The name under which a person is shown in a project: the one they wrote, with a number if others used it before. */
export async function labelPerson(
  project: Types.ObjectId,
  written: string,
  author: AuthorRecord,
): Promise<string> {
  const person = authorKey(author) ?? unknownPerson
  const key = JSON.stringify([project, person, written])
  const known = knownLabels.get(key)
  if (known !== undefined) return known
  const label = await numberName(project, written, person)
  knownLabels.set(key, label)
  return label
}

/** A label takes its own name as well, because another guest may write `Anna 2`. */
async function numberName(project: Types.ObjectId, name: string, person: string): Promise<string> {
  const number = await takeNumber(project, name, person)
  return number === 1 ? name : numberName(project, `${name} ${number}`, person)
}

/** The first person to use a name in a project has number 1. */
async function takeNumber(project: Types.ObjectId, name: string, person: string): Promise<number> {
  const taken = await NamesakesModel.collection.findOneAndUpdate(
    { project, name: lookKey(name) },
    { $addToSet: { people: person } },
    {
      upsert: true,
      returnDocument: 'after',
      projection: { _id: 0, index: { $indexOfArray: ['$people', person] } },
    },
  )
  return Number(taken?.['index']) + 1
}

/** Removes the link between an account and its names. Its place stays, so that its numbers are not given again. */
export async function unlinkNames(user: Types.ObjectId): Promise<void> {
  const person = accountKey(user)
  await NamesakesModel.updateMany(
    { people: person },
    { $set: { 'people.$[one]': 'former' } },
    { arrayFilters: [{ one: person }] },
  )
}
