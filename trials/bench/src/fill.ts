/** Creates large amounts of data quickly, by copying documents that Pinmark has stored. */
import { randomBytes } from 'node:crypto'
import { newComment, mustCall, type Owner } from '@pinmark/testbed/client'
import { ObjectId, type Collection, type Db, type Document } from 'mongodb'
import { reviewText } from './review-text'
import type { Site } from './site'

const batchSize = 2_000

type Store = Pick<Site, 'mongo' | 'database'>

function publicId(): string {
  return randomBytes(16).toString('base64url')
}

/** Adds `count` comments to a project, copied from one that is posted now.
 *  @param projectId the permanent id
 *  @param design size in pixels, over which they are spread
 *  @param drawn how many of them have strokes, evenly among the others */
export async function addComments(
  site: Store & Pick<Site, 'url'>,
  projectId: string,
  count: number,
  design = { width: 400, height: 300 },
  drawn = 0,
): Promise<void> {
  const posted = await mustCall<{ _id: string }>(201, `${site.url}/comment/add/${projectId}`, {
    method: 'POST',
    body: newComment('Could the heading keep a little more distance from the picture below it?'),
  })
  await inDatabase(site, async (db) => {
    const [projects, comments] = [db.collection('projects'), db.collection('comments')]
    const pattern = await mustFind(comments, { publicId: posted._id })
    const project = await mustFind(projects, { publicId: projectId })
    await copyComments(comments, pattern, { project: project._id, count: count - 1, design, drawn })
    // The next reader counts them.
    await projects.updateOne(
      { _id: project._id },
      { $set: { nextNumber: count + 1, size: count }, $inc: { seq: 1 } },
    )
  })
}

interface Copies {
  project: ObjectId
  count: number
  design: { width: number; height: number }
  drawn: number
}

/** Copies of one stored comment with their own numbers, spread over the design. */
async function copyComments(
  comments: Collection,
  pattern: Document,
  { project, count, design, drawn }: Copies,
): Promise<void> {
  const drawnEach = drawn === 0 ? Infinity : Math.floor(count / drawn)
  for (let done = 0; done < count; done += batchSize) {
    const batch = Array.from({ length: Math.min(batchSize, count - done) }, (_, index) => {
      const number = 2 + done + index
      return {
        ...pattern,
        ...{ _id: new ObjectId(), publicId: publicId(), project, number },
        ...{ text: reviewText(number), dedupe: `body:${publicId()}` },
        ...{ x: (number * 997) % design.width, y: (number * 617) % design.height },
        ...(number % drawnEach === 0 && drawing(number / drawnEach, number, design)),
      }
    })
    await comments.insertMany(batch, { ordered: false })
  }
}

/** A comment with one stroke, as a person draws it around a part of the design: an arrow, a circle and a line by hand take
 *  turns. The last two have as many points as the page keeps of such a stroke. */
function drawing(turn: number, number: number, design: { width: number; height: number }): Document {
  const [w, h] = [220, 140]
  const points = (of: number, at: (share: number) => [number, number]) =>
    Array.from({ length: of }, (_, step) => at(step / (of - 1)).map((px) => Math.round(px * 10) / 10)).flat()
  const circle = (share: number): [number, number] => [
    (w / 2) * (1 + Math.cos(2 * Math.PI * share)),
    (h / 2) * (1 + Math.sin(2 * Math.PI * share)),
  ]
  const line = (share: number): [number, number] => [w * share, h * (0.8 + 0.15 * Math.sin(20 * share))]
  const strokes = [[w, 0, w / 2, h / 2], points(33, circle), points(30, line)]
  return {
    ...{ kind: 'region', w, h, strokes: strokes.slice(turn % 3).slice(0, 1) },
    ...{ x: (number * 997) % (design.width - w), y: (number * 617) % (design.height - h) },
  }
}

/** Turns the one design of a project into several with several versions each, and spreads its comments over all of them.
 *  Each comment of an older version has a place on each later one. */
export async function spreadOverVersions(
  site: Store,
  projectId: string,
  { designs: designCount, versions: versionCount }: { designs: number; versions: number },
): Promise<void> {
  await inDatabase(site, async (db) => {
    const [projects, comments] = [db.collection('projects'), db.collection('comments')]
    const project = await mustFind(projects, { publicId: projectId })
    const [design] = project['designs']
    const designs = Array.from({ length: designCount }, (_, index) => ({
      ...design,
      ...{ publicId: publicId(), title: `Page ${index + 1}`, nextVersion: versionCount + 1 },
      versions: Array.from({ length: versionCount }, (_, at): Document => ({
        ...design.versions[0],
        ...{ publicId: publicId(), number: at + 1 },
      })),
    }))
    await projects.updateOne({ _id: project._id }, { $set: { designs } })
    const changes = (await comments.find({ project: project._id }).toArray()).map(({ _id, number, x, y }) => {
      const own = designs[number % designCount]
      const [version, ...later] = (own?.versions ?? []).slice(Math.floor(number / designCount) % versionCount)
      const places = later.map((one: Document) => ({ version: one['publicId'], x, y, state: 'followed' }))
      const update = { $set: { design: own?.publicId, version: version?.['publicId'], places } }
      return { updateOne: { filter: { _id }, update } }
    })
    await comments.bulkWrite(changes, { ordered: false })
  })
}

