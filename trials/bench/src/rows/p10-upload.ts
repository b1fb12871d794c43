import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { givenProject } from '@pinmark/testbed/client'
import { z } from 'zod'
import { atMost, figure, ratioAtMost } from '../figure'
import { interleave } from '../interleave'
import { LoadGenerator } from '../load'
import { twelveMegapixelPicture, twoMegabyteJpeg } from '../picture'
import { Forked } from '../processes/fork'
import type { Row } from '../row'
import { startSite, type Site } from '../site'

export const p10: Row = {
  id: 'P10',
  work: 'upload a picture until the project is ready',
  beside: 'sharp making the same renditions alone',
  deadlineSeconds: { quick: 300, full: 1_200 },
  run: async (bench) => {
    const [site, picture] = await Promise.all([startSite(bench), twelveMegapixelPicture()])
    const load = LoadGenerator.start(bench)
    const sharpAlone = Forked.start(bench, 'processes/sharp-alone-process.ts')
    const file = join(bench.folder, 'design.png')
    await writeFile(file, picture)
    const project = await givenProject(site.url, site.owner)
    const url = `${site.url}/projects/${project._id}?image=none&comments=200`
    const openPages = async () => {
      const { p99 } = await load.run({ url, connections: 1, seconds: Math.max(1, bench.seconds) })
      return p99
    }
    const photo = await twoMegabyteJpeg()
    const samples = await interleave(bench, {
      photo: async () => ({ seconds: await upload(site, photo), p99: 0 }),
      ours: async () => {
        const uploading = upload(site, picture)
        // The page opens can only lengthen the upload, so a separate upload is not measured.
        const p99 = await openPages()
        return { seconds: await uploading, p99 }
      },
      sharp: async () => {
        const { milliseconds } = await sharpAlone.ask({ file }, z.object({ milliseconds: z.number() }))
        return { seconds: milliseconds / 1000, p99: 0 }
      },
      idle: async () => ({ seconds: 0, p99: await openPages() }),
    })
    const of = (side: 'photo' | 'ours' | 'sharp' | 'idle', value: 'seconds' | 'p99') =>
      samples(side).map((sample) => sample[value])
    return [
      figure({
        what: `a JPEG of ${(photo.length / 2 ** 20).toFixed(1)} MB`,
        unit: 's',
        ours: of('photo', 'seconds'),
        peer: null,
        judge: atMost(0.35),
      }),
      figure({
        what: `a PNG of ${(picture.length / 2 ** 20).toFixed(1)} MB, pages opened meanwhile`,
        unit: 's',
        ours: of('ours', 'seconds'),
        peer: { name: 'sharp alone', values: of('sharp', 'seconds') },
        judge: ratioAtMost(1.3),
      }),
      figure({
        what: 'p99 of page opens meanwhile',
        unit: 'ms',
        ours: of('ours', 'p99'),
        peer: { name: 'without an upload', values: of('idle', 'p99') },
        judge: ratioAtMost(2),
      }),
    ]
  },
}

/** As the web app sends it. @returns seconds until the answer is there */
async function upload({ url, owner }: Site, picture: Buffer): Promise<number> {
  const form = new FormData()
  form.set('name', 'Landing page')
  form.set('image', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'design.png')
  const start = performance.now()
  const headers = { Authorization: `Bearer ${owner.token}` }
  const answer = await fetch(`${url}/projects`, { method: 'POST', headers, body: form })
  const text = await answer.text()
  if (answer.status !== 201) throw new Error(`The upload returned ${answer.status}: ${text}`)
  return (performance.now() - start) / 1000
}
