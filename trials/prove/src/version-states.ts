import { setTimeout as pause } from 'node:timers/promises'
import type { Project, Version } from '@pinmark/shared/entities/project'
import { call, readProject, type Owner } from '@pinmark/testbed/client'
import type { Db } from '@pinmark/testbed/mongo-set'
import { drawNoise } from '@pinmark/testbed/test-image'
import type { Trial } from './promise'

const settledWithinMs = 120_000

/** A new picture, as a form. */
export async function newPicture({ random }: Trial): Promise<() => FormData> {
  const bytes = new Uint8Array(await drawNoise(random, 160))
  return () => {
    const form = new FormData()
    form.set('image', new Blob([bytes], { type: 'image/png' }), 'page.png')
    return form
  }
}

/** Waits until no version is being placed. @returns the project */
export async function placed(url: string, projectId: string, { token }: Owner): Promise<Project> {
  const giveUpAt = Date.now() + settledWithinMs
  for (;;) {
    const project = await readProject(url, projectId, token)
    const isBusy = versionsOf(project).some(({ placing }) => placing === 'pending')
    if (!isBusy || Date.now() > giveUpAt) return project
    await pause(50)
  }
}

function versionsOf({ designs }: Project): Version[] {
  return designs.flatMap(({ versions }) => versions)
}

/** Incomplete states and duplicates: versions without a picture, with the number of another one, or still being
 *  placed, and comments of the first version with no place or two places on a later one. The places are read from
 *  the database, because calls return only those on the newest version. */
export async function versionFaults(url: string, project: Project, db: Db): Promise<string[]> {
  const places = await placesOf(project, db)
  const pictures = await Promise.all(
    versionsOf(project).map(async ({ image, number }) => {
      const { status } = await call(`${url}/images/${image._id}/view`, { as: 'bytes' })
      return status === 200 ? [] : [`the picture of version ${number} answers ${status}`]
    }),
  )
  const ofDesigns = project.designs.flatMap(({ _id, title, versions }) => {
    const numbers = versions.map(({ number }) => number)
    const isInOrder = numbers.every((number, at) => at === 0 || number > (numbers[at - 1] ?? 0))
    const unplaced = versions.filter(({ placing }) => placing === 'pending' || placing === 'failed')
    const [first, ...later] = versions
    const comments = project.comments.filter(
      ({ design, version }) => design === _id && version === first?._id,
    )
    return [
      ...(isInOrder ? [] : [`${title}: versions ${numbers.join(', ')}`]),
      ...unplaced.map(({ number, placing }) => `${title}: placing of version ${number} is ${placing}`),
      ...comments.flatMap(({ _id: comment, number }) =>
        later.flatMap((version) => {
          const count = places.get(comment)?.filter((on) => on === version._id).length ?? 0
          return count === 1 ? [] : [`comment ${number} has ${count} places on version ${version.number}`]
        }),
      ),
    ]
  })
  return [...pictures.flat(), ...ofDesigns]
}

/** The versions on which each comment has a place, by the id of the comment. */
async function placesOf({ comments }: Project, db: Db): Promise<Map<string, string[]>> {
  const found = await db
    .collection<{ publicId: string; places?: { version: string }[] }>('comments')
    .find({ publicId: { $in: comments.map(({ _id }) => _id) } })
    .toArray()
  return new Map(found.map(({ publicId, places = [] }) => [publicId, places.map(({ version }) => version)]))
}
