import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { givenProject } from '@pinmark/testbed/client'
import { atLeast, atMost, figure, ratioAtLeast } from '../figure'
import { copyProjects } from '../fill'
import { interleave } from '../interleave'
import { LoadGenerator } from '../load'
import { startNginx } from '../peers/nginx'
import { startPeer } from '../peers/start-peer'
import { halfMegabyteViewPicture } from '../picture'
import type { Bench, Row } from '../row'
import { startSite } from '../site'

const connections = 16
/** More than the cache of hot images holds. */
const distinctImages = 150
const renditions = ['thumbnail', 'view'] as const

export const p04: Row = {
  id: 'P4',
  work: 'serve a thumbnail and a view image of 500 KB',
  beside: 'nginx with the same bytes as static files',
  deadlineSeconds: { quick: 300, full: 900 },
  run: async (bench) => {
    const [site, image] = await Promise.all([startSite(bench), halfMegabyteViewPicture()])
    const project = await givenProject(site.url, site.owner, { image })
    const addressOf = (imageId: string, name: string) => `${site.url}/images/${imageId}/${name}`
    const folder = join(bench.folder, 'static')
    await mkdir(folder)
    const sizes: Record<string, number> = {}
    for (const name of renditions) {
      const bytes = Buffer.from(await (await fetch(addressOf(project.thumbnail, name))).arrayBuffer())
      sizes[name] = Math.round(bytes.length / 1024)
      await writeFile(join(folder, name), bytes)
    }
    const peer = await startFileServer(bench, folder)
    const load = LoadGenerator.start(bench)
    const serve = (url: string) => load.run({ url, connections, seconds: bench.seconds })
    const samples = await interleave(bench, {
      thumbnail: () => serve(addressOf(project.thumbnail, 'thumbnail')),
      peerThumbnail: () => serve(`${peer.url}/thumbnail`),
      view: () => serve(addressOf(project.thumbnail, 'view')),
      peerView: () => serve(`${peer.url}/view`),
    })
    const rates = (name: Parameters<typeof samples>[0]) => samples(name).map(({ rate }) => rate)

    const rssBefore = await site.instance.rssBytes()
    const copies = await copyProjects(site, project._id, distinctImages)
    for (const { front } of copies) await (await fetch(addressOf(front.image, 'view'))).arrayBuffer()
    const rssAfter = await site.instance.rssBytes()
    const headersRight = await cachesRight(addressOf(project.thumbnail, 'view'))

    return [
      figure({
        what: `thumbnail of ${sizes['thumbnail']} KB, ${connections} readers`,
        unit: 'requests/s',
        ours: rates('thumbnail'),
        peer: { name: peer.name, values: rates('peerThumbnail') },
        judge: ratioAtLeast(0.25),
      }),
      figure({
        what: `view of ${sizes['view']} KB, ${connections} readers`,
        unit: 'requests/s',
        ours: rates('view'),
        peer: { name: peer.name, values: rates('peerView') },
        judge: ratioAtLeast(0.25),
      }),
      figure({
        what: '304 for a known ETag, and immutable caching',
        unit: 'of 2 right',
        ours: [headersRight],
        peer: null,
        judge: atLeast(2),
      }),
      figure({
        what: `memory of the API (RSS) after ${distinctImages} different views were served`,
        unit: 'MB',
        ours: [rssAfter / 2 ** 20],
        peer: { name: 'before them, after the load above', values: [rssBefore / 2 ** 20] },
        judge: atMost(300),
      }),
    ]
  },
}

async function startFileServer(bench: Bench, folder: string): Promise<{ name: string; url: string }> {
  const nginx = await startNginx(bench, folder)
  if (nginx !== null) return { name: 'nginx', url: nginx }
  console.log(
    'P4     no nginx was found (PATH, NGINX_PATH): a bare Node server with the file in memory stands in for it',
  )
  const { url } = await startPeer(bench, 'static-files', { FOLDER: folder })
  return { name: 'no nginx here: bare Node server, file in memory', url }
}

async function cachesRight(url: string): Promise<number> {
  const first = await fetch(url)
  await first.arrayBuffer()
  const etag = first.headers.get('etag')
  const status = etag === null ? 0 : await statusOf(url, { 'If-None-Match': etag })
  const cacheControl = first.headers.get('cache-control') ?? ''
  const isImmutable = cacheControl.includes('immutable') && cacheControl.includes('max-age=31536000')
  return Number(status === 304) + Number(isImmutable)
}

/** `fetch` adds a header of its own to a conditional request: that nothing may come from a cache. */
async function statusOf(url: string, headers: Record<string, string>): Promise<number> {
  const asked = get(url, { headers, agent: false })
  const [answer] = await once(asked, 'response')
  answer.resume()
  return answer.statusCode
}
