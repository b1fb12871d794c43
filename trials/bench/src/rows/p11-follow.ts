import { setTimeout as pause } from 'node:timers/promises'
import { givenProject, readProject } from '@pinmark/testbed/client'
import { atMost, figure, type Figure } from '../figure'
import { addComments } from '../fill'
import { addVersion, twoVersions, type TwoVersions } from '../given-versions'
import type { Bench, Row } from '../row'
import { startSite, type Site } from '../site'

const comments = 200
const askAgainMs = 25

export const p11: Row = {
  id: 'P11',
  work: `a new version of a design with ${comments} open comments: until it can be seen, then until each pin has its place`,
  beside:
    'nothing: 1 s for a page of 1440 x 3200, 3 s for one of 1440 x 16,000; docs/follow.md has the accuracy',
  deadlineSeconds: { quick: 300, full: 900 },
  run: async (bench) => {
    const site = await startSite(bench)
    const pages = [
      { versions: await twoVersions(), maxSeconds: 1 },
      { versions: await twoVersions(5), maxSeconds: 3 },
    ]
    const figures: Figure[] = []
    for (const { versions, maxSeconds } of pages)
      figures.push(...(await measure(bench, site, versions, maxSeconds)))
    return figures
  },
}

async function measure(
  { rounds, onProgress }: Bench,
  site: Site,
  versions: TwoVersions,
  maxSeconds: number,
): Promise<Figure[]> {
  const { width, height } = versions.size
  const what = `${width} x ${height} px`
  const seen: number[] = []
  const placed: number[] = []
  for (let round = 1; round <= rounds; round += 1) {
    const { _id } = await givenProject(site.url, site.owner, { image: versions.before })
    await addComments(site, _id, comments, versions.size)
    const start = performance.now()
    await addVersion(site, _id, versions.after)
    const visible = performance.now()
    await allPlaced(site, _id)
    seen.push((visible - start) / 1_000)
    placed.push((performance.now() - visible) / 1_000)
    onProgress(`${what}: round ${round} of ${rounds}`)
  }
  return [
    figure({ what: `${what}: the version can be seen`, unit: 's', ours: seen, peer: null }),
    figure({
      ...{ what: `${what}: then ${comments} pins have their place`, unit: 's', ours: placed, peer: null },
      judge: atMost(maxSeconds),
    }),
  ]
}

async function allPlaced({ url }: Site, projectId: string): Promise<void> {
  for (;;) {
    const { designs } = await readProject(url, projectId)
    const newest = designs[0]?.versions.at(-1)
    if (newest?.placing === 'failed') throw new Error('The comments could not be placed.')
    if (newest && newest.placing === undefined) return
    await pause(askAgainMs)
  }
}
