import { givenProject } from '@pinmark/testbed/client'
import { startMongo } from '@pinmark/testbed/scoped-server'
import { atMost, figure, ratioAtMost, type Figure } from '../figure'
import { addComments, copyCommentsInto, copyProjects } from '../fill'
import { interleave } from '../interleave'
import { startLiteralSite } from '../literal-site'
import { LoadGenerator } from '../load'
import { twoMegabytePicture } from '../picture'
import type { Bench, Row } from '../row'
import { addMembers, addOwner, startSite, type Site } from '../site'

const literalName = 'the specification built literally'
const commentsEach = 1_000

export const p03: Row = {
  id: 'P3',
  work: 'the dashboard: list projects with images of 2 MB',
  beside: 'the specification built literally, with as many projects',
  deadlineSeconds: { quick: 300, full: 900 },
  run: async (bench) => {
    const mongo = await startMongo(bench)
    const [site, literal, image] = await Promise.all([
      startSite(bench, { mongo }),
      startLiteralSite(bench, mongo),
      twoMegabytePicture(),
    ])
    const addLiteralProjects = async () => {
      for (let count = 0; count < 10; count += 1) await literal.addProject(image, 0)
    }
    const [tokens] = await Promise.all([addOwners(site, image), addLiteralProjects()])

    const list = listingWith(bench)
    const ours = (token: string) => () => list(`${site.url}/projects?image=none`, token)
    const samples = await interleave(bench, {
      ten: ours(tokens.ten),
      fifty: ours(tokens.fifty),
      twoHundred: ours(tokens.twoHundred),
      fiftyFull: ours(tokens.fiftyFull),
      fiftyShared: ours(tokens.fiftyShared),
      literal: () => list(`${literal.url}/projects`, literal.token),
    })
    const time = (name: Parameters<typeof samples>[0]) => samples(name).map(({ p50 }) => p50)
    const kilobytes = (name: Parameters<typeof samples>[0]) => samples(name).map(({ bytes }) => bytes / 1024)
    const figures: Figure[] = [
      figure({
        what: '10 projects, p50',
        unit: 'ms',
        ours: time('ten'),
        peer: { name: literalName, values: time('literal') },
      }),
      figure({
        what: '10 projects, gzip where offered',
        unit: 'KB',
        ours: kilobytes('ten'),
        peer: { name: literalName, values: kilobytes('literal') },
      }),
      figure({
        what: '50 projects, gzip',
        unit: 'KB',
        ours: kilobytes('fifty'),
        peer: null,
        judge: atMost(20),
      }),
      figure({
        what: '200 projects, p50',
        unit: 'ms',
        ours: time('twoHundred'),
        peer: { name: 'Pinmark, 10 projects', values: time('ten') },
        judge: ratioAtMost(4),
      }),
      figure({
        what: `50 projects of ${commentsEach.toLocaleString('en-GB')} comments each, p50`,
        unit: 'ms',
        ours: time('fiftyFull'),
        peer: { name: 'Pinmark, 50 projects without comments', values: time('fifty') },
        judge: ratioAtMost(1.2),
      }),
      figure({
        what: '50 projects of others, with as many members as they take, p50',
        unit: 'ms',
        ours: time('fiftyShared'),
        peer: { name: 'Pinmark, 50 own projects', values: time('fifty') },
      }),
    ]
    return figures
  },
}

/** One designer for each number of projects. @returns their tokens */
async function addOwners(site: Site, image: Buffer) {
  const { _id: pattern } = await givenProject(site.url, site.owner, { image })
  const [ten, fifty, twoHundred] = await Promise.all([
    ownerOf(site, pattern, { projects: 10 }),
    ownerOf(site, pattern, { projects: 50 }),
    ownerOf(site, pattern, { projects: 200 }),
  ])
  const { _id: sharedPattern } = await givenProject(site.url, site.owner, { image })
  const member = await addMembers(site, sharedPattern)
  // The copies have the same members.
  await copyProjects(site, sharedPattern, 49)
  // Last, because the copied project has comments from here on.
  const fiftyFull = await ownerOf(site, pattern, { projects: 50, comments: commentsEach })
  return { ten, fifty, twoHundred, fiftyFull, fiftyShared: member.token }
}

/** One reader that repeats its request. */
function listingWith(bench: Bench) {
  const load = LoadGenerator.start(bench)
  return (url: string, token: string) =>
    load.run({
      url,
      headers: { 'Accept-Encoding': 'gzip', Authorization: `Bearer ${token}` },
      connections: 1,
      seconds: bench.seconds,
    })
}

/** A new designer with this many copies of the project and its comments. @returns the token */
async function ownerOf(
  site: Site,
  pattern: string,
  { projects, comments = 0 }: { projects: number; comments?: number },
): Promise<string> {
  const owner = await addOwner(site)
  if (comments > 0) await addComments(site, pattern, comments)
  const copies = await copyProjects(site, pattern, projects, owner)
  if (comments > 0) await copyCommentsInto(site, pattern, copies)
  return owner.token
}