/** Copies the comments of the pattern to each of the projects. */
export async function copyCommentsInto(store: Store, patternId: string, projects: Document[]): Promise<void> {
  await inDatabase(store, async (db) => {
    const comments = db.collection('comments')
    const project = await mustFind(db.collection('projects'), { publicId: patternId })
    const patterns = await comments.find({ project: project['_id'] }).toArray()
    const copyInto = ({ _id }: Document) => {
      const copies = patterns.map((pattern) => ({
        ...pattern,
        ...{ _id: new ObjectId(), publicId: publicId(), project: _id, dedupe: `body:${publicId()}` },
      }))
      return comments.insertMany(copies, { ordered: false })
    }
    await Promise.all(projects.map(copyInto))
  })
}

/** Copies of a stored project, each with its own image, for the same owner unless another is named.
 *  @returns their documents */
export async function copyProjects(
  store: Store,
  projectId: string,
  count: number,
  owner?: Pick<Owner, 'email'>,
): Promise<Document[]> {
  return inDatabase(store, async (db) => {
    const [projects, images] = [db.collection('projects'), db.collection<{ _id: string }>('images')]
    const pattern = await mustFind(projects, { publicId: projectId })
    const picture = await images.findOne({ _id: pattern['front'].image })
    if (!picture) throw new Error('The image of the project is not stored.')
    const ownerId = owner
      ? (await mustFind(db.collection('users'), { email: owner.email }))._id
      : pattern['owner']
    const copies = Array.from({ length: count }, (_, index) => ({
      ...copyOf(pattern, index),
      owner: ownerId,
      front: { ...pattern['front'], image: publicId() },
    }))
    for (let done = 0; done < count; done += batchSize) {
      const batch = copies.slice(done, done + batchSize)
      await projects.insertMany(batch)
      await images.insertMany(
        batch.map(({ front, _id, owner: of }) => ({ ...picture, _id: front.image, project: _id, owner: of })),
      )
    }
    return copies
  })
}

/** Copies of a stored project that share its image, for owners who have this many projects each. */
export async function addProjectsOfOthers(
  store: Store,
  projectId: string,
  { count, each }: { count: number; each: number },
): Promise<void> {
  await inDatabase(store, async (db) => {
    const projects = db.collection('projects')
    const pattern = await mustFind(projects, { publicId: projectId })
    let owner = new ObjectId()
    for (let done = 0; done < count; done += batchSize) {
      const batch = Array.from({ length: Math.min(batchSize, count - done) }, (_, index) => {
        if (index % each === 0) owner = new ObjectId()
        return { ...copyOf(pattern, done + index), owner }
      })
      await projects.insertMany(batch, { ordered: false })
    }
  })
}

function copyOf(project: Document, index: number) {
  const id = publicId()
  return {
    ...project,
    ...{ _id: new ObjectId(), publicId: id, linkId: id, addresses: [id] },
    ...{ name: `Landing page ${index + 1}`, description: reviewText(index) },
    updatedAt: new Date(Date.now() - index * 60_000),
  }
}

/** Accounts with the password of an existing one. @returns their e-mail addresses */
export async function addAccountsLike(store: Store, email: string, count: number): Promise<string[]> {
  return inDatabase(store, async (db) => {
    const users = db.collection('users')
    const pattern = await mustFind(users, { email })
    const copies = Array.from({ length: count }, (_, index) => ({
      ...pattern,
      ...{ _id: new ObjectId(), publicId: publicId(), email: `reader-${index}-${email}` },
    }))
    for (let done = 0; done < count; done += batchSize)
      await users.insertMany(copies.slice(done, done + batchSize), { ordered: false })
    return copies.map((copy) => copy.email)
  })
}

function inDatabase<T>({ mongo, database }: Store, work: (db: Db) => Promise<T>): Promise<T> {
  return mongo.withClient((client) => work(client.db(database)))
}

export async function mustFind(collection: Collection, filter: Document): Promise<Document> {
  const found = await collection.findOne(filter)
  if (!found) throw new Error(`Nothing in ${collection.collectionName} is ${JSON.stringify(filter)}.`)
  return found
}
