import { givenProject } from '@pinmark/testbed/client'
import { startMongo } from '@pinmark/testbed/scoped-server'
import { figure, type Figure } from '../figure'
import { addComments } from '../fill'
import { interleave } from '../interleave'
import { LoadGenerator, type LoadResult } from '../load'
import type { Bench, Row } from '../row'
import { startSite } from '../site'

const peerName = 'one process takes all of them'
/** The same number over both together as over the single one. */
const connections = 16

export const s01: Row = {
  id: 'S1',
  isExtra: true,
  work: 'two API processes on a replica set of three nodes, over which requests are spread evenly',
  beside: 'one of the two alone, with as many connections',
  deadlineSeconds: { quick: 300, full: 900 },
  run: async (bench) => {
    const mongo = await startMongo(bench, 3)
    await mongo.settled()
    const first = await startSite(bench, { mongo })
    const second = await startSite(bench, { mongo })
    const project = await givenProject(first.url, first.owner)
    await addComments(first, project._id, 100)
    const path = `/projects/${project._id}?image=none&comments=200`
    const opens = await compare(bench, [first.url, second.url], { path })
    const posts = await compare(bench, [first.url, second.url], {
      path: `/comment/add/${project._id}`,
      body: JSON.stringify({ commenter: 'Priya', text: 'Calmer, please. [<id>]', x: 30, y: 20 }),
    })
    return [
      ...figures('open a project with 100 comments', opens),
      ...figures('post a comment, majority of three', posts),
    ]
  },
}

interface Request {
  path: string
  /** Posted where there is one. */
  body?: string
}
interface Compared {
  one: LoadResult[]
  two: LoadResult[]
}

async function compare(
  bench: Bench,
  [first, second]: [first: string, second: string],
  { path, body }: Request,
): Promise<Compared> {
  const loads = [LoadGenerator.start(bench), LoadGenerator.start(bench)] as const
  const request = (origin: string) => ({
    url: `${origin}${path}`,
    seconds: bench.seconds,
    connections: connections / 2,
    ...(body !== undefined && { method: 'POST' as const, body }),
  })
  // Two senders on both sides, so that only the receivers differ.
  const both = async (origins: [string, string]) =>
    together(await Promise.all([loads[0].run(request(origins[0])), loads[1].run(request(origins[1]))]))
  const samples = await interleave(bench, {
    one: () => both([first, first]),
    two: () => both([first, second]),
  })
  return { one: samples('one'), two: samples('two') }
}

function together([one, other]: [LoadResult, LoadResult]): LoadResult {
  return {
    ...one,
    rate: one.rate + other.rate,
    requests: one.requests + other.requests,
    p99: Math.max(one.p99, other.p99),
  }
}

function figures(what: string, { one, two }: Compared): Figure[] {
  return [
    figure({
      what,
      unit: 'requests/s',
      ours: two.map(({ rate }) => rate),
      peer: { name: peerName, values: one.map(({ rate }) => rate) },
    }),
    figure({
      what: `${what}, p99`,
      unit: 'ms',
      ours: two.map(({ p99 }) => p99),
      peer: { name: peerName, values: one.map(({ p99 }) => p99) },
    }),
  ]
}
