import { readFile } from 'node:fs/promises'
import { mustCall, readProject } from '@pinmark/testbed/client'
import sharp from 'sharp'
import type { Site } from './site'

const folder = new URL('../../../scripts/demo-designs/', import.meta.url)

export interface TwoVersions {
  before: Buffer
  after: Buffer
  /** Size of the first version in pixels. */
  size: { width: number; height: number }
}

/** Two versions of a landing page as PNG: a band was inserted, a button recoloured, texts rewritten, a quote
 *  removed.
 *  @param times how often the page is repeated vertically, for a long one */
export async function twoVersions(times = 1): Promise<TwoVersions> {
  const [before, after] = await Promise.all(
    ['landing-2.jpg', 'landing-3.jpg'].map((file) => stacked(file, times)),
  )
  if (!before || !after) throw new Error('There are two files.')
  const { width, height } = await sharp(before).metadata()
  return { before, after, size: { width, height } }
}

async function stacked(file: string, times: number): Promise<Buffer> {
  const page = await readFile(new URL(file, folder))
  const { width, height } = await sharp(page).metadata()
  const layers = Array.from({ length: times }, (_, at) => ({ input: page, left: 0, top: at * height }))
  return sharp({ create: { width, height: height * times, channels: 3, background: 'white' } })
    .composite(layers)
    .png()
    .toBuffer()
}

/** Adds a version to the first design of a project. */
export async function addVersion({ url, owner }: Site, projectId: string, image: Buffer): Promise<void> {
  const { designs } = await readProject(url, projectId)
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'next.png')
  await mustCall(201, `${url}/projects/${projectId}/designs/${designs[0]?._id ?? ''}/versions`, {
    method: 'POST',
    token: owner.token,
    form,
  })
}
