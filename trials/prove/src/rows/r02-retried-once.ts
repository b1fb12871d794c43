import { setTimeout as pause } from 'node:timers/promises'
import { call, givenOwner, givenProject, newComment, readProject } from '@pinmark/testbed/client'
import { FaultProxy } from '../fault-proxy'
import { givenServer } from '../given-server'
import { inParallel } from '../in-parallel'
import type { Finding, Promised, Trial } from '../promise'

const counts = { quick: 100, everyday: 2_000, long: 100_000 }
const triesAtMost = 20
const writersAtOnce = 16

/** Every comment goes through a proxy that forwards requests and drops most answers, while the server is killed
 *  and restarted. Each comment is repeated until it is answered. */
export const retriedOnce: Promised = {
  id: 'R2',
  promise: 'A comment that is repeated because no answer came exists once',
  shownBy:
    'A proxy drops answers after the server has acted. Each comment is tried up to 20 times, in ' +
    'parallel and across kills. While the server restarts, the tries pause.',
  target: '0 doubles, 0 missing; at most one in 20 without an answer after all tries',
  isQuick: true,
  try: (trial) => run(trial, counts[trial.size], 'same request'),
  control: {
    without: 'with each attempt as a separate request',
    try: (trial) => run(trial, counts.quick, 'new request'),
  },
}

async function run(trial: Trial, count: number, retry: 'same request' | 'new request'): Promise<Finding> {
  const { random } = trial
  const { api } = await givenServer(trial)
  const proxy = await FaultProxy.to(api.port)
  trial.afterwards(() => proxy.close())
  const owner = await givenOwner(api.url)
  const project = await givenProject(api.url, owner)

  proxy.chooseFault = () => (random.next() < 0.6 ? 'drop-reply' : 'pass')
  const url = `http://127.0.0.1:${proxy.port}/comment/add/${project._id}`
  const texts = Array.from({ length: count }, (_, index) => `comment ${index}`)
  const kills = (trial.size === 'quick' ? [0.5] : [0.25, 0.5, 0.75]).map((share) => Math.floor(share * count))
  let [sent, tries, unanswered] = [0, 0, 0]
  let restart: Promise<unknown> = Promise.resolve()
  await inParallel(texts, writersAtOnce, async (text) => {
    if (kills.includes(sent++)) {
      restart = api.end('SIGKILL').then(() => api.start())
      await restart
    }
    const first = newComment(text)
    for (let attempt = 1; ; attempt += 1) {
      tries += 1
      const createdAt =
        retry === 'new request' ? new Date(Date.now() + attempt).toISOString() : first.createdAt
      if (await isAcknowledged(url, { ...first, createdAt })) return
      if (attempt === triesAtMost) return void (unanswered += 1)
      await restart
    }
  })

  const stored = (await readProject(api.url, project._id)).comments.map((comment) => comment.text)
  const doubles = stored.length - new Set(stored).size
  const missing = texts.length - unanswered - new Set(stored).size
  return {
    held: doubles === 0 && missing <= 0 && unanswered <= count / 20 && tries > 1.5 * count,
    figure: `${doubles} doubles, ${Math.max(0, missing)} missing of ${count} comments sent in ${tries} tries over ${kills.length} kills, ${unanswered} never answered`,
  }
}

/** @returns false if the connection broke or the server was not ready, so that the comment has to be sent again */
async function isAcknowledged(url: string, body: object): Promise<boolean> {
  try {
    // A separate connection per attempt, because a dropped one would affect other requests on it.
    const { status } = await call(url, { method: 'POST', body, headers: { Connection: 'close' } })
    if (status === 201) return true
    if (status !== 503) throw new Error(`A comment was answered with ${status}.`)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  await pause(25)
  return false
}
