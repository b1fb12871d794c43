import { setTimeout as pause } from 'node:timers/promises'
import { givenComment, givenProject } from '@pinmark/testbed/client'
import { atMost, figure, quantile, type Figure } from '../figure'
import { interleave } from '../interleave'
import type { Bench, Row } from '../row'
import { startSite, type Site } from '../site'
import { machineMs, Watchers } from '../watchers'

const watcherCounts = { quick: [1_000], full: [1, 100, 1_000] }
const postsARound = { quick: 10, full: 50 }
const msBetweenPosts = 60
const longestWaitMs = 10_000
const pages = 1_000

export const p07: Row = {
  id: 'P7',
  work: 'live delivery, from posting a comment to every watcher of the project',
  beside: "MongoDB's own change stream, watched in the same run: the same comments",
  deadlineSeconds: { quick: 300, full: 1_800 },
  run: async (bench) => {
    const site = await startSite(bench)
    const figures: Figure[] = []
    for (const count of watcherCounts[bench.size]) figures.push(...(await deliverTo(bench, site, count)))
    if (bench.size === 'full') figures.push(await holdMany(bench, site))
    return figures
  },
}

async function deliverTo(bench: Bench, site: Site, count: number): Promise<Figure[]> {
  const { watchers, projectId } = await openWatchers(bench, site, count)
  const samples = await interleave(bench, {
    posted: () => postAndWait(site.url, projectId, { watchers, count, posts: postsARound[bench.size] }),
  })
  await watchers.end()
  const of = (side: 'ours' | 'raw' | 'added', share: number) =>
    samples('posted').map((sample) => quantile(sample[side], share))
  const who = `${count.toLocaleString('en-GB')} ${count === 1 ? 'watcher' : 'watchers'}`
  const name = 'raw change stream'
  return [
    figure({
      what: `${who}, p50`,
      unit: 'ms',
      ours: of('ours', 0.5),
      peer: { name, values: of('raw', 0.5) },
    }),
    figure({
      what: `${who}, p99`,
      unit: 'ms',
      ours: of('ours', 0.99),
      peer: { name, values: of('raw', 0.99) },
    }),
    figure({
      what: `${who}, p99 of what is added to the change stream`,
      unit: 'ms',
      ours: of('added', 0.99),
      peer: null,
      judge: atMost(50),
    }),
  ]
}

interface Posting {
  watchers: Watchers
  count: number
  posts: number
}

let lastMark = 0

/** Posts a few comments one after the other and waits until every watcher has received all of them. */
async function postAndWait(url: string, projectId: string, { watchers, count, posts }: Posting) {
  const sent = new Map<string, number>()
  for (let post = 0; post < posts; post += 1) {
    lastMark += 1
    sent.set(String(lastMark), machineMs())
    await givenComment(url, projectId, `mark-${lastMark}- a remark on the heading`)
    await pause(msBetweenPosts)
  }
  const times = new Map<string, number[]>()
  const raw = new Map<string, number>()
  const isComplete = () =>
    [...sent.keys()].every((mark) => times.get(mark)?.length === count && raw.has(mark))
  const deadline = machineMs() + longestWaitMs
  while (!isComplete()) {
    if (machineMs() > deadline) throw new Error(`Not all of ${count} watchers saw all comments.`)
    await pause(50)
    const seen = await watchers.collect()
    for (const [mark, some] of Object.entries(seen.watchers)) {
      times.set(mark, [...(times.get(mark) ?? []), ...some])
    }
    for (const [mark, time] of Object.entries(seen.changeStream)) raw.set(mark, time)
  }
  const marks = [...sent].map(([mark, sentAt]) => ({
    sentAt,
    rawAt: raw.get(mark) ?? Number.NaN,
    seenAt: times.get(mark) ?? [],
  }))
  return {
    ours: marks.flatMap(({ seenAt, sentAt }) => seenAt.map((time) => time - sentAt)),
    raw: marks.map(({ rawAt, sentAt }) => rawAt - sentAt),
    added: marks.flatMap(({ seenAt, rawAt }) => seenAt.map((time) => time - rawAt)),
  }
}

/** Memory that a process needs for the pages that one network can have open. */
async function holdMany(bench: Bench, site: Site): Promise<Figure> {
  const before = await site.instance.rssBytes()
  const { watchers, projectId } = await openWatchers(bench, site, pages)
  await postAndWait(site.url, projectId, { watchers, count: pages, posts: 5 })
  const after = await site.instance.rssBytes()
  return figure({
    what: 'memory of the API (RSS) with 1,000 watchers, 5 comments delivered to each',
    unit: 'MB',
    ours: [after / 2 ** 20],
    peer: { name: 'before them', values: [before / 2 ** 20] },
    judge: atMost(300),
  })
}

async function openWatchers(bench: Bench, { url, mongo, owner }: Site, count: number) {
  const { _id: projectId } = await givenProject(url, owner)
  const events = `${url}/projects/${projectId}/events`
  const watchers = await Watchers.open(bench, { url: events, count, mongodbUri: mongo.uri() })
  // Everyone is notified of the other visitors. The measurement waits until that is over.
  await pause(1_000)
  await watchers.collect()
  return { watchers, projectId }
}
