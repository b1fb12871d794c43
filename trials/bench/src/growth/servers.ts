import { givenProject, type Owner } from '@pinmark/testbed/client'
import { startMongo } from '@pinmark/testbed/scoped-server'
import { addAccountsLike, addComments, addProjectsOfOthers, copyProjects } from '../fill'
import type { Bench } from '../row'
import { addOwner, startSite, type Site } from '../site'

/** The contents of each server: comments in the requested project, projects, accounts. */
export const sizes = [100, 1_000, 10_000, 100_000] as const
/** The data of one designer, independent of the other data on the server. */
const projectsOfOne = 50

export interface FilledServer {
  size: number
  site: Site
  /** Has `size` comments. */
  projectId: string
  /** Another account, whose number of projects grows meanwhile. */
  creator: Owner
}

/** Four servers on one mongod, each with a database ten times as large as the previous one. */
export async function startServers(bench: Bench): Promise<FilledServer[]> {
  const mongo = await startMongo(bench)
  const servers: FilledServer[] = []
  for (const size of sizes) {
    const site = await startSite(bench, { mongo, database: `growth${size}`, dataFolder: String(size) })
    const { _id: projectId } = await givenProject(site.url, site.owner)
    await copyProjects(site, projectId, projectsOfOne - 1)
    await addProjectsOfOthers(site, projectId, { count: size - projectsOfOne, each: projectsOfOne })
    await addAccountsLike(site, site.owner.email, size - 1)
    await addComments(site, projectId, size)
    bench.onProgress(`${size} comments, projects and accounts are stored`)
    servers.push({ size, site, projectId, creator: await addOwner(site) })
  }
  return servers
}
