import { connect } from 'node:net'
import type { Link } from '@pinmark/shared/entities/project'
import { givenComment, givenOwner, givenProject, mustCall, readProject } from '@pinmark/testbed/client'
import { MongoSet } from '@pinmark/testbed/mongo-set'
import { guessesNear, judgeRandomness } from '../calls/identifier-guesses'
import { exchange } from '../exchange'
import { givenInstance } from '../given-instance'
import { inParallel } from '../in-parallel'
import type { Finding, Promised, Trial } from '../promise'

const sizes = {
  quick: { ids: 10_000, links: 10, guesses: 200 },
  everyday: { ids: 100_000, links: 40, guesses: 1_000 },
  long: { ids: 5_000_000, links: 5_000, guesses: 300_000 },
}
/** Chance reaches five and a half deviations in any of 384 figures about once in 70,000 runs. */
const largestDeviation = 5.5
const idShape = /^[A-Za-z0-9_-]{22}$/

/** Every id that leaves the server is made by one function, that of the request ids; those cost nothing to collect. */
export const unguessable: Promised = {
  id: 'S3',
  promise: 'Links and other ids cannot be guessed, also not from one’s own ids',
  shownBy:
    'Statistics cover the bits of 100,000 ids. The neighbours of one’s own ids are tried, as they can ' +
    'be found for ObjectIds.',
  target: '0 hits, 0 doubles, every bit like a fair coin',
  isQuick: true,
  try: run,
  control: { without: 'with the ids that the database makes', try: runWithObjectIds },
}

async function run(trial: Trial): Promise<Finding> {
  const { ids: idCount, links: linkCount, guesses: guessCount } = sizes[trial.size]
  const api = await givenInstance(trial)
  const owner = await givenOwner(api.url)
  const project = await givenProject(api.url, owner)
  const links: string[] = []
  for (let made = 0; made < linkCount; made += 1) {
    const { id } = await mustCall<Link>(200, `${api.url}/projects/${project._id}/link`, {
      method: 'POST',
      token: owner.token,
    })
    links.push(id)
  }
  const comment = await givenComment(api.url, links.at(-1) ?? '')
  const { designs } = await readProject(api.url, project._id, owner.token)
  // The key of a picture is its id and a seal.
  const [imageId, seal] = [project.thumbnail.slice(0, 22), project.thumbnail.slice(22)]
  const named = [project._id, imageId, seal, comment._id, comment.design, comment.version, owner.user._id]
  const requestIds = await collectRequestIds(api.port, idCount)
  const ids = [...links, ...named, ...designs.map(({ _id }) => _id), ...requestIds]
  const misshapen = ids.filter((id) => !idShape.test(id))
  const { duplicates, worstBit, worstPair } = judgeRandomness(
    requestIds.map((id) => Buffer.from(id, 'base64url')),
  )

  let hits = 0
  const own = [...links, ...named].map((id) => Buffer.from(id, 'base64url'))
  const known = new Set(own.map((id) => id.toString('base64url')))
  const perId = Math.ceil(guessCount / own.length)
  const guesses = own.flatMap((id) => guessesNear(id, perId, trial.random)).slice(0, guessCount)
  await inParallel(guesses, 16, async (guess) => {
    const id = guess.toString('base64url')
    if (known.has(id)) return
    const paths = [`/projects/${id}?image=none`, `/images/${id}${seal}/view`, `/images/${imageId}${id}/view`]
    const { status } = await exchange(api.url, { method: 'GET', path: trial.random.pick(paths) })
    if (status !== 404) hits += 1
  })
  return {
    held:
      ids.length >= idCount &&
      hits + duplicates + misshapen.length === 0 &&
      Math.max(worstBit, worstPair) < largestDeviation,
    figure:
      `${hits} hits in ${guesses.length} guesses, ${duplicates} doubles in ${ids.length} ids of 128 bits, ` +
      `bits at most ${Math.max(worstBit, worstPair).toFixed(1)} deviations from a fair coin`,
    details: misshapen.slice(0, 10).join('\n'),
  }
}

/** Fifty of one's own among those of others, made in the same minute. */
async function runWithObjectIds(trial: Trial): Promise<Finding> {
  const mongo = await MongoSet.start()
  trial.afterwards(() => mongo.remove())
  const ids = await mongo.withClient(async (client) => {
    const { insertedIds } = await client
      .db()
      .collection('projects')
      .insertMany(Array.from({ length: 400 }, () => ({})))
    return Object.values(insertedIds).map((id) => Buffer.from(String(id), 'hex'))
  })
  const own = ids.filter((_, index) => index % 8 === 0)
  const others = new Set(ids.filter((_, index) => index % 8 !== 0).map((id) => id.toString('hex')))
  const found = own
    .flatMap((id) => guessesNear(id, 6, trial.random))
    .filter((id) => others.has(id.toString('hex')))
  const { duplicates, worstBit } = judgeRandomness(ids)
  return {
    held: found.length === 0 && duplicates === 0 && worstBit < largestDeviation,
    figure: `${found.length} hits in ${own.length * 6} guesses, bits up to ${worstBit.toFixed(1)} deviations from a fair coin`,
  }
}

/** The ids of that many requests, sent one behind the other, a few without waiting. */
async function collectRequestIds(port: number, count: number): Promise<string[]> {
  const ids: string[] = []
  // More requests on one connection count as a flood, which ends it.
  const perBatch = 16
  const socket = connect(port, '127.0.0.1')
  const request = 'HEAD /healthz HTTP/1.1\r\nHost: x\r\n\r\n'
  let rest = ''
  socket.write(request.repeat(perBatch))
  for await (const chunk of socket) {
    rest += String(chunk)
    const heads = rest.split('\r\n\r\n')
    rest = heads.pop() ?? ''
    for (const head of heads) ids.push(/^x-request-id: (.*)$/im.exec(head)?.[1] ?? '')
    if (ids.length >= count) break
    if (ids.length % perBatch === 0) socket.write(request.repeat(perBatch))
  }
  return ids.slice(0, count)
}
