import { MongoSet } from '@pinmark/testbed/mongo-set'

/** An empty database, and a function that removes it. */
export interface OwnDatabase {
  uri: string
  drop: () => Promise<unknown>
}

/** One MongoDB for all trials that do not harm it. The first of them starts it, because a separate start would
 *  take longer than many of the trials. */
export class SharedMongo {
  #started: Promise<MongoSet> | undefined
  #given = 0

  /** A database that no other trial uses. */
  async database(): Promise<OwnDatabase> {
    this.#started ??= MongoSet.start()
    const mongo = await this.#started
    this.#given += 1
    const name = `trial-${this.#given}`
    return {
      uri: mongo.uri(name),
      drop: () => mongo.withClient((client) => client.db(name).dropDatabase()),
    }
  }

  /** Stops it if it was started. If the start failed, the row that needed it has reported that. */
  async end(): Promise<void> {
    const mongo = await this.#started?.catch(() => undefined)
    await mongo?.remove()
  }
}
