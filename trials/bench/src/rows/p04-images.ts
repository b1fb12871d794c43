import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { join } from 'node:path'
import { givenProject } from '@pinmark/testbed/client'
import { withCpu } from '../cpu-time'
import { atLeast, atMost, figure, ratioAtLeast, ratioAtMost, unlessGeneratorIsLimit } from '../figure'
import { copyProjects } from '../fill'
import { interleave } from '../interleave'
import { LoadGenerator } from '../load'
import { startNginx } from '../peers/nginx'
import { startPeer } from '../peers/start-peer'
import { halfMegabyteViewPicture, largeViewPicture } from '../picture'
import type { Row } from '../row'
import { startSite } from '../site'

const connections = 16
/** More than fit into the cache of recent images. */
const distinctImages = 150
const names = ['thumbnail', 'view', 'largeView'] as const
type Name = (typeof names)[number]
const peersOf = {
  thumbnail: ['bareThumbnail', 'nginxThumbnail'],
  view: ['bareView', 'nginxView'],
  largeView: ['bareLargeView', 'nginxLargeView'],
} as const

export const p04: Row = {
  id: 'P4',
  work: 'serve a thumbnail, a view image of 500 KB and one of 1.7 MB',
  beside: 'bare node:http with the same bytes in memory, and nginx with them as static files',
  deadlineSeconds: { quick: 300, full: 900 },
  run: async (bench) => {
    const [site, image, largeImage] = await Promise.all([
      startSite(bench),
      halfMegabyteViewPicture(),
      largeViewPicture(),
    ])
    const project = await givenProject(site.url, site.owner, { image })
    const largeProject = await givenProject(site.url, site.owner, { image: largeImage })
    const addressOf = (imageId: string, name: string) => `${site.url}/images/${imageId}/${name}`
    const addresses = {
      thumbnail: addressOf(project.thumbnail, 'thumbnail'),
      view: addressOf(project.thumbnail, 'view'),
      largeView: addressOf(largeProject.thumbnail, 'view'),
    }
    const folder = join(bench.folder, 'static')
    await mkdir(folder)
    const kilobytes = { thumbnail: 0, view: 0, largeView: 0 }
    for (const name of names) {
      const bytes = Buffer.from(await (await fetch(addresses[name])).arrayBuffer())
      kilobytes[name] = Math.round(bytes.length / 1024)
      await writeFile(join(folder, name), bytes)
    }
    const bare = await startPeer(bench, 'static-files', { FOLDER: folder })
    const nginx = await startNginx(bench, folder)
    if (nginx === null) console.log('P4     no nginx was found (PATH, NGINX_PATH): its figures are left out')
    const load = LoadGenerator.start(bench)
    const serve = async (url: string, pid?: number) => {
      const work = () => load.run({ url, connections, seconds: bench.seconds })
      const { result, cpu } = await withCpu(pid === undefined ? [] : [pid], work)
      return { rate: result.rate, cpuMs: (cpu[0] ?? 0) / result.requests }
    }
    const ours = (name: Name) => serve(addresses[name], site.instance.pid)
    const ofBare = (name: Name) => serve(`${bare.url}/${name}`, bare.pid)
    const ofNginx = async (name: Name) => (nginx === null ? { rate: 0, cpuMs: 0 } : serve(`${nginx}/${name}`))
    const samples = await interleave(bench, {
      thumbnail: () => ours('thumbnail'),
      bareThumbnail: () => ofBare('thumbnail'),
      nginxThumbnail: () => ofNginx('thumbnail'),
      view: () => ours('view'),
      bareView: () => ofBare('view'),
      nginxView: () => ofNginx('view'),
      largeView: () => ours('largeView'),
      bareLargeView: () => ofBare('largeView'),
      nginxLargeView: () => ofNginx('largeView'),
    })
    const of = (name: Parameters<typeof samples>[0], value: 'rate' | 'cpuMs') =>
      samples(name).map((sample) => sample[value])
    const rateBeside = (name: Name, { least }: { least?: number } = {}) => {
      const [bareName, nginxName] = peersOf[name]
      const what = `${name === 'thumbnail' ? 'thumbnail' : 'view'} of ${kilobytes[name]} KB, ${connections} readers`
      const rates = of(name, 'rate')
      const most = nginx === null ? null : of(nginxName, 'rate')
      const judge = least === undefined ? null : unlessGeneratorIsLimit(ratioAtLeast(least), most)
      return [
        figure({
          what,
          unit: 'requests/s',
          ours: rates,
          peer: { name: 'bare node:http', values: of(bareName, 'rate') },
          ...(judge && { judge }),
        }),
        ...(most
          ? [figure({ what, unit: 'requests/s', ours: rates, peer: { name: 'nginx', values: most } })]
          : []),
      ]
    }

    const rssBefore = await site.instance.rssBytes()
    const copies = await copyProjects(site, project._id, distinctImages)
    for (const { front } of copies) await (await fetch(addressOf(front.image, 'view'))).arrayBuffer()
    const rssAfter = await site.instance.rssBytes()
    const headersRight = await cachesRight(addresses.view)

    return [
      ...rateBeside('thumbnail', { least: 0.4 }),
      // The generator does not limit these ratios. Their targets are the inverse of those of the rates.
      figure({
        what: 'processor time of the server for a thumbnail',
        unit: 'ms',
        ours: of('thumbnail', 'cpuMs'),
        peer: { name: 'bare node:http', values: of('bareThumbnail', 'cpuMs') },
        judge: ratioAtMost(2.5),
      }),
      ...rateBeside('view'),
      ...rateBeside('largeView', { least: 0.6 }),
      figure({
        what: `processor time of the server for a view of ${kilobytes.largeView} KB`,
        unit: 'ms',
        ours: of('largeView', 'cpuMs'),
        peer: { name: 'bare node:http', values: of('bareLargeView', 'cpuMs') },
        judge: ratioAtMost(1.7),
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

async function cachesRight(url: string): Promise<number> {
  const first = await fetch(url)
  await first.arrayBuffer()
  const etag = first.headers.get('etag')
  const status = etag === null ? 0 : await statusOf(url, { 'If-None-Match': etag })
  const cacheControl = first.headers.get('cache-control') ?? ''
  const isImmutable = cacheControl.includes('immutable') && cacheControl.includes('max-age=31536000')
  return Number(status === 304) + Number(isImmutable)
}

/** `fetch` adds a no-cache header to a conditional request. */
async function statusOf(url: string, headers: Record<string, string>): Promise<number> {
  const asked = get(url, { headers, agent: false })
  const [answer] = await once(asked, 'response')
  answer.resume()
  return answer.statusCode
}
