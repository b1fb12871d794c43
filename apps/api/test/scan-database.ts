import mongoose, { type mongo } from 'mongoose'

/** The places of a text in any form, as `collection.field`, except for document ids. */
export type Traces = Record<string, string[]>

/** Searches texts in every stored document of every collection, including chunks of files: in strings and
 *  keys, in object ids as hexadecimal digits, and in bytes as UTF-8. The chunks of a file are joined first,
 *  so that a text across two chunks is found. */
export async function scanDatabase(texts: readonly string[]): Promise<Traces> {
  const { db } = mongoose.connection
  if (!db) throw new Error('The database is not connected.')
  const found: Traces = Object.fromEntries(texts.map((text) => [text, []]))
  const note = (value: string | Buffer, place: string) => {
    for (const text of texts) {
      if (value.includes(text) && !found[text]?.includes(place)) found[text]?.push(place)
    }
  }
  for (const { name } of await db.listCollections().toArray()) {
    const files = new Map<string, Buffer[]>()
    const documents = db
      .collection(name)
      .find({}, { promoteBuffers: true })
      .sort(name.endsWith('.chunks') ? { files_id: 1, n: 1 } : {})
    for await (const document of documents) {
      walk(document, name, note)
      if (!name.endsWith('.chunks')) continue
      const file = String(document['files_id'])
      files.set(file, [...(files.get(file) ?? []), bytesIn(document)])
    }
    for (const pieces of files.values()) note(Buffer.concat(pieces), `${name}.data`)
  }
  return found
}

function bytesIn({ data }: mongo.BSON.Document): Buffer {
  if (!Buffer.isBuffer(data)) throw new TypeError('A piece of a file holds no bytes.')
  return data
}

function walk(value: unknown, place: string, note: (value: string | Buffer, place: string) => void): void {
  if (typeof value === 'string' || Buffer.isBuffer(value)) return note(value, place)
  if (value instanceof mongoose.mongo.ObjectId) return note(value.toHexString(), place)
  if (value instanceof mongoose.mongo.Binary) return note(Buffer.from(value.buffer), place)
  if (Array.isArray(value)) return value.forEach((element) => walk(element, place, note))
  if (typeof value !== 'object' || value === null || value instanceof Date) return
  for (const [key, inner] of Object.entries(value)) {
    note(key, `${place} (key)`)
    walk(inner, `${place}.${key}`, note)
  }
}
