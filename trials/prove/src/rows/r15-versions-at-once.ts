import { call, givenComment, givenOwner, givenProject, readProject } from '@pinmark/testbed/client'
import { newServer, startMongo } from '@pinmark/testbed/scoped-server'
import type { Finding, Promised, Trial } from '../promise'
import { newPicture, placed, versionFaults } from '../version-states'
import { weakenedBy } from '../weakened'

const uploads = 20
const commentCount = 5

/** Two processes on one database receive versions of one design at the same time. */
export const versionsAtOnce: Promised = {
  id: 'R15',
  promise: 'Concurrent versions get unique numbers, and every comment is placed on each of them',
  shownBy: '20 uploads go to one design at once, half of them to each of two processes.',
  target: '20 numbers, 0 lost, 0 doubles, 1 place on each version for each comment',
  isQuick: false,
  try: (trial) => run(trial, []),
  control: {
    without: 'with changes that read first and then write',
    try: (trial) => run(trial, weakenedBy('read-then-write')),
  },
}

async function run(trial: Trial, nodeOptions: string[]): Promise<Finding> {
  const mongo = await startMongo(trial)
  const options = { environment: { MONGODB_URI: mongo.uri('versions') }, nodeOptions }
  const [one, other] = [await newServer(trial, options), await newServer(trial, options)]
  for (const api of [one, other]) await api.start()
  const owner = await givenOwner(one.url)
  const { token } = owner
  const { _id: projectId } = await givenProject(one.url, owner)
  for (let count = 0; count < commentCount; count += 1) await givenComment(one.url, projectId)
  const [design] = (await readProject(one.url, projectId, token)).designs
  const path = `/projects/${projectId}/designs/${design?._id}/versions`
  const forms: (() => FormData)[] = []
  for (let count = 0; count < uploads; count += 1) forms.push(await newPicture(trial))

  const answers = await Promise.all(
    forms.map((form, at) =>
      call<{ number: number; _id: string }>(`${(at % 2 === 0 ? one : other).url}${path}`, {
        ...{ method: 'POST', token, form: form(), timeoutMs: 120_000 },
      }),
    ),
  )
  const accepted = answers.flatMap(({ status, body }) => (status === 201 ? [body] : []))
  const project = await placed(one.url, projectId, owner)
  const versions = project.designs[0]?.versions.slice(1) ?? []
  const numbers = new Set(accepted.map(({ number }) => number))
  const lost = accepted.filter(({ _id }) => versions.every((version) => version._id !== _id))
  const faults = await mongo.withClient((client) => versionFaults(one.url, project, client.db('versions')))
  return {
    held:
      accepted.length === uploads &&
      numbers.size === uploads &&
      versions.length === uploads &&
      lost.length === 0 &&
      faults.length === 0,
    figure:
      `${accepted.length} of ${uploads} uploads answered, with ${numbers.size} numbers; ${lost.length} lost; ` +
      `${faults.length} faults in ${commentCount * uploads} places and ${uploads} pictures`,
    details: faults.slice(0, 20).join('\n'),
  }
}
