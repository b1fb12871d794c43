import { givenOwner, givenProject, joinAs, type Owner } from '@pinmark/testbed/client'
import fc from 'fast-check'
import { bearer, newGuest } from '../calls/test-project'
import { givenServer } from '../given-server'
import { type Step, stepArbitrary, Workshop } from '../workshop'
import type { Finding, Promised, Trial } from '../promise'
import { weakenedBy } from '../weakened'

const operations = { quick: 500, everyday: 5_000, long: 1_000_000 }
const clients = 50
const stepsAClient = 10
const members = 5

/** Fifty concurrent guests, or five members with ten clients each, change one project and each other's threads. Afterwards the answers must explain the
 *  stored data. */
export const concurrentChanges: Promised = {
  id: 'R4',
  promise: 'Concurrent renames, comments, edits, replies, resolves and deletes lose nothing',
  shownBy:
    'fast-check generates plans for 50 clients that work on one project at once: 50 guests, or 5 members ' +
    'with 10 clients each. A model of their answers has to explain every stored value.',
  target: '0 lost',
  isQuick: false,
  try: (trial) => run(trial, operations[trial.size], []),
  control: {
    without: 'with changes that read first and then write',
    // Enough for a conflict. The control stops at the first one.
    try: (trial) => run(trial, 1_500, weakenedBy('read-then-write')),
  },
}

const plansArbitrary = fc.array(
  fc.array(stepArbitrary, { minLength: stepsAClient, maxLength: stepsAClient }),
  { minLength: clients, maxLength: clients },
)

async function run(trial: Trial, count: number, nodeOptions: string[]): Promise<Finding> {
  const environment = { DEFAULT_LINK_PERMISSION: 'manage' }
  const { api } = await givenServer(trial, { environment, nodeOptions })
  const owner = await givenOwner(api.url)
  const joining = await Promise.all(Array.from({ length: members }, () => givenOwner(api.url)))

  const runs = count / (clients * stepsAClient)
  const lost: string[] = []
  let done = 0
  await fc.assert(
    fc.asyncProperty(plansArbitrary, fc.boolean(), async (plans, byMembers) => {
      // One loss breaks the promise. More of them add no information.
      if (lost.length > 0) return
      const workshop = await workAt(api.url, owner, byMembers ? joining : [], plans)
      done += workshop.acknowledged
      lost.push(...(await workshop.lost()))
    }),
    { seed: trial.random.seed, numRuns: runs, endOnFailure: true },
  )
  return {
    held: lost.length === 0 && done > 0.7 * count,
    figure: `${lost.length} lost of ${done} acknowledged operations of ${clients} clients`,
    details: lost.slice(0, 20).join('\n'),
  }
}

/** @param joining the members whose clients these are; if none, each client is a guest */
async function workAt(
  url: string,
  owner: Owner,
  joining: readonly Owner[],
  plans: readonly (readonly Step[])[],
): Promise<Workshop> {
  const { _id } = await givenProject(url, owner)
  for (const member of joining) await joinAs(url, _id, owner, member)
  const workshop = new Workshop(url, _id)
  await Promise.all(
    plans.map((plan, client) => {
      const member = joining[client % joining.length]
      return workshop.follow(client, member ? bearer(member) : newGuest(), plan)
    }),
  )
  return workshop
}
