/** A write that a transaction makes later, together with others. */
export type Write =
  { insertOne: { document: object } } | { updateOne: { filter: object; update: object; upsert?: boolean } }
