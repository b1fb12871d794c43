import { limits } from '@pinmark/shared/limits'
import { givenProject } from '@pinmark/testbed/client'
import { startMongo } from '@pinmark/testbed/scoped-server'
import { withCpu } from '../cpu-time'
import { atMost, figure, ratioAtLeast, ratioAtMost } from '../figure'
import { addComments } from '../fill'
import { interleave } from '../interleave'
import { LoadGenerator } from '../load'
import { startPeer } from '../peers/start-peer'
import type { Row } from '../row'
import { addMembers, startSite } from '../site'

const existing = 10_000
const peerName = 'bare Express, one raw insert'

/** A comment as the specification sends it. Each is unique, so that none is a repeated request. */
const body = JSON.stringify({
  commenter: 'Priya',
  text: 'Could the heading keep a little more distance from the picture? [<id>]',
  x: 30,
  y: 20,
  createdAt: new Date().toISOString(),
})

export const p01: Row = {
  id: 'P1',
  work: 'post a comment, acknowledged by the majority and journalled',
  beside: 'a bare Express route that does one raw insertOne with the same write concern, on the same mongod',
  deadlineSeconds: { quick: 300, full: 900 },
  run: async (bench) => {
    const mongo = await startMongo(bench)
    const [site, bare] = await Promise.all([
      startSite(bench, { mongo }),
      startPeer(bench, 'bare-insert', { MONGODB_URI: mongo.uri('bare') }),
    ])
    const load = LoadGenerator.start(bench)
    const [empty, full] = [await givenProject(site.url, site.owner), await givenProject(site.url, site.owner)]
    await addComments(site, full._id, existing)
    const shared = await givenProject(site.url, site.owner)
    await addMembers(site, shared._id)
    const post = (url: string, projectId: string, connections: number) =>
      load.run({
        url: `${url}/comment/add/${projectId}`,
        method: 'POST',
        body,
        connections,
        seconds: bench.seconds,
      })

    // Many writers first, because code is compiled while it runs, and a single writer would take long to warm
    // it up.
    const many = await interleave(bench, {
      // A new project each time. The cost with many comments has its own line.
      ours: async () => post(site.url, (await givenProject(site.url, site.owner))._id, 32),
      bare: () => post(bare.url, empty._id, 32),
      full: () => post(site.url, full._id, 32),
    })
    const database = (await mongo.primary()).pid
    const postAlone = async (url: string, pid: number, projectId = empty._id) => {
      const { result, cpu } = await withCpu([pid, database], () => post(url, projectId, 1))
      const [ofServer = 0, ofDatabase = 0] = cpu
      return { ...result, cpuMs: (ofServer + ofDatabase) / result.requests }
    }
    const one = await interleave(bench, {
      ours: () => postAlone(site.url, site.instance.pid),
      bare: () => postAlone(bare.url, bare.pid),
      shared: () => postAlone(site.url, site.instance.pid, shared._id),
    })
    const besideBare = (
      what: string,
      writers: string,
      samples: typeof one | typeof many,
      leastRatio: number,
    ) => {
      const both = (value: (sample: { rate: number; p99: number }) => number) => ({
        ours: samples('ours').map(value),
        peer: { name: peerName, values: samples('bare').map(value) },
      })
      return [
        figure({ what, unit: 'comments/s', ...both(({ rate }) => rate), judge: ratioAtLeast(leastRatio) }),
        figure({ what: `${writers}, p99`, unit: 'ms', ...both(({ p99 }) => p99), judge: ratioAtMost(3) }),
      ]
    }
    return [
      ...besideBare('1 writer', '1 writer', one, 0.4),
      figure({
        what: '1 writer, processor time a comment, with that of the database',
        unit: 'ms',
        ours: one('ours').map(({ cpuMs }) => cpuMs),
        peer: { name: peerName, values: one('bare').map(({ cpuMs }) => cpuMs) },
        judge: atMost(5),
      }),
      figure({
        what: `1 writer, on a project with ${limits.membersPerProject} members, time a comment`,
        unit: 'ms',
        ours: one('shared').map(msEach),
        peer: { name: 'Pinmark, no members', values: one('ours').map(msEach) },
        judge: ratioAtMost(1.2),
      }),
      ...besideBare('32 writers on one project', '32 writers', many, 0.6),
      figure({
        what: `32 writers, ${existing.toLocaleString('en-GB')} comments there already, time a comment`,
        unit: 'ms',
        ours: many('full').map(msEach),
        peer: { name: 'Pinmark, hardly any comments there', values: many('ours').map(msEach) },
        judge: ratioAtMost(1.2),
      }),
    ]
  },
}

function msEach({ rate }: { rate: number }): number {
  return 1000 / rate
}
