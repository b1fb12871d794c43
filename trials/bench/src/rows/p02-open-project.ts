import { limits } from '@pinmark/shared/limits'
import { givenProject } from '@pinmark/testbed/client'
import { startMongo } from '@pinmark/testbed/scoped-server'
import { withCpu } from '../cpu-time'
import { atMost, figure, ratioAtLeast, ratioAtMost } from '../figure'
import { addComments, spreadOverVersions } from '../fill'
import { interleave } from '../interleave'
import { startLiteralSite } from '../literal-site'
import { LoadGenerator } from '../load'
import { twoMegabytePicture } from '../picture'
import type { Row } from '../row'
import { addMembers, startSite } from '../site'

/** A few readers, and as many as after a link was sent to a team. */
const readers = { few: 4, crowd: 16 }
/** Much longer than a round takes. */
const warmUp = { seconds: 2 }
const literalName = 'the specification built literally'
const review = { designs: 20, versions: 10, comments: 500 }
/** The request of the web app when a shared link is opened. */
const query = '?image=none&comments=200'

export const p02: Row = {
  id: 'P2',
  work: 'open a shared project with 100 comments and a 2 MB image (JSON)',
  beside: 'the specification built literally, with the same data on the same mongod',
  deadlineSeconds: { quick: 300, full: 900 },
  run: async (bench) => {
    const mongo = await startMongo(bench)
    const [site, literal, image] = await Promise.all([
      startSite(bench, { mongo }),
      startLiteralSite(bench, mongo),
      twoMegabytePicture(),
    ])
    const load = LoadGenerator.start(bench)
    const small = await givenProject(site.url, site.owner, { image })
    const large = await givenProject(site.url, site.owner, { image })
    await addComments(site, small._id, 100)
    await addComments(site, large._id, 10_000)
    const shared = await givenProject(site.url, site.owner, { image })
    await addComments(site, shared._id, 100)
    const member = await addMembers(site, shared._id)
    const [oneVersion, reviewed] = [
      await givenProject(site.url, site.owner, { image }),
      await givenProject(site.url, site.owner, { image }),
    ]
    for (const { _id } of [oneVersion, reviewed]) await addComments(site, _id, review.comments)
    await spreadOverVersions(site, reviewed._id, review)
    const literalId = await literal.addProject(image, 100)

    const open = async (
      url: string,
      pid: number,
      connections: number,
      { seconds }: { seconds: number } = bench,
      token?: string,
    ) => {
      const headers = {
        'Accept-Encoding': 'gzip',
        ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      }
      const request = { url, headers, connections, seconds }
      const { result, cpu } = await withCpu([pid], () => load.run(request))
      return { ...result, cpuMs: (cpu[0] ?? 0) / result.requests }
    }
    const openOurs = (path: string, connections: number, round?: { seconds: number }) =>
      open(`${site.url}/projects/${path}`, site.instance.pid, connections, round)
    const ours = (id: string, connections: number, round?: { seconds: number }) =>
      openOurs(`${id}${query}`, connections, round)
    const theirs = (connections: number, round?: { seconds: number }) =>
      open(`${literal.url}/projects/${literalId}`, literal.pid, connections, round)
    const many = await interleave(
      bench,
      {
        few: () => ours(small._id, readers.few),
        literalFew: () => theirs(readers.few),
        asSpecified: () => openOurs(small._id, readers.few),
        crowd: () => ours(small._id, readers.crowd),
        literalCrowd: () => theirs(readers.crowd),
      },
      // Both programs are compiled while they run, and are measured only after that.
      async () => {
        await ours(small._id, readers.few, warmUp)
        await openOurs(small._id, readers.few, warmUp)
        await theirs(readers.few, warmUp)
      },
    )
    const rates = (name: Parameters<typeof many>[0]) => many(name).map(({ rate }) => rate)
    const alone = await interleave(bench, {
      small: () => ours(small._id, 1),
      large: () => ours(large._id, 1),
      shared: () => ours(shared._id, 1),
      byOwner: () =>
        open(`${site.url}/projects/${small._id}${query}`, site.instance.pid, 1, bench, site.owner.token),
      byMember: () =>
        open(`${site.url}/projects/${shared._id}${query}`, site.instance.pid, 1, bench, member.token),
      oneVersion: () => ours(oneVersion._id, 1),
      reviewed: () => ours(reviewed._id, 1),
    })
    // Both first pages have their maximum number of comments, 100 and 200. They are compared without a correction.
    return [
      figure({
        what: `${readers.few} readers`,
        unit: 'requests/s',
        ours: rates('few'),
        peer: { name: literalName, values: rates('literalFew') },
        judge: ratioAtLeast(30),
      }),
      figure({
        what: `${readers.crowd} readers`,
        unit: 'requests/s',
        ours: rates('crowd'),
        peer: { name: literalName, values: rates('literalCrowd') },
        judge: ratioAtLeast(30),
      }),
      figure({
        what: 'a reply, gzip where offered',
        unit: 'KB',
        ours: many('few').map(({ bytes }) => bytes / 1024),
        peer: { name: literalName, values: many('literalFew').map(({ bytes }) => bytes / 1024) },
        judge: atMost(30),
      }),
      figure({
        what: `processor time of the server a request, ${readers.crowd} readers`,
        unit: 'ms',
        ours: many('crowd').map(({ cpuMs }) => cpuMs),
        peer: { name: literalName, values: many('literalCrowd').map(({ cpuMs }) => cpuMs) },
        judge: atMost(2),
      }),
      figure({
        what: `${readers.few} readers of the answer as specified, with the whole image as base64`,
        unit: 'requests/s',
        ours: rates('asSpecified'),
        peer: { name: literalName, values: rates('literalFew') },
        judge: ratioAtLeast(4),
      }),
      figure({
        what: 'processor time of the server for such an answer',
        unit: 'ms',
        ours: many('asSpecified').map(({ cpuMs }) => cpuMs),
        peer: { name: literalName, values: many('literalFew').map(({ cpuMs }) => cpuMs) },
      }),
      figure({
        what: `a stranger opens a project with ${limits.membersPerProject} members, p50`,
        unit: 'ms',
        ours: alone('shared').map(({ p50 }) => p50),
        peer: { name: 'without members', values: alone('small').map(({ p50 }) => p50) },
        judge: ratioAtMost(1.2),
      }),
      figure({
        what: `one of ${limits.membersPerProject} members opens it, p50`,
        unit: 'ms',
        ours: alone('byMember').map(({ p50 }) => p50),
        peer: { name: 'its owner, without members', values: alone('byOwner').map(({ p50 }) => p50) },
      }),
      figure({
        what: 'first page of 10,000 comments (200 of them), p50',
        unit: 'ms',
        ours: alone('large').map(({ p50 }) => p50),
        peer: { name: 'all 100 of 100 comments', values: alone('small').map(({ p50 }) => p50) },
        judge: ratioAtMost(1.5),
      }),
      figure({
        what: `${review.designs} designs of ${review.versions} versions with ${review.comments} comments, p50`,
        unit: 'ms',
        ours: alone('reviewed').map(({ p50 }) => p50),
        peer: {
          name: `one design of one version with ${review.comments} comments`,
          values: alone('oneVersion').map(({ p50 }) => p50),
        },
        judge: ratioAtMost(1.5),
      }),
      figure({
        what: 'the same, a reply, gzip where offered',
        unit: 'KB',
        ours: alone('reviewed').map(({ bytes }) => bytes / 1024),
        peer: null,
        judge: atMost(40),
      }),
    ]
  },
}
