// Loaded before the server: a change reads the document, changes the copy and writes all of it back, as programs do
// that do not leave the change to the database.
import { createRequire } from 'node:module'
import { setTimeout } from 'node:timers/promises'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const { Collection } = createRequire(process.argv[1])('mongoose').mongo
  const atOnce = Collection.prototype.findOneAndUpdate
  Collection.prototype.findOneAndUpdate = async function (filter, update, options = {}) {
    if (options.upsert || update.$push) return atOnce.call(this, filter, update, options)
    const before = await this.findOne(filter)
    const after = before && (await changedCopy(this, before, update))
    await setTimeout(100)
    if (after) await this.replaceOne({ _id: before._id }, after)
    const value = before && (await this.findOne({ _id: before._id }))
    return options.includeResultMetadata ? { value, ok: 1, lastErrorObject: {} } : value
  }
}

/** The stages of an update are those of an aggregation too. */
async function changedCopy(collection, document, update) {
  if (!Array.isArray(update)) return changed(document, update)
  const [copy] = await collection.aggregate([{ $match: { _id: document._id } }, ...update]).toArray()
  return copy
}

function changed(document, { $set = {}, $inc = {} }) {
  for (const [path, value] of Object.entries($set)) setAt(document, path, () => value)
  for (const [path, value] of Object.entries($inc)) setAt(document, path, (old) => old + value)
  return document
}

function setAt(document, path, toValue) {
  const steps = path.split('.')
  const last = steps.pop()
  const place = steps.reduce((inner, step) => inner[step], document)
  place[last] = toValue(place[last])
}
