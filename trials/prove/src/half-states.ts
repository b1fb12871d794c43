import { call, mustCall, newComment, readProject, type Owner } from '@pinmark/testbed/client'
import { newServer } from '@pinmark/testbed/scoped-server'
import { setTimeout as pause } from 'node:timers/promises'
import type { Trial } from './promise'
import { weakenedBy } from './weakened'
import type { ProjectSummary } from '@pinmark/shared/entities/project'
import type { Db } from '@pinmark/testbed/mongo-set'

const sweptWithinMs = 20_000

/** Incomplete states that an owner can see: a project without its image, wrong counts, duplicate numbers, a
 *  comment stored twice. */
export async function halfStatesSeen(url: string, token: string): Promise<string[]> {
  const { body: projects } = await call<ProjectSummary[]>(`${url}/projects?image=none`, { token })
  const found = await Promise.all(
    projects.map(async ({ _id, name, thumbnail, stats }) => {
      const image = await call(`${url}/images/${thumbnail}/thumbnail`, { as: 'bytes' })
      const { comments, stats: inside } = await readProject(url, _id, token)
      const living = comments.filter(({ deletedAt }) => deletedAt === null)
      const texts = living.flatMap(({ text, replies }) => [text, ...replies.map((reply) => reply.text)])
      const said = (isWhole: boolean, what: string) => (isWhole ? [] : [`${name}: ${what}`])
      return [
        ...said(image.status === 200, `its image answers ${image.status}`),
        ...said(stats.total === living.length, `${stats.total} on its card, ${living.length} there`),
        ...said(inside.total === living.length, `${inside.total} counted, ${living.length} there`),
        ...said(new Set(comments.map(({ number }) => number)).size === comments.length, 'a number twice'),
        ...said(new Set(texts).size === texts.length, 'a comment twice'),
      ]
    }),
  )
  return found.flat()
}

/** Projects that do not have one owner and one member among two accounts who share them. */
export async function halfHandedOver(url: string, [former, heir]: [Owner, Owner]): Promise<string[]> {
  const read = (token: string) => mustCall<ProjectSummary[]>(200, `${url}/projects?image=none`, { token })
  const [ofFormer, ofHeir] = await Promise.all([read(former.token), read(heir.token)])
  const sharedOnes = ofFormer.filter(({ members }) => members > 0)
  return sharedOnes
    .filter((one) => {
      const same = ofHeir.find(({ _id }) => _id === one._id)
      return one.members !== 1 || !same || same.isOwner === one.isOwner
    })
    .map(({ name, _id }) => `${name} ${_id} has not one owner and one member`)
}

/** Whether a guest can write under the current name of the account. The owner must not have loaded the projects
 *  before, because that corrects their names. */
export async function isNameOpen(url: string, token: string, projectId: string): Promise<boolean> {
  const { body: me } = await call<{ name: string }>(`${url}/users/me`, { token })
  const body = { ...newComment(), commenter: me.name }
  const answer = await call(`${url}/comment/add/${projectId}`, { method: 'POST', body })
  return answer.status === 201
}

/** Incomplete states in the database: images and chunks without a reference, comments without a project,
 *  outdated counts. */
export async function halfStatesStored(db: Db): Promise<string[]> {
  const projects = await db.collection('projects').find().toArray()
  const images = await db
    .collection('images')
    .find({}, { projection: { renditions: 1, project: 1 } })
    .toArray()
  const ids = new Set(projects.map(({ _id }) => String(_id)))
  const named = new Set(projects.flatMap(imagesNamedBy))
  const files = new Set(
    images.flatMap(({ renditions }) =>
      Object.values<{ file?: { toHexString: () => string } }>(renditions).flatMap(
        ({ file }) => file?.toHexString() ?? [],
      ),
    ),
  )
  const pieces = await db.collection('images.chunks').distinct('files_id')
  const sizes = new Map(
    (
      await db
        .collection('comments')
        .aggregate<{ _id: unknown; size: number }>([
          { $match: { deletedAt: null } },
          { $group: { _id: '$project', size: { $sum: 1 } } },
        ])
        .toArray()
    ).map(({ _id, size }) => [String(_id), size]),
  )
  const homeless = await db.collection('comments').distinct('project')
  return [
    ...images
      .filter(({ project }) => !ids.has(String(project)))
      .map(({ _id }) => `image ${String(_id)} without a project`),
    ...images
      .filter(({ _id, project }) => ids.has(String(project)) && !named.has(String(_id)))
      .map(({ _id }) => `image ${String(_id)} without a version`),
    ...pieces.filter((id) => !files.has(String(id))).map((id) => `pieces of ${String(id)} without an image`),
    ...homeless.filter((id) => !ids.has(String(id))).map((id) => `comments of ${String(id)} without it`),
    ...projects
      .filter(({ _id, size }) => size !== (sizes.get(String(_id)) ?? 0))
      .map(({ name }) => `${name}: its number of comments is wrong`),
  ]
}

interface StoredDesign {
  versions: { image: string; build?: { image: string } }[]
}

/** Images of all versions of a project and of their builds, including those in its trash. */
function imagesNamedBy({ designs, trash }: Record<string, StoredDesign[] | undefined>): string[] {
  const versions = [...(designs ?? []), ...(trash ?? [])].flatMap((design) => design.versions)
  return versions.flatMap(({ image, build }) => (build ? [image, build.image] : [image]))
}

interface Left {
  dataDir: string
  environment: Record<string, string>
  stored: () => Promise<string[]>
}

/** The half states that remain after a sweep of a server with a clock forty days ahead. */
export async function halfStatesLater(
  trial: Trial,
  { dataDir, environment, stored }: Left,
): Promise<string[]> {
  const later = await newServer(trial, { dataDir, environment, nodeOptions: weakenedBy('later') })
  await later.start()
  const giveUpAt = Date.now() + sweptWithinMs
  for (;;) {
    const left = await stored()
    if (left.length === 0 || Date.now() > giveUpAt) {
      await later.end('SIGKILL')
      return left
    }
    await pause(500)
  }
}
